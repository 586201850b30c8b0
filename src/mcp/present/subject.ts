import { UtopiaError } from "../../errors.ts";
import { type EntityIndex, entityIndex } from "../../ledger/entity-index.ts";
import type { FactBasis } from "../../ledger/facts.ts";
import { candidatesFor } from "../../ledger/find-entity.ts";
import { type Ontology, ontologyAt } from "../../ontology/ontology.ts";
import { localName } from "../../ontology/subject-reader.ts";
import { isUuid } from "../arguments.ts";
import type { ToolContext } from "../tool.ts";
import type { Moment } from "./moment.ts";

/** What a read tool stands on: the base at the record instant, with the names and the ontology of then. */
export interface Scene extends FactBasis {
	readonly index: EntityIndex;
	readonly ontology: Ontology;
	readonly moment: Moment;
}

/** An entity as read from an argument, and how it was found. */
export interface Subject {
	readonly id: string;
	readonly name: string;
	readonly resolution: Resolution | undefined;
}

interface Resolution {
	readonly asked: string;
	readonly mergedFrom: string | undefined;
	readonly others: readonly { readonly id: string; readonly name: string }[];
}

const OTHERS = 4;

/** Reads names, merges and ontology once for the whole call. */
export async function sceneOf(
	moment: Moment,
	{ view, signal }: Pick<ToolContext, "view"> & Partial<ToolContext>,
): Promise<Scene> {
	const [index, ontology] = await Promise.all([view.kept(entityIndex), ontologyAt(moment.asOf, view)]);
	return { view, asOf: moment.asOf, merges: index.merges, signal, index, ontology, moment };
}

/**
 * The entity that an id or a name means at the record instant (graph-tools G8, G9). A merged-away id means its survivor.
 * @throws UTOPIA_ENTITY_NOT_FOUND with one text for every cause; `argument` stands in front where a tool has two ends.
 */
export async function subjectOf(asked: string, scene: Scene, argument?: string): Promise<Subject> {
	const { index, merges, asOf, view } = scene;
	if (isUuid(asked)) {
		if (!index.exists(asked, asOf)) throw notFound(scene.moment, argument);
		const id = merges.owner(asked, asOf);
		const mergedFrom = id === asked ? undefined : asked;
		return {
			id,
			name: index.name(id, asOf),
			resolution: mergedFrom === undefined ? undefined : { asked, mergedFrom, others: [] },
		};
	}
	const [best, ...rest] = await candidatesFor(asked, asOf, view);
	if (best === undefined) throw notFound(scene.moment, argument);
	const others = rest.slice(0, OTHERS).map(({ entity, name }) => ({ id: entity, name }));
	return { id: best.entity, name: best.name, resolution: { asked, mergedFrom: undefined, others } };
}

function notFound({ asked }: Moment, argument: string | undefined): UtopiaError {
	const then = asked.as_of === undefined && asked.before === undefined ? "" : " at that record moment";
	const front = argument === undefined ? "No" : `${argument}: no`;
	return new UtopiaError(
		"UTOPIA_ENTITY_NOT_FOUND",
		`${front} entity with that id or name in this knowledge base${then}; find_entities looks names up.`,
	);
}

/** The entity with its type, as every structured result has it. */
export function entityJson(id: string, scene: Scene) {
	const { index, asOf } = scene;
	return { id, name: index.name(id, asOf), ...typeJson(id, scene) };
}

export function typeJson(id: string, { index, ontology, asOf }: Scene) {
	const type = index.type(id, asOf);
	const declared = type === undefined ? undefined : ontology.classes.get(type);
	const key = declared?.key ?? (type && localName(type));
	return { type_key: key ?? null, type_label: declared?.label ?? key ?? null };
}

export function resolutionJson({ id, name, resolution }: Subject) {
	if (resolution === undefined) return null;
	return {
		asked: resolution.asked,
		id,
		name,
		merged_from: resolution.mergedFrom ?? null,
		others: resolution.others,
	};
}

/** First line of a read's text: whom it is about. Second: what a name or a merged-away id was read as, when it was. */
export function subjectLines(subject: Subject, scene: Scene): string[] {
	const { type_label } = typeJson(subject.id, scene);
	const type = type_label === null ? "" : ` (${type_label})`;
	const first = `${subject.name}${type} · ${subject.id} · knowledge base ${scene.view.kb}`;
	const { resolution } = subject;
	if (resolution === undefined) return [first];
	if (resolution.mergedFrom !== undefined) {
		return [first, `${resolution.mergedFrom} stands for it: the two were merged.`];
	}
	const others = resolution.others.map(({ id, name }) => `${name} ${id}`).join(", ");
	return [
		first,
		`"${resolution.asked}" read as this entity${others === "" ? "" : `; others of that name: ${others}`}.`,
	];
}
