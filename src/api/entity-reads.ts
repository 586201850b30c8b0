import { z } from "zod";
import { CHANGE_KINDS, changesOf } from "../ledger/changes.ts";
import { candidatesFor, dominant } from "../ledger/find-entity.ts";
import { nameText, when } from "../mcp/arguments.ts";
import { candidateJson, candidateOutput } from "../mcp/present/candidate-json.ts";
import { behind, changeOutput, changesPage, positionIn } from "../mcp/present/change-json.ts";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { sceneOf } from "../mcp/present/subject.ts";
import { earlier, FIRST_INSTANT, type Instant, MICROSECOND } from "../time/instant.ts";
import { strict } from "./checked.ts";
import { wholeEntity, wholeEntityOutput } from "./entity-json.ts";
import { type Operation, read } from "./operation.ts";
import { cursor, pageLimit, pageOf, pageOutput } from "./paging.ts";

const KINDS = `must be some of ${CHANGE_KINDS.join(", ")}, separated by commas`;
const kinds = z
	.string({ error: KINDS })
	.transform((text, context) => {
		const chosen = z.array(z.enum(CHANGE_KINDS)).safeParse(text.split(",").map((word) => word.trim()));
		if (chosen.success) return chosen.data;
		// Of the whole text: a place in the list would be read as a place in the text that was sent.
		context.addIssue({ code: "custom", message: KINDS });
		return z.NEVER;
	})
	.optional()
	.describe("Keep events of these kinds, separated by commas. Default: all.");

/** Questions about entities. */
export const ENTITY_READS: readonly Operation[] = [
	read({
		path: "/entities",
		summary: "Entities by a name or a part of one",
		query: strict({ q: nameText, ...recordInput, limit: pageLimit(20, 200), cursor }),
		answer: z.object({ entities: z.array(candidateOutput), best_id: z.string().nullable(), ...pageOutput }),
		async read({ query: { q, limit, ...clocks } }, context) {
			const scene = await sceneOf(await momentOf(clocks, context.view.clock, context.cursor), context);
			const all = await candidatesFor(q, scene.asOf, context.view);
			const { page, said } = pageOf(all, { limit, asOf: scene.asOf }, context.cursor);
			return {
				entities: page.map((candidate) => candidateJson(candidate, scene)),
				best_id: dominant(all)?.entity ?? null,
				...said,
			};
		},
	}),
	read({
		path: "/entities/:id",
		of: "entity",
		summary: "One entity with its names and what is merged into it",
		query: strict(recordInput),
		answer: wholeEntityOutput,
		async read({ id, query }, context) {
			const moment = await momentOf(query, context.view.clock, context.cursor);
			return wholeEntity(id, await sceneOf(moment, context));
		},
	}),
	read({
		path: "/entities/:id/history",
		of: "entity",
		summary: "What the base learned and revised about an entity, the latest first",
		query: strict({
			since: when.optional().describe("Record clock: the first instant. Default: the beginning."),
			until: when.optional().describe("Record clock: the last period, to its end. Default: now."),
			kinds,
			limit: pageLimit(40, 1_000),
			cursor,
		}),
		answer: z.object({
			entity: wholeEntityOutput,
			changes: z.array(
				changeOutput.extend({
					merge_id: z
						.string()
						.nullable()
						.describe("Of merges and their reverting: what POST /merges/{id}/revert takes."),
				}),
			),
			...pageOutput,
		}),
		async read({ id, query: { since, until, limit, ...narrowed } }, context) {
			const end = until?.periodEnd;
			if (end !== undefined) await context.view.clock.settled((end - MICROSECOND) as Instant);
			const scene = await sceneOf(await momentOf({}, context.view.clock, context.cursor), context);
			const entity = await wholeEntity(id, scene);
			const present = (scene.asOf + MICROSECOND) as Instant;
			const window = {
				since: since?.at ?? FIRST_INSTANT,
				until: earlier(end, present) as Instant,
				kinds: narrowed.kinds ?? CHANGE_KINDS,
				after: positionIn(context.cursor),
				limit: limit + 1,
			};
			const found = await changesOf(String(entity["id"]), window, scene);
			const page = found.slice(0, limit);
			const { changes } = await changesPage(page, scene);
			const last = page.at(-1);
			return {
				entity,
				changes: changes.map((change, n) => ({
					...change,
					merge_id: change.kind === "merged" || change.kind === "reverted" ? (page[n]?.id ?? null) : null,
				})),
				limit,
				limit_reached: page.length === limit,
				next_cursor:
					found.length > limit && last !== undefined ? context.cursor.seal(behind(last, scene)) : null,
			};
		},
	}),
];
