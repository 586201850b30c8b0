import type { Fact } from "./facts.ts";
import { HELD, type Inferences } from "./inferences.ts";
import { type BreakableAxiom, type Contradiction, ruleKey } from "./premise.ts";
import { confidenceOf, type Way } from "./proofs.ts";
import { coincide, overlap } from "./span.ts";
import type { Blocked } from "./touched.ts";

/** The facts that contradict what is said over a span, with the axiom by which they do. Facts that do not hold at once never do. */
export function* against(
	said: Blocked,
	inferences: Inferences,
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
}

/**
 * The conclusions that are contradicted, of those that are new and those that something new contradicts: what stood before
 * contradicts nothing that stood before.
 */
export function contradicted(fresh: Iterable<Fact>, inferences: Inferences): ReadonlyMap<Fact, Blocked> {
	const found = new Map<Fact, Blocked>();
	const block = (fact: Fact) => {
		if (fact.premise === undefined) found.set(fact, blockedOf(fact));
	};
	for (const fact of fresh) {
		if (!fact.isHeld) continue;
		for (const { other } of against(blockedOf(fact), inferences)) {
			// Two facts that are said are a matter for whoever checks facts.
			block(fact);
			block(other);
		}
	}
	return found;
}

function blockedOf({ cell: { relation, subject, object }, from, to }: Fact): Blocked {
	return { relation, subject, object, from, to };
}

/** What contradicts each blocked conclusion that follows from what stands, in the order of their triples. */
export function contradictionsOf(
	blocked: readonly Blocked[],
	inferences: Inferences,
): readonly Contradiction[] {
	const found: Contradiction[] = [];
	const followed = new Map<Blocked, Way>();
	for (const one of blocked) {
		const way = bestOf(one, inferences);
		if (way !== undefined) followed.set(one, way);
	}
	for (const [one, { rule, premises: from }] of followed) {
		const axiomAnd = saidOtherwise(one, inferences) ?? concludedOtherwise(one, followed, inferences);
		if (axiomAnd === undefined) continue;
		const premises = from.map(({ id }) => id);
		const { relation, subject, object, ...span } = one;
		found.push({
			triple: { relation, subject, object },
			span: { from: span.from, to: span.to },
			rule,
			premises,
			...axiomAnd,
		});
	}
	return found;
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

/** The first fact by id that is said and contradicts a conclusion. */
function saidOtherwise(
	blocked: Blocked,
	inferences: Inferences,
): Pick<Contradiction, "axiom" | "against"> | undefined {
	const clashes = [...against(blocked, inferences)].filter(({ other }) => other.premise !== undefined);
	const [first] = clashes.sort((a, b) => (a.other.id < b.other.id ? -1 : 1));
	return first && { axiom: first.axiom, against: { fact: first.other.id } };
}

/** The rule by which another conclusion follows that contradicts this one; neither stands (X2). */
function concludedOtherwise(
	blocked: Blocked,
	followed: ReadonlyMap<Blocked, Way>,
	inferences: Inferences,
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
	}
	return undefined;
}
