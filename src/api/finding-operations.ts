import { z } from "zod";
import { resolveConflict } from "../actions/resolve-conflict.ts";
import { type Conflict, conflicts } from "../ledger/conflicts.ts";
import { raisedAt, stateAt } from "../ledger/finding-table.ts";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { type Scene, sceneOf } from "../mcp/present/subject.ts";
import { byInstant, instantText } from "../time/instant.ts";
import { unknownThing } from "../writing/refusal.ts";
import { maybe, strict } from "./checked.ts";
import { findingOutput, findingsJson, historyJson, wholeFindingOutput } from "./finding-json.ts";
import { answering, type Json, type Operation, read, write } from "./operation.ts";
import { cursor, pageLimit, pageOutput } from "./paging.ts";

const text = z.string({ error: "must be a string" });
const STATUSES = ["open", "resolved", "withdrawn", "all"] as const;
const status = z
	.enum(STATUSES, { error: `must be one of ${STATUSES.join(", ")}` })
	.default("open")
	.describe("Keep findings that stood so at the record moment. Default: open.");

/** @throws UTOPIA_THING_NOT_FOUND where it was not raised by then. */
async function wholeFinding(id: string, scene: Scene): Promise<Json> {
	const conflict = (await scene.view.kept(conflicts)).get(id);
	const [finding] = conflict === undefined ? [] : await findingsJson([conflict], scene);
	if (conflict === undefined || finding === undefined) throw unknownThing("finding");
	return { ...finding, history: historyJson(conflict, scene) };
}

/** The latest first, then by id. */
function byRaising(a: Conflict, b: Conflict): number {
	return byInstant(raisedAt(b), raisedAt(a)) || (a.id < b.id ? -1 : 1);
}

/** What the base found that a person has to decide. */
export const FINDING_OPERATIONS: readonly Operation[] = [
	read({
		path: "/findings",
		summary: "Findings by where they stand, the latest first",
		query: strict({ status, ...recordInput, limit: pageLimit(50, 500), cursor }),
		answer: z.object({ findings: z.array(findingOutput), total: z.number().int(), ...pageOutput }),
		async read({ query: { status: wanted, limit, ...clocks } }, context) {
			const scene = await sceneOf(await momentOf(clocks, context.view.clock, context.cursor), context);
			const all = (await scene.view.kept(conflicts)).list().filter((conflict) => {
				const state = stateAt(conflict, scene.asOf);
				return state !== undefined && (wanted === "all" || state.status === wanted);
			});
			const skip = Number(context.cursor.opened()?.["skip"] ?? 0);
			const page = all.toSorted(byRaising).slice(skip, skip + limit);
			const place = { as_of: instantText(scene.asOf), skip: skip + limit };
			return {
				findings: await findingsJson(page, scene),
				total: all.length,
				limit,
				limit_reached: page.length === limit,
				next_cursor: all.length > skip + limit ? context.cursor.seal(place) : null,
			};
		},
	}),
	read({
		path: "/findings/:id",
		of: "finding",
		summary: "One finding, the facts it names, and how it was decided",
		query: strict(recordInput),
		answer: wholeFindingOutput,
		async read({ id, query }, context) {
			const moment = await momentOf(query, context.view.clock, context.cursor);
			return wholeFinding(id, await sceneOf(moment, context));
		},
	}),
	write({
		method: "POST",
		path: "/findings/:id/resolve",
		of: "finding",
		summary: "Decide on a finding, or take a decision back",
		body: strict({
			resolution: text.describe("closed, kept_both, rejected_new; reopened takes the last decision back."),
			note: maybe(text.max(10_000).describe("Why.")),
			valid_to: maybe(
				text.describe("Where the old fact ends, for closed. Default: where the new one starts."),
			),
			valid_to_precision: maybe(text),
		}),
		status: 200,
		answer: wholeFindingOutput,
		decide({ id, body }, { actor, view }) {
			const { resolution, note, valid_to: validTo, valid_to_precision: validToPrecision } = body;
			const wish = { resolution, note, validTo, validToPrecision };
			return answering(resolveConflict(id, wish, actor, view), ({ finding }) => ({ id: finding }));
		},
		shown: (kept, scene) => wholeFinding(String(kept["id"]), scene),
	}),
];
