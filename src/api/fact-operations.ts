import { z } from "zod";
import { type Asserted, assertFacts, type BatchAsserted } from "../actions/assert-facts.ts";
import { type ClosingWish, closeFact, correctFact, type Rewritten } from "../actions/correct-fact.ts";
import { retractFact } from "../actions/retract-fact.ts";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { type Scene, sceneOf } from "../mcp/present/subject.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
import { strict } from "./checked.ts";
import { factRow, factRowOutput } from "./fact-row.ts";
import { closing, correction, endsWish, factWish, newFacts, retraction } from "./fact-shapes.ts";
import { answering, type Json, type Operation, read, write } from "./operation.ts";

const MEBIBYTE = 1_048_576;

const violation = z.object({
	end: z.enum(["subject", "object"]),
	found: z.string().describe("Key of the class that the end has."),
	allowed: z.array(z.string()).describe("Keys of the classes of which one would do."),
});
const asserted = z.object({
	facts: z.array(
		z.object({
			id: z.uuid().describe("The row that says it now."),
			outcome: z
				.enum(["recorded", "merged", "superseded"])
				.describe("A new row; evidence added to one that was there; a row in another's place."),
			supersedes: z.uuid().optional(),
			subject_id: z.uuid(),
			object_id: z.uuid().nullable(),
			violations: z
				.array(violation)
				.describe("Ends outside the relation's domain or range; recorded all the same."),
		}),
	),
	created: z.array(z.uuid()).describe("Entities that were not there before."),
	derived: z
		.object({ added: z.number().int(), removed: z.number().int() })
		.describe("How many conclusions came and went with the commit."),
});

function outcomeJson({ row, outcome, replaced, subject, object, violations }: Asserted): Json {
	return {
		id: row,
		outcome,
		...(replaced !== undefined && { supersedes: replaced }),
		subject_id: subject,
		object_id: object ?? null,
		violations,
	};
}

function batchJson({ facts, created }: BatchAsserted, { added, removed }: ConclusionCount): Json {
	return { facts: facts.map(outcomeJson), created, derived: { added, removed } };
}

/** The row as the commit left it: what ends it later is not told, so that the answer is the same whenever it is given. */
async function rowAt({ id, head }: Json, scene: Scene): Promise<Json> {
	const { invalidated_at: end, ...row } = await factRow(String(id), scene);
	return { ...row, invalidated_at: end === head ? end : null };
}

const rewritten = ({ row, replaced }: Rewritten): Json => ({ id: row, supersedes: replaced });

/** Facts: said, read, corrected, closed, taken back. */
export const FACT_OPERATIONS: readonly Operation[] = [
	write({
		method: "POST",
		path: "/facts",
		summary: "Assert facts, all of them in one commit or none",
		body: newFacts,
		bodyLimit: 16 * MEBIBYTE,
		status: 200,
		answer: asserted,
		decide: ({ body }, { actor, view }) =>
			answering(assertFacts(body.facts.map(factWish), actor, view), batchJson),
	}),
	read({
		path: "/facts/:id",
		of: "fact",
		summary: "One fact with everything said of it, and what became of it",
		query: strict(recordInput),
		answer: factRowOutput,
		async read({ id, query }, context) {
			const moment = await momentOf(query, context.view.clock, context.cursor);
			return factRow(id, await sceneOf(moment, context));
		},
	}),
	write({
		method: "POST",
		path: "/facts/:id/correct",
		of: "fact",
		summary: "Correct a fact; a new row takes its place",
		body: correction,
		status: 200,
		answer: factRowOutput,
		decide({ id, body }, { actor, view }) {
			const { valid_from: validFrom, valid_to: validTo, object, value, note } = body;
			const wish = { validFrom, validTo, ...endsWish(body), object, value, note };
			return answering(correctFact(id, wish, actor, view), rewritten);
		},
		shown: rowAt,
	}),
	write({
		method: "POST",
		path: "/facts/:id/close",
		of: "fact",
		summary: "Say when a state ended, or that it ended nobody knows when; a new row takes its place",
		body: closing,
		status: 200,
		answer: factRowOutput,
		decide({ id, body }, { actor, view }) {
			const { valid_to: validTo, valid_to_precision: validToPrecision } = body;
			const end = {
				validTo,
				validToPrecision,
				endedUnknown: body.ended_unknown,
				attestedTo: body.attested_to,
			};
			return answering(closeFact(id, end as ClosingWish, actor, view), rewritten);
		},
		shown: rowAt,
	}),
	write({
		method: "POST",
		path: "/facts/:id/retract",
		of: "fact",
		summary: "Take a fact back: it ends without a successor",
		body: retraction,
		status: 200,
		answer: factRowOutput,
		decide: ({ id }, { view }) => answering(retractFact(id, view), ({ row }) => ({ id: row })),
		shown: rowAt,
	}),
];
