import type { TextFigures } from "../store/port.ts";

/** A text as it was read from a file, cut into chunks. */
export interface ReadText {
	/** The canonical text (file-tools TX-1) in UTF-8. */
	readonly utf8: Uint8Array;
	readonly figures: TextFigures;
	/** Where its chunks begin (`chunking/layout.ts`). */
	readonly layout: Uint8Array;
	/** Invalid sequences that became U+FFFD. */
	readonly replacedBytes: number;
}

/** What was found in a file. */
export interface ReadFile {
	/** What the bytes are, whatever the name says. */
	readonly mime: string;
	/** Missing where there is no text in it. */
	readonly text: ReadText | undefined;
	/** The date that it says of itself, as finely as it says it (`2023-06`). */
	readonly docTime: { readonly value: string; readonly source: "content" | "source" } | undefined;
	/** Files inside it that are documents of their own. */
	readonly attachments: readonly { readonly filename: string; readonly bytes: Uint8Array }[];
}

/** How far reading a file has come. */
export type Reading = (stage: string, done: number, total: number) => void;

/** Who reads files, apart from everybody else: a file may be hostile. */
export interface Files {
	/** @throws UTOPIA_FILE_UNREADABLE, UTOPIA_FILE_UNSUPPORTED */
	read(
		bytes: Uint8Array,
		filename: string,
		options: { readonly signal?: AbortSignal | undefined; readonly progress?: Reading | undefined },
	): Promise<ReadFile>;
}
