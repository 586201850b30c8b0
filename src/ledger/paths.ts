import type { NamedNode } from "@rdfjs/types";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { count, decode, iri } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { byText } from "./by-text.ts";
import { asFact, derivedFactsById } from "./derived-facts.ts";
import { DerivedLinks } from "./derived-links.ts";
import { type FactLives, factLives } from "./fact-lives.ts";
import { type Fact, type FactBasis, factsById, holdsAt } from "./facts.ts";

/** Facts with the same ends, predicate and direction: one edge of a path (H3). */
export interface PathEdge {
	readonly from: string;
	readonly to: string;
	/** `out`: walked from subject to object. */
	readonly direction: "out" | "in";
	readonly predicate: NamedNode | undefined;
	/** The surest fact first. */
	readonly facts: readonly Fact[];
	/** Nothing but derived facts makes it. Where a fact says the same, the derived ones add nothing. */
	readonly derived: boolean;
	readonly confidence: number;
}

export interface Path {
	readonly edges: readonly PathEdge[];
	readonly meanConfidence: number;
}

export interface PathsFound {
	readonly paths: readonly Path[];
	readonly more: boolean;
	/** A hub stood in the way of a longer path (H5). */
	readonly hubsSkipped: boolean;
	/** The search ended at its bound and not at its end (H6). */
	readonly truncated: boolean;
}

export interface PathSearch {
	readonly from: string;
	readonly to: string;
	readonly maxHops: number;
	readonly at: Instant | undefined;
	/** Whether derived facts are links too. */
	readonly includeDerived: boolean;
	readonly skip: number;
	readonly limit: number;
}

const HUB_DEGREE = 150;
const MOST_EDGES = 20_000;
const MOST_CANDIDATES = 400;
const CHAINS_A_QUERY = 40;
const confidenceTemplate = loadTemplate("ledger/confidence-of-facts");

/** The entities along a path, with the facts and derived facts that join each to the next. */
interface Chain {
	readonly nodes: readonly string[];
	readonly links: readonly (readonly LinkId[])[];
	/** Sum of ln(1 + degree) over the inner nodes (H4). */
	readonly weight: number;
}

/** What joins two entities: a fact, or a derived fact. */
interface LinkId {
	readonly kind: "fact" | "derived";
	readonly id: string;
}

type Neighbours = ReadonlyMap<string, readonly LinkId[]>;

/**
 * The graph of facts between entities, as held at the record instant; counts what it reads. Derived facts are links of it where
 * they were fetched; how many links an entity has counts facts alone (H4).
 */
class Graph {
	readonly #lives: FactLives;
	readonly #basis: FactBasis;
	readonly #derived: DerivedLinks | undefined;
	readonly #read = new Map<string, Neighbours>();
	readonly #degrees = new Map<string, number>();
	#edges = 0;

	constructor(lives: FactLives, basis: FactBasis, derived: DerivedLinks | undefined) {
		this.#lives = lives;
		this.#basis = basis;
		this.#derived = derived;
	}

	/** Makes the derived facts of these entities known before they are walked. */
	async fetch(entities: Iterable<string>): Promise<void> {
		await this.#derived?.fetch(entities, MOST_EDGES - this.#edges);
	}

	get exhausted(): boolean {
		return this.#edges >= MOST_EDGES;
	}

	/** The entities next to this one with the facts between, as far as the bound on edges allows. */
	around(entity: string): Neighbours {
		const found = this.#read.get(entity);
		if (found) return found;
		const around = new Map<string, LinkId[]>();
		for (const { other, ...link } of this.#everyLink(entity)) {
			if (this.exhausted) break;
			this.#edges++;
			const links = around.get(other);
			if (links) links.push(link);
			else around.set(other, [link]);
		}
		this.#read.set(entity, around);
		return around;
	}

	*#everyLink(entity: string): Generator<LinkId & { readonly other: string }> {
		for (const { fact, other } of this.#links(entity)) yield { kind: "fact", id: fact, other };
		for (const { derived, other } of this.#derived?.of(entity) ?? [])
			yield { kind: "derived", id: derived, other };
	}

	degree(entity: string): number {
		const known = this.#degrees.get(entity);
		if (known !== undefined) return known;
		let degree = 0;
		for (const _ of this.#links(entity)) degree++;
		this.#degrees.set(entity, degree);
		return degree;
	}

	isHub(entity: string): boolean {
		return this.degree(entity) > HUB_DEGREE;
	}

	#links(entity: string) {
		const { merges, asOf } = this.#basis;
		return this.#lives.links(merges.members(entity, asOf), merges, asOf);
	}
}

/**
 * The chains of facts that join two entities, rules H1 to H6: up to three hops, searched from both ends at once. The cost is
 * bounded by the edges read, whatever the size of the base.
 */
export async function pathsBetween(search: PathSearch, basis: FactBasis): Promise<PathsFound> {
	const derived = search.includeDerived ? new DerivedLinks(basis) : undefined;
	const graph = new Graph(await basis.view.kept(factLives), basis, derived);
	const { chains, hubsSkipped } = await chainsBetween(search, graph);
	const weighed: Path[] = [];
	let next = 0;
	while (next < chains.length && weighed.length < MOST_CANDIDATES) {
		if (weighed.length > search.skip + search.limit && heavier(chains[next], chains[next - 1])) break;
		const some = chains.slice(next, next + CHAINS_A_QUERY);
		next += some.length;
		weighed.push(...(await pathsOf(some, search.at, basis)));
	}
	const paths = weighed.slice(0, MOST_CANDIDATES).sort((a, b) => byOrder(a, b, graph));
	return {
		paths: paths.slice(search.skip, search.skip + search.limit),
		more: paths.length > search.skip + search.limit,
		hubsSkipped,
		truncated: graph.exhausted || (next < chains.length && weighed.length >= MOST_CANDIDATES),
	};
}

function heavier(chain: Chain | undefined, than: Chain | undefined): boolean {
	if (chain === undefined || than === undefined) return false;
	return chain.nodes.length > than.nodes.length || chain.weight > than.weight;
}

async function chainsBetween(
	{ from, to, maxHops }: PathSearch,
	graph: Graph,
): Promise<{ chains: Chain[]; hubsSkipped: boolean }> {
	await graph.fetch([from, to]);
	const start = graph.around(from);
	const end = graph.around(to);
	const chains: Chain[] = [];
	const direct = start.get(to);
	if (direct) chains.push({ nodes: [from, to], links: [direct], weight: 0 });
	if (maxHops >= 2) {
		for (const [middle, links] of start) {
			const onward = end.get(middle);
			if (onward === undefined || middle === to || middle === from) continue;
			chains.push({ nodes: [from, middle, to], links: [links, onward], weight: weightOf(middle, graph) });
		}
	}
	const hubsSkipped = maxHops >= 3 && (await threeHops({ from, to, start, end }, graph, chains));
	chains.sort(
		(a, b) =>
			a.nodes.length - b.nodes.length || a.weight - b.weight || byText(a.nodes.join(), b.nodes.join()),
	);
	return { chains, hubsSkipped };
}

function weightOf(node: string, graph: Graph): number {
	return Math.log1p(graph.degree(node));
}

interface BothEnds {
	readonly from: string;
	readonly to: string;
	readonly start: Neighbours;
	readonly end: Neighbours;
}

/** Three hops have two inner nodes, neither of them a hub. Walked from the end with fewer neighbours. */
async function threeHops(
	{ from, to, start, end }: BothEnds,
	graph: Graph,
	chains: Chain[],
): Promise<boolean> {
	const isInner = (node: string) => node !== from && node !== to;
	const walkable = (node: string) => isInner(node) && !graph.isHub(node);
	const swapped = end.size < start.size;
	await graph.fetch([...(swapped ? end : start).keys()].filter(walkable));
	const walked = swapped ? innerPairs(end, start, walkable, graph) : innerPairs(start, end, walkable, graph);
	for (const { nodes, links } of walked) {
		const weight = nodes.reduce((sum, node) => sum + weightOf(node, graph), 0);
		const inner = swapped ? nodes.toReversed() : nodes;
		chains.push({ nodes: [from, ...inner, to], links: swapped ? links.toReversed() : links, weight });
	}
	return [...start.keys(), ...end.keys()].some((node) => isInner(node) && graph.isHub(node));
}

/** Every pair of linked entities of which one is next to the near end and the other next to the far end. */
function* innerPairs(
	near: Neighbours,
	far: Neighbours,
	walkable: (node: string) => boolean,
	graph: Graph,
): Generator<Pick<Chain, "nodes" | "links">> {
	for (const [inner, links] of near) {
		if (!walkable(inner)) continue;
		for (const [outer, between] of graph.around(inner)) {
			const onward = far.get(outer);
			if (onward === undefined || !walkable(outer)) continue;
			yield { nodes: [inner, outer], links: [links, between, onward] };
		}
	}
}

async function pathsOf(
	chains: readonly Chain[],
	at: Instant | undefined,
	basis: FactBasis,
): Promise<readonly Path[]> {
	const ids = (wanted: LinkId["kind"]) => [
		...new Set(
			chains.flatMap(({ links }) => links.flat().flatMap(({ kind, id }) => (kind === wanted ? id : []))),
		),
	];
	const [facts, confidences, derived] = await Promise.all([
		factsById(ids("fact"), basis),
		confidencesOf(ids("fact"), basis),
		derivedFactsById(ids("derived"), basis),
	]);
	const rows = {
		fact: new Map(facts.map((fact) => [fact.id, fact])),
		derived: new Map(derived.map((one) => [one.id, asFact(one)])),
	};
	return chains.flatMap((chain) => {
		const steps = chain.links.map((step, n) =>
			edgesOf(
				step.flatMap(({ kind, id }) => rows[kind].get(id) ?? []).filter((fact) => holdsAt(fact, at)),
				chain.nodes[n] ?? "",
				chain.nodes[n + 1] ?? "",
				confidences,
			),
		);
		return combined(steps).map((edges) => ({
			edges,
			meanConfidence: edges.reduce((sum, { confidence }) => sum + confidence, 0) / edges.length,
		}));
	});
}

async function confidencesOf(
	ids: readonly string[],
	{ view, signal }: FactBasis,
): Promise<ReadonlyMap<string, number>> {
	if (ids.length === 0) return new Map();
	const facts = ids.map((id) => baseIri(view.kb, "fact", id));
	const query = confidenceTemplate.bind(
		{ ledger: graphsOf(view.kb).ledger, facts },
		{ limit: ids.length * 2 },
	);
	const rows = await view.select(query, { signal });
	return new Map(
		rows.map((row) => {
			const { fact, confidence } = decode(row, { fact: iri, confidence: count });
			return [idOfKind(fact.value, "fact") ?? "", confidence];
		}),
	);
}

function edgesOf(
	facts: readonly Fact[],
	from: string,
	to: string,
	confidences: ReadonlyMap<string, number>,
): readonly PathEdge[] {
	const confidence = ({ id, conclusion }: Fact) => conclusion?.confidence ?? confidences.get(id) ?? 1;
	const edges = new Map<string, Fact[]>();
	for (const fact of facts) {
		const key = `${fact.subject === from ? "out" : "in"} ${fact.predicate?.value ?? ""}`;
		edges.set(key, [...(edges.get(key) ?? []), fact]);
	}
	return [...edges].map(([key, every]) => {
		const asserted = every.filter(({ conclusion }) => conclusion === undefined);
		const alike = asserted.length > 0 ? asserted : every;
		const sorted = alike.sort((a, b) => confidence(b) - confidence(a) || byText(a.id, b.id));
		const [surest] = sorted;
		return {
			from,
			to,
			direction: key.startsWith("out") ? "out" : "in",
			predicate: surest?.predicate,
			facts: sorted,
			derived: asserted.length === 0,
			confidence: surest === undefined ? 1 : confidence(surest),
		};
	});
}

function combined(steps: readonly (readonly PathEdge[])[]): PathEdge[][] {
	return steps.reduce<PathEdge[][]>(
		(walked, edges) => walked.flatMap((path) => edges.map((edge) => [...path, edge])),
		[[]],
	);
}

/** H4. */
function byOrder(a: Path, b: Path, graph: Graph): number {
	return (
		a.edges.length - b.edges.length ||
		innerWeight(a, graph) - innerWeight(b, graph) ||
		b.meanConfidence - a.meanConfidence ||
		byText(
			keyOf(a, ({ to }) => to),
			keyOf(b, ({ to }) => to),
		) ||
		byText(keyOf(a, edgeKey), keyOf(b, edgeKey))
	);
}

function innerWeight({ edges }: Path, graph: Graph): number {
	return edges.slice(1).reduce((sum, { from }) => sum + weightOf(from, graph), 0);
}

function keyOf({ edges }: Path, part: (edge: PathEdge) => string): string {
	return edges.map(part).join(" ");
}

function edgeKey({ predicate, direction }: PathEdge): string {
	return `${predicate?.value ?? ""} ${direction}`;
}
