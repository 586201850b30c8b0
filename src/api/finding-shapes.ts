import { z } from "zod";
import { datesOutput } from "../mcp/present/fact-json.ts";

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
const statusOutput = {
	status: z.string().describe("open, resolved or withdrawn."),
	resolution: word(
		"Of a conflict closed, kept_both or rejected_new; of others fact_retracted, fact_closed, axiom_relaxed, accepted, or criterion_changed by the engine",
	),
	closed_at: word("Since when it is not open, as an instant in UTC"),
	note: word("What the person wrote who decided"),
	decided_by: word("That person's id"),
};

/** A finding in a list. */
export const findingOutput = z.object({
	id: z.string(),
	family: z.string().describe("conflict, violation, defect or limit."),
	kind: z.string().describe("conflict, or which violation, defect or limit, such as cycle."),
	reason: word(
		"Of a conflict: no_time, simultaneous, described_evidence, or low_confidence on imported ones",
	),
	...statusOutput,
	resolutions: z.array(z.string()).describe("What can be said to it as it stands."),
	detected_at: word("When it was first found, as an instant in UTC"),
	side: word("Of a conflict: which end may have one value only, subject or object"),
	old_fact: claimOutput.nullable().describe("Of a conflict: the fact that was there first."),
	new_fact: claimOutput.nullable().describe("Of a conflict: the fact that came second."),
	relation_key: word("The relation whose axiom is not kept, or that is capped"),
	criterion: word("What is required and not met"),
	statements: z
		.array(
			z.object({
				kind: z.string().describe("fact, derived or typing."),
				id: z.string(),
				fact: claimOutput.nullable().describe("The asserted fact, where it is one."),
			}),
		)
		.describe("What shows a violation, in order; of a cycle its edges from the smallest entity on."),
	subjects: z.array(z.string()).describe("Of a defect: keys of the classes and relations."),
	rule_ids: z.array(z.string()),
	occurrences: z.number().int().nullable().describe("Of a limit: how many."),
});

/** A finding with everything that became of it. */
export const wholeFindingOutput = findingOutput.extend({
	history: z
		.array(
			z.object({
				...statusOutput,
				reason: word("Of a conflict: why the two could not be ordered"),
				old_fact_id: word("Of a conflict: the row named when this was written"),
				new_fact_id: word("Of a conflict: the other row"),
				statement_ids: z.array(z.string()).describe("The rows named when this was written."),
				recorded_at: word("Since when it stood so, as an instant in UTC"),
				until: word("Until when, exclusive"),
			}),
		)
		.describe("Where it stood, the earliest first."),
});
