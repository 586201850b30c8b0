import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { instant } from "../../src/time/instant.ts";
import {
	answerOf,
	DEMO_KB,
	PASSWORD,
	rpc,
	type TestServer,
	testServer,
	toolCall,
} from "../support/server.ts";
import { windable } from "../support/windable.ts";

/** Lines 11, 16, 17 and 23 of the checklist, and cases 1 to 3, 6 and 11 of the acceptance of the ledger. */
describe("credentials on the MCP endpoint", () => {
	const clock = windable(instant("2026-12-01T00:00:00Z"));
	let server: TestServer;
	let other: string;
	beforeAll(async () => {
		server = await testServer({ clock, hosts: ["utopia.example"] });
		other = await server.base("Quarry");
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const ping = (token: string | undefined, kb?: string) =>
		server.send(token, rpc("ping"), { url: server.mcp(kb) });

	async function sameBytes(answers: readonly Promise<Response>[], status: number): Promise<string> {
		const bodies = new Set<string>();
		for (const answer of answers) {
			const response = await answer;
			expect(response.status).toBe(status);
			bodies.add(await response.text());
		}
		expect(bodies.size).toBe(1);
		return [...bodies][0] ?? "";
	}

	async function revoked(): Promise<string> {
		const value = await server.token({ name: "revoked" });
		const [{ id } = { id: "" }] = await server.world.access.tokens.list(server.owner);
		await server.world.access.tokens.revoke(server.owner, id);
		return value;
	}

	test("1, 2, 16: none, malformed, unknown, expired and revoked tokens and a session's value get one and the same 401", async () => {
		const expired = await server.token({ days: 1 });
		clock.advance(86_401_000_000n);
		const session = await fetch(`${server.url}/api/v1/session`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email: "admin@localhost", password: PASSWORD }),
		});
		const cookie = /utopia_session=([^;]+)/.exec(session.headers.get("set-cookie") ?? "")?.[1];
		expect(cookie).toBeDefined();
		const values = [undefined, "nonsense", `utp_pat_${"0".repeat(64)}`, expired, await revoked(), cookie];
		const body = await sameBytes(
			values.map((value) => ping(value)),
			401,
		);
		expect(JSON.parse(body)).toEqual({
			error: { code: "UNAUTHENTICATED", message: "Authentication required." },
		});
		expect((await ping(undefined)).headers.get("www-authenticate")).toBe("Bearer");
		const asCookie = server.send(undefined, rpc("ping"), { headers: { cookie: `utopia_session=${cookie}` } });
		expect(await (await asCookie).text()).toBe(body);
	});

	test("3, 16: a base that does not exist and one that the token does not cover get one and the same 404", async () => {
		const narrow = await server.token({ bases: [other] });
		const body = await sameBytes(
			[
				ping(narrow),
				ping(narrow, crypto.randomUUID()),
				ping(narrow, "nonsense"),
				ping(narrow, "00000000-0000-0000-0000-000000000000"),
				ping(await server.token(), "00000000-0000-0000-0000-000000000000"),
			],
			404,
		);
		expect(body).not.toContain(DEMO_KB);
		expect(JSON.parse(body)).toMatchObject({ error: { code: "NOT_FOUND" } });
		expect((await ping(narrow, other)).status).toBe(200);
	});

	test("6, 17: a revoked token is refused on the next call", async () => {
		const value = await server.token();
		expect((await ping(value)).status).toBe(200);
		const [{ id } = { id: "" }] = await server.world.access.tokens.list(server.owner);
		await server.world.access.tokens.revoke(server.owner, id);
		expect((await ping(value)).status).toBe(401);
	});

	test("11: an accepted call moves last_used_at, a refused one does not", async () => {
		const used = async () => (await server.world.access.tokens.list(server.owner))[0]?.lastUsedAt;
		const value = await server.token({ bases: [other] });
		expect(await used()).toBeUndefined();
		expect((await ping(value)).status).toBe(404);
		expect(await used()).toBeUndefined();
		clock.advance(1_000_000n);
		expect((await ping(value, other)).status).toBe(200);
		expect(await used()).toBe(clock.now());
		const before = await used();
		clock.advance(1_000_000n);
		await ping(`${value.slice(0, -1)}g`);
		expect(await used()).toBe(before);
	});

	test("11: when a token was last used is written down and found again, once", async () => {
		const value = await server.token({ bases: [other] });
		for (let round = 0; round < 3; round++) {
			clock.advance(1_000_000n);
			await ping(value, other);
			await server.world.access.tokens.flush();
		}
		const [info] = await server.world.access.tokens.list(server.owner);
		expect(info?.lastUsedAt).toBe(clock.now());
	});

	test.each(["token", "access_token", "api_key", "Authorization"])(
		"17: a token in the address, as %s, is refused and not logged",
		async (name) => {
			const value = await server.token();
			for (const credential of [undefined, value]) {
				const answer = await server.send(credential, rpc("ping"), {
					url: `${server.mcp()}?${name}=${value}`,
				});
				expect(answer.status).toBe(400);
				expect(await answer.text()).not.toContain(value);
			}
			expect(server.log.join("")).not.toContain(value);
		},
	);

	test("11: a foreign host or origin is refused before the token is looked at; our own pass", async () => {
		const value = await server.token();
		const from = (headers: Record<string, string>, token: string | undefined = value) =>
			server.send(token, rpc("ping"), { headers });
		for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example", "nonsense"]) {
			const answer = await from({ origin }, undefined);
			expect(answer.status).toBe(403);
			expect(await answer.json()).toMatchObject({ error: { code: "FORBIDDEN" } });
		}
		for (const origin of [server.url, "http://localhost:3000", "https://utopia.example"]) {
			expect((await from({ origin })).status).toBe(200);
		}
		expect(await rawStatus(server.url, "evil.example")).toBe(403);
		expect(await rawStatus(server.url, "127.0.0.1@evil.example")).toBe(403);
		expect(await rawStatus(server.url, "localhost/<b>")).toBe(403);
		expect(await rawStatus(server.url, "utopia.example:1516")).toBe(401);
	});

	test("23: the log names tool, owner, token and outcome, and holds no token, argument or text", async () => {
		const value = await server.token();
		await server.send(value, toolCall("find_entities", { name: "harbour", secret_word: "xyzzy" }));
		await server.send(value, toolCall("entity_facts", { entity_id: "plugh" }));
		const text = server.log.join("");
		const calls = server.log.filter((line) => line.includes('"tool called"')).map((line) => JSON.parse(line));
		const [{ id } = { id: "" }] = await server.world.access.tokens.list(server.owner);
		expect(calls.at(-2)).toMatchObject({
			tool: "find_entities",
			outcome: "result",
			owner: server.owner,
			token: id,
		});
		expect(calls.at(-1)).toMatchObject({ tool: "entity_facts", outcome: "refused", code: "NOT_FOUND" });
		for (const word of [value, "harbour", "xyzzy", "plugh", "secret_word"]) expect(text).not.toContain(word);
	});

	test("a call that is refused says nothing of the base, and is not logged as a call", async () => {
		const before = server.log.filter((line) => line.includes("tool called")).length;
		await answerOf(server.send(undefined, toolCall("find_entities", { name: "harbour" })));
		expect(server.log.filter((line) => line.includes("tool called")).length).toBe(before);
	});
});

/** The status of a POST whose Host header is this; `fetch` would set its own. */
async function rawStatus(url: string, host: string): Promise<number> {
	const { request } = await import("node:http");
	return new Promise((resolved, rejected) => {
		const sent = request(`${url}/api/v1/kbs/x/mcp`, { method: "POST", headers: { host } }, (answer) => {
			answer.resume();
			resolved(answer.statusCode ?? 0);
		});
		sent.on("error", rejected);
		sent.end();
	});
}
