import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { type DerivedFact, derivedFactsById } from "./derived-facts.ts";
import type { FactBasis } from "./facts.ts";
import type { Premise, Proof } from "./proofs.ts";

/** A node of an expanded proof. `again` stands where something is needed that the tree shows at another place. */
export type ProofNode =
	| { readonly kind: "fact"; readonly id: string }
	| DerivedNode
	| { readonly kind: "again"; readonly of: Premise };

/** A derived fact with the ways in which it follows. */
export interface DerivedNode {
	readonly kind: "derived";
	readonly id: string;
	/** Missing where a proof names a derived fact that is not held: only an imported one does. */
	readonly derived: DerivedFact | undefined;
	/** The first proof first. Empty where the tree is cut, and where nothing is known of the derived fact. */
	readonly steps: readonly Step[];
	/** The tree ends here for want of room. */
	readonly isCut: boolean;
}

/** One proof with the nodes of its premises. */
export interface Step {
	readonly proof: Proof;
	readonly premises: readonly ProofNode[];
}

/** An expanded proof. */
export interface ProofTree {
	readonly root: DerivedNode;
	/** All nodes that are derived facts, those nearer to the root first. */
	readonly derived: readonly DerivedNode[];
	/** The ids of the facts that it ends in. */
	readonly facts: readonly string[];
	readonly nodes: number;
	readonly isCut: boolean;
}

const MOST_NODES = 10_000;

/** How a tree is wanted. */
export interface TreeWish {
	/** Every proof of each derived fact, not the first alone. */
	readonly all: boolean;
	/** Nodes at most. */
	readonly most?: number;
}

type Growing = { -readonly [Key in keyof DerivedNode]: DerivedNode[Key] };

/**
 * Expands the first proof of a derived fact, or all proofs, down to facts, as held at `asOf`: level by level, so that no chain is
 * too long. Beyond 10,000 nodes it is cut (Q6). What several steps rest on stands where it is nearest to the root. `undefined` where it is not held.
 */
export async function proofTree(
	id: string,
	basis: FactBasis,
	{ all, most = MOST_NODES }: TreeWish,
): Promise<ProofTree | undefined> {
	const known = new KnownDerived(basis);
	await known.fetch([id]);
	if (known.get(id) === undefined) return undefined;
	const root: Growing = { kind: "derived", id, derived: known.get(id), steps: [], isCut: false };
	const growth = new Growth(most, root);
	for (let level: readonly Growing[] = [root], step = 0; level.length > 0; step++) {
		await known.fetch(level.map((node) => node.id));
		if (step >= FEW_STEPS && Number.isInteger(Math.log2(step))) await known.fetchBehind(level);
		const next: Growing[] = [];
		for (const node of level) {
			node.derived = known.get(node.id);
			const proofs = node.derived?.proofs ?? [];
			next.push(...growth.expand(node, all ? proofs : proofs.slice(0, 1)));
		}
		level = next;
	}
	return growth.tree();
}

/** A tree as it grows. */
class Growth {
	readonly #most: number;
	readonly #root: Growing;
	readonly #derived = new Map<string, Growing>();
	readonly #facts = new Set<string>();
	#nodes = 1;
	#isCut = false;

	constructor(most: number, root: Growing) {
		this.#most = most;
		this.#root = root;
		this.#derived.set(root.id, root);
	}

	/** Hangs the premises of these proofs under a node as far as there is room; gives the nodes to be expanded next. */
	expand(node: Growing, proofs: readonly Proof[]): readonly Growing[] {
		const next: Growing[] = [];
		const steps: Step[] = [];
		for (const proof of proofs) {
			const isFirst = node === this.#root && steps.length === 0;
			const isFull = this.#nodes + proof.premises.length > this.#most;
			if (isFull && !isFirst) {
				node.isCut = true;
				this.#isCut = true;
				break;
			}
			this.#nodes += proof.premises.length;
			steps.push({ proof, premises: proof.premises.map((premise) => this.#nodeOf(premise, next)) });
		}
		node.steps = steps;
		return next;
	}

	#nodeOf(premise: Premise, next: Growing[]): ProofNode {
		const { kind, id } = premise;
		if (kind === "fact" ? this.#facts.has(id) : this.#derived.has(id)) return { kind: "again", of: premise };
		if (kind === "fact") {
			this.#facts.add(id);
			return { kind, id };
		}
		const node: Growing = { kind, id, derived: undefined, steps: [], isCut: false };
		this.#derived.set(id, node);
		next.push(node);
		return node;
	}

	tree(): ProofTree {
		return {
			root: this.#root,
			derived: [...this.#derived.values()],
			facts: [...this.#facts],
			nodes: this.#nodes,
			isCut: this.#isCut,
		};
	}
}

const behind = loadTemplate("ledger/premises-behind-derived-facts");
const FEW_STEPS = 8;
const MOST_BEHIND = 10_000;
const AT_ONCE = 1_000;

/** The derived facts read so far for one tree. */
class KnownDerived {
	readonly #basis: FactBasis;
	/** `undefined` is one that is not held. */
	readonly #known = new Map<string, DerivedFact | undefined>();

	constructor(basis: FactBasis) {
		this.#basis = basis;
	}

	get(id: string): DerivedFact | undefined {
		return this.#known.get(id);
	}

	async fetch(ids: readonly string[]): Promise<void> {
		const missing = ids.filter((id) => !this.#known.has(id));
		for (let start = 0; start < missing.length; start += AT_ONCE) {
			const some = missing.slice(start, start + AT_ONCE);
			for (const id of some) this.#known.set(id, undefined);
			for (const derived of await derivedFactsById(some, this.#basis)) this.#known.set(derived.id, derived);
		}
	}

	/** Reads ahead: a long chain of steps is not read step by step. */
	async fetchBehind(nodes: readonly { readonly id: string }[]): Promise<void> {
		const { view, signal } = this.#basis;
		const { derivations } = graphsOf(view.kb);
		const derived = nodes.slice(0, AT_ONCE).map(({ id }) => baseIri(view.kb, "derived", id));
		const rows = await view.select(behind.bind({ derivations, derived }, { limit: MOST_BEHIND }), { signal });
		await this.fetch(
			rows.flatMap((row) => idOfKind(decode(row, { premise: iri }).premise.value, "derived") ?? []),
		);
	}
}
