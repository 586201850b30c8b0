/**
 * Axioms that multiply conclusions, at their full size, through a server: each trap is a base of its own, asserted over HTTP while
 * somebody else keeps asking. Prints what it takes and throws where an answer is wrong.
 * `npx tsx test/bench/traps.bench.ts [parts of names …]`   (default: all)
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answerOf, type TestServer, testServer, toolCall } from "../support/server.ts";
import { asked } from "../support/writing-server.ts";

/** As many as a base lets stand unless it says otherwise. */
const CAP = 200_000;
const AT_ONCE = 1_000;
const SAMPLES = 12;
/** What the process of one trap is told first. */
const ONE = "one";
/** Milliseconds. */
const BETWEEN_QUESTIONS = 20;

interface Trap {
	readonly name: string;
	readonly relations: readonly Readonly<Record<string, unknown>>[];
	/** Pairs of numbers, smaller ones written with zeros before them. */
	readonly edges: readonly (readonly [subject: number, object: number])[];
	readonly nodes: number;
	/** What of each relation follows from the edges, none of which are asserted, by a walk along them. */
	follows(predicate: string, subject: number, object: number): boolean;
	/** How many that is, of each relation. */
	readonly all: Readonly<Record<string, number>>;
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const chain = (edges: number) => upTo(edges).map((n) => [n - 1, n] as const);
const later = (nodes: number) => (nodes * (nodes - 1)) / 2;
const isNext = (subject: number, object: number) => object === subject + 1;

const TRAPS: readonly Trap[] = [
	{
		name: "symmetric and transitive, a tree of 1,000",
		relations: [{ key: "p", symmetric: true, transitive: true }],
		edges: upTo(999).map((n) => [n, (n - 1) >> 1] as const),
		nodes: 1_000,
		follows: (_, subject, object) => subject !== object && !(subject > 0 && object === (subject - 1) >> 1),
		all: { p: 999_000 - 999 },
	},
	{
		name: "transitive, a chain of 2,000",
		relations: [{ key: "p", transitive: true }],
		edges: chain(2_000),
		nodes: 2_001,
		follows: (_, subject, object) => subject < object && !isNext(subject, object),
		all: { p: later(2_001) - 2_000 },
	},
	{
		name: "transitive, and inverses that lead back to it, a chain of 300",
		relations: [
			{ key: "q", transitive: true },
			{ key: "p", transitive: true, inverse_of: "q" },
			{ key: "r", inverse_of: "q" },
		],
		edges: chain(300),
		nodes: 301,
		follows: (predicate, subject, object) =>
			predicate === "q"
				? object < subject
				: subject < object && !(predicate === "p" && isNext(subject, object)),
		all: { p: later(301) - 300, q: later(301), r: later(301) },
	},
	{
		name: "three relations, each below the next in a loop, one of them transitive, a chain of 300",
		relations: [
			{ key: "q" },
			{ key: "r", sub_property_of: "q" },
			{ key: "p", transitive: true, sub_property_of: "r" },
			{ change: "q", sub_property_of: "p" },
		],
		edges: chain(300),
		nodes: 301,
		follows: (predicate, subject, object) =>
			subject < object && !(predicate === "p" && isNext(subject, object)),
		all: { p: later(301) - 300, q: later(301), r: later(301) },
	},
];

const nameOf = (n: number) => `node ${String(n).padStart(4, "0")}`;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

class Run {
	readonly #server: TestServer;
	readonly #kb: string;
	readonly #token: string;
	readonly ids = new Map<string, string>();

	constructor(server: TestServer, kb: string, token: string) {
		this.#server = server;
		this.#kb = kb;
		this.#token = token;
	}

	async ask(method: string, path: string, body?: unknown) {
		const answer = await asked(this.#server.url, method, path, body, { kb: this.#kb, token: this.#token });
		if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
		return answer.body;
	}

	async declare({ relations }: Trap): Promise<void> {
		for (const { change, ...said } of relations)
			if (change === undefined) await this.ask("POST", "/relations", said);
			else await this.ask("PATCH", `/relations/${change}`, said);
	}

	/** Answers how many conclusions that adds, less those that it takes away. */
	async assert({ edges }: Trap): Promise<number> {
		let standing = 0;
		for (let at = 0; at < edges.length; at += AT_ONCE) {
			const facts = edges.slice(at, at + AT_ONCE).map(([subject, object]) => ({
				...{ subject: { name: nameOf(subject) }, predicate: "p", object: { name: nameOf(object) } },
			}));
			const answer = await this.ask("POST", "/facts", { facts });
			standing += answer.derived.added - answer.derived.removed;
			for (const [n, fact] of answer.facts.entries()) {
				const [subject, object] = edges[at + n] as readonly [number, number];
				this.ids.set(nameOf(subject), fact.subject_id);
				this.ids.set(nameOf(object), fact.object_id);
			}
		}
		return standing;
	}

	async factsOf(node: number) {
		const call = toolCall("entity_facts", { entity_id: this.ids.get(nameOf(node)), limit: 1 });
		const url = this.#server.mcp(this.#kb);
		const { result } = await answerOf(this.#server.send(this.#token, call, { url }));
		return result.structuredContent as {
			readonly derived_facts: readonly {
				readonly predicate_id: string;
				readonly subject: string;
				readonly object: string;
			}[];
			readonly capped: readonly string[];
		};
	}

	/** Sampled conclusions are looked at one by one; of a relation that is not capped all are there. */
	async check(trap: Trap): Promise<number> {
		let looked = 0;
		const { follows, nodes, all } = trap;
		const isFull = (predicate: string) => (all[predicate] ?? 0) > CAP;
		for (let n = 0; n < SAMPLES; n++) {
			const node = Math.floor((n * (nodes - 1)) / (SAMPLES - 1));
			const { derived_facts, capped } = await this.factsOf(node);
			const seen = new Set<string>();
			for (const { predicate_id, subject, object } of derived_facts) {
				const [from, to] = [subject, object].map((name) => Number(name.slice("node ".length))) as [
					number,
					number,
				];
				if (!follows(predicate_id, from, to))
					throw new Error(`${subject} ${predicate_id} ${object} does not follow`);
				if (from === node) seen.add(`${predicate_id} ${to}`);
				looked++;
			}
			for (const predicate of Object.keys(all).filter((one) => !isFull(one)))
				for (let other = 0; other < nodes; other++)
					if (follows(predicate, node, other) && !seen.has(`${predicate} ${other}`))
						throw new Error(`${nameOf(node)} ${predicate} ${nameOf(other)} is lacking`);
			if (capped.length > 0 !== Object.keys(all).some(isFull)) throw new Error(`capped says ${capped}`);
		}
		return looked;
	}
}

/** Asks a server over and over. Answers how often it answered, and the longest that took, in milliseconds. */
function asking(server: TestServer) {
	let isOver = false;
	const figures = { answers: 0, longest: 0 };
	const done = (async () => {
		while (!isOver) {
			const begun = performance.now();
			const answer = await fetch(`${server.url}/health`);
			await answer.text();
			if (!answer.ok) throw new Error("the server does not answer");
			figures.answers++;
			figures.longest = Math.max(figures.longest, performance.now() - begun);
			await delay(BETWEEN_QUESTIONS);
		}
	})();
	return async () => {
		isOver = true;
		await done;
		return figures;
	};
}

/** What it takes until the work is done, and what that keeps others from. */
async function watched<Value>(server: TestServer, what: string, work: () => Promise<Value>): Promise<Value> {
	const loop = monitorEventLoopDelay({ resolution: 5 });
	const stop = asking(server);
	loop.enable();
	const begun = performance.now();
	const value = await work();
	const seconds = (performance.now() - begun) / 1_000;
	loop.disable();
	const { answers, longest } = await stop();
	console.log(
		`  ${what} in ${seconds.toFixed(1)} s; event loop blocked for ${(loop.max / 1e6).toFixed(0)} ms at most (p99 ${(loop.percentile(99) / 1e6).toFixed(0)} ms); ${answers} questions answered meanwhile, the slowest in ${longest.toFixed(0)} ms`,
	);
	return value;
}

/** Asserted and drawn at once, then withdrawn all together, and drawn again all together. */
async function sprung(server: TestServer, trap: Trap): Promise<void> {
	const run = new Run(server, await server.base(trap.name), await server.token({ scope: "write" }));
	await run.declare(trap);
	console.log(`${trap.name}: ${trap.edges.length} edges`);
	const standing = await watched(server, "asserted and drawn", () => run.assert(trap));
	const draw = (on: boolean) => run.ask("PATCH", "", { materialize_inferences: on });
	const off = await watched(server, "withdrawn", () => draw(false));
	const on = await watched(server, "drawn again", () => draw(true));
	console.log(
		`  ${standing} conclusions, peak memory ${megabytes(process.resourceUsage().maxRSS * 1_024)} MB`,
	);
	if (off.conclusions.removed !== standing || on.conclusions.added !== standing)
		throw new Error("what is withdrawn, and drawn again, is not what stood");
	const most = Object.values(trap.all).reduce((sum, one) => sum + Math.min(one, CAP), 0);
	if (standing !== most) throw new Error(`${most} conclusions have room`);
	const { findings } = await run.ask("GET", "/findings?status=open&kind=predicate_capped");
	const told = findings.map((one: { relation_key: string }) => one.relation_key).sort();
	const full = Object.keys(trap.all).filter((one) => (trap.all[one] ?? 0) > CAP);
	if (JSON.stringify(told) !== JSON.stringify(full.sort())) throw new Error(`findings tell of ${told}`);
	const looked = await run.check(trap);
	console.log(
		`  ${looked} conclusions looked at, none wrong; capped, in findings and answers: ${told.join(", ") || "none"}`,
	);
}

/** In a process of its own, so that what it takes is its own. */
async function apart({ name }: Trap): Promise<void> {
	const child = fork(fileURLToPath(import.meta.url), [ONE, name]);
	const [code] = (await once(child, "exit")) as [number | null];
	if (code !== 0) throw new Error(`${name}: ended with ${code}`);
}

const [first, ...rest] = process.argv.slice(2);
if (first === ONE) {
	await using server = await testServer({ demo: false });
	for (const trap of TRAPS) if (trap.name === rest[0]) await sprung(server, trap);
} else {
	const parts = first === undefined ? [""] : [first, ...rest];
	for (const trap of TRAPS) if (parts.some((part) => trap.name.includes(part))) await apart(trap);
}
