import { posix } from "node:path";
import { type CheerioAPI, load } from "cheerio";
import { canonicalFromString } from "../../text/canonical.ts";
import { markdownOf } from "../html-markdown.ts";
import { ownDate, statedDate } from "../own-date.ts";
import type { OwnDate, ParsedFile, ParseLimits } from "../parsed-file.ts";
import { unreadable } from "../refusals.ts";
import { TextBuilder } from "../text-builder.ts";
import { unpacked } from "../zip.ts";

/** A book as Markdown, its chapters in reading order; an anchor says in which of its files a chapter stands. */
export function parseEpub(bytes: Buffer, limits: ParseLimits): ParsedFile {
	const files = unpacked(bytes, limits, (name) => /\.(?:xml|opf|x?html?)$/i.test(name));
	const container = xmlOf(files, "META-INF/container.xml");
	const packagePath = container("rootfile").first().attr("full-path") ?? "";
	const book = xmlOf(files, packagePath);
	const chapters = readingOrder(book, packagePath);
	const locked = files.has("META-INF/encryption.xml")
		? encrypted(xmlOf(files, "META-INF/encryption.xml"))
		: new Set();
	if (chapters.some((path) => locked.has(path))) {
		throw unreadable("The book is encrypted by its seller: upload a copy without copy protection");
	}
	const builder = new TextBuilder();
	for (const path of chapters) {
		const chapter = files.get(path);
		if (chapter !== undefined) builder.add(markdownOf(bodyOf(chapter.toString("utf8"))), { part: path });
	}
	return {
		mime: "application/epub+zip",
		text: builder.text,
		markup: "markdown",
		replacedBytes: 0,
		anchors: builder.anchors,
		...saidOf(book),
		attachments: [],
	};
}

function xmlOf(files: ReadonlyMap<string, Buffer>, path: string): CheerioAPI {
	const file = files.get(path);
	if (file === undefined)
		throw unreadable("The book is damaged: a part that every book has is missing from it");
	return load(file.toString("utf8"), { xml: true });
}

function readingOrder(book: CheerioAPI, packagePath: string): readonly string[] {
	const folder = posix.dirname(packagePath);
	const paths = new Map<string, string>();
	for (const item of book("manifest > item")) {
		const [id, href] = [book(item).attr("id"), book(item).attr("href")];
		if (id === undefined || href === undefined) continue;
		paths.set(id, posix.normalize(posix.join(folder, unescaped(href.replace(/#.*$/, "")))));
	}
	const order = [...book("spine > itemref")].map((item) => paths.get(book(item).attr("idref") ?? ""));
	return order.filter((path) => path !== undefined);
}

function unescaped(href: string): string {
	try {
		return decodeURIComponent(href);
	} catch {
		// A percent sign that stands for itself.
		return href;
	}
}

function encrypted(listing: CheerioAPI): ReadonlySet<string> {
	return new Set([...listing("*")].flatMap((element) => listing(element).attr("URI") ?? []));
}

function bodyOf(xhtml: string): string {
	const page = load(xhtml);
	page("head, script, style").remove();
	return page("body").html() ?? "";
}

/** Title and date of the book: when it was published, before any other date. */
function saidOf(book: CheerioAPI): { readonly title?: string; readonly docTime?: OwnDate } {
	const title = canonicalFromString(book("dc\\:title").first().text()).trim();
	const dates = [...book("dc\\:date")].map((date) => ({
		event: book(date).attr("opf:event") ?? "publication",
		value: statedDate(book(date).text()),
	}));
	const published = dates.filter(({ event }) => event === "publication");
	const modified = statedDate(book('meta[property="dcterms:modified"]').first().text());
	const docTime = ownDate("source", ...[...published, ...dates].map(({ value }) => value), modified);
	return { ...(title === "" ? {} : { title }), ...(docTime === undefined ? {} : { docTime }) };
}
