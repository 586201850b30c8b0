import { z } from "zod";
import { factLives } from "../ledger/fact-lives.ts";
import { entityOutput } from "../mcp/present/fact-json.ts";
import { instantJson } from "../mcp/present/moment.ts";
import { entityJson, type Scene } from "../mcp/present/subject.ts";
import { unknownThing } from "../writing/refusal.ts";
import type { Json } from "./operation.ts";

/**
 * An entity with all its names and what is merged into it, as the base holds it at the moment of the scene. An id that is
 * merged away means its survivor.
 * @throws UTOPIA_THING_NOT_FOUND where the base knew of no such entity then.
 */
export async function wholeEntity(id: string, scene: Scene): Promise<Json> {
	const { index, merges, asOf, view } = scene;
	if (!index.exists(id, asOf)) throw unknownThing("entity");
	const owner = merges.owner(id, asOf);
	const members = merges.members(owner, asOf);
	const lives = await view.kept(factLives);
	const names = members.flatMap((member) => index.names(member, asOf));
	return {
		...entityJson(owner, scene),
		disambiguator: index.disambiguator(owner) ?? null,
		fact_count: lives.count(members, asOf),
		recorded_at: instantJson(index.createdAt(owner)),
		merged_from: owner === id ? null : id,
		names: names.map(({ entity, text, canonical, fact, from }) => ({
			fact_id: fact ?? null,
			name: text,
			canonical: canonical && entity === owner,
			recorded_at: instantJson(from),
		})),
		merged: merges.into(owner, asOf).map((merge) => ({
			merge_id: merge.id,
			entity_id: merge.source,
			name: index.name(merge.source, asOf),
			into: merge.target,
			recorded_at: instantJson(merge.from),
		})),
	};
}

const moment = z.string().nullable().describe("An instant in UTC; null when it was always so.");

/** The shape of {@link wholeEntity}. */
export const wholeEntityOutput = entityOutput.extend({
	disambiguator: z.string().nullable().describe("What tells it from others of its name."),
	fact_count: z.number().int().min(0).describe("Facts it stands in, names not counted."),
	recorded_at: moment,
	merged_from: z.string().nullable().describe("The id asked for, when it was merged into this entity."),
	names: z.array(
		z.object({
			fact_id: z.string().nullable().describe("The fact that carries it."),
			name: z.string(),
			canonical: z.boolean().describe("The entity is called so."),
			recorded_at: moment,
		}),
	),
	merged: z
		.array(
			z.object({
				merge_id: z.string().describe("What reverts it."),
				entity_id: z.string(),
				name: z.string(),
				into: z.string(),
				recorded_at: moment,
			}),
		)
		.describe("Merges in effect that it stands for."),
});
