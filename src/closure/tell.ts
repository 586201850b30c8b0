import type { Bound } from "../time/holds.ts";
import type { Fact, Told } from "./facts.ts";
import { HELD } from "./inferences.ts";
import { Layers } from "./layers.ts";
import type { ClosureChange, Conclusion, Naming, Proof, Triple } from "./premise.ts";
import { proofKey } from "./premise.ts";
import { boundsOf, confidenceOf, type Proving, proofsOf, type Way } from "./proofs.ts";
import { conclusionKey, type Touched } from "./touched.ts";

type Lists = Omit<ClosureChange, "capped" | "contradictions" | "troubles">;
type Change = { -readonly [Key in keyof Lists]: Lists[Key][number][] };

/**
 * What a change has done to conclusions and proofs, and their confidences and precisions brought up to it. A conclusion that
 * stands as it stood keeps its id, also when it was set aside meanwhile (K3).
 */
export function tell(touched: Touched, proving: Proving, naming: Naming): Lists {
	const change: Change = { drawn: [], withdrawn: [], proofsBegun: [], proofsEnded: [] };
	for (const fact of touched.conclusions) regain(fact, touched);
	const proofs = weighed(touched, proving);
	for (const { told, triple } of touched.gone.values()) withdraw(told, triple, change);
	for (const fact of proofs.keys()) draw(fact, change, naming);
	// Only when all have their ids can proofs name their premises.
	for (const [fact, ways] of proofs) tellProofs(fact, ways, { change, naming });
	return change;
}

function regain(fact: Fact, { gone }: Touched): void {
	if (fact.told !== undefined || !fact.isHeld) return;
	const key = conclusionKey(fact.cell, fact);
	const before = gone.get(key);
	if (before === undefined) return;
	fact.told = before.told;
	gone.delete(key);
}

/** The proofs of all touched conclusions, and of those that depend on a confidence or a precision that changed with them. */
function weighed(touched: Touched, proving: Proving): ReadonlyMap<Fact, readonly Way[]> {
	const found = new Map<Fact, readonly Way[]>();
	const open = new Layers<Fact>();
	for (const fact of touched.conclusions) open.put(fact.rank, fact);
	for (let fact = open.take(); fact !== undefined; fact = open.take()) {
		if (!fact.isHeld) continue;
		const proofs = found.get(fact) ?? proofsOf(fact, proving);
		found.set(fact, proofs);
		if (weigh(fact, proofs)) for (const next of restingOn(fact, proving)) open.put(next.rank, next);
	}
	return found;
}

/** The conclusions drawn from a fact in one step. */
function* restingOn(fact: Fact, { inferences, book }: Proving): Generator<Fact> {
	for (const inference of inferences.from(fact, HELD)) {
		const conclusion = inferences.cell(inference)?.conclusion(inference);
		if (conclusion?.isHeld) yield conclusion;
	}
	if (!book.reads(fact.cell.relation)) return;
	for (const application of book.around(fact.cell, inferences.lookup))
		for (const { triple, span } of inferences.given.conclusionsOf(application)) {
			const conclusion = inferences.cell(triple)?.conclusion(span);
			if (conclusion?.isHeld) yield conclusion;
		}
}

/** Gives a conclusion the confidence and the precisions that its proofs give it. Answers whether they are others than before. */
function weigh(fact: Fact, proofs: readonly Way[]): boolean {
	const confidence = Math.max(...proofs.map(confidenceOf));
	const { start, end } = boundsOf(fact, proofs);
	const isSame =
		confidence === fact.confidence && isSameBound(start, fact.start) && isSameBound(end, fact.end);
	fact.confidence = confidence;
	fact.start = start;
	fact.end = end;
	return !isSame;
}

/** Whether two ends are the same moment, stated as finely. */
export function isSameBound(a: Bound | undefined, b: Bound | undefined): boolean {
	return a?.at === b?.at && a?.precision === b?.precision;
}

function withdraw(told: Told, triple: Triple, change: Change): void {
	change.withdrawn.push(conclusionOf(triple, told));
	for (const proof of told.proofs) change.proofsEnded.push({ ...proof, of: told.id });
}

/** A conclusion that was not told yet, or had bounds of other precision: that is another one (see README). */
function draw(fact: Fact, change: Change, naming: Naming): void {
	const { told } = fact;
	if (told !== undefined) {
		if (isSameBound(told.from, fact.start) && isSameBound(told.to, fact.end)) return;
		withdraw(told, fact.cell, change);
	}
	const bounds = { from: fact.start, to: fact.end };
	const id = naming.conclusion({ ...tripleOf(fact.cell), ...bounds });
	fact.told = { id, ...bounds, proofs: [] };
	change.drawn.push(conclusionOf(fact.cell, fact.told));
}

function conclusionOf(triple: Triple, { id, from, to }: Told): Conclusion {
	return { id, ...tripleOf(triple), from, to };
}

function tripleOf({ relation, subject, object }: Triple): Triple {
	return { relation, subject, object };
}

function tellProofs(
	fact: Fact,
	ways: readonly Way[],
	{ change, naming }: { readonly change: Change; readonly naming: Naming },
): void {
	const { told } = fact;
	if (told === undefined) throw new TypeError("a conclusion has to be told before its proofs");
	const of = told.id;
	const before = new Map(told.proofs.map((proof) => [proofKey(proof), proof]));
	const now = new Map<string, Proof>();
	for (const way of ways) {
		const drawn = { of, ...drawnBy(way) };
		const key = proofKey(drawn);
		const known = before.get(key);
		const proof = known ?? { ...drawn, id: naming.proof(drawn) };
		now.set(key, proof);
		if (known === undefined) change.proofsBegun.push({ ...proof, of });
	}
	for (const [key, proof] of before) if (!now.has(key)) change.proofsEnded.push({ ...proof, of });
	fact.told = { ...told, proofs: [...now.values()] };
}

function drawnBy(way: Way): Omit<Proof, "id"> {
	const { rule, premises } = way;
	return { rule, premises: premises.map(({ id }) => id), confidence: confidenceOf(way) };
}
