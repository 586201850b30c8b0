import type { Lives, PackedVector, PlacedChunk } from "./asked.ts";
import type { IndexModel } from "./saved.ts";
import type { CoreAnswer, VersionHead, Wanting } from "./search-core.ts";
import type { CoreRequest } from "./searching.ts";

/** What the thread of an index begins with. */
export interface ThreadStart {
	readonly folder: string;
	readonly model: IndexModel | undefined;
}

/** Everything the thread can be asked, with what it answers. */
export interface Calls {
	versions: { readonly asked: null; readonly answer: readonly string[] };
	begin: { readonly asked: VersionHead; readonly answer: null };
	place: { readonly asked: readonly PlacedChunk[]; readonly answer: null };
	finish: { readonly asked: null; readonly answer: null };
	live: { readonly asked: readonly Lives[]; readonly answer: null };
	forget: { readonly asked: string; readonly answer: null };
	wanting: {
		readonly asked: number;
		readonly answer: { readonly epoch: number; readonly passages: readonly Wanting[] };
	};
	settle: {
		readonly asked: {
			readonly epoch: number;
			readonly vectors: readonly (readonly [passage: number, windows: readonly PackedVector[]])[];
		};
		readonly answer: null;
	};
	search: { readonly asked: CoreRequest; readonly answer: CoreAnswer };
	save: { readonly asked: null; readonly answer: null };
}

export type CallName = keyof Calls;

/** One call; `id` comes back with its answer. */
export interface Called {
	readonly id: number;
	readonly call: CallName;
	readonly asked: Calls[CallName]["asked"];
}

/** How much the index holds. */
export interface Sizes {
	readonly passages: number;
	readonly withoutVectors: number;
}

/** From the thread: that it is open, and why from nothing, if there was a file; then an answer to each call. */
export type FromThread =
	| { readonly opened: Sizes; readonly discarded: string | undefined }
	| { readonly id: number; readonly answer: unknown; readonly sizes: Sizes }
	| { readonly id: number; readonly failure: unknown; readonly sizes: Sizes };
