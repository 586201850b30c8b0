import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { World as OpenWorld } from "../../src/cli/world.ts";
import {
	entitiesOf,
	entityId,
	GENERATED_KB,
	generatedTurtle,
	recordedAt,
} from "../support/generated-base.ts";
import { temporaryFolder } from "../support/stores.ts";

/**
 * What reading costs: each tool in process at growing sizes; then one tool over loopback, asked of a server in a process of
 * its own, beside the same tool in process, beside its first template alone, and beside a bare HTTP echo of the same bytes.
 * Everything runs as built. Prints a table; asserts nothing.
 */
const sizes = (process.argv[2] ?? "10000,100000,300000").split(",").map(Number);
/** Of the thousand entities that the smallest base has, 200 are asked about to warm up, the others once each, at every size. */
const CALLS = 800;
const WARM = 800;
const ASKED_TO_WARM_UP = 200;
const DIST = new URL("../../dist/", import.meta.url);

const { World } = await built<typeof import("../../src/cli/world.ts")>("cli/world.js");
const { callTool } = await built<typeof import("../../src/mcp/call-tool.ts")>("mcp/call-tool.js");
const { CursorSeal } = await built<typeof import("../../src/mcp/cursor.ts")>("mcp/cursor.js");
const { TOOLS } = await built<typeof import("../../src/mcp/registry.ts")>("mcp/registry.js");
const { systemClock } = await built<typeof import("../../src/time/clock.ts")>("time/clock.js");
const { loadTemplate } = await built<typeof import("../../src/sparql/template.ts")>("sparql/template.js");
const { baseIri, graphsOf } = await built<typeof import("../../src/rdf/base-iris.ts")>("rdf/base-iris.js");
const { dateTime } = await built<typeof import("../../src/ledger/stated-date.ts")>("ledger/stated-date.js");

function built<Module>(path: string): Promise<Module> {
	return import(new URL(path, DIST).href) as Promise<Module>;
}

type Call = (name: string, args: Record<string, unknown>) => Promise<unknown>;

interface Measured {
	readonly p50: number;
	readonly p95: number;
}

function percentile(times: readonly number[], share: number): number {
	return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

async function timed(run: (n: number) => Promise<unknown>): Promise<Measured> {
	// A fresh server has compiled nothing yet: what is told is how it answers once it has.
	for (let n = 0; n < WARM; n++) await run(n % ASKED_TO_WARM_UP);
	const times: number[] = [];
	for (let n = 0; n < CALLS; n++) {
		const started = performance.now();
		await run(n + ASKED_TO_WARM_UP);
		times.push(performance.now() - started);
	}
	return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
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

const table = new Map<string, Measured[]>();

async function measure(facts: number): Promise<void> {
	console.log(`${facts} facts`);
	using folder = temporaryFolder();
	let token = "";
	let alone: Measured;
	let template: Measured;
	{
		await using world = await World.open(folder.path, () => undefined);
		const { id: owner } = await world.access.people.createAdministrator("admin@localhost", "a long password");
		await world.access.bases.create(owner, { id: GENERATED_KB, name: "Generated", visibility: "private" });
		await world.importLedger(GENERATED_KB, Readable.from(bytes(facts)), { filename: "generated.ttl" });
		const wish = { name: "bench", scope: "read", bases: undefined, days: 1 } as const;
		token = (await world.access.tokens.issue(owner, wish)).value;
		const call = await inProcess(world, owner);
		const started = performance.now();
		await call("find_entities", { name: "heron" });
		console.log(
			`  first find_entities, which reads the projections: ${Math.round(performance.now() - started)} ms`,
		);
		for (const [tool, args] of Object.entries(questions(facts))) {
			const measured = await timed((n) => call(tool, args(n)));
			table.set(tool, [...(table.get(tool) ?? []), measured]);
			console.log(
				`  ${tool.padEnd(14)} p50 ${measured.p50.toFixed(2)} ms   p95 ${measured.p95.toFixed(2)} ms`,
			);
		}
		if (facts !== 100_000 && sizes.length > 1) return;
		alone = await timed((n) => call("entity_facts", questions(facts)["entity_facts"]?.(n) ?? {}));
		template = await firstTemplate(world, facts);
	}
	await loopback(folder.path, token, facts, { alone, template });
}

async function inProcess(world: OpenWorld, owner: string): Promise<Call> {
	const view = await world.view(GENERATED_KB);
	const cursors = new CursorSeal(Buffer.alloc(32, 1), systemClock);
	const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
	return async (name, args) => {
		const tool = tools.get(name);
		if (tool === undefined) throw new TypeError(name);
		const answer = await callTool(tool, args, {
			caller: { owner, scope: "read" },
			view,
			signal: new AbortController().signal,
			cursors,
			requestId: "bench",
			report: () => undefined,
		});
		if (answer.isError) throw new Error(JSON.stringify(answer));
		return answer;
	};
}

async function firstTemplate(world: OpenWorld, facts: number): Promise<Measured> {
	const view = await world.view(GENERATED_KB);
	const template = loadTemplate("ledger/facts-of-entities");
	const { ledger } = graphsOf(GENERATED_KB);
	const asOf = dateTime(systemClock.now());
	const entities = entitiesOf(facts);
	return timed((n) => {
		const entity = baseIri(GENERATED_KB, "entity", entityId((n * 7_919) % entities));
		return view.select(template.bind({ ledger, entities: [entity], asOf }, { limit: 10_000 }));
	});
}

/** A child that prints the address it listens on, behind `ready`. */
async function addressOf(child: ChildProcess): Promise<string> {
	if (child.stdout === null) throw new TypeError("no output");
	for await (const line of createInterface(child.stdout)) {
		const address = /ready (http:\S+)/.exec(line)?.[1];
		if (address !== undefined) return address;
	}
	throw new Error("the server ended before it was ready");
}

const agent = new Agent({ keepAlive: true });

function post(url: string, token: string, body: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = {
			"content-type": "application/json",
			"content-length": Buffer.byteLength(body),
			authorization: `Bearer ${token}`,
		};
		const sent = request(url, { method: "POST", agent, headers }, (answer) => {
			const pieces: Buffer[] = [];
			answer.on("data", (piece: Buffer) => pieces.push(piece));
			answer.on("end", () => resolve(Buffer.concat(pieces).toString("utf8")));
		});
		sent.on("error", reject);
		sent.end(body);
	});
}

const ECHO = `
import { createServer } from "node:http";
let body = "";
createServer((request, reply) => {
	const pieces = [];
	request.on("data", (piece) => pieces.push(piece)).on("end", () => {
		if (request.url === "/set") body = Buffer.concat(pieces);
		reply.setHeader("content-type", "application/json").end(body);
	});
}).listen(0, "127.0.0.1", function () { console.log("ready http://127.0.0.1:" + this.address().port); });`;

async function loopback(
	folder: string,
	token: string,
	facts: number,
	{ alone, template }: { alone: Measured; template: Measured },
): Promise<void> {
	const main = fileURLToPath(new URL("main.js", DIST));
	const started = performance.now();
	const stdio = ["ignore", "pipe", "ignore"] as const;
	const server = spawn(process.execPath, [main, "serve", "--data", folder, "--port", "0", "--no-demo"], {
		stdio: [...stdio],
	});
	const echo = spawn(process.execPath, ["--input-type=module", "-e", ECHO], { stdio: [...stdio] });
	try {
		const [address, bare] = await Promise.all([addressOf(server), addressOf(echo)]);
		const url = `${address}/api/v1/kbs/${GENERATED_KB}/mcp`;
		const body = (n: number) =>
			JSON.stringify({
				jsonrpc: "2.0",
				id: n,
				method: "tools/call",
				params: { name: "entity_facts", arguments: questions(facts)["entity_facts"]?.(n) },
			});
		const sample = await post(url, token, body(1));
		if (!sample.includes("structuredContent")) throw new Error(sample.slice(0, 500));
		console.log(
			`  serve, from the command to the first answer: ${Math.round(performance.now() - started)} ms`,
		);
		await post(`${bare}/set`, token, sample);
		const overHttp = await timed((n) => post(url, token, body(n)));
		const echoed = await timed((n) => post(bare, token, body(n)));
		console.log(
			`  entity_facts, p50: its first template ${template.p50.toFixed(2)} ms · in process ${alone.p50.toFixed(2)} ms · MCP over loopback ${overHttp.p50.toFixed(2)} ms · bare echo of ${sample.length} bytes ${echoed.p50.toFixed(2)} ms`,
		);
		console.log(
			`  MCP over loopback above in process: ${(overHttp.p50 - alone.p50).toFixed(2)} ms (at most 2)`,
		);
	} finally {
		for (const child of [server, echo]) child.kill("SIGTERM");
		await new Promise((resolve) => server.once("exit", resolve));
	}
}

for (const facts of sizes) await measure(facts);
console.log(`growth of p95 from ${sizes[0]} to ${sizes.at(-1)} facts`);
for (const [tool, measured] of table) {
	console.log(
		`  ${tool.padEnd(14)} ${((measured.at(-1)?.p95 ?? 0) / (measured[0]?.p95 ?? 1)).toFixed(2)} times`,
	);
}
