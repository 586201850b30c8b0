import { resolutionsOf } from "../findings/decisions.ts";
import { type Finding, familyOf, foundAt, idOf, kindOf } from "../findings/list.ts";
import type { ConflictState } from "../ledger/conflicts.ts";
import type { FactDetails } from "../ledger/fact-details.ts";
import { type Fact, factsById, seenFrom } from "../ledger/facts.ts";
import type { FindingState } from "../ledger/finding-table.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import type { Violation, ViolationState } from "../ledger/violations.ts";
import { detailsFor } from "../mcp/present/entity-list.ts";
import { datesJson, predicateShown } from "../mcp/present/fact-json.ts";
import { instantJson } from "../mcp/present/moment.ts";
import type { Scene } from "../mcp/present/subject.ts";
import { valueJson } from "../mcp/present/value-json.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { type Instant, instantText } from "../time/instant.ts";
import type { Json } from "./operation.ts";

type Claimed = (fact: string) => Json | null;

/** Findings as they stood at the record instant of the scene, the rows they name resolved to those that stood for them then. */
export async function findingsJson(found: readonly Finding[], scene: Scene): Promise<readonly Json[]> {
	const claim = await claimsOf(found.flatMap(factsNamed), scene);
	return found.map((finding) => {
		const { note, closed_at, decided_by, ...stands } = stateJson(finding.state, scene.asOf);
		return {
			id: idOf(finding),
			family: familyOf(finding),
			kind: kindOf(finding),
			reason: finding.conflict === undefined ? null : finding.state.reason,
			...stands,
			decided_by,
			resolutions: resolutionsJson(finding),
			detected_at: instantJson(foundAt(finding)),
			closed_at,
			note,
			...(finding.conflict === undefined
				? { ...NO_CONFLICT, ...violationJson(finding.violation, finding.state, { claim, scene }) }
				: {
						...NO_VIOLATION,
						side: finding.conflict.side ?? null,
						old_fact: claim(finding.state.oldFact),
						new_fact: claim(finding.state.newFact),
					}),
		};
	});
}

const NO_CONFLICT = { side: null, old_fact: null, new_fact: null };
const NO_VIOLATION = {
	...{ relation_key: null, criterion: null, occurrences: null },
	...{ statements: [], subjects: [], rule_ids: [] },
};

function factsNamed({ conflict, state }: Finding): readonly string[] {
	if (conflict !== undefined) return [state.oldFact, state.newFact];
	return state.statements.flatMap(({ kind, id }) => (kind === "fact" ? [id] : []));
}

function resolutionsJson({ conflict, violation, state }: Finding): readonly string[] {
	if (conflict === undefined) return resolutionsOf(violation.kind, state);
	if (state.status === "open") return ["closed", "kept_both", "rejected_new"];
	return state.status === "resolved" ? ["reopened"] : [];
}

function violationJson(
	{ relation, subjects, rules, states }: Violation,
	state: ViolationState,
	{ claim, scene: { ontology, asOf } }: { readonly claim: Claimed; readonly scene: Scene },
): Json {
	const key = (iri: string) => (ontology.relations.get(iri) ?? ontology.classes.get(iri))?.key ?? iri;
	// Told while it was open; afterwards it is what was not met then.
	const told = states.findLast(
		({ from, criterion }) => (from === undefined || from <= asOf) && criterion !== undefined,
	);
	return {
		relation_key: relation === undefined ? null : key(relation),
		criterion: told?.criterion ?? null,
		statements: state.statements.map(({ kind, id }) => ({
			kind,
			id,
			fact: kind === "fact" ? claim(id) : null,
		})),
		subjects: subjects.map(key),
		rule_ids: rules,
		occurrences: state.occurrences ?? null,
	};
}

async function claimsOf(named: readonly string[], scene: Scene): Promise<Claimed> {
	const live = await liveRowsOf(named, scene);
	const ids = [...new Set(named.map((fact) => live.get(fact) ?? fact))];
	const facts = new Map((await factsById(ids, scene)).map((fact) => [fact.id, fact]));
	const said = await detailsFor([...facts.values()], scene);
	return (of) => {
		const fact = facts.get(live.get(of) ?? of);
		if (fact === undefined) throw new TypeError(`nothing was read of fact ${of}`);
		return { ...claimJson(fact, said(fact), scene), is_held: live.has(of) };
	};
}

/** Where a finding stood, state by state, as far as that was known at the instant. */
export function historyJson({ conflict, violation }: Finding, { asOf }: Scene): readonly Json[] {
	const states: readonly (ConflictState | ViolationState)[] = conflict?.states ?? violation?.states ?? [];
	return states
		.filter(({ from }) => from === undefined || from <= asOf)
		.map((state) => ({
			...stateJson(state, asOf),
			...rowsJson(state),
			recorded_at: instantJson(state.from),
			until: state.to === undefined || state.to > asOf ? null : instantText(state.to),
		}));
}

function rowsJson(state: ConflictState | ViolationState): Json {
	const none = { reason: null, old_fact_id: null, new_fact_id: null };
	if ("statements" in state) return { ...none, statement_ids: state.statements.map(({ id }) => id) };
	const { reason, oldFact, newFact } = state;
	return { reason, old_fact_id: oldFact, new_fact_id: newFact, statement_ids: [oldFact, newFact] };
}

function stateJson({ status, resolution, note, person, from }: FindingState, asOf: Instant) {
	const isClosed = status !== "open" && from !== undefined && from <= asOf;
	return {
		status,
		resolution: resolution ?? null,
		closed_at: isClosed ? instantText(from) : null,
		note: note ?? null,
		decided_by: (person && idOfKind(person, "person")) ?? null,
	};
}

function claimJson(fact: Fact, details: FactDetails, { index, asOf }: Scene) {
	const { other } = seenFrom(fact.subject, fact);
	const value = "value" in fact.object ? fact.object.value : undefined;
	const unit = details.unit ?? fact.relation?.unit;
	const { holds_from: _, holds_to: __, ...dates } = datesJson(fact);
	return {
		id: fact.id,
		subject_id: fact.subject,
		subject_name: index.name(fact.subject, asOf),
		...predicateShown(fact, details.proposedPredicate),
		object_id: other ?? null,
		object_name: other === undefined ? null : index.name(other, asOf),
		object_value: value ? valueJson(value, { unit, relative: details.relative }) : null,
		...dates,
	};
}
