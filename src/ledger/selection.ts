import type { Ontology } from "../ontology/ontology.ts";
import { localName } from "../ontology/subject-reader.ts";
import type { Instant } from "../time/instant.ts";
import { byText } from "./by-text.ts";
import type { EntityIndex } from "./entity-index.ts";
import { detailsOf } from "./fact-details.ts";
import { byHolding, type Fact, type FactBasis, holdsAt, isName, seenFrom } from "./facts.ts";
import { fold } from "./fold.ts";

/** What narrows a list of facts; every one given must pass (graph-tools E2). */
export interface FactFilter {
	readonly predicate?: string | undefined;
	readonly objectType?: string | undefined;
	readonly since?: Instant | undefined;
	readonly until?: Instant | undefined;
}

/** A base at a record instant, as filters and orders need it. */
export interface SelectionBasis extends FactBasis {
	readonly index: EntityIndex;
	readonly ontology: Ontology;
}

/** A fact as seen from the entity asked for, with the words under which its predicate stands. */
export interface Seen {
	readonly fact: Fact;
	readonly direction: "out" | "in";
	readonly other: string | undefined;
	readonly key: string | undefined;
	readonly label: string | undefined;
}

/** The facts of an entity without its names, as seen from it. What nobody accepted stands under the sources' most frequent word. */
export async function seenFacts(
	entity: string,
	facts: readonly Fact[],
	basis: SelectionBasis,
): Promise<readonly Seen[]> {
	const counted = facts.filter(({ predicate }) => !isName(predicate));
	const wordless = counted.filter(({ predicate }) => predicate === undefined);
	const details = await detailsOf(wordless, basis.ontology, basis);
	return counted.map((fact) => ({
		fact,
		...seenFrom(entity, fact),
		key: fact.relation?.key ?? (fact.predicate && localName(fact.predicate.value)),
		label: fact.relation?.label ?? details.get(fact.id)?.proposedPredicate,
	}));
}

/** Those that hold at `at` (E1). */
export function holding(seen: readonly Seen[], at: Instant | undefined): readonly Seen[] {
	return seen.filter(({ fact }) => holdsAt(fact, at));
}

/** Those that pass every filter given (E2). */
export function filtered(seen: readonly Seen[], filter: FactFilter, basis: SelectionBasis): readonly Seen[] {
	const predicate = filter.predicate === undefined ? undefined : fold(filter.predicate);
	const objectType = filter.objectType === undefined ? undefined : fold(filter.objectType);
	return seen.filter(
		(each) =>
			(predicate === undefined || named(predicate, each.key, each.label)) &&
			(objectType === undefined || typed(objectType, each.other, basis)) &&
			inStatedWindow(each.fact, filter),
	);
}

function named(piece: string, ...words: readonly (string | undefined)[]): boolean {
	return words.some((word) => word !== undefined && fold(word).includes(piece));
}

function typed(piece: string, other: string | undefined, { index, ontology, asOf }: SelectionBasis): boolean {
	const type = other === undefined ? undefined : index.type(other, asOf);
	if (type === undefined) return false;
	const declared = ontology.classes.get(type);
	return named(piece, declared?.key ?? localName(type), declared?.label);
}

/** Stated bounds only; a missing one never excludes, an end equal to `since` is kept. An event ends where it is dated. */
function inStatedWindow({ stated, relation }: Fact, { since, until }: FactFilter): boolean {
	const end = stated.validTo ?? (relation?.temporal === "event" ? stated.validFrom : undefined);
	if (until !== undefined && stated.validFrom !== undefined && stated.validFrom.at > until) return false;
	return since === undefined || end === undefined || end.at >= since;
}

/** The key of the group a fact stands in: its predicate and the direction it is seen in. */
export function groupOf({ key, label, direction }: Seen): string {
	return JSON.stringify([key ?? null, key === undefined ? (label ?? null) : null, direction]);
}

interface Group {
	readonly members: Seen[];
	readonly first: Seen;
}

/**
 * Facts in groups of one predicate and direction: the largest first, then by key, facts without predicate under their word
 * behind groups of equal size, `out` before `in`; inside a group by the start of holding, then id (graph-tools 5).
 */
export function grouped(
	seen: readonly Seen[],
	inGroup: (a: Seen, b: Seen) => number = byStart,
): readonly (readonly Seen[])[] {
	const groups = new Map<string, Group>();
	for (const each of seen) {
		const key = groupOf(each);
		const group = groups.get(key);
		if (group) group.members.push(each);
		else groups.set(key, { members: [each], first: each });
	}
	return [...groups.values()].sort(bySize).map(({ members }) => members.sort(inGroup));
}

function byStart(a: Seen, b: Seen): number {
	return byHolding(a.fact, b.fact);
}

function bySize(a: Group, b: Group): number {
	const wordless = Number(a.first.key === undefined) - Number(b.first.key === undefined);
	return (
		b.members.length - a.members.length ||
		wordless ||
		byText(a.first.key ?? a.first.label ?? "", b.first.key ?? b.first.label ?? "") ||
		-byText(a.first.direction, b.first.direction)
	);
}
