import type { ErrorCode } from "../errors.ts";
import type { LastPage } from "../ledger/last-pages.ts";
import type { PageKind } from "../ledger/pages.ts";

/** What a file holds, as the import counts it. */
export interface FileCounts {
	readonly facts: number;
	readonly entities: number;
	readonly documents: number;
	readonly classes: number;
	readonly relations: number;
	/** Statements of the file, each once a subject. */
	readonly statements: number;
}

/** What the thread is given at its start. Instants are microseconds as text: they cross threads as they are. */
export interface ImportOrder {
	readonly kb: string;
	readonly format: string | undefined;
	readonly filename: string | undefined;
	/** The moment of the import. */
	readonly now: bigint;
	/** Where the base stands; missing when it is empty. */
	readonly head: bigint | undefined;
	/** Everything is checked and nothing written. */
	readonly dryRun: boolean;
}

/** From the main thread. */
export type ToThread =
	| { readonly kind: "bytes"; readonly bytes: Uint8Array }
	| { readonly kind: "end" }
	| { readonly kind: "held"; readonly lines: readonly string[]; readonly isLast: boolean }
	/** `leaving` are those of the ending facts whose claims no other fact holds. */
	| {
			readonly kind: "write";
			readonly last: ReadonlyMap<PageKind, LastPage>;
			readonly leaving: readonly string[];
	  };

/** From the thread. */
export type FromThread =
	| { readonly kind: "room"; readonly bytesRead: number }
	| { readonly kind: "phase"; readonly phase: "checking" | "writing" }
	| { readonly kind: "held?"; readonly subjects: readonly string[] }
	/** The file can be written, though not all of it is checked yet, but in a dry run. `latest` is the last record time of the file, `ending` the facts of the base that the file ends. */
	| {
			readonly kind: "ready";
			readonly counts: FileCounts;
			readonly latest: bigint | undefined;
			readonly ending: readonly string[];
	  }
	| {
			readonly kind: "piece";
			readonly op: "insert" | "remove";
			readonly nquads: string;
			readonly quads: number;
	  }
	| { readonly kind: "done"; readonly quads: number }
	| {
			readonly kind: "failed";
			readonly code: ErrorCode | undefined;
			readonly message: string;
			readonly details: Readonly<Record<string, unknown>>;
	  };
