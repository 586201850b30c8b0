import { isUtf8 } from "node:buffer";
import { fileTypeFromBuffer } from "file-type";
import { extensionOf } from "./filename.ts";
import { unreadable, unsupported } from "./refusals.ts";
import { namesIn } from "./zip.ts";

/** A kind of file that is read here; each has its parser in `kinds/`. */
export type Kind = "pdf" | "docx" | "xlsx" | "epub" | "html" | "markdown" | "csv" | "mail" | "text";

/** Kinds that cannot be of zero bytes. */
const CONTAINERS: ReadonlySet<string> = new Set(["pdf", "docx", "xlsx", "epub", "pptx", "odt", "rtf", "eml"]);
/** What officeparser would read, by ending. */
const OFFICE: ReadonlySet<string> = new Set(["pptx", "odt", "odp", "ods", "rtf"]);
const BY_ENDING: Readonly<Record<string, Kind>> = {
	md: "markdown",
	markdown: "markdown",
	mdx: "markdown",
	csv: "csv",
	tsv: "csv",
};
/** Bytes looked at to tell what a text is. */
const HEAD = 64 * 1024;

/**
 * What the bytes are. The name is asked only where bytes cannot tell: among kinds of text.
 * @throws UTOPIA_FILE_UNSUPPORTED for what is neither text nor a kind that is read, UTOPIA_FILE_UNREADABLE for what is one but
 * encrypted or empty.
 */
export async function kindOf(bytes: Buffer, filename: string): Promise<Kind> {
	const ending = extensionOf(filename);
	if (bytes.length === 0) return kindOfNothing(ending);
	if (bytes.subarray(0, 1024).includes("%PDF-")) return "pdf";
	if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50) return kindOfZip(bytes);
	const told = await fileTypeFromBuffer(bytes);
	if (told === undefined || told.mime === "application/xml" || told.mime.startsWith("text/")) {
		return kindOfText(bytes, ending);
	}
	if (told.mime === "application/x-cfb") throw oldOffice(bytes);
	if (OFFICE.has(told.ext)) throw needsOfficeparser(told.ext, told.mime);
	// A text may begin as another kind of file does ("BM", "MZ"); then it holds nothing that texts do not hold.
	if (!isCleanText(bytes)) {
		throw unsupported(
			`No text can be read from a file of the type ${told.mime}: upload its text instead`,
			told.mime,
		);
	}
	return kindOfText(bytes, ending);
}

function kindOfNothing(ending: string): Kind {
	if (!CONTAINERS.has(ending)) return BY_ENDING[ending] ?? "text";
	throw unreadable("The file is empty (0 bytes): check that it was saved in full and upload it again");
}

function kindOfZip(bytes: Buffer): Kind {
	const names = new Set(namesIn(bytes));
	if (names.has("word/document.xml")) return "docx";
	if (names.has("xl/workbook.xml")) return "xlsx";
	if (names.has("META-INF/container.xml")) return "epub";
	if (names.has("ppt/presentation.xml")) {
		throw needsOfficeparser(
			"pptx",
			"application/vnd.openxmlformats-officedocument.presentationml.presentation",
		);
	}
	if (names.has("content.xml")) throw needsOfficeparser("odt", "application/vnd.oasis.opendocument.text");
	throw unsupported("An archive is not read: unpack it and upload the files in it", "application/zip");
}

function oldOffice(bytes: Buffer): Error {
	if (bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))) {
		return unreadable("The file is protected by a password: save it without one and upload it again");
	}
	return unsupported(
		"Office files from before 2007 are not read: save it as DOCX or XLSX",
		"application/x-cfb",
	);
}

function needsOfficeparser(ending: string, mime: string): Error {
	return unsupported(
		`${ending.toUpperCase()} files are read by the optional package officeparser, which is not installed: save it as DOCX or PDF`,
		mime,
	);
}

function kindOfText(bytes: Buffer, ending: string): Kind {
	const head = bytes.toString("latin1", 0, HEAD);
	const unmarked = head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
	if (
		/^(?:<!--[\s\S]{0,4000}?-->\s*|<\?xml[^>]{0,200}\?>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
			unmarked,
		)
	)
		return "html";
	if (isMail(unmarked, ending)) return "mail";
	if (/^x?html?$/.test(ending) && /<[a-z][a-z0-9]*[\s>/]/i.test(head)) return "html";
	if (looksBinary(bytes)) {
		throw unsupported("The file is neither text nor of a type that is read", "application/octet-stream");
	}
	return BY_ENDING[ending] ?? "text";
}

/** A message begins with header lines; without its ending it must show those that only messages have. */
function isMail(head: string, ending: string): boolean {
	const lines = /^(?:From [^\n]*\n)?((?:[!-9;-~]+:[^\n]*\n|[ \t]+[^\n]*\n)+)/.exec(
		head.slice(0, 16_384),
	)?.[1];
	if (lines === undefined) return false;
	const has = (name: string) => new RegExp(`^${name}:`, "im").test(lines);
	if (ending === "eml") return has("from") || has("subject") || has("date");
	return has("from") && has("date") && (has("message-id") || has("received") || has("mime-version"));
}

function isCleanText(bytes: Buffer): boolean {
	return isUtf8(bytes) && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(bytes.toString("latin1"));
}

/**
 * Many controls together with many bytes that are no UTF-8, or a third of controls. A short file, or one in an old character set,
 * or one with some NULs, is text all the same.
 */
function looksBinary(bytes: Buffer): boolean {
	const head = bytes.subarray(0, HEAD);
	if (head.length < 256 || (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
		return false;
	const controls = head.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 27) ? 1 : 0), 0);
	const invalid = head.toString("utf8").split("\ufffd").length - 1;
	return controls > head.length / 3 || (controls > head.length / 30 && invalid > head.length / 10);
}
