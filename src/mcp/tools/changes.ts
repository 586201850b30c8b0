import { z } from "zod";
import type { DescribedChange } from "../../ledger/change-details.ts";
import {
	CHANGE_KINDS,
	type ChangeKind,
	type ChangeWindow,
	changesIn,
	changesOf,
} from "../../ledger/changes.ts";
import { earlier, type Instant, instantText, MICROSECOND } from "../../time/instant.ts";
import { idOrName, someOf, spellingOf, type When, when } from "../arguments.ts";
import { behind, type ChangeJson, changeOutput, changesPage, positionIn } from "../present/change-json.ts";
import { cursorOutput, kbOutput, resolutionOutput } from "../present/fact-json.ts";
import { type Moment, momentOf, readAs } from "../present/moment.ts";
import { rangeText } from "../present/range-text.ts";
import { cursorInput, inOrder, notInOrder } from "../present/shared-input.ts";
import { resolutionJson, type Scene, type Subject, sceneOf, subjectOf } from "../present/subject.ts";
import { valueText } from "../present/value-json.ts";
import type { CursorDoor, Tool, ToolAnswer, ToolContext } from "../tool.ts";

const PAGE = 40;

interface Asked {
	readonly since: When;
	readonly until?: When;
	readonly entity?: string;
	readonly kinds?: readonly ChangeKind[];
}

function lineOf(described: DescribedChange, json: ChangeJson): string {
	if (described.scope === "entity") {
		const object = json.object_id === null ? "" : ` and ${json.object_name} ${json.object_id}`;
		return `- ${json.at} ${json.kind}: ${json.subject_name} ${json.subject_id}${object} · ${json.before_text ?? "nothing"} → ${json.after_text ?? "nothing"}`;
	}
	const { fact, details } = described;
	const object =
		"value" in fact.object
			? valueText(fact.object.value, details.objectSpelled, details.unit ?? fact.relation?.unit)
			: `${json.object_name} ${json.object_id}`;
	const range = rangeText(fact);
	const source = json.document_id === null ? "" : `, from "${json.filename}" ${json.document_id}`;
	const quote = json.quote === null ? "" : `: "${json.quote}"`;
	const replaced = json.supersedes === null ? "" : ` · supersedes ${json.supersedes}`;
	const valid = range === "" ? "" : ` [valid ${range}]`;
	return `- ${json.at} ${json.kind}: fact ${json.fact_id} · ${json.subject_name} ${json.subject_id} ${json.predicate_label ?? "(no word for it)"} ${object}${valid}${source}${quote}${replaced}`;
}

/** Now, which is the first page's now; a window that ends in the past is settled to its end. */
async function momentIn({ until }: Asked, { view, cursor }: ToolContext): Promise<Moment> {
	if (until !== undefined) await view.clock.settled((until.periodEnd - MICROSECOND) as Instant);
	return momentOf({}, view.clock, cursor);
}

/** The window as it is told, the end exclusive. */
function effectiveOf({ since, until }: Asked, { asOf }: Scene) {
	const end = until?.periodEnd ?? ((asOf + MICROSECOND) as Instant);
	return { since: instantText(since.at), until: instantText(end) };
}

/** The window as it is read: what is recorded while it is read is not in it. */
function windowOf({ since, until, kinds }: Asked, { asOf }: Scene, cursor: CursorDoor): ChangeWindow {
	const present = (asOf + MICROSECOND) as Instant;
	return {
		since: since.at,
		until: earlier(until?.periodEnd, present) as Instant,
		kinds: kinds === undefined || kinds.length === 0 ? CHANGE_KINDS : kinds,
		after: positionIn(cursor),
		limit: PAGE + 1,
	};
}

function headText(
	asked: Asked,
	effective: { since: string; until: string },
	subject: Subject | undefined,
	kb: string,
): string {
	const about =
		subject === undefined ? `knowledge base ${kb}` : `${subject.name} ${subject.id} in knowledge base ${kb}`;
	const covered = asked.until?.partial ? ` ("${asked.until.asked}" to its end)` : "";
	return `Changes to ${about}, recorded from ${effective.since}${readAs(asked.since)} until before ${effective.until}${covered}`;
}

async function run(asked: Asked, context: ToolContext): Promise<ToolAnswer> {
	const { view, cursor, signal } = context;
	const scene = await sceneOf(await momentIn(asked, context), context);
	const subject = asked.entity === undefined ? undefined : await subjectOf(asked.entity, scene);
	const effective = effectiveOf(asked, scene);
	const window = windowOf(asked, scene, cursor);
	const found =
		subject === undefined
			? await changesIn(window, view, signal)
			: await changesOf(subject.id, window, scene);
	const { described: page, changes } = await changesPage(found.slice(0, PAGE), scene);
	const more = found.length > PAGE;
	const last = found[PAGE - 1];
	const none = `no recorded changes from ${asked.since.asked} to ${asked.until?.asked ?? "now"}; widen the window or leave out entity and kinds`;
	const text = [
		headText(asked, effective, subject, view.kb),
		page.length === 0 ? none : page.length === 1 ? "1 event" : `${page.length} events, the latest first`,
		...page.map((described, n) => lineOf(described, changes[n] as ChangeJson)),
		...(more ? ["Earlier events exist in the window: pass next_cursor as cursor."] : []),
	];
	return {
		structured: {
			kb_id: view.kb,
			...effective,
			limit: PAGE,
			limit_reached: page.length === PAGE,
			changes,
			resolution: subject === undefined ? null : resolutionJson(subject),
			next_cursor: more && last !== undefined ? cursor.seal(behind(last, scene)) : null,
		},
		lines: text,
	};
}

/** What moved on the record axis (graph-tools 6.8). */
export const changes = {
	name: "changes",
	title: "What the base learned or revised",
	set: "graph",
	scope: "read",
	failure: "The changes could not be read.",
	description:
		"What was recorded, corrected, given up, merged, renamed or retyped in a window of record time, the latest first. Use it when the question names a period in which something became known, not a subject. An event's `at` passed as `before` to other tools shows the state without it.",
	input: z
		.object({
			since: when.describe(
				"Record clock: the first instant of the window; a year, month or day begins with it.",
			),
			until: when.optional().describe("Record clock: the window's last period, to its end. Default: now."),
			entity: idOrName
				.optional()
				.describe("Keep what touches this entity: its id, or one of its names. Default: everything."),
			entity_id: spellingOf("entity"),
			kinds: someOf(CHANGE_KINDS)
				.optional()
				.describe("Keep events of these kinds. Default, and for an empty list: all."),
			...cursorInput,
		})
		.refine(inOrder, notInOrder),
	output: z.object({
		kb_id: kbOutput,
		since: z.string().max(40).describe("Effective start of the window, inclusive."),
		until: z.string().max(40).describe("Effective end of the window, exclusive."),
		limit: z.number().int().min(1).describe("Events on a page."),
		limit_reached: z.boolean().describe("The page is full."),
		changes: z.array(changeOutput).max(PAGE).describe("Events, the latest first."),
		resolution: resolutionOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
