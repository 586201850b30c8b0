import { z } from "zod";
import type { FactDetails, Qualifier } from "../../ledger/fact-details.ts";
import { idOfKind } from "../../rdf/base-iris.ts";
import { spell } from "../../rdf/terms.ts";
import type { Scene } from "./subject.ts";
import { rawJson, valueText } from "./value-json.ts";

/** A qualifier with the entity that stands for the one it points to at the record instant read. */
interface QualifierShown extends Qualifier {
	readonly owner: string | undefined;
}

/** The qualifiers of a fact, each once: those that name entities which are one then are the same. */
function qualifiersShown({ qualifiers }: FactDetails, { merges, asOf }: Scene): readonly QualifierShown[] {
	const found = new Map<string, QualifierShown>();
	for (const qualifier of qualifiers) {
		const entity = idOfKind(qualifier.value.value, "entity");
		const owner = entity === undefined ? undefined : merges.owner(entity, asOf);
		const key = `${qualifier.type.value} ${owner ?? spell(qualifier.value)}`;
		if (!found.has(key)) found.set(key, { ...qualifier, owner });
	}
	return [...found.values()];
}

/** The qualifiers of a fact as `qualifiers[]` (graph-tools 5). */
export function qualifiersJson(details: FactDetails, scene: Scene) {
	return qualifiersShown(details, scene).map(({ type, value, owner }) => {
		const relation = scene.ontology.relations.get(type.value);
		return {
			qualifier_type_id: type.value.startsWith("urn:utopia:kb:") ? (relation?.key ?? type.value) : type.value,
			key: relation?.key ?? type.value,
			label: relation?.label ?? type.value,
			value: value.termType === "Literal" ? rawJson(value) : owner === undefined ? value.value : null,
			entity_id: owner ?? null,
			entity_name: owner === undefined ? null : scene.index.name(owner, scene.asOf),
		};
	});
}

/** The qualifiers of a fact in words, with the ids of entities; empty where it has none. */
export function qualifiersText(details: FactDetails, scene: Scene): string {
	const words = qualifiersShown(details, scene).map(({ type, value, spelled, owner }) => {
		const relation = scene.ontology.relations.get(type.value);
		const shown =
			owner === undefined
				? valueText(value, spelled, relation?.unit)
				: `${scene.index.name(owner, scene.asOf)} ${owner}`;
		return `${relation?.label ?? spell(type)} ${shown}`;
	});
	return words.join("; ");
}

export const qualifierOutput = z.object({
	qualifier_type_id: z.string().max(2_048).describe("The attribute or relation attached to the fact."),
	key: z.string().max(2_048).describe("Its key."),
	label: z.string().max(2_048).describe("Its label."),
	value: z.unknown().describe("The raw value; null when it is an entity."),
	entity_id: z.string().max(64).nullable().describe("The entity it points to; null when there is none."),
	entity_name: z.string().max(512).nullable().describe("That entity's name; null when there is none."),
});
