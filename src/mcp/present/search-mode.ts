import { z } from "zod";
import type { Found } from "../../indexing/shelf.ts";

/** What every answer of a search says of how it came about. */
export const modeOutput = {
	mode: z.enum(["hybrid", "text-only"]).describe("Words and meaning, or words alone."),
	degraded: z.boolean().describe("The answer is worth less than it could be."),
	reason: z
		.enum([
			"model_missing",
			"model_failed",
			"embedder_down",
			"vectors_incomplete",
			"query_not_embeddable",
			"index_pending",
		])
		.nullable()
		.describe("Why; null where all is well."),
};

const SENTENCES = {
	model_missing: "There is no model here, so passages are found by words alone.",
	model_failed: "The model does not load, so passages are found by words alone.",
	embedder_down: "The model is out of order at the moment: this was found by words alone.",
	vectors_incomplete:
		"Not all passages have their vectors yet: what is alike in meaning alone may be missing.",
	query_not_embeddable: "The model does not know these words: this was found by words alone.",
	index_pending: "The index is still being built: passages may be missing; ask again in a moment.",
} as const;

const reasonOf = ({ isPending, reason }: Found) => (isPending ? "index_pending" : reason);

export function modeJson(found: Found) {
	const reason = reasonOf(found);
	return { mode: found.mode, degraded: reason !== undefined, reason: reason ?? null };
}

/** One line where something is lacking. */
export function modeLines(found: Found): readonly string[] {
	const reason = reasonOf(found);
	return reason === undefined ? [] : [SENTENCES[reason]];
}
