import type { Fact, Told } from "./facts.ts";
import type { Inference } from "./inferences.ts";
import type { ClosureChange, Conclusion, Naming, Proof, Triple } from "./premise.ts";
import { proofKey } from "./premise.ts";
import { confidenceOf, type Proving } from "./proofs.ts";
import { conclusionKey, type Touched } from "./touched.ts";
import { isSameBound, Weighing } from "./weigh.ts";

type Lists = Omit<ClosureChange, "capped" | "contradictions">;
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
	for (const [fact, inferences] of proofs) tellProofs(fact, inferences, { change, naming });
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

const NONE: ReadonlyMap<string, Proof> = new Map();

/** Says which proofs of a conclusion are others than those told last. */
function tellProofs(
	fact: Fact,
	inferences: readonly Inference[],
	{ change, naming }: { readonly change: Change; readonly naming: Naming },
): void {
	const { told } = fact;
	if (told === undefined) throw new TypeError("a conclusion has to be told before its proofs");
	const of = told.id;
	const known = told.proofs.length === 0 ? NONE : new Map(told.proofs.map((proof) => [proofKey(proof), proof]));
	const before = new Map(known);
	const proofs = inferences.map((inference) => {
		const { rule, first, second } = inference;
		const premises = second === undefined ? [first.id] : [first.id, second.id];
		const drawn = { of, rule, premises, confidence: confidenceOf(inference) };
		const key = known.size === 0 ? undefined : proofKey(drawn);
		const same = key === undefined ? undefined : known.get(key);
		if (same !== undefined) {
			before.delete(key as string);
			return same;
		}
		const proof = { id: naming.proof(drawn), ...drawn };
		change.proofsBegun.push(proof);
		return proof;
	});
	for (const proof of before.values()) change.proofsEnded.push({ ...proof, of });
	told.proofs = proofs;
}
