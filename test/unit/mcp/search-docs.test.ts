import { expect, test } from "vitest";
import { manual } from "../../../src/manual/manual.ts";
import { cut } from "../../../src/mcp/present/passage.ts";
import { readingBase } from "../../support/reading.ts";
import { RULES_KB, RULES_TURTLE } from "../../support/rule-base.ts";

type Json = Readonly<Record<string, unknown>>;

test("the manual is found by words, section by section, and nothing of the base is", async () => {
	await using base = await readingBase(RULES_KB, RULES_TURTLE);
	const found = await base.read("search_docs", { query: "How do I take a merge back?" });
	expect(found).toMatchObject({ kb_id: RULES_KB, limit: 4, limit_reached: true });
	expect((found["sections"] as readonly Json[])[0]).toMatchObject({
		page: "corrections-and-merges",
		title: "Corrections and merges",
		heading: "Take a merge back",
		text: expect.stringContaining("POST /merges/{id}/revert"),
		truncated: false,
	});
	const { content } = await base.call("search_docs", { query: "How do I take a merge back?" });
	expect((content[0] as { text: string }).text).toContain(
		"[Corrections and merges · Take a merge back · page corrections-and-merges]",
	);
	const vessel = await base.read("find_entities", { name: "Amber" });
	const name = String((vessel["entities"] as readonly Json[])[0]?.["name"] ?? "Amber");
	expect(await base.read("search_docs", { query: name })).toMatchObject({ sections: [], next_cursor: null });
});

test("pages give each section once, in one order, whole", async () => {
	await using base = await readingBase(RULES_KB, RULES_TURTLE);
	const query = "server base facts settings";
	const all = manual().find(query, { offset: 0, limit: 1_000 }).sections;
	const seen: Json[] = [];
	for (let cursor: unknown = undefined; cursor !== null; ) {
		const page = await base.read("search_docs", { query, ...(cursor !== undefined && { cursor }) });
		const sections = page["sections"] as readonly Json[];
		expect(sections.length === 4).toBe(page["limit_reached"]);
		seen.push(...sections);
		cursor = page["next_cursor"];
	}
	expect(seen.map(({ page, heading }) => [page, heading])).toEqual(
		all.map(({ page, heading }) => [page, heading]),
	);
	expect(seen.length).toBeGreaterThan(8);
	expect(seen.map(({ text, truncated }) => [text, truncated])).toEqual(all.map(({ text }) => [text, false]));
});

test("a text is cut between code points, and says so", () => {
	expect(cut("🚢🚢🚢", 3)).toEqual({ text: "🚢🚢🚢", truncated: false });
	expect(cut("🚢🚢🚢", 2)).toEqual({ text: "🚢🚢…", truncated: true });
	expect(cut("", 2)).toEqual({ text: "", truncated: false });
});

test("without words it is refused, and a cursor of another question too", async () => {
	await using base = await readingBase(RULES_KB, RULES_TURTLE);
	expect(await base.call("search_docs", {})).toMatchObject({ isError: true });
	expect(await base.call("search_docs", { query: " " })).toMatchObject({ isError: true });
	const { next_cursor } = await base.read("search_docs", { query: "facts" });
	expect(await base.call("search_docs", { query: "other", cursor: next_cursor })).toMatchObject({
		isError: true,
		_meta: { error: { code: "CURSOR_INVALID" } },
	});
});
