import { type OrderedProof, ruleOfVersion } from "../ledger/proof-order.ts";
import { type Instant, MICROSECOND } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import type { FactRow } from "./fact-rows.ts";
import type { Description } from "./file-table.ts";
import { firstOf, inOrder, orderedProof } from "./first-proofs.ts";
import type { Kind } from "./kinds.ts";
import type { FileRead } from "./read-file.ts";
import type { RecordLife, RecordTimes } from "./record-times.ts";

/** A proof of the file with what it says of its derived fact: terms by property. What it does not say has no place here. */
export interface SayingProof extends OrderedProof {
	readonly says: ReadonlyMap<string, readonly number[]>;
}

interface DerivedInFile {
	readonly file: FileRead;
	readonly kinds: ReadonlyMap<number, Kind | undefined>;
	readonly derived: ReadonlyMap<number, FactRow>;
	readonly times: RecordTimes;
}

interface Premise {
	readonly seq: number;
	readonly term: number;
	readonly statement: string;
}

/**
 * The first proof of each derived fact of a file, of those held at the latest moment of the file; of one that does not stand
 * any more, of those held when it last stood. Without such a proof there is none.
 */
export function firstProofsOf({
	file,
	kinds,
	derived,
	times,
}: DerivedInFile): ReadonlyMap<number, SayingProof> {
	const premises = new Map<number, Premise[]>();
	const proofs = new Map<number, Description[]>();
	for (const [subject, kind] of kinds) {
		if (kind !== "proof" && kind !== "premise") continue;
		const own = file.table.description(subject);
		if (kind === "premise") addPremise(own, file, premises);
		else push(proofs, own.one(file.name(utopia.proofOf)), own);
	}
	const found = new Map<number, SayingProof>();
	for (const [subject, own] of proofs) {
		const row = derived.get(subject);
		if (row === undefined) continue;
		const held = own.filter((proof) => isHeldFor(row, times.of(proof)));
		const first = firstOf(held.map((proof) => sayingProof(proof, premises.get(proof.subject) ?? [], file)));
		if (first !== undefined) found.set(subject, first);
	}
	return found;
}

function isHeldFor({ invalidated }: FactRow, { recorded, invalidated: ended }: RecordLife): boolean {
	if (invalidated === undefined) return ended === undefined;
	return contains({ from: recorded, to: ended }, (invalidated - MICROSECOND) as Instant);
}

function addPremise(premise: Description, file: FileRead, found: Map<number, Premise[]>): void {
	const [seq, term] = [utopia.seq, utopia.statement].map((iri) => premise.one(file.name(iri)));
	if (term === undefined) return;
	const place = seq === undefined ? 0 : Number(file.term(seq).value);
	push(found, premise.one(file.name(utopia.ofProof)), { seq: place, term, statement: file.term(term).value });
}

function push<Item>(lists: Map<number, Item[]>, key: number | undefined, item: Item): void {
	if (key === undefined) return;
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [item]);
	else list.push(item);
}

function sayingProof(proof: Description, premises: readonly Premise[], file: FileRead): SayingProof {
	const one = (iri: { readonly value: string }) => proof.one(file.name(iri));
	const text = (term: number | undefined) => (term === undefined ? undefined : file.term(term).value);
	const [confidence, axiomRule, ruleVersion] = [
		utopia.confidence,
		prov.wasGeneratedBy,
		utopia.ruleVersion,
	].map(one);
	const says = new Map<string, readonly number[]>();
	if (confidence !== undefined) says.set(utopia.confidence.value, [confidence]);
	if (axiomRule !== undefined || ruleVersion !== undefined) {
		const rule = axiomRule ?? file.dictionary.find(ruleOfVersion(text(ruleVersion) ?? ""));
		says.set(prov.wasGeneratedBy.value, rule === undefined ? [] : [rule]);
		says.set(utopia.ruleVersion.value, ruleVersion === undefined ? [] : [ruleVersion]);
	}
	const used = inOrder(premises).map(({ term }) => term);
	if (used.length > 0) says.set(prov.used.value, used);
	const parts = {
		...{ proof: text(proof.subject) ?? "", premises },
		...{ confidence: text(confidence), axiomRule: text(axiomRule), ruleVersion: text(ruleVersion) },
		group: text(one(utopia.conditionGroup)),
	};
	return { ...orderedProof(parts), says };
}
