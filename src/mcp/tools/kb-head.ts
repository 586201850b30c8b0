import { headPage } from "../../text/ends.ts";
import { endInput, endOf, endOutput } from "../present/files/ends.ts";
import type { Tool } from "../tool.ts";

/** The first lines of a document (file-tools 7.6). */
export const kbHead = {
	name: "kb_head",
	title: "First lines",
	set: "files",
	scope: "read",
	failure: "The document could not be read.",
	description:
		"Gives the first lines of one document with their numbers. Where max_chars cuts, the next page goes on forwards.",
	input: endInput,
	output: endOutput,
	run: endOf(headPage),
} satisfies Tool;
