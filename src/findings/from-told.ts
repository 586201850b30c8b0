import type { BreakableAxiom, Contradiction } from "../closure/premise.ts";
import type { Told } from "../derive/told.ts";
import type { Named } from "../ledger/violations.ts";
import { disjointAbove } from "./checks/classes.ts";
import { contradictionOf } from "./checks/contradicted.ts";
import { type Found, keyOf, scopeKey } from "./checks/found.ts";
import { limitsIn } from "./limits.ts";

/** Where everything is looked for that drawing conclusions tells of. */
export const CONCLUSIONS = scopeKey("conclusions");
/** Contradicted conclusions that are named of two rules (X2). */
const MOST_EXAMPLES = 10;

/** Where alone one of these findings is looked for. */
export function ownScope(found: Pick<Found, "kind" | "relation" | "about">): string {
	return scopeKey("conclusion", keyOf(found));
}

/** What drawing conclusions comes to, as findings: contradictions (X1, X4), disagreements of rules (X2), and limits. */
export function foundInTold(told: Told): readonly Found[] {
	const { listed, capped } = contradictions(told);
	const found = [...listed, ...disagreements(told), ...limitsIn(told, capped)];
	return found.map((one) => ({ ...one, scope: [CONCLUSIONS, ownScope(one)] }));
}

type Against<Which> = Contradiction & { readonly against: Which };
type WithFact = Against<Extract<Contradiction["against"], { readonly fact: string }>>;
type WithRule = Against<Exclude<Contradiction["against"], { readonly fact: string }>>;

const isWithFact = (one: Contradiction): one is WithFact => "fact" in one.against;
const isWithRule = (one: Contradiction): one is WithRule => "rule" in one.against;

/** One for each conclusion and what is asserted against it; of one that does so at several times, the first. */
function contradictions(told: Told): {
	readonly listed: readonly Found[];
	/** How many of each relation are not listed. */
	readonly capped: ReadonlyMap<string, number>;
} {
	const first = new Map<string, { readonly found: Found; readonly of: WithFact }>();
	for (const of of told.contradictions.filter(isWithFact)) {
		const found = contradiction(of, told);
		const known = first.get(keyOf(found));
		if (known === undefined || isBefore(of, known.of)) first.set(keyOf(found), { found, of });
	}
	const sorted = [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
	const listed: Found[] = [];
	const counts = new Map<string, number>();
	for (const { found, of } of sorted) {
		const count = counts.get(of.triple.relation) ?? 0;
		// One that somebody accepted stays what it is, however many others there are.
		if (of.isAccepted || count < told.mostContradictions) listed.push(found);
		if (!of.isAccepted) counts.set(of.triple.relation, count + 1);
	}
	const over = [...counts].flatMap(([relation, count]) => {
		const unlisted = count - told.mostContradictions;
		return unlisted > 0 ? [[relation, unlisted] as const] : [];
	});
	return { listed, capped: new Map(over) };
}

function isBefore(a: WithFact, b: WithFact): boolean {
	if (a.span.from !== b.span.from) return a.span.from < b.span.from;
	return a.span.to === b.span.to ? a.against.fact < b.against.fact : a.span.to < b.span.to;
}

/** The fact first, then the last premise, then those before it. */
function contradiction({ axiom, triple, rule, premises, against }: WithFact, told: Told): Found {
	const required =
		axiom === "disjoint_with"
			? disjointness([triple.object, against.says.object], told)
			: `${told.ontology.relations.get(triple.relation)?.key ?? triple.relation} is ${asked(axiom)}`;
	return {
		...contradictionOf({ axiom, concluded: triple, asserted: against.says }),
		statements: [against.fact, ...premises.slice(-1), ...premises.slice(0, -1)].flatMap(namedIn),
		path: [],
		// A class may be held without a row that could be named.
		entities: axiom === "disjoint_with" ? [triple.subject] : [],
		criterion: `${required}; what follows says otherwise than what is asserted, and does not stand`,
		rules: [told.ruleId(rule)],
		scope: [],
	};
}

/** What is required of two classes, as triples have them. */
function disjointness(types: readonly [string, string], { ontology }: Told): string {
	const [one, other] = types.map((type) => type.slice(1, -1)) as [string, string];
	const keys = (disjointAbove(one, other, ontology) ?? [one, other]).map(
		(iri) => ontology.classes.get(iri)?.key ?? iri,
	);
	return `${keys.join(" and ")} are disjoint: nothing is both at one moment`;
}

function asked(axiom: Exclude<BreakableAxiom, "disjoint_with">): string {
	switch (axiom) {
		case "functional":
			return "functional: a subject has one value at a time";
		case "inverse_functional":
			return "inverse functional: a value has one subject at a time";
		case "asymmetric":
			return "asymmetric: between two things it holds in one direction at a time";
	}
}

function namedIn(premise: string): readonly Named[] {
	const [kind, id] = premise.split(":");
	const isRow = kind === "fact" || kind === "derived" || kind === "typing";
	return isRow && id !== undefined ? [{ kind, id }] : [];
}

/** One for each pair of rules of which the conclusions contradict each other: neither stands. */
function disagreements(told: Told): readonly Found[] {
	const pairs = new Map<string, { readonly rules: readonly string[]; readonly all: WithRule[] }>();
	for (const one of told.contradictions.filter(isWithRule)) {
		const rules = [...new Set([told.ruleId(one.rule), told.ruleId(one.against.rule)])].sort();
		const pair = pairs.get(rules.join(" ")) ?? { rules, all: [] };
		pairs.set(rules.join(" "), pair);
		pair.all.push(one);
	}
	return [...pairs.values()].map(({ rules, all }) => {
		const examples = all
			.map((one) => ({ key: JSON.stringify([one.triple, String(one.span.from)]), last: one.premises.at(-1) }))
			.sort((a, b) => (a.key < b.key ? -1 : 1))
			.flatMap(({ last }) => (last === undefined ? [] : namedIn(last)));
		const distinct = new Map(examples.map((one) => [one.id, one]));
		return {
			kind: "rules_disagree",
			relation: undefined,
			about: rules,
			statements: [...distinct.values()].slice(0, MOST_EXAMPLES),
			path: [],
			entities: [],
			criterion: "what these rules conclude contradicts each other, and none of it stands",
			rules,
			occurrences: all.length,
			scope: [],
		};
	});
}
