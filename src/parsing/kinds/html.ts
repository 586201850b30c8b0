import { Readability } from "@mozilla/readability";
import { type CheerioAPI, load } from "cheerio";
import { parseHTML } from "linkedom";
import { canonicalFromString, canonicalText } from "../../text/canonical.ts";
import { markdownOf } from "../html-markdown.ts";
import { ownDate, statedDate } from "../own-date.ts";
import type { ParsedFile } from "../parsed-file.ts";

/** An article that holds less of a page's visible text than this is not the page (search-and-extraction 8). */
const ARTICLE_SHARE = 0.25;
const INVISIBLE = "script, style, noscript, template, head, iframe, svg, [hidden]";
/** Where pages say when they were published, best first. */
const DATES = [
	"article:published_time",
	"datePublished",
	"date",
	"dcterms.date",
	"dcterms.issued",
	"dcterms.created",
	"dc.date",
	"dc.date.issued",
	"citation_publication_date",
	"article:modified_time",
	"dcterms.modified",
];

/** A page as Markdown: its article, or all that is visible when the article is less than a quarter of that. */
export function parseHtml(bytes: Buffer, charset?: string): ParsedFile {
	const { text: html, replacedBytes } = canonicalText(bytes, charset ?? declaredCharset(bytes));
	const page = load(html);
	const title = squeezed(page("title").first().text() || page("h1").first().text());
	const docTime = ownDate("content", ...DATES.map((name) => statedDate(metaOf(page, name))));
	page(INVISIBLE).remove();
	const visible = squeezed(page.root().text());
	const article = articleOf(html);
	const enough = squeezed(article.text).length >= ARTICLE_SHARE * visible.length;
	const body = markdownOf(enough ? article.html : (page("body").html() ?? ""));
	const text = canonicalFromString(titled(body, title)).trim();
	return {
		mime: "text/html",
		text: text === "" ? "" : `${text}\n`,
		markup: "markdown",
		replacedBytes,
		anchors: [],
		...(title === "" ? {} : { title }),
		...(docTime === undefined ? {} : { docTime }),
		attachments: [],
	};
}

function articleOf(html: string): { readonly html: string; readonly text: string } {
	const { document } = parseHTML(html);
	const article = new Readability(document).parse();
	return { html: article?.content ?? "", text: article?.textContent ?? "" };
}

/** Article finders take the title off; a page's first words are those people search for. */
function titled(markdown: string, title: string): string {
	return title === "" || /^# /m.test(markdown) ? markdown : `# ${title}\n\n${markdown}`;
}

function metaOf(page: CheerioAPI, name: string): string | undefined {
	for (const element of page("meta, time[itemprop]")) {
		const { attribs } = element as { readonly attribs: Readonly<Record<string, string>> };
		const said = attribs["property"] ?? attribs["name"] ?? attribs["itemprop"];
		if (said?.toLowerCase() !== name.toLowerCase()) continue;
		const value = attribs["content"] ?? attribs["datetime"];
		if (value !== undefined) return value.replaceAll("/", "-");
	}
	return undefined;
}

/** What a page declares in its first kilobyte, as browsers read it. */
function declaredCharset(bytes: Buffer): string | undefined {
	const head = bytes.toString("latin1", 0, 1024);
	return (
		/<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ??
		/<\?xml[^>]{1,80}encoding=["']([\w-]+)/.exec(head)?.[1]
	);
}

function squeezed(text: string): string {
	return canonicalFromString(text).replaceAll(/\s+/g, " ").trim();
}
