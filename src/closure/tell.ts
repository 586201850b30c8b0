import type { Fact, Told } from "./facts.ts";
import type { ClosureChange, Conclusion, Naming, Proof, ProofOf, Triple } from "./premise.ts";
import { proofKey } from "./premise.ts";
import { confidenceOf, type Proving, type Way } from "./proofs.ts";
import { conclusionKey, type Touched } from "./touched.ts";
import { isSameBound, Weighing } from "./weigh.ts";

type Lists = Omit<ClosureChange, "capped" | "contradictions" | "troubles">;
type Change = { -readonly [Key in keyof Lists]: Lists[Key][number][] };

/**
 * What a change has done to conclusions and proofs, and their confidences and precisions brought up to it. A conclusion that
 * stands as it stood keeps its id, also when it was set aside meanwhile (K3).
 */
export function tell(touched: Touched, proving: Proving, naming: Naming): Lists {
	const change: Change = { drawn: [], withdrawn: [], proofsBegun: [], proofsEnded: [] };
	for (const fact of touched.conclusions()) regain(fact, touched);
	const proofs = new Weighing(proving).weighed(touched.conclusions());
	for (const { told, triple } of touched.gone.values()) withdraw(told, triple, change);
	for (const fact of proofs.keys()) draw(fact, change, naming);
	// Only when all have their ids can proofs name their premises.
	for (const [fact, ways] of proofs) tellProofs(fact, ways, { change, naming });
	touched.settle();
	return change;
}

function regain(fact: Fact, { gone }: Touched): void {
	if (fact.told !== undefined || gone.size === 0) return;
	const key = conclusionKey(fact.cell, fact);
	const before = gone.get(key);
	if (before === undefined) return;
	fact.told = before.told;
	gone.delete(key);
}

function withdraw(told: Told, triple: Triple, change: Change): void {
	change.withdrawn.push(conclusionOf(triple, told));
	for (const proof of told.proofs) change.proofsEnded.push({ ...proof, of: told.id });
}

/** A conclusion that was not told yet, or had bounds of other precision: that is another one (see README). */
function draw(fact: Fact, change: Change, naming: Naming): void {
	const { cell, told, start: from, end: to } = fact;
	if (told !== undefined) {
		if (isSameBound(told.from, from) && isSameBound(told.to, to)) return;
		withdraw(told, cell, change);
	}
	const { relation, subject, object } = cell;
	const id = naming.conclusion({ relation, subject, object, from, to });
	fact.told = { id, from, to, proofs: NO_PROOFS };
	change.drawn.push({ id, relation, subject, object, from, to });
}

function conclusionOf({ relation, subject, object }: Triple, { id, from, to }: Told): Conclusion {
	return { id, relation, subject, object, from, to };
}

const NO_PROOFS: readonly Proof[] = [];

/** Says which proofs of a conclusion are others than those told last. */
function tellProofs(
	fact: Fact,
	ways: readonly Way[],
	tells: { readonly change: Change; readonly naming: Naming },
): void {
	const { told } = fact;
	if (told === undefined) throw new TypeError("a conclusion has to be told before its proofs");
	if (told.proofs.length > 0) retellProofs(told, ways, tells);
	else told.proofs = ways.map((way) => begin(told.id, way, tells));
}

function retellProofs(
	told: Told,
	ways: readonly Way[],
	tells: { readonly change: Change; readonly naming: Naming },
): void {
	const ended = new Map(told.proofs.map((proof) => [proofKey(proof), proof]));
	const proofs = ways.map((way) => {
		const key = proofKey(drawnBy(told.id, way));
		const known = ended.get(key);
		ended.delete(key);
		return known ?? begin(told.id, way, tells);
	});
	for (const proof of ended.values()) tells.change.proofsEnded.push({ ...proof, of: told.id });
	told.proofs = proofs;
}

function begin(
	of: string,
	way: Way,
	{ change, naming }: { readonly change: Change; readonly naming: Naming },
): Proof {
	const drawn = drawnBy(of, way);
	const { rule, premises, confidence } = drawn;
	const proof = { id: naming.proof(drawn), rule, premises, confidence, of };
	change.proofsBegun.push(proof);
	return proof;
}

function drawnBy(of: string, way: Way): Omit<ProofOf, "id"> {
	const { rule, premises } = way;
	return { of, rule, premises: premises.map(({ id }) => id), confidence: confidenceOf(way) };
}
