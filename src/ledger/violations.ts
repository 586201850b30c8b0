import type { Projection } from "../access/view.ts";
import type { DefectKind } from "../ontology/defects.ts";
import { baseIri, idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import {
	type FindingRows,
	type FindingState,
	FindingTable,
	hear,
	hearAll,
	one,
	type Said,
} from "./finding-table.ts";

/** What facts can have against axioms (derivation 8). */
export const VIOLATION_KINDS = [
	"self_loop",
	"asymmetry",
	"cycle",
	"functional",
	"inverse_functional",
	"signature",
	"disjoint_types",
	"derived_contradiction",
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** Where drawing conclusions stops or cannot compute (derivation 8, 9). */
export const LIMIT_KINDS = [
	"predicate_capped",
	"rule_capped",
	"contradictions_capped",
	"division_by_zero",
	"unit_mismatch",
	"expression_unreadable",
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** The kinds of findings that facts or conclusions come to; a rule that disagrees with another is a defect. */
export type KeptKind = ViolationKind | LimitKind | "rules_disagree";

/** A row that a finding names. */
export interface Named {
	readonly kind: "fact" | "derived" | "typing";
	readonly id: string;
}

const DECISIONS = ["fact_retracted", "fact_closed", "axiom_relaxed", "accepted"] as const;
/** How a violation was settled; the last one is the engine's alone. */
export type ViolationResolution = (typeof DECISIONS)[number] | "criterion_changed";

/** Where a violation stands, and which rows show it, for its record life. */
export interface ViolationState extends FindingState {
	readonly resolution: ViolationResolution | undefined;
	/** As they were when this was written, in order. */
	readonly statements: readonly Named[];
	/** What is required and not met; told while it is open. */
	readonly criterion: string | undefined;
	/** Of a limit: how many. */
	readonly occurrences: number | undefined;
	/** The row that the decision retracted, or wrote. */
	readonly decidedOn: string | undefined;
}

/** What facts, conclusions or rules have against what is declared. */
export interface Violation {
	/** What kind of thing it is kept as. */
	readonly thing: string;
	readonly id: string;
	/** A defect of the ontology is kept once somebody has decided on it. */
	readonly kind: KeptKind | DefectKind;
	/** IRI of the relation. */
	readonly relation: string | undefined;
	/** Ids of the rules that it is about. */
	readonly rules: readonly string[];
	/** IRIs of the classes and relations that a defect is about. */
	readonly subjects: readonly string[];
	/** Digests of the parts of the base in which it is looked for; none on an imported one. */
	readonly around: readonly string[];
	readonly states: readonly ViolationState[];
}

/** Violations, limits and disagreements of a base with their histories. */
export class Violations {
	readonly table = new FindingTable({ kinds: THINGS, index: utopia.foundAround, read: violationIn });
	readonly #kb: string;

	constructor(kb: string) {
		this.#kb = kb;
	}

	get(id: string): Violation | undefined {
		for (const thing of THINGS) {
			const found = this.table.get(baseIri(this.#kb, thing, id).value);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	/** Those that are looked for in the part of the base of this digest. */
	around(digest: string): readonly Violation[] {
		return this.table.indexed(digest);
	}

	list(): readonly Violation[] {
		return this.table.list();
	}
}

const THINGS = ["violation", "limit", "defect"] as const;

function violationIn(
	{ thing, id, said, states: rows }: FindingRows,
	saidOf: (iri: string) => Said,
): Violation | undefined {
	const kind = one(said, utopia.kind) as Violation["kind"] | undefined;
	if (kind === undefined) return undefined;
	const states = rows.map(({ said: own, ...state }): ViolationState => {
		const path = members(own, saidOf);
		const statements = (own.get(utopia.onStatement.value) ?? []).flatMap(namedIn).sort(byName);
		return {
			...state,
			resolution: state.resolution as ViolationResolution | undefined,
			// Numbered members have the order, and are all that is named.
			statements: path.length === 0 ? statements : path,
			criterion: one(own, utopia.criterion),
			occurrences: numberIn(one(own, utopia.occurrences)),
			decidedOn: idOfKind(one(own, utopia.decidedOn) ?? "", "fact"),
		};
	});
	const resources = (said.get(utopia.onResource.value) ?? []).map(({ value }) => value);
	return {
		...{ thing, id, kind, states },
		subjects: resources.filter((iri) => idOfKind(iri, "rule") === undefined).sort(),
		relation: one(said, utopia.onRelation),
		rules: resources.flatMap((iri) => idOfKind(iri, "rule") ?? []).sort(),
		around: (said.get(utopia.foundAround.value) ?? []).map(({ value }) => value),
	};
}

function members(said: Said, saidOf: (iri: string) => Said): readonly Named[] {
	const found = (said.get(utopia.evidencePath.value) ?? []).map(({ value }) => saidOf(value));
	const place = (member: Said) => Number(one(member, utopia.seq));
	return found
		.sort((a, b) => place(a) - place(b))
		.flatMap((member) => (member.get(utopia.statement.value) ?? []).flatMap(namedIn));
}

function namedIn({ value }: StoredTerm): readonly Named[] {
	const { kind, id } = readBaseIri(value) ?? {};
	return id !== undefined && (kind === "fact" || kind === "derived" || kind === "typing")
		? [{ kind, id }]
		: [];
}

function byName(a: Named, b: Named): number {
	return a.id < b.id ? -1 : 1;
}

function numberIn(text: string | undefined): number | undefined {
	return text === undefined ? undefined : Number(text);
}

export const violations: Projection<Violations> = {
	name: "violations",
	async build(view) {
		const found = new Violations(view.kb);
		await hearAll(found.table, view);
		return found;
	},
	advance: ({ table }, commit) => hear(table, commit),
};
