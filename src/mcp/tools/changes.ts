import { z } from "zod";
import {
	type DescribedChange,
	describeChanges,
	type EntityChange,
	type FactChange,
	filenamesOf,
} from "../../ledger/change-details.ts";
import {
	CHANGE_KINDS,
	type ChangeKind,
	type ChangePosition,
	type ChangeWindow,
	changesIn,
	changesOf,
} from "../../ledger/changes.ts";
import type { Evidence } from "../../ledger/evidence.ts";
import { ontologyAt } from "../../ontology/ontology.ts";
import { earlier, type Instant, instant, instantText, MICROSECOND } from "../../time/instant.ts";
import { idOrName, someOf, spellingOf, type When, when } from "../arguments.ts";
import {
	cursorOutput,
	datesJson,
	datesOutput,
	kbOutput,
	predicateShown,
	resolutionOutput,
} from "../present/fact-json.ts";
import { instantJson, type Moment, momentOf, readAs } from "../present/moment.ts";
import { rangeText } from "../present/range-text.ts";
import { cursorInput, inOrder, notInOrder } from "../present/shared-input.ts";
import { resolutionJson, type Scene, type Subject, sceneOf, subjectOf } from "../present/subject.ts";
import { valueJson, valueText } from "../present/value-json.ts";
import type { CursorDoor, Tool, ToolAnswer, ToolContext } from "../tool.ts";

const PAGE = 40;
const QUOTE_LENGTH = 160;

interface Asked {
	readonly since: When;
	readonly until?: When;
	readonly entity?: string;
	readonly kinds?: readonly ChangeKind[];
}

/** The first evidence that can be told: a quote's before a mere document's. */
function sourceOf({ details }: FactChange): Evidence | undefined {
	return details.evidence.find(({ quote }) => quote !== undefined) ?? details.evidence[0];
}

function cut(quote: string | undefined): string | null {
	if (quote === undefined) return null;
	const points = [...quote];
	return points.length > QUOTE_LENGTH ? `${points.slice(0, QUOTE_LENGTH).join("")}…` : quote;
}

interface Named {
	readonly subject_id: string;
	readonly subject_name: string;
	readonly object_id: string | null;
	readonly object_name: string | null;
}

function namedAt({ change, subject, object }: DescribedChange, { index }: Scene): Named {
	return {
		subject_id: subject,
		subject_name: index.name(subject, change.at),
		object_id: object ?? null,
		object_name: object === undefined ? null : index.name(object, change.at),
	};
}

function entityChangeJson(described: EntityChange, scene: Scene) {
	const { change, before, after } = described;
	return {
		fact_id: null,
		at: instantText(change.at),
		kind: change.kind,
		scope: described.scope,
		...namedAt(described, scene),
		predicate_label: null,
		object_value: null,
		confidence: null,
		valid_from: null,
		valid_to: null,
		valid_from_precision: null,
		valid_to_precision: null,
		document_id: null,
		filename: null,
		quote: null,
		quote_origin: null,
		supersedes: null,
		cause: null,
		before_text: before ?? null,
		after_text: after ?? null,
	};
}

async function factChangeJson(described: FactChange, files: ReadonlyMap<string, string>, scene: Scene) {
	const { change, fact, details } = described;
	const { relations } = await ontologyAt(change.at, scene.view);
	const relation = fact.predicate && (relations.get(fact.predicate.value) ?? fact.relation);
	const source = sourceOf(described);
	const { holds_from: _, holds_to: __, ...dates } = datesJson(fact);
	const value = "value" in fact.object ? fact.object.value : undefined;
	return {
		fact_id: fact.id,
		at: instantText(change.at),
		kind: change.kind,
		scope: described.scope,
		...namedAt(described, scene),
		predicate_label: predicateShown({ predicate: fact.predicate, relation }, details.proposedPredicate)
			.predicate_label,
		object_value: value
			? valueJson(value, { unit: details.unit ?? relation?.unit, relative: details.relative })
			: null,
		confidence: details.confidence,
		...dates,
		document_id: source?.document ?? null,
		filename: (source?.document && files.get(source.document)) ?? null,
		quote: cut(source?.quote),
		quote_origin: source?.origin ?? null,
		supersedes: details.supersedes ?? null,
		cause: details.cause ?? null,
		before_text: null,
		after_text: null,
	};
}

async function changeJson(described: DescribedChange, files: ReadonlyMap<string, string>, scene: Scene) {
	return described.scope === "entity"
		? entityChangeJson(described, scene)
		: factChangeJson(described, files, scene);
}

type ChangeJson = Awaited<ReturnType<typeof changeJson>>;

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

function positionIn(cursor: CursorDoor): ChangePosition | undefined {
	const state = cursor.opened();
	if (state === undefined) return undefined;
	return { at: instant(String(state["at"])), affected: String(state["affected"]), id: String(state["id"]) };
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
	const page = await describeChanges(found.slice(0, PAGE), scene);
	const more = found.length > PAGE;
	const documents = page.flatMap((change) =>
		change.scope === "fact" ? (sourceOf(change)?.document ?? []) : [],
	);
	const files = await filenamesOf(documents, scene);
	const changes = await Promise.all(page.map((change) => changeJson(change, files, scene)));
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
			next_cursor:
				more && last !== undefined
					? cursor.seal({
							as_of: instantJson(scene.asOf),
							at: instantText(last.at),
							affected: last.affected,
							id: last.id,
						})
					: null,
		},
		lines: text,
	};
}

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);

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
		changes: z
			.array(
				z.object({
					fact_id: word("The fact it happened to"),
					at: z.string().max(40).describe("When the base recorded it."),
					kind: z.enum(CHANGE_KINDS).describe("What happened."),
					scope: z.enum(["fact", "entity"]).describe("Whether it happened to a fact or to an entity."),
					subject_id: z.string().max(64).describe("The fact's subject, or the entity."),
					subject_name: z.string().describe("Its name then."),
					predicate_label: word("Label of the predicate, or the sources' own word"),
					object_id: word("The entity at the other end; of a merge: the survivor"),
					object_name: word("Its name then"),
					object_value: z
						.record(z.string(), z.unknown())
						.nullable()
						.describe("The value with its unit; null when it is an entity."),
					confidence: z
						.number()
						.min(0)
						.max(1)
						.nullable()
						.describe("How certain the fact is; null for entity events."),
					...datesOutput,
					document_id: word("The document it was read from"),
					filename: word("That document's file name"),
					quote: word("The sentence that says so, cut at 160 characters"),
					before_text: word("Name or type before"),
					after_text: word("Name or type after"),
					cause: word("What brought the row about"),
					supersedes: word("The fact it replaced"),
					quote_origin: word("How the sentence was read: stated, ocr, transcribed or described"),
				}),
			)
			.max(PAGE)
			.describe("Events, the latest first."),
		resolution: resolutionOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
