/** Where in the original the text from character `start` on was found, until the next anchor (code points). */
export interface Anchor {
	readonly start: number;
	/** Of a PDF, from 1. */
	readonly page?: number;
	readonly sheet?: string;
	/** Of a table, from 1, its header not counted. */
	readonly row?: number;
	/** Of an e-book: the path of the chapter's file inside it. Of a message: `header` or `body`. */
	readonly part?: string;
}

/** A file that came inside another one and is read as a document of its own. Its name has no path (see `plainFilename`). */
export interface Attachment {
	readonly filename: string;
	readonly bytes: Buffer;
}

/** A file's own date, as finely as it is stated: `2023`, `2023-06`, `2023-06-15`, `2023-06-15T14:32:07Z`. */
export interface OwnDate {
	readonly value: string;
	/** `content`: its author says so to the reader (front matter, `meta` of a page, `Date` of a message). `source`: its container does. */
	readonly source: "content" | "source";
}

/** What was found in a file. */
export interface ParsedFile {
	/** What the bytes are, whatever the name says. */
	readonly mime: string;
	/** Canonical text (file-tools TX-1); `undefined` when there is no text layer (TX-11). */
	readonly text: string | undefined;
	/** How the text is cut into chunks: `rows` are paragraphs of `column: value` lines. */
	readonly markup: "markdown" | "plain" | "rows";
	/** Invalid sequences that became U+FFFD. */
	readonly replacedBytes: number;
	readonly anchors: readonly Anchor[];
	readonly title?: string;
	readonly docTime?: OwnDate;
	readonly attachments: readonly Attachment[];
}

/** How much one file may take. */
export interface ParseLimits {
	/** Of the parser's heap; with what lies outside it, a process may have twice as much. */
	readonly memoryMb: number;
	/** From the first byte to the parsed text; cutting that into chunks may take as long again for each 16 MiB of text. */
	readonly seconds: number;
	/** What an archive may unpack to, as a multiple of what it has packed. */
	readonly unpackedRatio: number;
	readonly unpackedBytes: number;
}

/** search-and-extraction.md 8. */
export const DEFAULT_LIMITS: ParseLimits = {
	memoryMb: 512,
	seconds: 60,
	unpackedRatio: 50,
	unpackedBytes: 2 ** 30,
};
