/**
 * What drawing conclusions costs: everything from nothing, one premise more or less, memory, and axioms that multiply conclusions;
 * the same closure by EYE beside it. Processor times hold on a machine that does something else too.
 * `npx tsx test/bench/derive.bench.ts [edges … and parts of it: taxonomies, traps, eye]`   (default 10000 100000, all)
 */
import { type Closed, closed, type Edge, heldBytes, naming, premiseOf, relation, timed } from "./closing.ts";
import { eyeClosure } from "./eye.ts";
import type { EyeForm } from "./eye-rules.ts";
import { closurePairs, deepTaxonomy, type Link, wideTaxonomy } from "./taxonomies.ts";

const words = process.argv.slice(2);
const given = words.map(Number).filter((size) => size > 0);
const SIZES = given.length > 0 ? given : [10_000, 100_000];
const named = words.filter((word) => Number.isNaN(Number(word)));
const isWanted = (part: string) => named.length === 0 || named.includes(part);
const RAISED = 10_000_000;
const CAP = 200_000;
const PAIRS_AN_EDGE = 10;
const CHANGES = 500;
const EYE_SECONDS = 300;
const EYE_FORMS: readonly EyeForm[] = ["counted", "printed"];
const TRANSITIVE = [relation("part of", { transitive: true })];

const edgesOf = (links: readonly Link[]): readonly Edge[] =>
	links.map(({ child, parent }) => ({ subject: `${child}`, predicate: "part of", object: `${parent}` }));
const ms = (seconds: number) => `${(seconds * 1_000).toFixed(3)} ms`;
const times = (seconds: number, cpuSeconds: number) =>
	`${seconds.toFixed(2)} s (processor ${cpuSeconds.toFixed(2)} s)`;

/** The value that a share of all stays below. */
function quantile(values: readonly number[], share: number): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** The same numbers in every run, from 0 to below 1. */
function* randomly(): Generator<number, never> {
	for (let state = 1; ; ) {
		state = (state * 48_271) % 2_147_483_647;
		yield state / 2_147_483_647;
	}
}

/** One edge taken away and put back, many times at random places. */
function changed({ closure, cpuSeconds }: Closed, edges: readonly Edge[]): void {
	const random = randomly();
	const removing: number[] = [];
	const adding: number[] = [];
	const touched: number[] = [];
	for (let n = 0; n < CHANGES; n++) {
		const at = Math.floor(random.next().value * edges.length);
		const premise = premiseOf(edges[at] as Edge, at);
		const removed = timed(() => closure.change({ removed: [premise.id], added: [] }, naming));
		const added = timed(() => closure.change({ removed: [], added: [premise] }, naming));
		removing.push(removed.seconds);
		adding.push(added.seconds);
		touched.push(added.answer.drawn.length);
	}
	const half = (values: readonly number[]) => quantile(values, 0.5);
	const most = (values: readonly number[]) => quantile(values, 0.95);
	console.log(`  one edge added: median ${ms(half(adding))}, p95 ${ms(most(adding))}`);
	console.log(`  one edge removed: median ${ms(half(removing))}, p95 ${ms(most(removing))}`);
	console.log(`  conclusions that such a change draws: median ${half(touched)}, p95 ${most(touched)}`);
	const times = (spent: number) => Math.round(cpuSeconds / spent);
	const [median, p95] = [half, most].map((of) => times(Math.max(of(adding), of(removing))));
	console.log(`  faster than drawing all afresh: median ${median} times, p95 ${p95} times (at least 100)`);
}

async function besideEye(edges: readonly Edge[], ours: Closed): Promise<void> {
	for (const form of EYE_FORMS) {
		const axioms = [{ kind: "transitive", predicate: "part of" }] as const;
		const run = await eyeClosure(edges, axioms, { form, withinSeconds: EYE_SECONDS });
		if (run.outcome !== "closed") {
			console.log(`  EYE ${form}: ${run.outcome} after ${run.seconds.toFixed(1)} s`);
			continue;
		}
		if (run.conclusions !== ours.conclusions) throw new Error(`EYE ${form} found ${run.conclusions}`);
		console.log(
			`  EYE ${form}: ${times(run.seconds, run.cpuSeconds)}, ${run.peakMegabytes} MB; it takes ${(run.cpuSeconds / ours.cpuSeconds).toFixed(2)} of our processor time (at least 1)`,
		);
	}
}

async function taxonomy(shape: string, links: readonly Link[]): Promise<void> {
	const edges = edgesOf(links);
	const ours = closed(edges, TRANSITIVE, RAISED);
	const { seconds, cpuSeconds, conclusions, proofs, bytes } = ours;
	console.log(`${shape} taxonomy, ${links.length} edges, ${conclusions} conclusions, ${proofs} proofs`);
	if (conclusions !== closurePairs(links) - links.length) throw new Error("not all that follows");
	const each = (cpuSeconds * 1_000_000) / conclusions;
	console.log(`  all of it: ${times(seconds, cpuSeconds)}, ${each.toFixed(1)} µs a conclusion`);
	console.log(`  memory: ${Math.round(bytes / conclusions)} bytes a conclusion, premises' places included`);
	changed(ours, edges);
	if (isWanted("eye")) await besideEye(edges, ours);
}

const edge = (subject: unknown, object: unknown, predicate = "p"): Edge => ({
	subject: `${subject}`,
	predicate,
	object: `${object}`,
});
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const star = (nodes: number) => upTo(nodes - 1).map((n) => edge(n, 0));
const chain = (nodes: number, predicate = "p") => upTo(nodes - 1).map((n) => edge(n, n - 1, predicate));
const SAME = [relation("p", { transitive: true, symmetric: true })];

const TRAPS: readonly (readonly [string, readonly Edge[], Parameters<typeof closed>[1]])[] = [
	["symmetric and transitive, a tree of 1,000", upTo(999).map((n) => edge(n, (n - 1) >> 1)), SAME],
	["symmetric and transitive, a star of 1,000", star(1_000), SAME],
	["symmetric and transitive, a star of 100,000", star(100_001), SAME],
	["transitive, a chain of 2,000", chain(2_001), [relation("p", { transitive: true })]],
	[
		"transitive and the inverse of a transitive one, a chain of 600",
		chain(601),
		[relation("p", { transitive: true, inverseOf: ["q"] }), relation("q", { transitive: true })],
	],
	[
		"three relations, each a sub-property of the next in a loop, one transitive, a chain of 300",
		chain(301),
		[
			relation("p", { subPropertyOf: ["q"], transitive: true }),
			relation("q", { subPropertyOf: ["r"] }),
			relation("r", { subPropertyOf: ["p"] }),
		],
	],
];

function traps(): void {
	console.log(`axioms that multiply conclusions, under a cap of ${CAP} a relation`);
	for (const [what, edges, relations] of TRAPS) {
		const { closure, seconds, cpuSeconds, conclusions, capped } = closed(edges, relations, CAP);
		const [one] = edges.map(premiseOf);
		if (one === undefined) throw new TypeError("no edges");
		const again = timed(() => {
			closure.change({ removed: [one.id], added: [] }, naming);
			closure.change({ removed: [], added: [one] }, naming);
		});
		const full = capped.length > 0 ? `, capped: ${capped.join(", ")}` : "";
		console.log(`  ${what}: ${times(seconds, cpuSeconds)}, ${conclusions} conclusions${full}`);
		console.log(`    one edge removed and added: ${times(again.seconds, again.cpuSeconds)}`);
	}
}

for (const size of SIZES) {
	if (!isWanted("taxonomies")) break;
	await taxonomy("wide", wideTaxonomy(size));
	await taxonomy("deep", deepTaxonomy(size, PAIRS_AN_EDGE * size));
}
if (isWanted("traps")) traps();
console.log(`memory at the end: ${Math.round(heldBytes() / 1_048_576)} MB`);
