import { describe, expect, test } from "vitest";
import {
	hashPassword,
	isPassword,
	isTokenValue,
	mintPassword,
	mintToken,
} from "../../../src/access/secrets.ts";
import { World } from "../../../src/cli/world.ts";
import { instant } from "../../../src/time/instant.ts";
import { temporaryFolder } from "../../support/stores.ts";
import { windable } from "../../support/windable.ts";

const DAY = 86_400_000_000n;
const wish = { name: "laptop", scope: "read", bases: undefined, days: 1 } as const;

async function opened(path: string, clock = windable(instant("2026-12-01T00:00:00Z"))) {
	return World.open(path, () => undefined, { clock });
}

describe("accounts on disk", () => {
	test("people, tokens and bases are there again after a restart", async () => {
		using folder = temporaryFolder();
		let value: string;
		let owner: string;
		const kb = crypto.randomUUID();
		{
			await using world = await opened(folder.path);
			owner = (await world.access.people.createAdministrator("Ada@Example.org ", "a password")).id;
			await world.access.bases.create(owner, {
				id: kb,
				name: 'Harbour "x> } ; DROP ALL #',
				visibility: "private",
			});
			value = (await world.access.tokens.issue(owner, { ...wish, bases: [kb], days: 0 })).value;
			const caller = await world.access.tokens.callerOf(value);
			world.access.tokens.used(caller?.token ?? "");
		}
		await using world = await opened(folder.path, windable(instant("2027-12-01T00:00:00Z")));
		const { access } = world;
		expect(await access.tokens.callerOf(value)).toMatchObject({ owner, scope: "read", bases: [kb] });
		expect((await access.tokens.list(owner))[0]?.lastUsedAt).toBe(instant("2026-12-01T00:00:00Z"));
		expect((await access.bases.list()).map(({ name }) => name)).toEqual(['Harbour "x> } ; DROP ALL #']);
		expect((await access.people.signIn("ada@EXAMPLE.org", "a password"))?.id).toBe(owner);
		expect(await access.people.signIn("ada@example.org", "A password")).toBeUndefined();
	});

	test("a token is refused from the very instant at which it expires", async () => {
		using folder = temporaryFolder();
		const clock = windable(instant("2026-12-01T00:00:00Z"));
		await using world = await opened(folder.path, clock);
		const { value, info } = await world.access.tokens.issue("11111111-1111-4111-8111-111111111111", wish);
		clock.advance((info.expiresAt ?? 0n) - clock.now() - 1n);
		expect(await world.access.tokens.callerOf(value)).toBeDefined();
		clock.advance(1n);
		expect(await world.access.tokens.callerOf(value)).toBeUndefined();
		expect((info.expiresAt ?? 0n) - info.createdAt).toBe(DAY);
	});

	test("the journal holds no value of a token and no password", async () => {
		using folder = temporaryFolder();
		await using world = await opened(folder.path);
		const { id } = await world.access.people.createAdministrator("ada@example.org", "hush hush hush");
		const { value } = await world.access.tokens.issue(id, wish);
		const view = await world.view("00000000-0000-0000-0000-000000000000");
		const { Template } = await import("../../../src/sparql/template.ts");
		const all = new Template("all", "SELECT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }").bind(
			{},
			{ limit: 1_000 },
		);
		const text = (await view.select(all)).map((row) => row.get("o")?.value).join("\n");
		expect(text).toContain(value.slice(0, 16));
		expect(text).not.toContain(value.slice(0, 17));
		expect(text).not.toContain("hush");
	});

	test("writes at the same moment all come through, one after the other", async () => {
		using folder = temporaryFolder();
		await using world = await opened(folder.path);
		const { access } = world;
		const owner = crypto.randomUUID();
		await Promise.all(
			Array.from({ length: 20 }, (_, n) => access.tokens.issue(owner, { ...wish, name: `t${n}` })),
		);
		const tokens = await access.tokens.list(owner);
		expect(new Set(tokens.map(({ name }) => name)).size).toBe(20);
		expect(new Set(tokens.map(({ createdAt }) => createdAt)).size).toBe(20);
		const id = crypto.randomUUID();
		const made = await Promise.allSettled(
			Array.from({ length: 5 }, () => access.bases.create(owner, { id, name: "x", visibility: "private" })),
		);
		expect(made.filter(({ status }) => status === "fulfilled").length).toBe(1);
		const [first] = tokens;
		const revoked = await Promise.allSettled(
			Array.from({ length: 5 }, () => access.tokens.revoke(owner, first?.id ?? "")),
		);
		expect(revoked.filter(({ status }) => status === "fulfilled").length).toBe(1);
	});

	test("nobody revokes what is not theirs, and hears the same as of an unknown one", async () => {
		using folder = temporaryFolder();
		await using world = await opened(folder.path);
		const { info, value } = await world.access.tokens.issue(crypto.randomUUID(), wish);
		const other = crypto.randomUUID();
		for (const id of [info.id, crypto.randomUUID(), "x> } ; DROP"]) {
			await expect(world.access.tokens.revoke(other, id)).rejects.toMatchObject({
				code: "UTOPIA_TOKEN_NOT_FOUND",
			});
		}
		expect(await world.access.tokens.callerOf(value)).toBeDefined();
	});

	test.each([
		[{ name: "" }, "name"],
		[{ name: "  " }, "name"],
		[{ name: "x".repeat(65) }, "name"],
		[{ days: -1 }, "expires_in_days"],
		[{ days: 1.5 }, "expires_in_days"],
		[{ days: 3_651 }, "expires_in_days"],
	])("a token of %j is refused below HTTP too", async (wrong, argument) => {
		using folder = temporaryFolder();
		await using world = await opened(folder.path);
		const issued = world.access.tokens.issue(crypto.randomUUID(), { ...wish, ...wrong });
		await expect(issued).rejects.toMatchObject({
			code: "UTOPIA_ARGUMENT_INVALID",
			message: expect.stringContaining(argument),
		});
	});
});

describe("secrets", () => {
	test("tokens have 256 bits and one form", () => {
		const values = new Set(Array.from({ length: 100 }, mintToken));
		expect(values.size).toBe(100);
		for (const value of values) expect(isTokenValue(value)).toBe(true);
		for (const text of [
			"",
			"utp_pat_",
			`utp_pat_${"A".repeat(64)}`,
			`utp_pat_${"a".repeat(65)}`,
			` utp_pat_${"a".repeat(64)}`,
			`utp_pat_${"a".repeat(64)}\n`,
		]) {
			expect(isTokenValue(text), text).toBe(false);
		}
	});

	test("a password is known by its hash only, and each hash has a salt of its own", async () => {
		const [one, two] = [await hashPassword("ein Paßwort"), await hashPassword("ein Paßwort")];
		expect(one).not.toBe(two);
		expect(one).toMatch(/^scrypt\$32768\$8\$1\$/);
		expect(await isPassword("ein Paßwort", one)).toBe(true);
		expect(await isPassword("ein Passwort", one)).toBe(false);
		expect(mintPassword()).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
	});
});
