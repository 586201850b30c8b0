import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Scope } from "../access/caller.ts";
import { UtopiaError } from "../errors.ts";
import type { Tool } from "./tool.ts";
import { changes } from "./tools/changes.ts";
import { entityFacts } from "./tools/entity-facts.ts";
import { findEntities } from "./tools/find-entities.ts";
import { getDocument } from "./tools/get-document.ts";
import { kbCat } from "./tools/kb-cat.ts";
import { kbFind } from "./tools/kb-find.ts";
import { kbGrep } from "./tools/kb-grep.ts";
import { kbHead } from "./tools/kb-head.ts";
import { kbLs } from "./tools/kb-ls.ts";
import { kbSearch } from "./tools/kb-search.ts";
import { kbSed } from "./tools/kb-sed.ts";
import { kbSourceUrl } from "./tools/kb-source-url.ts";
import { kbTail } from "./tools/kb-tail.ts";
import { listRules } from "./tools/list-rules.ts";
import { neighbors } from "./tools/neighbors.ts";
import { pathsBetween } from "./tools/paths-between.ts";
import { ruleMatches } from "./tools/rule-matches.ts";
import { searchChunks } from "./tools/search-chunks.ts";
import { searchDocs } from "./tools/search-docs.ts";
import { timeline } from "./tools/timeline.ts";
import { wireSchema } from "./wire.ts";

export type ToolSet = Tool["set"];
const SETS: readonly ToolSet[] = ["graph", "files", "search"];

/** Every tool that is served, in the order of the lists. */
export const TOOLS: readonly Tool[] = [
	findEntities,
	entityFacts,
	neighbors,
	timeline,
	pathsBetween,
	changes,
	listRules,
	ruleMatches,
	searchChunks,
	getDocument,
	searchDocs,
	kbSearch,
	kbLs,
	kbFind,
	kbCat,
	kbGrep,
	kbHead,
	kbTail,
	kbSed,
	kbSourceUrl,
];

/** What is served: lists as they go over the wire, and the tools behind them. */
export interface Registry {
	/** The tools of these sets that a caller of this scope may use: prebuilt, the same bytes every time. */
	list(sets: readonly ToolSet[], scope: Scope): ListedTool[];
	/** The tool of that name, when it is in one of the sets. */
	tool(name: string, sets: readonly ToolSet[]): Tool | undefined;
}

/** Prepares the lists once. */
export function registryOf(tools: readonly Tool[]): Registry {
	const entries = tools.map((tool) => ({ tool, listed: Object.freeze(listed(tool)) }));
	const byName = new Map(entries.map((entry) => [entry.tool.name, entry.tool]));
	if (byName.size !== tools.length) throw new TypeError("two tools share a name");
	return {
		list: (sets, scope) =>
			entries
				.filter(({ tool }) => sets.includes(tool.set) && (tool.scope === "read" || scope === "write"))
				.map((entry) => entry.listed),
		tool: (name, sets) => {
			const tool = byName.get(name);
			return tool !== undefined && sets.includes(tool.set) ? tool : undefined;
		},
	};
}

function listed({ name, title, description, input, output, scope }: Tool): ListedTool {
	const reads = scope === "read";
	return {
		name,
		title,
		description,
		inputSchema: wireSchema(input, "input") as ListedTool["inputSchema"],
		outputSchema: wireSchema(output, "output") as NonNullable<ListedTool["outputSchema"]>,
		annotations: {
			title,
			readOnlyHint: reads,
			destructiveHint: false,
			idempotentHint: true,
			openWorldHint: false,
		},
	};
}

/**
 * The sets that `?tools=` picks; `standing` when it is absent.
 * @throws UTOPIA_ARGUMENT_INVALID for a name that is no set.
 */
export function toolSets(asked: string | undefined, standing: readonly ToolSet[]): readonly ToolSet[] {
	if (asked === undefined) return standing;
	const names = asked.split(",").map((name) => name.trim());
	for (const name of names) {
		if (SETS.some((set) => set === name)) continue;
		const accepted = `some of ${SETS.join(", ")}, separated by commas`;
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `tools must be ${accepted}.`, {
			issues: [{ path: "tools", got: name.slice(0, 40), accepted }],
		});
	}
	return SETS.filter((set) => names.includes(set));
}
