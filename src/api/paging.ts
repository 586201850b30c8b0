import { z } from "zod";
import { cursorText } from "../mcp/arguments.ts";
import { cursorOutput } from "../mcp/present/fact-json.ts";
import type { ToolContext } from "../mcp/tool.ts";
import { type Instant, instantText } from "../time/instant.ts";

/** A page's length in an address; above `most` it is read as `most`. */
export function pageLimit(standing: number, most: number) {
	const error = `must be a whole number of at least 1 (more than ${most} is read as ${most})`;
	return z
		.string({ error })
		.regex(/^[1-9]\d{0,8}$/, { error })
		.default(String(standing))
		.transform((text) => Math.min(Number(text), most));
}

/** Where the page before ended. */
export const cursor = cursorText
	.optional()
	.describe("next_cursor of the page before. Default: the first page.");
/** What every page says of itself. */
export const pageOutput = {
	limit: z.number().int().min(1).describe("The longest the page may be."),
	limit_reached: z.boolean().describe("The page is full."),
	next_cursor: cursorOutput,
};

/** The page of a list that is there as a whole at `asOf`, and what the page says of itself. */
export function pageOf<Item>(
	all: readonly Item[],
	{ limit, asOf }: { readonly limit: number; readonly asOf: Instant },
	cursor: ToolContext["cursor"],
) {
	const skip = Number(cursor.opened()?.["skip"] ?? 0);
	const page = all.slice(skip, skip + limit);
	const place = { as_of: instantText(asOf), skip: skip + limit };
	const hasMore = all.length > skip + limit;
	const said = {
		limit,
		limit_reached: page.length === limit,
		next_cursor: hasMore ? cursor.seal(place) : null,
	};
	return { page, said };
}
