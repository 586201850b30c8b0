import type { GrepAnswer, GrepPosition, GrepRequest } from "./grep-request.ts";
import type { TextOutline } from "./paged-text.ts";
import type { SubstitutePage, SubstitutePosition, SubstituteRequest } from "./substitute.ts";

// What the main thread and a matching thread say to each other. One job at a time; each has a number, so that what belongs to
// a job given up is told apart.

/** What a matching thread does, by its name: what it is given and what it answers. */
export interface MatchingCalls {
	readonly grep: { readonly request: GrepRequest; readonly at: GrepPosition; readonly answer: GrepAnswer };
	readonly substitute: {
		readonly request: SubstituteRequest;
		readonly at: SubstitutePosition;
		readonly answer: SubstitutePage;
	};
}

/** A call to be made, over that many texts, within that many milliseconds from when the thread takes it up. */
export type Job = {
	[Name in keyof MatchingCalls]: {
		readonly kind: "job";
		readonly number: number;
		readonly call: Name;
		readonly request: MatchingCalls[Name]["request"];
		readonly at: MatchingCalls[Name]["at"] | undefined;
		readonly texts: number;
		readonly budget: number;
	};
}[keyof MatchingCalls];

/** A page that the thread wants to read; page 0 of a text brings its outline along. */
export interface PageName {
	readonly text: number;
	readonly page: number;
}

/** A page as it is handed over. An empty text has none. */
export interface PageSent extends PageName {
	readonly outline: TextOutline | undefined;
	readonly bytes: Uint8Array | undefined;
}

/** To the thread. */
export type ToMatching =
	| Job
	| { readonly kind: "pages"; readonly number: number; readonly pages: readonly PageSent[] }
	/** The job's texts cannot be read; the main thread knows why. */
	| { readonly kind: "unreadable"; readonly number: number };

/** From the thread. */
export type FromMatching = { readonly number: number } & (
	| { readonly kind: "begun" }
	| { readonly kind: "wanted"; readonly pages: readonly PageName[] }
	| { readonly kind: "so-far" | "answer"; readonly answer: MatchingCalls[keyof MatchingCalls]["answer"] }
	| { readonly kind: "refused"; readonly code: string; readonly message: string; readonly details: object }
	| { readonly kind: "failed"; readonly message: string }
);
