import { z } from "zod";
import { detailsOf } from "../../ledger/fact-details.ts";
import { pathsBetween as findPaths, type Path, type PathEdge, type PathsFound } from "../../ledger/paths.ts";
import { instantText } from "../../time/instant.ts";
import { idOrName, limitOf } from "../arguments.ts";
import { cappedAt } from "../present/capped.ts";
import {
	cappedOutput,
	clocksOutput,
	cursorOutput,
	datesJson,
	datesOutput,
	entityOutput,
	holdsOutput,
	kbOutput,
	predicateOutput,
	predicateShown,
	resolutionOutput,
} from "../present/fact-json.ts";
import { type ClocksAsked, clocksJson, clocksText, momentOf } from "../present/moment.ts";
import { rangeText } from "../present/range-text.ts";
import { cursorInput, derivedInput, recordInput, worldInput } from "../present/shared-input.ts";
import {
	entityJson,
	resolutionJson,
	type Scene,
	type Subject,
	sceneOf,
	subjectOf,
} from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const PAGE = 10;
const MOST_HOPS = 3;

interface Asked extends ClocksAsked {
	readonly from: string;
	readonly to: string;
	readonly max_hops: number;
	readonly include_derived: boolean;
}

/** The words of predicates nobody accepted, by fact. */
type Words = ReadonlyMap<string, string | undefined>;

function surest(edge: PathEdge) {
	const [fact] = edge.facts;
	if (fact === undefined) throw new TypeError("an edge without facts");
	return fact;
}

function edgeJson(edge: PathEdge, words: Words, scene: Scene) {
	const fact = surest(edge);
	const name = (entity: string) => scene.index.name(entity, scene.asOf);
	return {
		from_id: edge.from,
		from_name: name(edge.from),
		...predicateShown(fact, words.get(fact.id)),
		direction: edge.direction,
		to_id: edge.to,
		to_name: name(edge.to),
		fact_ids: edge.facts.map(({ id }) => id),
		...datesJson(fact),
		confidence: edge.confidence,
		derived: edge.derived,
	};
}

function pathText({ edges }: Path, number: number, words: Words, scene: Scene): string {
	const name = (entity: string) => `${scene.index.name(entity, scene.asOf)} ${entity}`;
	const steps = edges.map((edge) => {
		const fact = surest(edge);
		const label = predicateShown(fact, words.get(fact.id)).predicate_label ?? "(no word for it)";
		const others = edge.facts.length === 1 ? "" : ` and ${edge.facts.length - 1} more`;
		const range = `${rangeText(fact)}${others}`.trim();
		const said = `${label}${range === "" ? "" : ` (${range})`}`;
		const arrow = edge.direction === "out" ? `—${said}→` : `←${said}—`;
		return ` ${arrow} ${name(edge.to)} [${edge.derived ? "derived" : "fact"} ${edge.facts.map(({ id }) => id).join(", ")}]`;
	});
	return `${number}. ${name(edges[0]?.from ?? "")}${steps.join("")}`;
}

function headline({ paths, hubsSkipped, truncated }: PathsFound, asked: Asked, same: boolean): string {
	if (same) return "Both ends read as one entity, so there is no path between them.";
	const skipped = hubsSkipped
		? " Three-step paths were not sought through entities with more than 150 links."
		: "";
	const cut = truncated ? " The search ended at its bound: more may exist." : "";
	if (paths.length > 0) return `Paths of at most ${asked.max_hops} hops, shortest first.${skipped}${cut}`;
	return `No path of at most ${asked.max_hops} hops at these moments.${skipped}${cut} neighbors shows what is next to either end.`;
}

function endText(label: string, subject: Subject): string {
	const others = subject.resolution?.others ?? [];
	const merged = subject.resolution?.mergedFrom;
	const also =
		others.length === 0
			? ""
			: ` (others of that name: ${others.map(({ id, name }) => `${name} ${id}`).join(", ")})`;
	return `${label} ${subject.name} ${subject.id}${merged === undefined ? "" : `, which ${merged} was merged into`}${also}`;
}

async function run(asked: Asked, context: ToolContext): Promise<ToolAnswer> {
	const moment = await momentOf(asked, context.view.clock, context.cursor);
	const scene = await sceneOf(moment, context);
	const from = await subjectOf(asked.from, scene, "from");
	const to = await subjectOf(asked.to, scene, "to");
	const same = from.id === to.id;
	const skip = Number(context.cursor.opened()?.["skip"] ?? 0);
	const found: PathsFound = same
		? { paths: [], more: false, hubsSkipped: false, truncated: false }
		: await findPaths(
				{
					...{ from: from.id, to: to.id, maxHops: asked.max_hops, at: moment.at },
					...{ includeDerived: asked.include_derived, skip, limit: PAGE },
				},
				scene,
			);
	const words = await wordsOf(found.paths, scene);
	const text = [
		`${endText("From", from)}; ${endText("to", to)}; knowledge base ${context.view.kb}`,
		clocksText(moment),
		headline(found, asked, same),
		...found.paths.map((path, n) => pathText(path, skip + n + 1, words, scene)),
		...(found.more ? ["More paths exist: pass next_cursor as cursor."] : []),
	];
	return {
		structured: {
			kb_id: context.view.kb,
			from: entityJson(from.id, scene),
			to: entityJson(to.id, scene),
			max_hops: asked.max_hops,
			...clocksJson(moment),
			limit: PAGE,
			limit_reached: found.paths.length === PAGE,
			hubs_skipped: found.hubsSkipped,
			search_truncated: found.truncated,
			paths: found.paths.map((path) => ({
				hops: path.edges.length,
				mean_confidence: path.meanConfidence,
				edges: path.edges.map((edge) => edgeJson(edge, words, scene)),
			})),
			resolution: { from: resolutionJson(from), to: resolutionJson(to) },
			capped: await cappedAt(scene),
			next_cursor: found.more
				? context.cursor.seal({ as_of: instantText(moment.asOf), skip: skip + PAGE })
				: null,
		},
		lines: text,
	};
}

async function wordsOf(paths: readonly Path[], scene: Scene): Promise<Words> {
	const wordless = paths
		.flatMap(({ edges }) => edges.map(surest))
		.filter(({ predicate }) => predicate === undefined);
	const details = await detailsOf(wordless, scene.ontology, scene);
	return new Map([...details].map(([id, { proposedPredicate }]) => [id, proposedPredicate]));
}

/** How two entities hang together (graph-tools 6.7). */
export const pathsBetween = {
	name: "paths_between",
	title: "Paths between two entities",
	set: "graph",
	scope: "read",
	failure: "The paths could not be read.",
	description:
		"The chains of facts that join two entities, up to three hops, shortest first. With `at` every link must hold at that moment; with `as_of` the chains are those the base held then.",
	input: z.object({
		from: idOrName.describe("One end: an entity's id, or one of its names."),
		to: idOrName.describe("The other end: an entity's id, or one of its names."),
		max_hops: limitOf(MOST_HOPS, MOST_HOPS).describe("Facts in a chain at most, 1 to 3. Default: 3."),
		...worldInput,
		...recordInput,
		...derivedInput,
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		from: entityOutput.describe("One end."),
		to: entityOutput.describe("The other end."),
		max_hops: z.number().int().min(1).max(MOST_HOPS).describe("Effective bound on hops."),
		...clocksOutput,
		limit: z.number().int().min(1).describe("Paths on a page."),
		limit_reached: z.boolean().describe("The page is full."),
		hubs_skipped: z.boolean().describe("An entity with very many links was not walked through."),
		search_truncated: z.boolean().describe("The search ended at its bound, not at its end."),
		paths: z
			.array(
				z.object({
					hops: z.number().int().min(1).max(MOST_HOPS).describe("Facts in the chain."),
					mean_confidence: z.number().min(0).max(1).describe("Mean confidence of its links."),
					edges: z
						.array(
							z.object({
								from_id: z.string().max(64).describe("Where the link starts."),
								from_name: z.string().describe("Its name."),
								...predicateOutput,
								direction: z.enum(["out", "in"]).describe("out: walked from subject to object."),
								to_id: z.string().max(64).describe("Where it leads."),
								to_name: z.string().describe("Its name."),
								fact_ids: z
									.array(z.string().max(64))
									.max(100_000)
									.describe(
										"The facts that make the link, or the derived facts where it is a conclusion; the surest first; the dates are those of the first.",
									),
								...datesOutput,
								...holdsOutput,
								confidence: z.number().min(0).max(1).describe("The highest confidence of these facts."),
								derived: z.boolean().describe("Whether it is a conclusion."),
							}),
						)
						.max(MOST_HOPS)
						.describe("The links in order."),
				}),
			)
			.max(PAGE)
			.describe("Paths, best first."),
		resolution: z
			.object({ from: resolutionOutput, to: resolutionOutput })
			.describe("How the two arguments were read."),
		capped: cappedOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
