import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { utopia } from "../../support/command.ts";
import { DERIVED_BASE, DERIVED_KB, day, nth } from "../../support/derived-base.ts";
import { type WritingServer, writingServer } from "../../support/writing-server.ts";

let base: WritingServer;
beforeAll(async () => {
	base = await writingServer();
	const { world, owner } = base.server;
	await world.importLedger(DERIVED_KB, Readable.from([Buffer.from(DERIVED_BASE)]), {
		filename: "derived.ttl",
	});
	await world.access.bases.create(owner, { id: DERIVED_KB, name: "Derived", visibility: "private" });
});
afterAll(() => base[Symbol.asyncDispose]());

const ask = (path: string, kb = DERIVED_KB) => base.ask("GET", path, undefined, { token: base.read, kb });

test("a proof is served with a read token, as JSON, at a record moment", async () => {
	const { status, headers, body } = await ask(`/derived/${nth(5)}/proof?as_of=${day(3)}&all=true`);
	expect(status).toBe(200);
	expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
	expect(body).toMatchObject({
		id: nth(5),
		as_of: day(3),
		all: true,
		premises: [{ id: nth(1), premises: [{ fact: { subject_name: "Pier 4" } }, {}], other_proofs: [{}] }, {}],
	});
	const refused = await ask(`/derived/${nth(5)}/proof?al=true`);
	expect([refused.status, refused.body.error.message]).toEqual([
		400,
		expect.stringContaining("al must be one of"),
	]);
});

test("an unknown, a foreign and a withdrawn derived fact get the same bytes", async () => {
	const texts = await Promise.all([
		ask(`/derived/00000000-0000-4000-8000-00000000dead/proof`),
		ask(`/derived/${nth(3)}/proof`),
		ask(`/derived/${nth(1)}/proof?as_of=${day(1)}`),
		ask("/derived/nonsense/proof"),
		base.ask("GET", `/derived/${nth(1)}/proof`, undefined, { token: base.read }),
	]);
	expect(texts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
	const masked = texts.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ""));
	expect(new Set(masked).size).toBe(1);
});

test("it is told in the description of the API", async () => {
	const { paths } = (await (await fetch(`${base.server.url}/api/v1/openapi.json`)).json()) as {
		paths: Record<string, { get: { parameters: { name: string }[] } }>;
	};
	const { parameters } = paths["/api/v1/kbs/{kb}/derived/{id}/proof"]?.get ?? { parameters: [] };
	expect(parameters.map(({ name }) => name)).toEqual(["kb", "id", "as_of", "before", "all"]);
});

test("the command prints it as an outline, or as JSON", async () => {
	const args = ["proof", nth(5), "--kb", DERIVED_KB, "--as-of", day(3), "--url", base.server.url];
	const { code, out } = await utopia([...args, "--token", base.read]);
	expect(code).toBe(0);
	expect(out).toContain(`Pier 4 · part of · Coast (2022 → 2023) · derived ${nth(5)}`);
	expect(out).toContain("\n  because part of is transitive");
	expect(out).toContain('survey.md: "Pier 4 belongs to East Dock."');
	expect(out).not.toContain(nth(6));
	expect((await utopia([...args, "--all", "--token", base.read])).out).toContain(nth(6));
	const json = await utopia([...args, "--json", "--token", base.read]);
	expect(JSON.parse(json.out)).toEqual((await ask(`/derived/${nth(5)}/proof?as_of=${day(3)}`)).body);
	const none = await utopia([
		"proof",
		nth(8),
		"--kb",
		DERIVED_KB,
		"--url",
		base.server.url,
		"--token",
		base.read,
	]);
	expect([none.code, none.err]).toEqual([
		expect.any(Number),
		expect.stringContaining("No derived fact with that id"),
	]);
	expect(none.code).not.toBe(0);
});
