import { describe, expect, test } from "vitest";
import { registryOf, TOOLS, toolSets } from "../../../src/mcp/registry.ts";

describe("the registry", () => {
	test("gives the same objects every time, and none for another set", () => {
		const registry = registryOf(TOOLS);
		const [first] = registry.list(["graph"], "read");
		expect(registry.list(["graph", "files"], "write")[0]).toBe(first);
		expect(registry.list(["search"], "write")).toEqual([]);
		expect(registry.list(["files"], "read").map(({ name }) => name)).toEqual([
			"kb_search",
			"kb_ls",
			"kb_find",
			"kb_cat",
			"kb_grep",
			"kb_head",
			"kb_tail",
			"kb_sed",
			"kb_source_url",
		]);
		expect(registry.list(["graph", "files"], "read")).toEqual([
			...registry.list(["graph"], "read"),
			...registry.list(["files"], "read"),
		]);
		expect(registry.tool("entity_facts", ["graph"])?.name).toBe("entity_facts");
		expect(registry.tool("entity_facts", ["files"])).toBeUndefined();
		expect(registry.tool("constructor", ["graph"])).toBeUndefined();
	});

	test("refuses two tools of one name", () => {
		expect(() => registryOf([...TOOLS, ...TOOLS.slice(0, 1)])).toThrow(TypeError);
	});

	test("sets are picked by name, in their own order, and an unknown one is refused", () => {
		expect(toolSets(undefined, ["graph"])).toEqual(["graph"]);
		expect(toolSets("search, graph,graph", ["files"])).toEqual(["graph", "search"]);
		for (const asked of ["", "graph,", "Graph", "all"]) {
			expect(() => toolSets(asked, ["graph"])).toThrow(
				expect.objectContaining({ code: "UTOPIA_ARGUMENT_INVALID" }),
			);
		}
	});
});
