import type { PatchChunk } from "../port.ts";

/** Where an engine stands in the history of its base. */
export interface Standing {
	readonly sequence: number;
	readonly hash: string;
}

export interface Lines {
	readonly op: PatchChunk["op"];
	readonly nquads: Uint8Array;
}

/** What an image says of itself, but for what is found while its memory is written. */
export interface ImageHeader extends Standing {
	readonly layout: number;
	readonly engine: string;
	readonly kb: string;
	readonly memoryBytes: number;
	/** The number inside the package's `Store` object: where the store stands in the memory. */
	readonly handle: number;
	readonly tableLength: number;
	/** Entries of the table of JavaScript values that are not empty. */
	readonly table: readonly (readonly [index: number, value: TableValue])[];
}

/** A JavaScript value that another process has as well. */
export type TableValue = null | boolean | string | { readonly global: true };

/** What a worker can be asked, and what it answers. Lines are N-Quads; text results are SPARQL 1.1 TSV. */
export interface EngineCalls {
	query: {
		request: {
			readonly text: string;
			/** `undefined` is every graph of the base. */
			readonly graphs: readonly string[] | undefined;
			readonly form: "select" | "ask";
		};
		answer: string | boolean;
	};
	/** Parses a patch without touching the store; answers why it is none, or `undefined`. */
	check: { request: { readonly remove: string; readonly insert: string }; answer: string | undefined };
	/** One commit in one step; answers the bytes of memory then. A commit the engine already has is passed over. */
	apply: {
		request: Standing & { readonly remove: string; readonly insert: string };
		answer: number;
	};
	/** Checks and takes up a piece; answers why it is none, if so. */
	stage: {
		request: Lines;
		answer: { readonly refusal: string | undefined; readonly memoryBytes: number };
	};
	/** Takes up lines of the log, which are known to be good. */
	replay: { request: Lines; answer: undefined };
	/** Tells lines that will be removed later in a replay from the beginning: until then they need not be inserted. */
	foresee: { request: { readonly nquads: Uint8Array }; answer: undefined };
	/** Says where the engine stands after lines were staged or replayed. */
	stand: { request: Standing; answer: undefined };
	/** Takes up an image; answers where it stands, or why it does not fit. After a refusal the worker is of no more use. */
	restore: { request: { readonly path: string; readonly kb: string }; answer: Standing | string };
	/** Writes an image of the present state to `path`. */
	snapshot: { request: { readonly path: string; readonly kb: string }; answer: undefined };
	/** Copies the present state, for an image to be written while the engine goes on; `undefined` when that would take too much. */
	copy: {
		request: { readonly kb: string };
		answer: { readonly header: ImageHeader; readonly memory: ArrayBuffer } | undefined;
	};
	/** Bytes of the engine's memory. */
	memory: { request: Record<never, never>; answer: number };
	/** Counts the quads, one by one: some hundred milliseconds a million. */
	count: { request: Record<never, never>; answer: number };
}

export type EngineCall = keyof EngineCalls;

export type EngineMessage = {
	[Call in EngineCall]: { readonly call: Call } & EngineCalls[Call]["request"];
}[EngineCall];

/** Answers come in the order of the questions. `fatal` says that the engine cannot be trusted any more. */
export type EngineAnswer =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly fatal: boolean; readonly message: string };
