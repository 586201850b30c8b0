import { ruleOfVersion } from "../ledger/proof-order.ts";
import { readTerm } from "../rdf/read-term.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import { type Instant, MICROSECOND } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";
import { type BaseReader, type Claim, type Described, iriIn, objectsOf, spelledIri } from "./base-reader.ts";
import { firstOf, inOrder, orderedProof } from "./first-proofs.ts";
import { isHeld, momentIn } from "./record-cut.ts";

/** What was read of some derived facts beside what they say themselves. */
export interface DerivedBatch {
	readonly claims: ReadonlyMap<string, Claim>;
	readonly proofsOf: ReadonlyMap<string, readonly string[]>;
	readonly proofs: ReadonlyMap<string, Described>;
	readonly premisesOf: ReadonlyMap<string, readonly string[]>;
	readonly premises: ReadonlyMap<string, Described>;
}

/** Reads the claims and all proofs of some derived facts, whenever they were held. */
export async function readDerived(reader: BaseReader, derived: readonly string[]): Promise<DerivedBatch> {
	const graph = reader.graphs.derivations;
	const claims = derived.length === 0 ? new Map() : await reader.claims(derived);
	const proofsOf = await reader.owned(graph, utopia.proofOf, derived);
	const ids = [...proofsOf.values()].flat();
	const proofs = await reader.described(graph, ids);
	const premisesOf = await reader.owned(graph, utopia.ofProof, ids);
	const premises = await reader.described(graph, [...premisesOf.values()].flat());
	return { claims, proofsOf, proofs, premisesOf, premises };
}

/**
 * A derived fact as it is written out: its claim, what it says itself, and what the first of its proofs says that are held at
 * the cut; of one that does not stand any more, of those held when it last stood. `own` is as held at the cut.
 */
export function derivedSaid(
	derived: string,
	own: { readonly said: readonly Said[]; readonly spellings: Described["spellings"] },
	{ batch, cut }: { readonly batch: DerivedBatch; readonly cut: Instant },
): readonly Said[] {
	const claim = batch.claims.get(derived);
	if (claim === undefined) throw new TypeError(`${derived} has no claim`);
	const [ended] = objectsOf(own.said, prov.invalidatedAtTime).flatMap((object) => momentIn(object) ?? []);
	const proven = saidByFirst(derived, batch, ended === undefined ? cut : ((ended - MICROSECOND) as Instant));
	return [
		{ predicate: rdf.subject.value, object: spelledIri(claim.subject) },
		{ predicate: rdf.predicate.value, object: spelledIri(claim.predicate) },
		{ predicate: rdf.object.value, object: own.spellings.ofClaim(claim.object) },
		...own.said.filter(({ predicate }) => !proven.has(predicate)),
		...[...proven].flatMap(([predicate, objects]) => objects.map((object) => ({ predicate, object }))),
	];
}

/** What the first proof held then says of its derived fact, by property; what it does not say has no place here. */
function saidByFirst(
	derived: string,
	batch: DerivedBatch,
	at: Instant,
): ReadonlyMap<string, readonly string[]> {
	const held = (batch.proofsOf.get(derived) ?? []).filter((proof) =>
		isHeld(batch.proofs.get(proof)?.said ?? [], at),
	);
	const first = firstOf(held.map((proof) => sayingProof(proof, batch)));
	return first?.says ?? new Map();
}

function sayingProof(proof: string, { proofs, premises, premisesOf }: DerivedBatch) {
	const said = proofs.get(proof)?.said ?? [];
	const one = (iri: { readonly value: string }) => objectsOf(said, iri)[0];
	const textOf = (object: string | undefined) => (object === undefined ? undefined : readTerm(object).value);
	const [confidence, axiomRule, ruleVersion] = [
		utopia.confidence,
		prov.wasGeneratedBy,
		utopia.ruleVersion,
	].map(one);
	const used = inOrder(
		(premisesOf.get(proof) ?? []).flatMap((premise) => {
			const own = premises.get(premise)?.said ?? [];
			const statement = iriIn(objectsOf(own, utopia.statement)[0] ?? "");
			const seq = Number(textOf(objectsOf(own, utopia.seq)[0]) ?? 0);
			return statement === undefined ? [] : [{ seq, statement }];
		}),
	);
	const says = new Map<string, readonly string[]>();
	if (confidence !== undefined) says.set(utopia.confidence.value, [confidence]);
	if (axiomRule !== undefined || ruleVersion !== undefined) {
		const rule = axiomRule ?? spelledIri(ruleOfVersion(textOf(ruleVersion) ?? ""));
		says.set(prov.wasGeneratedBy.value, [rule]);
		says.set(utopia.ruleVersion.value, ruleVersion === undefined ? [] : [ruleVersion]);
	}
	if (used.length > 0)
		says.set(
			prov.used.value,
			used.map(({ statement }) => spelledIri(statement)),
		);
	const parts = {
		...{ proof, premises: used, group: textOf(one(utopia.conditionGroup)) },
		...{ confidence: textOf(confidence), axiomRule: textOf(axiomRule), ruleVersion: textOf(ruleVersion) },
	};
	return { ...orderedProof(parts), says };
}
