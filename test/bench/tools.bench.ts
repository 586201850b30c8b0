import { createServer } from "node:http";
import { Readable } from "node:stream";
import { callTool } from "../../src/mcp/call-tool.ts";
import { CursorSeal } from "../../src/mcp/cursor.ts";
import { TOOLS } from "../../src/mcp/registry.ts";
import { systemClock } from "../../src/time/clock.ts";
import {
	entitiesOf,
	entityId,
	GENERATED_KB,
	generatedTurtle,
	recordedAt,
} from "../support/generated-base.ts";
import { type TestServer, testServer, toolCall } from "../support/server.ts";

/**
 * What reading costs: each tool at growing sizes in process, then one tool over loopback beside the same call in process and
 * beside a bare HTTP echo of the same bytes. Prints a table; asserts nothing.
 */
const sizes = (process.argv[2] ?? "10000,100000,300000").split(",").map(Number);
const CALLS = 300;

type Call = (name: string, args: Record<string, unknown>) => Promise<unknown>;

function percentile(times: readonly number[], share: number): number {
	return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

async function timed(
	calls: number,
	run: (n: number) => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
	for (let n = 0; n < 20; n++) await run(n);
	const times: number[] = [];
	for (let n = 0; n < calls; n++) {
		const started = performance.now();
		await run(n + 20);
		times.push(performance.now() - started);
	}
	return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function filled(facts: number): Promise<{ server: TestServer; call: Call }> {
	const server = await testServer({ demo: false });
	const { world, owner } = server;
	await world.access.bases.create(owner, { id: GENERATED_KB, name: "Generated", visibility: "private" });
	const started = performance.now();
	await world.importLedger(GENERATED_KB, Readable.from(bytes(facts)), { filename: "generated.ttl" });
	console.log(`  import ${Math.round(facts / ((performance.now() - started) / 1_000))} facts/s`);
	const view = await world.view(GENERATED_KB);
	const cursors = new CursorSeal(Buffer.alloc(32, 1), systemClock);
	const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
	const call: Call = async (name, args) => {
		const tool = tools.get(name);
		if (tool === undefined) throw new TypeError(name);
		const answer = await callTool(tool, args, {
			caller: { owner, scope: "read" },
			view,
			clock: systemClock,
			signal: new AbortController().signal,
			cursors,
			requestId: "bench",
			report: () => undefined,
		});
		if (answer.isError) throw new Error(JSON.stringify(answer));
		return answer;
	};
	return { server, call };
}

function* bytes(facts: number): Generator<Uint8Array> {
	for (const piece of generatedTurtle(facts)) yield Buffer.from(piece);
}

function questions(facts: number): Record<string, (n: number) => Record<string, unknown>> {
	const entities = entitiesOf(facts);
	const some = (n: number) => entityId((n * 7_919) % entities);
	return {
		entity_facts: (n) => ({
			entity_id: some(n),
			at: "1999-06",
			as_of: recordedAt(Math.floor(facts * 0.8), facts),
		}),
		neighbors: (n) => ({ entity: some(n) }),
		timeline: (n) => ({ entity: some(n) }),
		changes: (n) => ({ since: recordedAt((n * 613) % facts, facts).slice(0, 10) }),
		find_entities: (n) => ({ name: `ret ${(n * 31) % entities}` }),
		paths_between: (n) => ({ from: some(n), to: some(n + 1) }),
	};
}

async function sizesTable(): Promise<void> {
	const table = new Map<string, { p50: number; p95: number }[]>();
	for (const facts of sizes) {
		console.log(`${facts} facts`);
		const { server, call } = await filled(facts);
		await using _ = server;
		const started = performance.now();
		await call("find_entities", { name: "heron" });
		console.log(
			`  first find_entities, which builds the projections: ${Math.round(performance.now() - started)} ms`,
		);
		for (const [tool, args] of Object.entries(questions(facts))) {
			const measured = await timed(CALLS, (n) => call(tool, args(n)));
			table.set(tool, [...(table.get(tool) ?? []), measured]);
			console.log(
				`  ${tool.padEnd(14)} p50 ${measured.p50.toFixed(2)} ms   p95 ${measured.p95.toFixed(2)} ms`,
			);
		}
		if (facts === 100_000 || sizes.length === 1) await loopback(server, call, facts);
	}
	console.log(`growth of p95 from ${sizes[0]} to ${sizes.at(-1)} facts`);
	for (const [tool, measured] of table) {
		console.log(
			`  ${tool.padEnd(14)} ${((measured.at(-1)?.p95 ?? 0) / (measured[0]?.p95 ?? 1)).toFixed(2)} times`,
		);
	}
}

/** One tool over loopback against the same call in process and against an echo of the same bytes. */
async function loopback(server: TestServer, call: Call, facts: number): Promise<void> {
	const args = questions(facts)["entity_facts"];
	if (args === undefined) throw new TypeError("entity_facts");
	const token = await server.token();
	const post = async (url: string, body: string) => {
		const answer = await fetch(url, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
			body,
		});
		return answer.text();
	};
	const sample = await post(server.mcp(GENERATED_KB), JSON.stringify(toolCall("entity_facts", args(1))));
	const echo = createServer((request, reply) => {
		request.resume().on("end", () => reply.setHeader("content-type", "application/json").end(sample));
	});
	await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
	const address = echo.address();
	if (address === null || typeof address === "string") throw new TypeError("no port");
	const url = `http://127.0.0.1:${address.port}/`;
	const inProcess = await timed(CALLS, (n) => call("entity_facts", args(n)));
	const overHttp = await timed(CALLS, (n) =>
		post(server.mcp(GENERATED_KB), JSON.stringify(toolCall("entity_facts", args(n)))),
	);
	const bare = await timed(CALLS, (n) => post(url, JSON.stringify(toolCall("entity_facts", args(n)))));
	echo.close();
	console.log(
		`  entity_facts in process ${inProcess.p50.toFixed(2)} ms · MCP over loopback ${overHttp.p50.toFixed(2)} ms · bare echo of ${sample.length} bytes ${bare.p50.toFixed(2)} ms (p50)`,
	);
	console.log(
		`  MCP above in process ${(overHttp.p50 - inProcess.p50).toFixed(2)} ms, of which the echo is ${bare.p50.toFixed(2)} ms`,
	);
}

await sizesTable();
