import type { NamedNode } from "@rdfjs/types";
import { graphsOf, idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { count, decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { tryInstant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { type DerivationRule, type RuleNamed, rulesNamed } from "./derivation-rules.ts";
import type { FactBasis } from "./facts.ts";
import { byProofOrder, type OrderedProof, ruleOfVersion } from "./proof-order.ts";
import type { SaidOfThing } from "./said-in-derivations.ts";

/** A fact or derived fact from which something follows in one step. */
export interface Premise {
	readonly kind: "fact" | "derived";
	readonly id: string;
}

/** One way in which a derived fact follows, as held at the record instant read. */
export interface Proof {
	/** Missing where an imported derived fact says itself how it follows. */
	readonly id: string | undefined;
	readonly rule: DerivationRule;
	/** 0 to 1. */
	readonly confidence: number;
	/** The group of conditions of a business rule, where it is told. */
	readonly group: number | undefined;
	/** The immediate premises in order. */
	readonly premises: readonly Premise[];
}

/** Proofs in their order (derivation Q3), at least one. */
export type Proofs = readonly [Proof, ...Proof[]];

const proofsTemplate = loadTemplate("ledger/proofs-of-derived-facts");
const premisesTemplate = loadTemplate("ledger/premises-of-proofs");
const MOST_ROWS = 10_000_000;

/** What is kept of a proof, read but for what stands elsewhere. */
interface Drawn extends OrderedProof {
	readonly named: RuleNamed;
	readonly said: ReadonlyMap<string, StoredTerm>;
	readonly statements: readonly string[];
}

/**
 * The proofs of each derived fact that are held at `asOf`, by its IRI. Where the first one does not tell its rule, its confidence
 * or its premises, and where there is none, what the derived fact says itself counts: so it comes with a file of the contract alone.
 */
export async function proofsOf(
	derived: readonly NamedNode[],
	saidOf: ReadonlyMap<string, SaidOfThing>,
	basis: FactBasis,
): Promise<ReadonlyMap<string, Proofs>> {
	const drawn = await drawnProofs(derived, basis);
	const named = derived.flatMap(({ value }) => [
		...(drawn.get(value) ?? []).map((proof) => proof.named),
		plainRule(saidOf.get(value)),
	]);
	const ruleOf = await rulesNamed(named, basis);
	return new Map(
		derived.map(({ value }) => {
			const plain = saidOf.get(value);
			const [first, ...rest] = drawn.get(value) ?? [];
			return [
				value,
				[proofFrom(first, plain, ruleOf), ...rest.map((one) => proofFrom(one, undefined, ruleOf))],
			];
		}),
	);
}

function plainRule(said: SaidOfThing | undefined): RuleNamed {
	return {
		rule: said?.value(prov.wasGeneratedBy)?.value,
		version: said?.value(utopia.ruleVersion)?.value,
	};
}

/** `plain` is what the derived fact says itself. */
function proofFrom(
	drawn: Drawn | undefined,
	plain: SaidOfThing | undefined,
	ruleOf: (named: RuleNamed) => DerivationRule,
): Proof {
	const hasRule = drawn?.named.rule !== undefined;
	const own = (property: NamedNode) => drawn?.said.get(property.value)?.value;
	const used = plain?.values(prov.used).map(({ value }) => value) ?? [];
	const premises = drawn !== undefined && drawn.statements.length > 0 ? drawn.statements : used.sort();
	const group = own(utopia.conditionGroup);
	return {
		id: drawn?.id,
		rule: ruleOf(hasRule ? drawn.named : plainRule(plain)),
		confidence: Number(own(utopia.confidence) ?? plain?.value(utopia.confidence)?.value ?? 1),
		group: group === undefined ? undefined : Number(group),
		premises: premises.flatMap((statement) => premiseIn(statement) ?? []),
	};
}

function premiseIn(statement: string): Premise | undefined {
	const parts = readBaseIri(statement);
	return parts?.kind === "fact" || parts?.kind === "derived" ? { kind: parts.kind, id: parts.id } : undefined;
}

/** The proofs held at `asOf` of each derived fact, in their order. */
async function drawnProofs(
	derived: readonly NamedNode[],
	basis: FactBasis,
): Promise<ReadonlyMap<string, readonly Drawn[]>> {
	const { view, asOf, signal } = basis;
	const { derivations } = graphsOf(view.kb);
	const query = proofsTemplate.bind({ derivations, derived }, { limit: MOST_ROWS });
	const said = new Map<string, { readonly of: string; readonly values: Map<string, StoredTerm> }>();
	for (const row of await view.select(query, { signal })) {
		const {
			derived: of,
			proof,
			property,
			value,
		} = decode(row, {
			derived: iri,
			proof: iri,
			property: iri,
			value: term,
		});
		const one = said.get(proof.value) ?? { of: of.value, values: new Map() };
		said.set(proof.value, one);
		one.values.set(property.value, value);
	}
	const held = [...said].filter(([, { values }]) => contains(lifeIn(values), asOf));
	const statements = await premisesOf(
		held.map(([proof]) => namedNode(proof)),
		basis,
	);
	const found = new Map<string, Drawn[]>();
	for (const [proof, { of, values }] of held) {
		const list = found.get(of) ?? [];
		found.set(of, list);
		list.push(drawnFrom(proof, values, statements.get(proof) ?? []));
	}
	for (const list of found.values()) list.sort(byProofOrder);
	return found;
}

function lifeIn(values: ReadonlyMap<string, StoredTerm>) {
	const at = (property: NamedNode) => tryInstant(values.get(property.value)?.value ?? "");
	return { from: at(prov.generatedAtTime), to: at(prov.invalidatedAtTime) };
}

function drawnFrom(
	proof: string,
	said: ReadonlyMap<string, StoredTerm>,
	statements: readonly string[],
): Drawn {
	const one = (property: NamedNode) => said.get(property.value)?.value;
	const version = one(utopia.ruleVersion);
	const rule = one(prov.wasGeneratedBy) ?? (version && ruleOfVersion(version));
	const idOf = (iri: string) => readBaseIri(iri)?.id ?? iri;
	return {
		id: idOfKind(proof, "proof") ?? proof,
		confidence: Number(one(utopia.confidence) ?? 1),
		rule: rule === undefined ? "" : idOf(rule),
		group: Number(one(utopia.conditionGroup) ?? 0),
		premises: statements.map(idOf),
		...{ named: { rule, version }, said, statements },
	};
}

/** The statements that each proof rests on, in order. */
async function premisesOf(
	proofs: readonly NamedNode[],
	{ view, signal }: FactBasis,
): Promise<ReadonlyMap<string, readonly string[]>> {
	if (proofs.length === 0) return new Map();
	const { derivations } = graphsOf(view.kb);
	const found = new Map<string, { readonly seq: number; readonly statement: string }[]>();
	const query = premisesTemplate.bind({ derivations, proofs }, { limit: MOST_ROWS });
	for (const row of await view.select(query, { signal })) {
		const { proof, seq, statement } = decode(row, { proof: iri, seq: count, statement: iri });
		const list = found.get(proof.value) ?? [];
		found.set(proof.value, list);
		list.push({ seq, statement: statement.value });
	}
	return new Map(
		[...found].map(([proof, list]) => [
			proof,
			list.sort((a, b) => a.seq - b.seq).map(({ statement }) => statement),
		]),
	);
}
