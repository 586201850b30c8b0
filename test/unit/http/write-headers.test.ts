import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HARBOUR, K1 } from "../../story/harbour.ts";
import { type Answered, type WritingServer, writingServer } from "../../support/writing-server.ts";

describe("writes that are sent twice, or decided on what was read", () => {
	let base: WritingServer;
	beforeAll(async () => {
		base = await writingServer();
	});
	afterAll(() => base[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (...given) => base.ask(...given);
	const keyed = (key: string, more: Record<string, string> = {}) => ({
		headers: { "idempotency-key": key, ...more },
	});
	const buoy = (name: string) => ({
		facts: [{ subject: { name }, proposed_predicate: "is", value: { value: "lit" } }],
	});
	const headNow = async () => (await ask("GET", "")).body.head as string;

	test("the same key and body is answered with the same bytes and done once", async () => {
		const first = await ask("POST", "/facts", buoy("Red buoy"), keyed("a key, with spaces"));
		const again = await ask("POST", "/facts", buoy("Red buoy"), keyed("a key, with spaces"));
		expect(first.status).toBe(200);
		expect(again.text).toBe(first.text);
		expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
		expect(await headNow()).toBe(first.body.head);
	});

	test("so it is with what is shown beside the answer that was kept, also after more has happened", async () => {
		const made = await ask("POST", "/entities", { name: "Gong" }, keyed("make"));
		const renamed = await ask("POST", `/entities/${made.body.id}/rename`, { name: "Bell" }, keyed("rename"));
		const fact = (await ask("POST", "/facts", buoy("Green buoy"))).body.facts[0].id;
		const corrected = await ask("POST", `/facts/${fact}/correct`, { note: "x" }, keyed("correct"));
		const retracted = await ask("POST", `/facts/${corrected.body.id}/retract`, undefined, keyed("retract"));
		const replayed = [
			[made, await ask("POST", "/entities", { name: "Gong" }, keyed("make"))],
			[renamed, await ask("POST", `/entities/${made.body.id}/rename`, { name: "Bell" }, keyed("rename"))],
			[retracted, await ask("POST", `/facts/${corrected.body.id}/retract`, undefined, keyed("retract"))],
			[corrected, await ask("POST", `/facts/${fact}/correct`, { note: "x" }, keyed("correct"))],
		] as const;
		for (const [first, again] of replayed) {
			expect(again.status).toBe(first.status);
			expect(again.text).toBe(first.text);
		}
		expect(made.status).toBe(201);
	});

	test("fields in another order are the same request; another body or path under the key is refused", async () => {
		await ask("POST", "/entities", '{"name":"Can","type":"pier"}', keyed("order"));
		const again = await ask("POST", "/entities", '{ "type": "pier", "name": "Can" }', keyed("order"));
		expect(again.status).toBe(201);
		const head = await headNow();
		for (const [path, body] of [
			["/entities", { name: "Nun" }],
			["/facts", buoy("Can")],
		] as const) {
			expect(await ask("POST", path, body, keyed("order"))).toMatchObject({
				status: 409,
				body: { error: { code: "CONFLICT", details: { reason: "key_reused" } } },
			});
		}
		expect(await headNow()).toBe(head);
	});

	test("two at once with one key are done once", async () => {
		const name = "Fog horn";
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => ask("POST", "/entities", { name }, keyed("at once"))),
		);
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		expect((await ask("GET", "/entities?q=fog+horn")).body.entities).toHaveLength(1);
	});

	test("another caller's key is another key", async () => {
		const other = { ...keyed("shared"), token: await base.server.token({ scope: "write" }) };
		const mine = await ask("POST", "/entities", { name: "Leading light" }, keyed("shared"));
		const theirs = await ask("POST", "/entities", { name: "Leading light" }, other);
		expect(theirs.body.id).not.toBe(mine.body.id);
	});

	test("what was refused may be sent again under its key, mended", async () => {
		const bad = { facts: [{ ...buoy("Spar").facts[0], confidence: 3 }] };
		expect((await ask("POST", "/facts", bad, keyed("mended"))).status).toBe(422);
		expect((await ask("POST", "/facts", buoy("Spar"), keyed("mended"))).status).toBe(200);
	});

	test.each(["", "x".repeat(201), "tab\there", "ümlaut"])("the key %j is refused", async (key) => {
		const { status, body } = await ask("POST", "/facts", buoy("x"), keyed(key));
		expect(status).toBe(400);
		expect(body.error.message).toContain("idempotency-key must be 1 to 200 printable ASCII characters");
	});

	test("a write that is decided on the head goes through, one on an older head does not", async () => {
		const read = await ask("GET", "");
		const etag = read.headers.get("etag") as string;
		expect(etag).toBe(`"${read.body.head}"`);
		const done = await ask("POST", "/facts", buoy("First"), { headers: { "if-match": etag } });
		expect(done.status).toBe(200);
		const late = await ask("POST", "/facts", buoy("Second"), { headers: { "if-match": etag } });
		expect(late).toMatchObject({
			status: 409,
			body: { error: { details: { reason: "head_moved", head: done.body.head } } },
		});
		const renamed = await ask("PATCH", "", { name: "Harbour" }, { headers: { "if-match": etag } });
		expect(renamed).toMatchObject({ status: 409, body: { error: { details: { reason: "head_moved" } } } });
		const next = done.headers.get("etag") as string;
		const patched = await ask("PATCH", "", { name: "Harbour" }, { headers: { "if-match": next } });
		expect(patched).toMatchObject({ status: 200, body: { head: done.body.head } });
		expect(patched.headers.get("etag")).toBe(next);
	});

	test("of many that are decided on one head, one is done", async () => {
		const headers = { "if-match": (await ask("GET", "")).headers.get("etag") as string };
		const answers = await Promise.all(
			Array.from({ length: 5 }, (_, n) => ask("POST", "/facts", buoy(`Race ${n}`), { headers })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
	});

	test("a write sent again with its key and head is answered as it was", async () => {
		const match = { "if-match": (await ask("GET", "")).headers.get("etag") as string };
		const first = await ask("POST", "/facts", buoy("Both"), keyed("both", match));
		const again = await ask("POST", "/facts", buoy("Both"), keyed("both", match));
		expect(first.status).toBe(200);
		expect(again.text).toBe(first.text);
	});

	test("an empty base has a head too", async () => {
		const kb = await base.server.base("empty");
		const read = await ask("GET", "", undefined, { kb });
		expect(read.body.head).toBeNull();
		const headers = { "if-match": read.headers.get("etag") as string };
		expect((await ask("POST", "/facts", buoy("First"), { kb, headers })).status).toBe(200);
		expect((await ask("POST", "/facts", buoy("Second"), { kb, headers })).status).toBe(409);
	});

	test.each(["*", "2026-03-20T12:00:00.123456Z", 'W/"2026-03-20T12:00:00Z"', '"yesterday"', '"a", "b"', ""])(
		"If-Match: %s is refused",
		async (match) => {
			const { status, body } = await ask("POST", "/facts", buoy("x"), { headers: { "if-match": match } });
			expect(status).toBe(400);
			expect(body.error.message).toContain("if-match must be the ETag");
		},
	);

	test("while a file comes in, a write waits for it, and both are done", async () => {
		const kb = K1.replace(/^1/, "2");
		const { access } = base.server.world;
		await access.bases.create(base.server.owner, { id: kb, name: "Twin", visibility: "private" });
		const file = HARBOUR.replaceAll(K1, kb);
		const writing: { done?: Promise<Answered> } = {};
		async function* slowly() {
			yield Buffer.from(file.slice(0, 2_000));
			await new Promise((woken) => setTimeout(woken, 500));
			writing.done = ask("POST", "/entities", { name: "Late" }, { kb });
			await new Promise((woken) => setTimeout(woken, 300));
			yield Buffer.from(file.slice(2_000));
		}
		const imported = await fetch(`${base.server.url}/api/v1/kbs/${kb}/import?mode=ledger`, {
			method: "POST",
			headers: { authorization: `Bearer ${base.write}`, "content-type": "text/turtle" },
			body: slowly() as unknown as ReadableStream,
			duplex: "half",
		} as RequestInit);
		expect(imported.status).toBe(200);
		const { head } = (await imported.json()) as { head: { sequence: number; recorded_at: string } };
		const late = await writing.done;
		expect(late?.status, late?.text).toBe(201);
		expect(late?.body.head > head.recorded_at).toBe(true);
		expect(head.sequence).toBe(1);
	});

	test("the description of the API has the headers", async () => {
		const answer = await fetch(`${base.server.url}/api/v1/openapi.json`);
		const { paths } = (await answer.json()) as {
			paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
		};
		const names = (path: string, method: string) =>
			paths[`/api/v1/kbs/{kb}${path}`]?.[method]?.parameters.map(({ name }) => name);
		expect(names("/facts/{id}/correct", "post")).toEqual(["kb", "id", "if-match", "idempotency-key"]);
		expect(names("/documents/{id}", "delete")).toEqual(["kb", "id", "if-match", "idempotency-key"]);
		expect(names("/events", "get")).toEqual(["kb", "last_event_id", "last-event-id"]);
		expect(names("/entities", "get")).toEqual(["kb", "q", "as_of", "before", "limit", "cursor"]);
		expect(JSON.stringify(paths["/api/v1/kbs/{kb}/facts"])).toContain("proposed_predicate");
	});
});
