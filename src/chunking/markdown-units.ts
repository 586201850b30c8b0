import type { Heading, List, Parent, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Cut } from "./cut.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { sentenceStarts } from "./sentences.ts";

const markdown = unified().use(remarkParse).use(remarkGfm);
/** An item of a list that is longer is cut into its sentences. */
const LONGEST_ITEM = 450;

/** Where units of a Markdown text begin, ascending; the first one is not told. In UTF-16 units. */
export function* markdownCuts(text: string): Generator<Cut> {
	for (const segment of segmentsOf(text)) {
		yield { at: segment.start };
		yield* cutsOf(text, segment);
	}
}

function* cutsOf(text: string, { kind, start, end }: Segment): Generator<Cut> {
	if (kind === "lines") yield* lineCuts(text, start, end);
	if (kind === "items") yield* itemCuts(text, start, end);
	if (kind === "prose") for (const at of sentenceStarts(text, start, end)) yield { at };
	if (kind !== "tree") return;
	const tree = markdown.parse(text.slice(start, end));
	for (const node of tree.children) yield* nodeCuts(text, start, node);
}

function* nodeCuts(text: string, base: number, node: RootContent): Generator<Cut> {
	const [from, to] = spanOf(base, node);
	switch (node.type) {
		case "heading":
			yield { at: from, heading: headingOf(node) };
			return;
		case "paragraph":
			yield { at: from };
			for (const at of sentenceStarts(text, from, to)) yield { at };
			return;
		case "list":
			yield* listCuts(text, base, node);
			return;
		case "blockquote":
		case "footnoteDefinition":
			yield { at: from };
			for (const child of (node as Parent).children as readonly RootContent[]) {
				// A heading inside a quotation is not one of the document's.
				for (const { at } of nodeCuts(text, base, child)) if (at > from) yield { at };
			}
			return;
		default:
			yield { at: from };
			yield* lineCuts(text, from, to);
	}
}

function* listCuts(text: string, base: number, list: List): Generator<Cut> {
	for (const entry of list.children) {
		const [from, to] = spanOf(base, entry);
		yield { at: from };
		for (const child of entry.children) {
			const own = child.type === "paragraph" && to - from <= LONGEST_ITEM;
			for (const { at } of own ? [] : nodeCuts(text, base, child)) if (at > from) yield { at };
		}
	}
}

/** Items of one line each; a long one is cut into its sentences. */
function* itemCuts(text: string, from: number, to: number): Generator<Cut> {
	for (let at = from; at < to; ) {
		const next = text.indexOf("\n", at) + 1 || to;
		yield { at };
		if (next - at > LONGEST_ITEM)
			for (const start of sentenceStarts(text, at, Math.min(next, to))) yield { at: start };
		at = next;
	}
}

/** The start of each line after the first one. */
function* lineCuts(text: string, from: number, to: number): Generator<Cut> {
	for (let at = text.indexOf("\n", from); at !== -1 && at + 1 < to; at = text.indexOf("\n", at + 1))
		yield { at: at + 1 };
}

function headingOf(node: Heading): { readonly depth: number; readonly title: string } {
	return { depth: node.depth, title: plainText(node).replaceAll(/\s+/g, " ").trim() };
}

function spanOf(base: number, node: RootContent): readonly [number, number] {
	const { start, end } = node.position ?? {};
	if (start?.offset === undefined || end?.offset === undefined)
		throw new TypeError("a node without its position");
	return [base + start.offset, base + end.offset];
}
