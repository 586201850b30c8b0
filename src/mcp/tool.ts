import type { z } from "zod";
import type { View } from "../access/view.ts";
import type { Shelf } from "../indexing/shelf.ts";
import type { Matching } from "../text/matching.ts";
import type { Instant } from "../time/instant.ts";

/** What a tool may use: the base as this caller may know it, its present among it, and the caller's patience. */
export interface ToolContext {
	readonly view: View;
	readonly signal: AbortSignal;
	/** Pages of a list: sealed against caller, base, tool and all other arguments of this call. */
	readonly cursor: CursorDoor;
}

/** What reading documents takes beside the base. */
export interface DocumentParts {
	/** The findable passages of a base. */
	shelf(kb: string): Promise<Shelf>;
	/** Searches and substitutions in texts. */
	readonly matching: Matching;
}

/** Makes addresses under which the bytes of a version can be had for a while, by this caller (file-tools SU-1). */
export type MintLink = (
	document: string,
	version: number,
) => { readonly url: string; readonly expiresAt: Instant };

/** What a call of a tool may use. */
export interface CallContext extends ToolContext {
	readonly documents: DocumentParts;
	/** Missing where no server hands out bytes, or the caller has no token that a link could be bound to. */
	readonly mintLink: MintLink | undefined;
}

/** Opens and seals the opaque cursors of one call (graph-tools G12). */
export interface CursorDoor {
	/**
	 * The state that `seal` was given, or `undefined` when the call carries no cursor.
	 * @throws UTOPIA_CURSOR_INVALID when it is foreign, changed, expired, or for other arguments.
	 */
	opened(): Readonly<Record<string, unknown>> | undefined;
	seal(state: Readonly<Record<string, unknown>>): string;
}

/**
 * The same items twice, in the same order: as structure, and as a text that is enough on its own. The text is made of lines
 * that are the tool's own: names, values and quotes inside a line cannot end it.
 */
export interface ToolAnswer {
	readonly structured: Readonly<Record<string, unknown>>;
	readonly lines: readonly string[];
}

/** One file in `tools/`. From it come the lists, the calls and the manual's page. */
export interface Tool {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly set: "graph" | "files" | "search";
	readonly scope: "read" | "write";
	/** Its property `cursor`, where it has one, is opened by the caller of `run` and reaches it as `context.cursor`. */
	readonly input: z.ZodObject;
	readonly output: z.ZodObject;
	/** The fixed sentence of an internal failure, such as "The facts could not be read." */
	readonly failure: string;
	run(asked: never, context: CallContext): Promise<ToolAnswer>;
}
