import { z } from "zod";
import { familyOf, findingAt, findingsAt, hasStatus, kindOf } from "../findings/list.ts";
import { resolveFinding } from "../findings/resolve.ts";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { type Scene, sceneOf } from "../mcp/present/subject.ts";
import { unknownThing } from "../writing/refusal.ts";
import { maybe, strict } from "./checked.ts";
import { findingsJson, historyJson } from "./finding-json.ts";
import { findingOutput, wholeFindingOutput } from "./finding-shapes.ts";
import { answering, type Json, type Operation, read, write } from "./operation.ts";
import { cursor, pageLimit, pageOf, pageOutput } from "./paging.ts";

const text = z.string({ error: "must be a string" });
const STATUSES = ["open", "resolved", "withdrawn", "all"] as const;
const status = z
	.enum(STATUSES, { error: `must be one of ${STATUSES.join(", ")}` })
	.default("open")
	.describe("Keep findings that stood so at the record moment. Default: open.");

const kind = z
	.string({ error: "must be a string" })
	.optional()
	.describe(
		"Keep findings of a kind (cycle, signature, ...) or a family: conflict, violation, defect, limit.",
	);

/** @throws UTOPIA_THING_NOT_FOUND where it was not found by then. */
async function wholeFinding(id: string, scene: Scene): Promise<Json> {
	const found = await findingAt(id, scene);
	if (found === undefined) throw unknownThing("finding");
	const [finding] = await findingsJson([found], scene);
	return { ...finding, history: historyJson(found, scene) };
}

/** What the base found that a person has to decide. */
export const FINDING_OPERATIONS: readonly Operation[] = [
	read({
		path: "/findings",
		summary: "Findings by where they stand, the latest first",
		query: strict({ status, kind, ...recordInput, limit: pageLimit(50, 500), cursor }),
		answer: z.object({ findings: z.array(findingOutput), total: z.number().int(), ...pageOutput }),
		async read({ query: { status: wanted, kind: sort, limit, ...clocks } }, context) {
			const scene = await sceneOf(await momentOf(clocks, context.view.clock, context.cursor), context);
			const all = (await findingsAt(scene)).filter(
				(finding) =>
					hasStatus(finding, wanted) &&
					(sort === undefined || sort === kindOf(finding) || sort === familyOf(finding)),
			);
			const { page, said } = pageOf(all, { limit, asOf: scene.asOf }, context.cursor);
			return {
				findings: await findingsJson(page, scene),
				total: all.length,
				...said,
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
			resolution: text.describe(
				"Of a conflict closed, kept_both, rejected_new; of others those that the finding lists; reopened takes the last decision back.",
			),
			note: maybe(text.max(10_000).describe("Why.")),
			valid_to: maybe(
				text.describe(
					"Where the fact ends: for fact_closed, and for closed, where it defaults to the start of the new one.",
				),
			),
			valid_to_precision: maybe(text),
			fact_id: maybe(text.describe("Which fact is retracted or closed, where the finding names several.")),
		}),
		status: 200,
		answer: wholeFindingOutput,
		decide({ id, body }, { actor, view }) {
			const { resolution, note, valid_to: validTo, valid_to_precision: validToPrecision } = body;
			const wish = { resolution, note, validTo, validToPrecision, factId: body.fact_id };
			return answering(resolveFinding(id, wish, actor, view), ({ finding }) => ({ id: finding }));
		},
		shown: (kept, scene) => wholeFinding(String(kept["id"]), scene),
	}),
];
