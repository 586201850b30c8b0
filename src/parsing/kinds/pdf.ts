import { getDocumentProxy, getMeta } from "unpdf";
import { canonicalFromString } from "../../text/canonical.ts";
import { ownDate, pdfDate } from "../own-date.ts";
import type { OwnDate, ParsedFile } from "../parsed-file.ts";
import { unreadable } from "../refusals.ts";
import { TextBuilder } from "../text-builder.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Text of a PDF page by page, an anchor for each page; without a text layer, no text. */
export async function parsePdf(bytes: Buffer): Promise<ParsedFile> {
	const pdf = await opened(bytes);
	const builder = new TextBuilder();
	for (let page = 1; page <= pdf.numPages; page++) builder.add(await pageText(pdf, page), { page });
	return {
		mime: "application/pdf",
		text: builder.text === "" ? undefined : builder.text,
		markup: "plain",
		replacedBytes: 0,
		anchors: builder.anchors,
		...(await saidOf(pdf)),
		attachments: [],
	};
}

async function opened(bytes: Buffer): Promise<Pdf> {
	try {
		return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
	} catch (error) {
		if ((error as Error).name !== "PasswordException") throw error;
		throw unreadable("The PDF is protected by a password: save it without one and upload it again", error);
	}
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
	const page = await pdf.getPage(number);
	const { items } = await page.getTextContent();
	page.cleanup();
	return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

/** The date of a PDF is the one its program wrote into it: nothing that its readers see is a date by its form. */
async function saidOf(pdf: Pdf): Promise<{ readonly title?: string; readonly docTime?: OwnDate }> {
	const { info } = await getMeta(pdf);
	const said = (name: string) => (typeof info[name] === "string" ? info[name] : undefined);
	const title = canonicalFromString(said("Title") ?? "").trim();
	const docTime = ownDate("source", pdfDate(said("CreationDate")), pdfDate(said("ModDate")));
	return { ...(title === "" ? {} : { title }), ...(docTime === undefined ? {} : { docTime }) };
}
