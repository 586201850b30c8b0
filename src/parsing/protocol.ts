import type { ErrorCode } from "../errors.ts";
import type { TextOutline } from "../text/paged-text.ts";
import type { ParsedFile, ParseLimits } from "./parsed-file.ts";

/** Where the child finds the counter of pieces: a module that exports `pieceCounter`. */
export interface PieceSource {
	/** URL of the module. */
	readonly module: string;
	/** What `pieceCounter` is called with: the folder of a model, as a rule. */
	readonly argument?: string;
}

/** What such a module exports. */
export interface PieceModule {
	pieceCounter(argument?: string): PieceCounter | Promise<PieceCounter>;
}

/** Pieces of a text by some tokenizer. */
export type PieceCounter = (text: string) => number;

/** Bytes on their way between two processes: themselves, or a file when they are many. */
export type Parcel = { readonly bytes: Uint8Array } | { readonly path: string };

/** A file for the child to read. */
export interface Order {
	readonly filename: string;
	readonly charset?: string;
	readonly bytes: Parcel;
	readonly limits: ParseLimits;
	readonly pieces?: PieceSource;
	/** Where parcels of the answer may be left. */
	readonly folder: string;
}

/** What is known of a text beside its bytes and their digest. */
export type TextFigures = Omit<TextOutline, "sha256" | "bytes">;

/** A text on its way: its bytes, what is known of them, and where its chunks begin (`chunking/layout.ts`). */
export interface SentText {
	readonly utf8: Parcel;
	readonly figures: TextFigures;
	readonly layout: Parcel;
}

/** What the child read, without the bytes of it. */
type Outline = Omit<ParsedFile, "text" | "anchors" | "attachments">;

/** How the child ended an order. */
export type Ended =
	| {
			readonly kind: "done";
			readonly file: Outline;
			readonly text?: SentText;
			readonly attachments: readonly { readonly filename: string; readonly bytes: Parcel }[];
			/** Bytes that the child's process holds afterwards. */
			readonly resident: number;
	  }
	| {
			readonly kind: "refused";
			readonly code: ErrorCode;
			readonly message: string;
			readonly details: Readonly<Record<string, unknown>>;
			readonly cause: string;
	  }
	| { readonly kind: "failed"; readonly stack: string };

/** What the child says: that it has started, that a text is read and being cut, how an order ended. */
export type Answer = { readonly kind: "ready" } | { readonly kind: "parsed"; readonly chars: number } | Ended;
