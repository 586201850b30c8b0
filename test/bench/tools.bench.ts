import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { GENERATED_KB, generatedTurtle } from "../support/generated-base.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/stores.ts";
import { built, DIST } from "./built.ts";
import type { Asked, Told } from "./one-base.ts";
import { questions } from "./questions.ts";
import { percentile, type Times, timesOf } from "./timing.ts";

/**
 * What reading costs: each tool at growing sizes; then one tool over loopback, asked of a server in a process of its own, beside
 * the same tool in process, beside its first template alone, and beside a bare HTTP echo of the same bytes. Everything runs as
 * built. Prints a table; asserts nothing.
 *
 * Each size has a process of its own, opened from its folder as a server opens it, and they are asked in turns, a block at a
 * time: no size is measured on a heap that another one or an import has left behind, in code that another one has warmed, or at
 * another hour than the rest. What is told is the median over the blocks. Some calls in a hundred meet a collection
 * of short-lived objects, so p95 moves by more than p50; processor time leaves out what was waiting for a core.
 */
const sizes = (process.argv[2] ?? "10000,100000,300000").split(",").map(Number);
const BLOCKS = 5;
/** Of the thousand entities that the smallest base has, 200 are asked about to warm up; a block asks about the others once each. */
const CALLS = 800;
const ASKED_TO_WARM_UP = 200;
const WARM_ROUNDS = 4;

const { World } = await built<typeof import("../../src/cli/world.ts")>("cli/world.js");

interface Measured {
	readonly p50: number;
	readonly p95: number;
	readonly cpu50: number;
	readonly cpu95: number;
}

type Asking = (from: number, to: number) => Promise<Times>;

function measuredIn(blocks: readonly Times[]): Measured {
	const median = (of: (times: Times) => readonly number[], share: number) =>
		percentile(
			blocks.map((block) => percentile(of(block), share)),
			0.5,
		);
	return {
		p50: median(({ wall }) => wall, 0.5),
		p95: median(({ wall }) => wall, 0.95),
		cpu50: median(({ cpu }) => cpu, 0.5),
		cpu95: median(({ cpu }) => cpu, 0.95),
	};
}

/** Asks all in turns, so that what else the machine does meets them alike. */
async function inTurns(asking: readonly Asking[]): Promise<readonly Measured[]> {
	// A fresh server has compiled nothing yet: what is told is how it answers once it has.
	for (const ask of asking) for (let n = 0; n < WARM_ROUNDS; n++) await ask(0, ASKED_TO_WARM_UP);
	const blocks = asking.map((): Times[] => []);
	for (let block = 0; block < BLOCKS; block++) {
		for (const [n, ask] of asking.entries()) {
			const from = ASKED_TO_WARM_UP + block * CALLS;
			blocks[n]?.push(await ask(from, from + CALLS));
		}
	}
	return blocks.map(measuredIn);
}

function timed(run: (n: number) => Promise<unknown>): Promise<readonly Measured[]> {
	return inTurns([(from, to) => timesOf(run, { from, to })]);
}

function* bytes(facts: number): Generator<Uint8Array> {
	for (const piece of generatedTurtle(facts)) yield Buffer.from(piece);
}

/** A generated base in a folder of its own. */
interface Made {
	readonly facts: number;
	readonly folder: TemporaryFolder;
	readonly owner: string;
	readonly token: string;
}

async function made(facts: number): Promise<Made> {
	const folder = temporaryFolder();
	await using world = await World.open(folder.path, () => undefined);
	const { id: owner } = await world.access.people.createAdministrator("admin@localhost", "a long password");
	await world.access.bases.create(owner, { id: GENERATED_KB, name: "Generated", visibility: "private" });
	await world.importLedger(GENERATED_KB, Readable.from(bytes(facts)), { filename: "generated.ttl" });
	const wish = { name: "bench", scope: "read", bases: undefined, days: 1 } as const;
	const { value: token } = await world.access.tokens.issue(owner, wish);
	return { facts, folder, owner, token };
}

/** The process that holds one base. */
class OneBase implements AsyncDisposable {
	readonly #child: ChildProcess;

	constructor({ folder, facts, owner }: Made) {
		const file = fileURLToPath(new URL("one-base.ts", import.meta.url));
		this.#child = fork(file, [folder.path, String(facts), owner]);
	}

	async told(): Promise<Told> {
		const ended = new AbortController();
		const early = once(this.#child, "exit", { signal: ended.signal }).then(() => {
			throw new Error("the process of a base ended early");
		});
		try {
			const [told] = await Promise.race([once(this.#child, "message", { signal: ended.signal }), early]);
			return told;
		} finally {
			early.catch(() => undefined);
			ended.abort();
		}
	}

	asking(what: string): Asking {
		return async (from, to) => {
			const told = this.told();
			this.#child.send({ what, from, to } satisfies Asked);
			return (await told) as Times;
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (this.#child.exitCode !== null) return;
		const gone = once(this.#child, "exit");
		this.#child.disconnect();
		await gone;
	}
}

const ms = (value: number | undefined) => `${(value ?? 0).toFixed(2)} ms`;

function told(tool: string, measured: readonly Measured[]): void {
	for (const [n, { p50, p95, cpu50, cpu95 }] of measured.entries()) {
		console.log(
			`  ${tool.padEnd(14)} ${String(sizes[n]).padStart(7)}   p50 ${ms(p50)}   p95 ${ms(p95)}   processor p50 ${ms(cpu50)}   p95 ${ms(cpu95)}`,
		);
	}
	const [first, last] = [measured[0] as Measured, measured.at(-1) as Measured];
	const grows = (of: (one: Measured) => number) => `${(of(last) / of(first)).toFixed(2)} times`;
	console.log(
		`  ${tool.padEnd(14)}  growth   p50 ${grows(({ p50 }) => p50)}   p95 ${grows(({ p95 }) => p95)}   processor p50 ${grows(({ cpu50 }) => cpu50)}   p95 ${grows(({ cpu95 }) => cpu95)}`,
	);
}

async function opened(base: Made): Promise<OneBase> {
	const one = new OneBase(base);
	const { ready } = (await one.told()) as { readonly ready: number };
	const what = "first find_entities, which reads the projections";
	console.log(`${base.facts} facts: ${what}: ${Math.round(ready)} ms`);
	return one;
}

/** Each tool at each size; answers what the loopback is compared with, measured at one of them. */
async function tools(
	bases: readonly Made[],
	compared: Made,
): Promise<{ readonly alone: Measured; readonly template: Measured }> {
	const processes: OneBase[] = [];
	try {
		for (const base of bases) processes.push(await opened(base));
		for (const tool of Object.keys(questions(1))) {
			told(tool, await inTurns(processes.map((one) => one.asking(tool))));
		}
		const one = processes[bases.indexOf(compared)] as OneBase;
		const beside = ["entity_facts", "template"].map((what) => one.asking(what));
		const [alone, template] = (await inTurns(beside)) as [Measured, Measured];
		return { alone, template };
	} finally {
		for (const one of processes) await one[Symbol.asyncDispose]();
	}
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
		const [overHttp] = (await timed((n) => post(url, token, body(n)))) as [Measured];
		const [echoed] = (await timed((n) => post(bare, token, body(n)))) as [Measured];
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

const bases: Made[] = [];
try {
	for (const facts of sizes) bases.push(await made(facts));
	const compared = bases.find(({ facts }) => facts === 100_000) ?? (bases[0] as Made);
	const beside = await tools(bases, compared);
	await loopback(compared.folder.path, compared.token, compared.facts, beside);
} finally {
	for (const { folder } of bases) folder[Symbol.dispose]();
}
