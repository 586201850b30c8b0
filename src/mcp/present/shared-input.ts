import { z } from "zod";
import { cursorText, filterText, idOrName, spellingOf, type When, when } from "../arguments.ts";

/** Filters of a list of facts, as checked. */
export interface FiltersAsked {
	readonly predicate?: string | undefined;
	readonly object_type?: string | undefined;
	readonly since?: When | undefined;
	readonly until?: When | undefined;
}

/** The filters as the ledger takes them. */
export function filterOf({ predicate, object_type, since, until }: FiltersAsked) {
	return { predicate, objectType: object_type, since: since?.at, until: until?.at };
}

/** The argument that names the entity of a call, under its two spellings. */
export const entityInput = {
	entity: idOrName.describe("The entity's id, or one of its names."),
	entity_id: spellingOf("entity"),
};

export const filterInput = {
	predicate: filterText
		.optional()
		.describe("Keep facts whose predicate's key or label contains this. Default: all."),
	object_type: filterText
		.optional()
		.describe("Keep facts whose other end has a type containing this. Default: all."),
	since: when
		.optional()
		.describe("World clock: leave out what is stated to have ended before this. Default: no bound."),
	until: when
		.optional()
		.describe("World clock: leave out what is stated to begin after this. Default: no bound."),
};

export const worldInput = {
	at: when
		.optional()
		.describe("World clock: only what was true at this date or moment. Default: every moment."),
};

export const recordInput = {
	as_of: when.optional().describe("Record clock: as the base held it at this date or moment. Default: now."),
	before: when
		.optional()
		.describe("Record clock: as just before this moment; wins over as_of. Default: none."),
};

export const derivedInput = {
	include_derived: z
		.boolean({ error: "must be true or false" })
		.prefault(false)
		.describe("Walk derived facts too, what rules concluded; they are marked. Default: false."),
};

export const cursorInput = {
	cursor: cursorText.optional().describe("next_cursor of the page before. Default: the first page."),
};

/** G11, for `refine` on a tool's input. */
export function inOrder({ since, until }: Pick<FiltersAsked, "since" | "until">): boolean {
	return since === undefined || until === undefined || since.at <= until.at;
}

export const notInOrder = { error: "since must not be after until" };
