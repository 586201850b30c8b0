import { detailsOf, type FactDetails } from "../../ledger/fact-details.ts";
import { type Fact, factsById, factsOf } from "../../ledger/facts.ts";
import { liveRowsOf } from "../../ledger/rewritings.ts";
import { filtered, holding, type Seen, seenFacts } from "../../ledger/selection.ts";
import { instantText } from "../../time/instant.ts";
import type { ToolContext } from "../tool.ts";
import { type ClocksAsked, momentOf } from "./moment.ts";
import { type FiltersAsked, filterOf } from "./shared-input.ts";
import { type Scene, type Subject, sceneOf, subjectOf } from "./subject.ts";

/** What every list about one entity begins with. */
export interface EntityList {
	readonly scene: Scene;
	readonly subject: Subject;
	/** All rows read, names among them. */
	readonly facts: readonly Fact[];
	/** Facts that hold at the moments asked for. */
	readonly all: readonly Seen[];
	/** Of these, the ones that pass the filters. */
	readonly matched: readonly Seen[];
	/** How many items earlier pages showed. */
	readonly skip: number;
}

/** Reads the entity and its facts at the moments asked for and applies the filters. */
export async function entityList(
	entity: string,
	asked: ClocksAsked & FiltersAsked,
	context: ToolContext,
): Promise<EntityList> {
	const moment = await momentOf(asked, context.view.clock, context.cursor);
	const scene = await sceneOf(moment, context);
	const subject = await subjectOf(entity, scene);
	const facts = await factsOf(scene.merges.members(subject.id, moment.asOf), scene);
	const all = holding(await seenFacts(subject.id, facts, scene), moment.at);
	const skip = Number(context.cursor.opened()?.["skip"] ?? 0);
	return { scene, subject, facts, all, matched: filtered(all, filterOf(asked), scene), skip };
}

/** What a line about a fact needs beside the fact: what is said of it, and what the end that the timeline drew is due to. */
export interface Said extends FactDetails {
	readonly drawnByName: string | undefined;
}

/** What is said of each of these facts; asking for another one is our own mistake. */
export async function detailsFor(facts: readonly Fact[], scene: Scene): Promise<(fact: Fact) => Said> {
	const details = await detailsOf(facts, scene.ontology, scene);
	const drawing = [...new Set([...details.values()].flatMap(({ drawnBy }) => drawnBy ?? []))];
	// T17: a row that drew an end and was itself replaced is shown as the row that stands for it.
	const live = await liveRowsOf(drawing, scene);
	const standing = (drawer: string) => live.get(drawer) ?? drawer;
	const drawers = new Map((await factsById(drawing.map(standing), scene)).map((fact) => [fact.id, fact]));
	return (fact) => {
		const found = details.get(fact.id);
		if (found === undefined) throw new TypeError(`nothing was read of fact ${fact.id}`);
		const drawnBy = found.drawnBy === undefined ? undefined : standing(found.drawnBy);
		const drawer = drawnBy === undefined ? undefined : drawers.get(drawnBy);
		return { ...found, drawnBy, drawnByName: drawer && successorName(fact, drawer, scene) };
	};
}

/** Whoever came next: the other value of the same subject, or the other subject of the same value. */
function successorName(fact: Fact, drawer: Fact, { index, asOf }: Scene): string {
	if (drawer.subject !== fact.subject) return index.name(drawer.subject, asOf);
	return "entity" in drawer.object ? index.name(drawer.object.entity, asOf) : drawer.object.value.value;
}

/** The cursor behind what was shown, at the same record instant; `null` when nothing is left. */
export function nextCursor(
	rest: number,
	shown: number,
	{ asOf }: Scene,
	{ cursor }: ToolContext,
): string | null {
	return rest > 0 ? cursor.seal({ as_of: instantText(asOf), skip: shown }) : null;
}
