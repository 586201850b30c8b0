import { Cell, Fact } from "./facts.ts";
import type { HeldTypes } from "./held-types.ts";
import { HELD, type Inferences } from "./inferences.ts";
import { type BreakableAxiom, type Clash, type Contradiction, ruleKey, type Triple } from "./premise.ts";
import { confidenceOf, type Way } from "./proofs.ts";
import { coincide, FUTURE, overlap, PAST } from "./span.ts";
import type { Blocked } from "./touched.ts";

/** Where contradictions are looked for, and which of them somebody has accepted. */
export interface Contradicting {
	readonly inferences: Inferences;
	readonly types: HeldTypes;
	isAccepted(clash: Clash): boolean;
}

/** The facts that contradict what is said over a span, with the axiom by which they do. Facts that do not hold at once never do. */
function* against(
	said: Blocked,
	{ inferences, types }: Contradicting,
): Generator<{ readonly axiom: BreakableAxiom; readonly other: Fact }> {
	const { relation, subject, object } = said;
	const { functional, inverseFunctional, asymmetric } = inferences.axioms.checks(relation);
	const facts = inferences.relation(relation);
	const clashing = (other: Fact) => other.isHeld && overlap(said, other);
	if (functional)
		for (const cell of facts.from(subject))
			if (cell.object !== object)
				for (const other of cell.facts.filter(clashing)) yield { axiom: "functional", other };
	if (inverseFunctional)
		for (const cell of facts.to(object))
			if (cell.subject !== subject)
				for (const other of cell.facts.filter(clashing)) yield { axiom: "inverse_functional", other };
	if (asymmetric && subject !== object)
		for (const other of facts.get(object, subject)?.facts.filter(clashing) ?? [])
			yield { axiom: "asymmetric", other };
	if (relation === types.relation)
		for (const other of typesAgainst(said, { inferences, types }))
			if (clashing(other)) yield { axiom: "disjoint_with", other };
}

/** The types of an entity, held and concluded, with which nothing can be of the one that is said. */
function* typesAgainst(
	{ relation, subject, object }: Blocked,
	{ inferences, types }: Pick<Contradicting, "inferences" | "types">,
): Generator<Fact> {
	const isAgainst = (other: string) => other !== object && types.areDisjoint(object, other);
	const facts = inferences.relation(relation);
	const premise = types.of(subject);
	// What is held of an entity's class is no premise: rules read it in another way (B5).
	if (premise !== undefined && isAgainst(premise.object))
		yield new Fact(new Cell(facts, subject, premise.object), { from: PAST, to: FUTURE }, 0, premise);
	for (const cell of facts.from(subject)) if (isAgainst(cell.object)) yield* cell.facts;
}

/**
 * The conclusions that are contradicted, of those that are new and those that something new contradicts: what stood before
 * contradicts nothing that stood before. Those that are `accepted` stand, unless something else contradicts them.
 */
export function contradicted(
	fresh: Iterable<Fact>,
	contradicting: Contradicting,
): { readonly blocked: ReadonlyMap<Fact, Blocked>; readonly accepted: ReadonlySet<Fact> } {
	const blocked = new Map<Fact, Blocked>();
	const accepted = new Set<Fact>();
	const block = (fact: Fact) => {
		if (fact.premise === undefined) blocked.set(fact, blockedOf(fact));
	};
	for (const fact of fresh) {
		if (!fact.isHeld) continue;
		for (const { axiom, other } of against(blockedOf(fact), contradicting)) {
			const clash = clashOf(axiom, fact, other);
			if (clash !== undefined && contradicting.isAccepted(clash)) {
				accepted.add(fact.premise === undefined ? fact : other);
				continue;
			}
			// Two facts that are said are a matter for whoever checks facts.
			block(fact);
			block(other);
		}
	}
	return { blocked, accepted };
}

/** What a conclusion and an asserted fact have against each other, whichever of the two comes first. */
function clashOf(axiom: BreakableAxiom, one: Fact, other: Fact): Clash | undefined {
	if ((one.premise === undefined) === (other.premise === undefined)) return undefined;
	const [concluded, asserted] = one.premise === undefined ? [one, other] : [other, one];
	return { axiom, concluded: concluded.cell, asserted: asserted.cell };
}

function blockedOf({ cell: { relation, subject, object }, from, to }: Fact): Blocked {
	return { relation, subject, object, from, to };
}

/**
 * What contradicts each blocked conclusion that follows from what stands, in the order of their triples, and each one that
 * stands because that was accepted.
 */
export function contradictionsOf(
	blocked: readonly Blocked[],
	accepted: Iterable<Fact>,
	contradicting: Contradicting,
): readonly Contradiction[] {
	const { inferences } = contradicting;
	const found: Contradiction[] = [];
	const followed = followedOf(blocked, inferences);
	for (const [one, way] of followed) {
		const [said] = saidOtherwise(one, contradicting, false);
		const axiomAnd = said ?? concludedOtherwise(one, followed, contradicting);
		if (axiomAnd !== undefined) found.push(contradictionOf(one, way, { ...axiomAnd, isAccepted: false }));
	}
	const standing = [...accepted].filter(({ isHeld }) => isHeld).map(blockedOf);
	for (const [one, way] of followedOf(standing, inferences))
		for (const said of saidOtherwise(one, contradicting, true))
			found.push(contradictionOf(one, way, { ...said, isAccepted: true }));
	return found;
}

function followedOf(blocked: readonly Blocked[], inferences: Inferences): ReadonlyMap<Blocked, Way> {
	const followed = new Map<Blocked, Way>();
	for (const one of blocked) {
		const way = bestOf(one, inferences);
		if (way !== undefined) followed.set(one, way);
	}
	return followed;
}

function contradictionOf(
	{ relation, subject, object, from, to }: Blocked,
	{ rule, premises }: Way,
	said: Pick<Contradiction, "axiom" | "against" | "isAccepted">,
): Contradiction {
	const triple = { relation, subject, object };
	return { triple, span: { from, to }, rule, premises: premises.map(({ id }) => id), ...said };
}

/** The strongest way in which a conclusion would follow from what stands, if it does. */
function bestOf(blocked: Blocked, inferences: Inferences): Way | undefined {
	return [...waysOver(blocked, inferences)].sort(
		(a, b) => confidenceOf(b) - confidenceOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1),
	)[0];
}

function* waysOver(blocked: Blocked, inferences: Inferences): Generator<Way> {
	const { relation, subject, object } = blocked;
	for (const one of inferences.into(relation, subject, object, HELD))
		if (coincide(one, blocked))
			yield { rule: one.rule, premises: one.second === undefined ? [one.first] : [one.first, one.second] };
	for (const { version, group, premises } of inferences.given.proofs(blocked, blocked))
		if (premises.every(({ isHeld }) => isHeld))
			yield { rule: { kind: "business", version, group }, premises };
}

function keyOf({ rule, premises }: Way): string {
	return `${ruleKey(rule)} ${premises.map(({ id }) => id).join(" ")}`;
}

/** The facts that are said and contradict a conclusion, in the order of their ids, of those that are accepted or are not. */
function saidOtherwise(
	blocked: Blocked,
	contradicting: Contradicting,
	accepted: boolean,
): readonly Pick<Contradiction, "axiom" | "against">[] {
	return [...against(blocked, contradicting)]
		.filter(
			({ axiom, other }) =>
				other.premise !== undefined &&
				contradicting.isAccepted({ axiom, concluded: blocked, asserted: other.cell }) === accepted,
		)
		.sort((a, b) => (a.other.id < b.other.id ? -1 : 1))
		.map(({ axiom, other }) => ({ axiom, against: { fact: other.id, says: saidBy(other) } }));
}

function saidBy({ cell: { relation, subject, object } }: Fact): Triple {
	return { relation, subject, object };
}

/** The rule by which another conclusion follows that contradicts this one; neither stands (X2). */
function concludedOtherwise(
	blocked: Blocked,
	followed: ReadonlyMap<Blocked, Way>,
	{ inferences, types }: Contradicting,
): Pick<Contradiction, "axiom" | "against"> | undefined {
	const { functional, inverseFunctional, asymmetric } = inferences.axioms.checks(blocked.relation);
	for (const [other, { rule }] of followed) {
		if (other === blocked || other.relation !== blocked.relation || !overlap(other, blocked)) continue;
		const sameSubject = other.subject === blocked.subject;
		const sameObject = other.object === blocked.object;
		if (functional && sameSubject && !sameObject) return { axiom: "functional", against: { rule } };
		if (inverseFunctional && sameObject && !sameSubject)
			return { axiom: "inverse_functional", against: { rule } };
		if (asymmetric && other.subject === blocked.object && other.object === blocked.subject)
			return { axiom: "asymmetric", against: { rule } };
		const isType = blocked.relation === types.relation;
		if (isType && sameSubject && !sameObject && types.areDisjoint(blocked.object, other.object))
			return { axiom: "disjoint_with", against: { rule } };
	}
	return undefined;
}
