import { createHash } from "node:crypto";
import type { OntologyTriple } from "../ontology/statements.ts";
import { isNode } from "../ontology/subject-reader.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import { grouped } from "./standing.ts";

/** Rounds of telling nodes apart by their neighbours: as far as a node's surroundings are looked at. */
const MOST_ROUNDS = 64;

/**
 * The triples of a file with its blank nodes named as those that are held, wherever these are described alike, so that a file
 * that is put twice says the same twice. `fresh` are the IRIs that its blank nodes were given.
 */
export function withHeldNodes(
	file: readonly OntologyTriple[],
	fresh: ReadonlySet<string>,
	held: Iterable<OntologyTriple>,
): readonly OntologyTriple[] {
	if (fresh.size === 0) return file;
	const own = new Graph(file, fresh);
	const taken = new Set(file.flatMap(({ subject, value }) => [subject, value.value]).filter(isNode));
	const known = [...held];
	const nodes = known.flatMap(({ subject, value }) => [subject, value.value]).filter(isNode);
	const other = new Graph(known, new Set(nodes.filter((node) => !taken.has(node))));
	const names = paired(own, other);
	return file.map(({ subject, property, value }) => ({
		subject: names.get(subject) ?? subject,
		property,
		value: value.termType === "NamedNode" ? namedNode(names.get(value.value) ?? value.value) : value,
	}));
}

/** Triples about nodes, and what tells these apart: whatever is said of them, and of what they are said. */
class Graph {
	readonly nodes: ReadonlySet<string>;
	readonly #from: ReadonlyMap<string, readonly OntologyTriple[]>;
	readonly #to: ReadonlyMap<string, readonly OntologyTriple[]>;
	#colors: ReadonlyMap<string, string>;

	constructor(triples: readonly OntologyTriple[], nodes: ReadonlySet<string>) {
		this.nodes = nodes;
		this.#from = grouped(
			triples.filter(({ subject }) => nodes.has(subject)),
			({ subject }) => subject,
		);
		this.#to = grouped(
			triples.filter(({ value }) => nodes.has(value.value)),
			({ value }) => value.value,
		);
		this.#colors = new Map([...nodes].map((node) => [node, ""]));
	}

	/** Looks one step further around every node. Answers how many can be told apart. */
	refine(): number {
		this.#colors = new Map([...this.nodes].map((node) => [node, this.#around(node)]));
		return new Set(this.#colors.values()).size;
	}

	color(node: string): string {
		return this.#colors.get(node) ?? "";
	}

	/** The nodes that a node names, each with how. */
	named(node: string): readonly { readonly node: string; readonly how: string }[] {
		return (this.#from.get(node) ?? []).flatMap(({ property, value }) =>
			this.nodes.has(value.value)
				? [{ node: value.value, how: `${property} ${this.color(value.value)}` }]
				: [],
		);
	}

	#around(node: string): string {
		const term = (iri: string) => (this.nodes.has(iri) ? `_ ${this.color(iri)}` : iri);
		const said = (this.#from.get(node) ?? []).map(({ property, value }) =>
			["→", property, this.nodes.has(value.value) ? term(value.value) : spell(value)].join(" "),
		);
		const told = (this.#to.get(node) ?? []).map(({ subject, property }) =>
			["←", property, term(subject)].join(" "),
		);
		return createHash("sha256")
			.update([...said, ...told].sort().join("\n"))
			.digest("base64");
	}
}

/** The held node that each node is, where there is one. */
function paired(own: Graph, other: Graph): ReadonlyMap<string, string> {
	let apart = 0;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const now = own.refine();
		other.refine();
		if (now === apart) break;
		apart = now;
	}
	const alike = grouped(other.nodes, (node) => other.color(node));
	const pairing: Pairing = { own, other, names: new Map(), used: new Set() };
	const inner = new Set([...own.nodes].flatMap((node) => own.named(node).map((one) => one.node)));
	const outerFirst = [...own.nodes].toSorted((a, b) => Number(inner.has(a)) - Number(inner.has(b)));
	for (const node of outerFirst) {
		if (pairing.names.has(node)) continue;
		const held = alike.get(own.color(node))?.find((one) => !pairing.used.has(one));
		if (held !== undefined) pair([node, held], pairing);
	}
	return pairing.names;
}

interface Pairing {
	readonly own: Graph;
	readonly other: Graph;
	readonly names: Map<string, string>;
	readonly used: Set<string>;
}

/** Takes two nodes for one, and with them those that they name alike. */
function pair(first: readonly [string, string], { own, other, names, used }: Pairing): void {
	const open = [first];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [node, held] = next;
		if (names.has(node) || used.has(held)) continue;
		names.set(node, held);
		used.add(held);
		const rest = other.named(held).filter((one) => !used.has(one.node));
		for (const { node: inner, how } of own.named(node)) {
			const at = rest.findIndex((one) => one.how === how);
			const [found] = at < 0 ? [] : rest.splice(at, 1);
			if (found !== undefined) open.push([inner, found.node]);
		}
	}
}
