import { z } from "zod";
import { createEntity, renameEntity, retypeEntity } from "../actions/entities.ts";
import { type MergeWritten, mergeEntities, revertMerge } from "../actions/merges.ts";
import type { Scene } from "../mcp/present/subject.ts";
import { maybe, strict } from "./checked.ts";
import { wholeEntity, wholeEntityOutput } from "./entity-json.ts";
import { ENTITY_READS } from "./entity-reads.ts";
import { uuid } from "./fact-shapes.ts";
import { answering, type Json, type Operation, write } from "./operation.ts";

const text = z.string({ error: "must be a string" });
const merged = z.object({
	merge_id: z.uuid(),
	source_id: z.uuid().describe("The entity that is folded away."),
	target_id: z.uuid().describe("The entity that stands for both."),
});

const mergeJson = ({ merge, source, target }: MergeWritten): Json => ({
	merge_id: merge,
	source_id: source,
	target_id: target,
});
const entityAt = (kept: Json, scene: Scene) => wholeEntity(String(kept["id"]), scene);
const written = ({ entity }: { readonly entity: string }): Json => ({ id: entity });

/** Entities: found, made, renamed, retyped, merged, parted. */
export const ENTITY_OPERATIONS: readonly Operation[] = [
	write({
		method: "POST",
		path: "/entities",
		summary: "Make an entity, also where another is called so already",
		body: strict({
			name: text,
			type: maybe(text.describe("Key or IRI of a class.")),
			id: maybe(uuid.describe("A UUID of your choice.")),
		}),
		status: 201,
		answer: wholeEntityOutput,
		decide: ({ body }, { actor, view }) => answering(createEntity(body, actor, view), written),
		shown: entityAt,
	}),
	...ENTITY_READS,
	write({
		method: "POST",
		path: "/entities/:id/rename",
		of: "entity",
		summary: "Give an entity another name; the old one stays a name that it has",
		body: strict({ name: text }),
		status: 200,
		answer: wholeEntityOutput,
		decide: ({ id, body }, { actor, view }) => answering(renameEntity(id, body, actor, view), written),
		shown: entityAt,
	}),
	write({
		method: "POST",
		path: "/entities/:id/retype",
		of: "entity",
		summary: "Give an entity another class, or none",
		body: strict({ type: text.nullable().describe("Key or IRI of a class; null for none.") }),
		status: 200,
		answer: wholeEntityOutput,
		decide: ({ id, body }, { view }) => answering(retypeEntity(id, body, view), written),
		shown: entityAt,
	}),
	write({
		method: "POST",
		path: "/entities/:id/merge",
		of: "entity",
		summary: "Fold an entity into another, which stands for both",
		body: strict({ into: uuid }),
		status: 200,
		alone: true,
		answer: merged,
		decide: ({ id, body: { into } }, { view }) =>
			answering(mergeEntities(id, into, { survivor: into }, view), mergeJson),
	}),
	write({
		method: "POST",
		path: "/merges/:id/revert",
		of: "merge",
		summary: "Take a merge back; each entity has its own facts again",
		body: strict({}),
		status: 200,
		alone: true,
		answer: merged,
		decide: ({ id }, { view }) => answering(revertMerge(id, view), mergeJson),
	}),
];
