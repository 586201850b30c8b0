import TurndownService from "turndown";

/** The little of a DOM that the rules below ask for. The library's own answers with `undefined` what others answer with `null`. */
interface Element {
	readonly nodeName: string;
	readonly previousElementSibling: Element | null | undefined;
	readonly childNodes: ArrayLike<{ readonly nodeName: string }>;
	getAttribute(name: string): string | null;
	closest(selector: string): Element | null | undefined;
	querySelector(selector: string): Element | null | undefined;
}

/** What a table is used for when it only lays a page out; its cells are then read as blocks, one after the other. */
const LAYOUT = "table, h1, h2, h3, h4, h5, h6, ul, ol, pre, blockquote, p + p, div + div";
const CELLS = ["th", "td"] as const;

/**
 * HTML as Markdown: headings, lists, tables and code survive. Links and pictures leave their words only, and nothing is escaped,
 * so that what is quoted from the text stands in the page.
 */
export function markdownOf(html: string): string {
	return service().turndown(html);
}

function service(): TurndownService {
	const turndown = new TurndownService({
		headingStyle: "atx",
		bulletListMarker: "-",
		codeBlockStyle: "fenced",
		emDelimiter: "*",
	});
	turndown.escape = (text) => text;
	turndown.remove(["script", "style", "noscript", "template", "title", "head"] as never);
	turndown.addRule("link", { filter: "a", replacement: (content) => content });
	turndown.addRule("picture", {
		filter: "img",
		replacement: (_content, node) => (node as unknown as Element).getAttribute("alt")?.trim() ?? "",
	});
	const isData = dataTables();
	turndown.addRule("cell", {
		filter: (node) => CELLS.includes(lowerName(node) as "td") && isData(node as unknown as Element),
		replacement: (content) =>
			` ${content
				.trim()
				.replaceAll(/\s*\n\s*/g, " ")
				.replaceAll("|", "\\|")} |`,
	});
	turndown.addRule("row", {
		filter: (node) => lowerName(node) === "tr" && isData(node as unknown as Element),
		replacement: (content, node) => `\n|${content}${rule(node as unknown as Element)}`,
	});
	turndown.addRule("section", {
		filter: (node) =>
			["thead", "tbody", "tfoot"].includes(lowerName(node)) && isData(node as unknown as Element),
		replacement: (content) => content,
	});
	turndown.addRule("table", {
		filter: (node) => lowerName(node) === "table" && isData(node as unknown as Element),
		replacement: (content) => `\n\n${content.trim()}\n\n`,
	});
	return turndown;
}

function lowerName(node: { readonly nodeName: string }): string {
	return node.nodeName.toLowerCase();
}

function dataTables(): (node: Element) => boolean {
	const known = new WeakMap<Element, boolean>();
	return (node) => {
		const table = node.closest("table");
		if (!table) return false;
		const before = known.get(table);
		if (before !== undefined) return before;
		const found = !table.querySelector(LAYOUT) && Boolean(table.querySelector("tr"));
		known.set(table, found);
		return found;
	};
}

/** The line under the first row of a table, which makes it one in Markdown. */
function rule(row: Element): string {
	if (row.previousElementSibling || row.closest("table")?.querySelector("tr") !== row) return "";
	const cells = Array.from(row.childNodes).filter((node) => CELLS.includes(lowerName(node) as "td"));
	return `\n|${" --- |".repeat(cells.length)}`;
}
