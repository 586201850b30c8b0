import { readFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_KB, type TestServer, testServer } from "../../support/server.ts";

const DEMO = readFileSync(fileURLToPath(new URL("../../../data/demo.ttl", import.meta.url)));

describe("a base in and out over HTTP", () => {
	let server: TestServer;
	let write: string;
	beforeAll(async () => {
		server = await testServer({ demo: false });
		write = await server.token({ scope: "write" });
		await server.world.access.bases.create(server.owner, {
			id: DEMO_KB,
			name: "Tolsand & Söhne",
			visibility: "private",
		});
	});
	afterAll(() => server[Symbol.asyncDispose]());

	const send = (
		query: string,
		body: Uint8Array | string,
		{ token = write, type = "text/turtle", kb = DEMO_KB } = {},
	) =>
		fetch(`${server.url}/api/v1/kbs/${kb}/import?${query}`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, ...(type !== "" && { "content-type": type }) },
			body: body as never,
		});
	const fetched = (query: string, token = write) =>
		fetch(`${server.url}/api/v1/kbs/${DEMO_KB}/export${query}`, {
			headers: { authorization: `Bearer ${token}` },
		});
	const errorOf = async (answer: Response | Promise<Response>) => {
		const response = await answer;
		return {
			status: response.status,
			...(
				(await response.json()) as {
					error: { code: string; message: string; details?: Record<string, unknown> };
				}
			).error,
		};
	};

	test("a dry run counts and writes nothing", async () => {
		const answer = await send("mode=ledger&dry_run=true", DEMO);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({
			facts: 90,
			quads: 0,
			skipped: [],
			head: { sequence: 0, recorded_at: null },
		});
	});

	test("a file that breaks off is refused with its place, and nothing is in", async () => {
		const refused = await errorOf(send("mode=ledger", DEMO.subarray(0, DEMO.length - 40)));
		expect(refused).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
		expect(JSON.stringify(refused)).toMatch(/line/);
		expect((await (await send("mode=ledger&dry_run=true", DEMO)).json()) as unknown).toMatchObject({
			head: { sequence: 0 },
		});
	});

	test("a read token may not, and a base that is not there cannot", async () => {
		expect(await errorOf(send("mode=ledger", DEMO, { token: await server.token() }))).toMatchObject({
			status: 403,
			code: "FORBIDDEN",
		});
		expect(await errorOf(send("mode=ledger", DEMO, { kb: crypto.randomUUID() }))).toMatchObject({
			status: 404,
			code: "NOT_FOUND",
		});
		expect(
			await errorOf(send("mode=ledger", DEMO, { kb: "00000000-0000-0000-0000-000000000000" })),
		).toMatchObject({ status: 404 });
	});

	test("mode assert is said not to be there, other modes and a missing one are refused", async () => {
		expect(await errorOf(send("mode=assert", DEMO))).toMatchObject({
			status: 400,
			message: expect.stringContaining("not in it"),
		});
		expect(await errorOf(send("", DEMO))).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
		expect(await errorOf(send("mode=ledger&dry_run=perhaps", DEMO))).toMatchObject({ status: 400 });
		expect(await errorOf(send("mode=ledger", DEMO, { type: "application/pdf" }))).toMatchObject({
			status: 415,
			code: "UNSUPPORTED_MEDIA_TYPE",
		});
	});

	test("a packed file of no told type goes in by its name, more than a mebibyte of it too", async () => {
		const padded = Buffer.concat([DEMO, Buffer.from(`\n# ${"x".repeat(3_000_000)}\n`)]);
		const answer = await send("mode=ledger&filename=tolsand.ttl.gz", gzipSync(padded, { level: 0 }), {
			type: "application/gzip",
		});
		expect(answer.status).toBe(200);
		const report = (await answer.json()) as { quads: number };
		expect(report).toMatchObject({
			facts: 90,
			entities: 27,
			head: { sequence: 1, recorded_at: expect.stringMatching(/\.\d{6}Z$/) },
		});
		expect(report.quads).toBeGreaterThan(1_000);
	});

	test("it comes out as Turtle, with a name that a file can have", async () => {
		const answer = await fetched("?format=turtle", await server.token());
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("text/turtle; charset=utf-8");
		expect(answer.headers.get("content-disposition")).toBe('attachment; filename="tolsand-so-hne.ttl"');
		const text = await answer.text();
		expect(text).toContain("Tolsand Harbour");
		expect(text).toContain("2012");
	});

	test("77: what came out goes into another server and comes out the same", async () => {
		const hashOf = (text: string) => /canonicalHash[^"]+"([0-9a-f]{64})"/.exec(text)?.[1];
		const first = await (await fetched("")).text();
		await using other = await testServer({ demo: false });
		await other.world.access.bases.create(other.owner, {
			id: DEMO_KB,
			name: "Tolsand",
			visibility: "private",
		});
		const headers = {
			authorization: `Bearer ${await other.token({ scope: "write" })}`,
			"content-type": "text/turtle",
		};
		const imported = await fetch(`${other.url}/api/v1/kbs/${DEMO_KB}/import?mode=ledger`, {
			method: "POST",
			headers,
			body: first,
		});
		expect(imported.status).toBe(200);
		const second = await (await fetch(`${other.url}/api/v1/kbs/${DEMO_KB}/export`, { headers })).text();
		expect(hashOf(first)).toBeDefined();
		expect(hashOf(second)).toBe(hashOf(first));
	});

	test("base and as_of reach the export", async () => {
		const text = await (await fetched("?base=https://example.org/&as_of=2013")).text();
		expect(text).toContain("https://example.org/");
		expect(text).not.toContain("urn:utopia:kb:");
		expect(text.length).toBeLessThan((await (await fetched("")).text()).length);
	});

	test.each([
		"format=xml",
		"format=jsonld",
		"base=javascript:x",
		"base=https://example.org/%20x",
		"base=https://x/%3C",
		"base=https://x/%22",
		"as_of=soon",
	])("%s is refused before the first byte", async (query) => {
		expect(await errorOf(fetched(`?${query}`))).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
	});

	test("an export that fails before its first byte is answered in the envelope, one that fails later is cut off", async () => {
		let pieces = 0;
		await using failing = await testServer({
			demo: false,
			async *exportTurtle() {
				for (let piece = 0; piece < pieces; piece++) yield "x".repeat(100_000);
				throw new Error("SELECT ?secret");
			},
		});
		const kb = await failing.base("Failing");
		const token = await failing.token();
		const get = () =>
			fetch(`${failing.url}/api/v1/kbs/${kb}/export`, { headers: { authorization: `Bearer ${token}` } });
		const early = await errorOf(get());
		expect(early).toMatchObject({
			status: 500,
			code: "INTERNAL",
			details: { request_id: expect.any(String) },
		});
		expect(JSON.stringify(early)).not.toContain("secret");
		pieces = 5;
		const late = await get();
		expect(late.status).toBe(200);
		await expect(late.text()).rejects.toThrow();
	});

	test("a client that goes away in the middle of an upload leaves the base as it was", async () => {
		const kb = await server.base("Half");
		await new Promise<void>((resolved) => {
			const sent = request(`${server.url}/api/v1/kbs/${kb}/import?mode=ledger`, {
				method: "POST",
				headers: {
					authorization: `Bearer ${write}`,
					"content-type": "text/turtle",
					"transfer-encoding": "chunked",
				},
			});
			sent.on("error", () => undefined);
			sent.on("close", resolved);
			sent.write(DEMO.subarray(0, 20_000));
			setTimeout(() => sent.destroy(), 300);
		});
		const again = await send("mode=ledger", DEMO.toString("utf8").replaceAll(DEMO_KB, kb), { kb });
		expect(await again.json()).toMatchObject({ facts: 90, head: { sequence: 1 } });
	});

	test("a client that goes away is told of at level info, not as an error", async () => {
		const kb = await server.base("Gone");
		const before = server.log.length;
		await new Promise<void>((resolved) => {
			const headers = { authorization: `Bearer ${write}`, "content-type": "text/turtle" };
			const sent = request(`${server.url}/api/v1/kbs/${kb}/import?mode=ledger`, { method: "POST", headers });
			sent.on("error", () => undefined);
			sent.on("close", resolved);
			sent.write(DEMO.subarray(0, 20_000));
			setTimeout(() => sent.destroy(), 300);
		});
		await expect.poll(() => server.log.slice(before).join("")).toContain("request ended with its client");
		expect(server.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
	});
});
