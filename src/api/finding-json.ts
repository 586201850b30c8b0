import { z } from "zod";
import type { Conflict, ConflictState } from "../ledger/conflicts.ts";
import type { FactDetails } from "../ledger/fact-details.ts";
import { type Fact, factsById, seenFrom } from "../ledger/facts.ts";
import { raisedAt, stateAt } from "../ledger/finding-table.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import { detailsFor } from "../mcp/present/entity-list.ts";
import { datesJson, datesOutput, predicateShown } from "../mcp/present/fact-json.ts";
import { instantJson } from "../mcp/present/moment.ts";
import type { Scene } from "../mcp/present/subject.ts";
import { valueJson } from "../mcp/present/value-json.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { type Instant, instantText } from "../time/instant.ts";
import type { Json } from "./operation.ts";

/** Conflicts as they stood at the record instant of the scene, the rows they name resolved to those that stood for them then. */
export async function findingsJson(found: readonly Conflict[], scene: Scene): Promise<readonly Json[]> {
	const { asOf } = scene;
	const named = found.flatMap((conflict) => {
		const state = stateAt(conflict, asOf);
		return state === undefined ? [] : [state.oldFact, state.newFact];
	});
	const live = await liveRowsOf(named, scene);
	const ids = [...new Set(named.map((fact) => live.get(fact) ?? fact))];
	const facts = new Map((await factsById(ids, scene)).map((fact) => [fact.id, fact]));
	const said = await detailsFor([...facts.values()], scene);
	const rowJson = (named: string): Json => {
		const fact = facts.get(live.get(named) ?? named);
		if (fact === undefined) throw new TypeError(`nothing was read of fact ${named}`);
		return { ...claimJson(fact, said(fact), scene), is_held: live.has(named) };
	};
	return found.flatMap((conflict) => {
		const state = stateAt(conflict, asOf);
		if (state === undefined) return [];
		const { note, closed_at, ...stands } = stateJson(state, asOf);
		return [
			{
				id: conflict.id,
				kind: "conflict",
				...stands,
				detected_at: instantJson(raisedAt(conflict)),
				closed_at,
				note,
				side: conflict.side ?? null,
				old_fact: rowJson(state.oldFact),
				new_fact: rowJson(state.newFact),
			},
		];
	});
}

/** Where a conflict stood, state by state, as far as that was known at the instant. */
export function historyJson({ states }: Conflict, { asOf }: Scene): readonly Json[] {
	return states
		.filter(({ from }) => from === undefined || from <= asOf)
		.map((state) => ({
			...stateJson(state, asOf),
			old_fact_id: state.oldFact,
			new_fact_id: state.newFact,
			recorded_at: instantJson(state.from),
			until: state.to === undefined || state.to > asOf ? null : instantText(state.to),
		}));
}

function stateJson({ reason, status, resolution, note, person, from }: ConflictState, asOf: Instant) {
	const isClosed = status !== "open" && from !== undefined && from <= asOf;
	return {
		reason,
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

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);

const claimOutput = z.object({
	id: z.string().describe("The row that stands for the fact at that record moment."),
	subject_id: z.string(),
	subject_name: z.string(),
	predicate_key: word("Key of the relation"),
	predicate_label: word("Its label"),
	inferred: z.boolean(),
	object_id: word("The entity at the other end"),
	object_name: word("Its name"),
	object_value: z.record(z.string(), z.unknown()).nullable(),
	...datesOutput,
	is_held: z.boolean().describe("Whether any row stands for it."),
});
const stateOutput = {
	reason: z
		.string()
		.describe("no_time, simultaneous, described_evidence, or low_confidence on imported ones."),
	status: z.string().describe("open, resolved or withdrawn."),
	resolution: word("closed, kept_both or rejected_new"),
	closed_at: word("Since when it is not open, as an instant in UTC"),
	note: word("What the person wrote who decided"),
	decided_by: word("That person's id"),
};

/** A finding in a list. */
export const findingOutput = z.object({
	id: z.string(),
	kind: z.string().describe("conflict; this version finds no other kind."),
	...stateOutput,
	detected_at: word("When it was first found, as an instant in UTC"),
	side: word("Which end may have one value only: subject or object"),
	old_fact: claimOutput.describe("The fact that was there first."),
	new_fact: claimOutput.describe("The fact that came second."),
});

/** A finding with everything that became of it. */
export const wholeFindingOutput = findingOutput.extend({
	history: z
		.array(
			z.object({
				...stateOutput,
				old_fact_id: z.string().describe("The row named when this was written."),
				new_fact_id: z.string(),
				recorded_at: word("Since when it stood so, as an instant in UTC"),
				until: word("Until when, exclusive"),
			}),
		)
		.describe("Where it stood, the earliest first."),
});
