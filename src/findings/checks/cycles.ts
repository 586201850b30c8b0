import { circles, reached } from "../../ontology/hierarchy.ts";
import { type Interval, intersection } from "../../time/interval.ts";
import { asserted, byStart, type Declared, type Found, named, scopeKey } from "./found.ts";
import type { HeldFact, HeldFacts } from "./held.ts";

/** Where cycles through an entity are looked for. */
export function cycleScope(predicate: string, entity: string): string {
	return scopeKey("cycle", predicate, entity);
}

/** Cycles that are told of things that all lead to each other, and steps that looking for them may take: one entity's, and all. */
const MOST_TOLD = 50;
const MOST_STEPS = { entity: 100_000, component: 1_000_000 };

type Edge = HeldFact & { readonly object: string; readonly interval: Interval };
type Edges = ReadonlyMap<string, readonly Edge[]>;

/**
 * The cycles of a transitive and not symmetric relation among the entities that lie on a way from one of `ends` to another:
 * for each entity the shortest cycle through it whose edges all hold at one moment, every set of entities once. Which
 * cycles are told is a function of the component, entities in the order of their ids: fifty at most, within a bounded number of steps.
 * `around` has all entities looked at: whatever is found elsewhere is as it was.
 */
export function cycles(
	relation: Declared,
	ends: ReadonlySet<string>,
	facts: HeldFacts,
): { readonly around: readonly string[]; readonly found: readonly Found[] } {
	if (relation === undefined || !relation.transitive || relation.symmetric)
		return { around: [...ends], found: [] };
	const predicate = relation.iri.value;
	const { between, among } = waysBetween(ends, {
		after: (entity) => edges(facts.from(predicate, entity)),
		before: (entity) => edges(facts.to(predicate, entity)),
	});
	const inside = new Map([...between].map((entity) => [entity, [] as Edge[]]));
	for (const edge of among.sort(byObject)) if (between.has(edge.object)) inside.get(edge.subject)?.push(edge);
	const components = circles(inside, (own) => own.map(({ object }) => object));
	const found = components.flatMap((component) => cyclesIn(component, inside));
	return { around: [...between], found: found.map((cycle) => told(cycle, relation)) };
}

function* edges(facts: Iterable<HeldFact>): Iterable<Edge> {
	for (const fact of asserted(facts)) if (isEdge(fact)) yield fact;
}

function isEdge(fact: HeldFact): fact is Edge {
	return fact.object !== undefined && fact.object !== fact.subject && fact.interval !== undefined;
}

function byObject(a: Edge, b: Edge): number {
	if (a.object !== b.object) return a.object < b.object ? -1 : 1;
	return byStart(a, b);
}

interface Ways {
	readonly after: (entity: string) => Iterable<Edge>;
	readonly before: (entity: string) => Iterable<Edge>;
}

/**
 * What lies on a way from one of the ends to another, the ends included, with the edges among it: a union of components, that holds
 * all that a fact between two of the ends can change, also one that is gone. Both directions are walked in turn, edge by
 * edge, until the first is done: above a thing there is little, below it there may be all. It has all edges that are asked for.
 */
function waysBetween(ends: ReadonlySet<string>, { after, before }: Ways) {
	const forward = walk(ends, after, ({ object }) => object);
	const backward = walk(ends, before, ({ subject }) => subject);
	for (;;) {
		if (forward.step()) return within(forward.among, ({ object, subject }) => [object, subject]);
		if (backward.step()) return within(backward.among, ({ object, subject }) => [subject, object]);
	}

	function within(among: Edge[], back: (edge: Edge) => readonly [string, string]) {
		const before = new Map<string, string[]>();
		for (const [at, from] of among.map(back)) {
			const known = before.get(at);
			if (known === undefined) before.set(at, [from]);
			else known.push(from);
		}
		return { between: reached(ends, (entity) => before.get(entity) ?? []), among };
	}
}

/** A walk in breadth, one edge a step; the step after the last answers that it is done. */
function walk(ends: ReadonlySet<string>, next: Ways["after"], toward: (edge: Edge) => string) {
	const among: Edge[] = [];
	const steps = (function* () {
		const seen = new Set(ends);
		for (const entity of seen)
			for (const edge of next(entity)) {
				among.push(edge);
				seen.add(toward(edge));
				yield;
			}
	})();
	return { among, step: () => steps.next().done === true };
}

function cyclesIn(component: readonly string[], inside: Edges): readonly (readonly Edge[])[] {
	const members = new Set(component);
	const own = new Map(
		component.map((entity) => [
			entity,
			(inside.get(entity) ?? []).filter(({ object }) => members.has(object)),
		]),
	);
	const found = new Map<string, readonly Edge[]>();
	const alike = new Set<string>();
	const chain = chainsOf(own);
	let steps = MOST_STEPS.component;
	for (const entity of component) {
		if (found.size >= MOST_TOLD || steps <= 0) break;
		if (alike.has(entity)) continue;
		for (const one of chain(entity)) alike.add(one);
		const shortest = shortestThrough(entity, own, Math.min(steps, MOST_STEPS.entity));
		steps -= shortest.steps;
		const { path } = shortest;
		if (path === undefined) continue;
		const set = path.map(({ subject }) => subject).sort();
		if (!found.has(set.join(" "))) found.set(set.join(" "), fromSmallest(path));
	}
	return [...found.values()];
}

/** The entities after one through which every cycle goes that goes through it: those have the same shortest cycle. */
function chainsOf(own: Edges): (entity: string) => readonly string[] {
	const into = new Map<string, number>();
	for (const edge of [...own.values()].flat()) into.set(edge.object, (into.get(edge.object) ?? 0) + 1);
	return (entity) => {
		const chain = new Set<string>();
		for (let at = entity; !chain.has(at); ) {
			chain.add(at);
			const [only, ...others] = own.get(at) ?? [];
			if (only === undefined || others.length > 0 || into.get(only.object) !== 1) break;
			at = only.object;
		}
		return [...chain];
	};
}

/** A way from the entity asked for, all edges of which hold together at some moment. */
interface Way {
	readonly at: string;
	readonly interval: Interval;
	readonly edge: Edge | undefined;
	readonly before: Way | undefined;
}

/**
 * The shortest cycle through an entity whose edges hold at one moment; of those as short the one whose entities come first in order.
 * A way that holds no longer than an earlier one to the same place leads nowhere that the earlier one does not.
 */
function shortestThrough(
	entity: string,
	own: Edges,
	most: number,
): { readonly path: readonly Edge[] | undefined; readonly steps: number } {
	const known = new Map<string, Interval[]>();
	let level: Way[] = [{ at: entity, interval: {}, edge: undefined, before: undefined }];
	let steps = 0;
	while (level.length > 0) {
		const next: Way[] = [];
		for (const further of onward(level, own)) {
			if (++steps > most) return { path: undefined, steps };
			if (further?.at === entity) return { path: edgesOf(further), steps };
			if (further !== undefined && isNew(further, known)) next.push(further);
		}
		level = next;
	}
	return { path: undefined, steps };
}

/** The ways that are one edge longer, in the order of their entities; nothing for an edge that never holds with those before it. */
function* onward(ways: readonly Way[], own: Edges): Iterable<Way | undefined> {
	for (const way of ways)
		for (const edge of own.get(way.at) ?? []) {
			const interval = intersection(way.interval, edge.interval);
			yield interval && { at: edge.object, interval, edge, before: way };
		}
}

function isNew({ at, interval }: Way, known: Map<string, Interval[]>): boolean {
	const there = known.get(at) ?? [];
	if (there.some((one) => covers(one, interval))) return false;
	known.set(at, [...there, interval]);
	return true;
}

function covers(a: Interval, b: Interval): boolean {
	return (
		(a.from === undefined || (b.from !== undefined && a.from <= b.from)) &&
		(a.to === undefined || (b.to !== undefined && b.to <= a.to))
	);
}

function edgesOf(way: Way): readonly Edge[] {
	const path: Edge[] = [];
	for (let at: Way | undefined = way; at?.edge !== undefined; at = at.before) path.push(at.edge);
	return path.reverse();
}

function fromSmallest(path: readonly Edge[]): readonly Edge[] {
	const [smallest] = path.map(({ subject }) => subject).sort();
	const first = path.findIndex(({ subject }) => subject === smallest);
	return [...path.slice(first), ...path.slice(0, first)];
}

function told(path: readonly Edge[], { iri, key }: NonNullable<Declared>): Found {
	const entities = path.map(({ subject }) => subject);
	const statements = path.map(named);
	return {
		kind: "cycle",
		relation: iri.value,
		about: entities.toSorted(),
		statements,
		path: statements,
		entities,
		criterion: `${key} is transitive and not symmetric: it leads from nothing back to itself at one moment`,
		scope: entities.map((entity) => cycleScope(iri.value, entity)),
	};
}
