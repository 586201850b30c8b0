import { UtopiaError } from "../errors.ts";
import { type Kind, kindOf } from "./kind.ts";
import type { ParsedFile, ParseLimits } from "./parsed-file.ts";
import { unreadable } from "./refusals.ts";

interface Given {
	readonly bytes: Buffer;
	readonly charset?: string | undefined;
	readonly limits: ParseLimits;
}

/** Parsers are loaded when the first file of their kind comes. */
const PARSERS: Readonly<Record<Kind, (given: Given) => Promise<ParsedFile>>> = {
	pdf: async ({ bytes }) => (await import("./kinds/pdf.ts")).parsePdf(bytes),
	docx: async ({ bytes, limits }) => (await import("./kinds/docx.ts")).parseDocx(bytes, limits),
	xlsx: async ({ bytes, limits }) => (await import("./kinds/xlsx.ts")).parseXlsx(bytes, limits),
	epub: async ({ bytes, limits }) => (await import("./kinds/epub.ts")).parseEpub(bytes, limits),
	html: async ({ bytes, charset }) => (await import("./kinds/html.ts")).parseHtml(bytes, charset),
	markdown: async ({ bytes, charset }) =>
		(await import("./kinds/plain-text.ts")).parseMarkdown(bytes, charset),
	csv: async ({ bytes, charset }) => (await import("./kinds/csv.ts")).parseCsv(bytes, charset),
	mail: async ({ bytes }) => (await import("./kinds/mail.ts")).parseMail(bytes),
	text: async ({ bytes, charset }) => (await import("./kinds/plain-text.ts")).parseText(bytes, charset),
};

/**
 * Reads a file, by what its bytes are. Runs where nothing else does: a parser may take all memory and all time there is.
 * @throws UTOPIA_FILE_UNREADABLE, UTOPIA_FILE_UNSUPPORTED
 */
export async function parse(filename: string, given: Given): Promise<ParsedFile> {
	const kind = await kindOf(given.bytes, filename);
	try {
		return await PARSERS[kind](given);
	} catch (error) {
		if (error instanceof UtopiaError) throw error;
		throw unreadable(
			`The file is damaged or not what its bytes say (${kind.toUpperCase()}): open and save it again, and upload that`,
			error,
		);
	}
}
