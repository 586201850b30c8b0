import { z } from "zod";
import type { Candidate } from "../../ledger/find-entity.ts";
import { entityOutput } from "./fact-json.ts";
import { entityJson, type Scene } from "./subject.ts";

/** An entity that a name may mean. */
export function candidateJson({ entity, matchedName, disambiguator, factCount }: Candidate, scene: Scene) {
	return {
		...entityJson(entity, scene),
		disambiguator: disambiguator ?? null,
		fact_count: factCount,
		matched_name: matchedName,
	};
}

/** One entry of `entities[]`. */
export const candidateOutput = entityOutput.extend({
	disambiguator: z
		.string()
		.nullable()
		.describe("What tells it from others of its name; null when nothing does."),
	fact_count: z.number().int().min(0).describe("Facts it stands in, names not counted."),
	matched_name: z.string().describe("The name that matched."),
});
