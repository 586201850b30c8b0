import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import { Closure } from "../../src/closure/closure.ts";
import type { ClosureChange, Premise } from "../../src/closure/premise.ts";
import { NO_RULES } from "../../src/closure/rule-book.ts";

// Our closure as one side of a comparison, with what it takes.

/** A pair of things under a relation. */
export interface Edge {
	readonly subject: string;
	readonly predicate: string;
	readonly object: string;
}

/** Seconds of the clock, and of the processor: the latter hold on a machine that does something else too. */
export interface Spent {
	readonly seconds: number;
	readonly cpuSeconds: number;
}

/** A closure that was drawn from nothing. */
export interface Closed extends Spent {
	readonly closure: Closure;
	readonly conclusions: number;
	readonly proofs: number;
	readonly capped: readonly string[];
	/** What the closure holds when all that was told of it is forgotten, its premises included, less what the premises took before. */
	readonly bytes: number;
}

let named = 0;
/** Names of conclusions and proofs, each another one. */
export const naming = { conclusion: () => `c${named++}`, proof: () => `p${named++}` };

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

/** What the heap holds, in bytes, when nothing is left to be collected. */
export function heldBytes(): number {
	collect();
	collect();
	return process.memoryUsage().heapUsed;
}

/** The axioms of one relation, none but those given. */
export function relation(iri: string, axioms: Partial<RelationAxioms> = {}): RelationAxioms {
	const none = { transitive: false, symmetric: false, functional: false, inverseFunctional: false };
	return { iri, ...none, asymmetric: false, inverseOf: [], subPropertyOf: [], ...axioms };
}

/** An edge as a premise without dates, named by its place. */
export function premiseOf({ subject, predicate, object }: Edge, n: number): Premise {
	return { id: `f${n}`, subject, relation: predicate, object, from: undefined, to: undefined, confidence: 1 };
}

/** What something takes, and what it answers. */
export function timed<Answer>(work: () => Answer): Spent & { readonly answer: Answer } {
	const begun = performance.now();
	const cpu = process.cpuUsage();
	const answer = work();
	const { user, system } = process.cpuUsage(cpu);
	return { answer, seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1_000_000 };
}

/** Draws everything that follows from the edges. */
export function closed(edges: readonly Edge[], relations: readonly RelationAxioms[], cap: number): Closed {
	const premises = edges.map(premiseOf);
	const before = heldBytes();
	const closure = new Closure({ axioms: new Axioms(relations), cap, book: NO_RULES });
	const { seconds, cpuSeconds, ...told } = counted(
		timed(() => closure.change({ removed: [], added: premises }, naming)),
	);
	return { closure, seconds, cpuSeconds, ...told, bytes: heldBytes() - before };
}

/** Only the figures, so that what was told can be forgotten. */
function counted({ answer, seconds, cpuSeconds }: Spent & { readonly answer: ClosureChange }) {
	const { drawn, proofsBegun, capped } = answer;
	return { seconds, cpuSeconds, conclusions: drawn.length, proofs: proofsBegun.length, capped };
}
