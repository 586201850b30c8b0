import { byInstant } from "../../time/instant.ts";
import { type Interval, intersection } from "../../time/interval.ts";
import { orderOf, type Placed } from "../../timeline/drawn-ends.ts";
import { byText } from "../../timeline/order.ts";
import { asserted, type Declared, type Found, named, scopeKey } from "./found.ts";
import { type HeldFact, type HeldFacts, otherEnd } from "./held.ts";

type Kind = "functional" | "inverse_functional";

/** The end that may have one value at a time: of an inverse-functional relation an entity or a value. */
export type Single = Pick<HeldFact, "subject" | "object" | "value">;

/** Where two values of one end are looked for. */
export function oneValueScope(kind: Kind, predicate: string, end: Single): string {
	return scopeKey(kind, predicate, kind === "functional" ? end.subject : otherEnd(end));
}

/** Pairs that are told of one end: whoever finds fifty has enough to decide. */
const MOST_TOLD = 50;
/** Pairs that are looked at: ten thousand undated values of one thing would be fifty million. */
const MOST_COMPARED = 200_000;

/**
 * Two values of an end of which only one can hold, at one moment, that no timeline orders: by an end that is not the engine's to
 * draw (T7), or of a relation that has no timeline, since its facts are events or eternal. Those that nobody can order are
 * conflicts and none of these. Each pair of values once, those that begin first before others, fifty at most.
 */
export function twoValues(kind: Kind, relation: Declared, end: Single, facts: HeldFacts): readonly Found[] {
	if (relation === undefined) return [];
	if (!(kind === "functional" ? relation.functional : relation.inverseFunctional)) return [];
	const predicate = relation.iri.value;
	const side = kind === "functional" ? end.subject : otherEnd(end);
	const what = kind === "functional" ? `a subject has one value` : `a value has one subject`;
	const valueIn = (fact: HeldFact) => (kind === "functional" ? otherEnd(fact) : fact.subject);
	const pairs = clashes([...asserted(rowsOf(kind, predicate, end, facts))], valueIn, relation.temporal);
	return pairs.map(([first, second]) => ({
		kind,
		relation: predicate,
		about: [side, ...[valueIn(first), valueIn(second)].sort()],
		statements: [named(first), named(second)],
		path: [],
		entities: [...new Set([first, second].flatMap(({ subject, object }) => [subject, object ?? []].flat()))],
		criterion: `${relation.key} is ${kind === "functional" ? "functional" : "inverse functional"}: ${what} at a time`,
		scope: [oneValueScope(kind, predicate, end)],
	}));
}

function rowsOf(kind: Kind, predicate: string, end: Single, facts: HeldFacts): Iterable<HeldFact> {
	if (kind === "functional") return facts.from(predicate, end.subject);
	return end.object === undefined
		? facts.withValue(predicate, end.value ?? "")
		: facts.to(predicate, end.object);
}

type Holding = HeldFact & { readonly interval: Interval };

function clashes(
	facts: readonly HeldFact[],
	valueIn: (fact: HeldFact) => string,
	temporal: string,
): readonly (readonly [HeldFact, HeldFact])[] {
	const placed = facts.filter(
		(fact): fact is Holding => fact.interval !== undefined && !isEmpty(fact.interval),
	);
	placed.sort(
		(a, b) =>
			byInstant(a.interval.from, b.interval.from) || byText(valueIn(a), valueIn(b)) || byText(a.id, b.id),
	);
	const told = new Map<string, readonly [HeldFact, HeldFact]>();
	let compared = 0;
	// Those that hold where the sweep stands. In a succession it is one at a time.
	let holding: Holding[] = [];
	for (const next of placed) {
		holding = holding.filter((one) => intersection(one.interval, next.interval) !== undefined);
		for (const one of holding) {
			if (told.size >= MOST_TOLD || ++compared > MOST_COMPARED) return [...told.values()];
			if (valueIn(one) === valueIn(next) || !isToBeTold(one, next, temporal)) continue;
			const pair = JSON.stringify([valueIn(one), valueIn(next)].sort());
			if (!told.has(pair)) told.set(pair, [one, next]);
		}
		holding.push(next);
	}
	return [...told.values()];
}

function isToBeTold(earlier: Holding, later: Holding, temporal: string): boolean {
	return temporal !== "state" || orderOf(placeOf(earlier), placeOf(later)) === "ordered";
}

function placeOf({ placed, interval }: Holding): Placed {
	return placed ?? { attestedFrom: interval.from, endedUnknown: false, described: false };
}

function isEmpty(interval: Interval): boolean {
	return intersection(interval, interval) === undefined;
}
