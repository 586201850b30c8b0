import { tailPage } from "../../text/ends.ts";
import { endInput, endOf, endOutput } from "../present/files/ends.ts";
import type { Tool } from "../tool.ts";

/** The last lines of a document (file-tools 7.7). */
export const kbTail = {
	name: "kb_tail",
	title: "Last lines",
	set: "files",
	scope: "read",
	failure: "The document could not be read.",
	description:
		"Gives the last lines of one document with their true numbers, in rising order. Where max_chars cuts, the next page goes on backwards.",
	input: endInput,
	output: endOutput,
	run: endOf(tailPage),
} satisfies Tool;
