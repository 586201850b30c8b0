import { describe, expect, test } from "vitest";
import { manual, manualOf } from "../../../src/manual/manual.ts";
import { sectionsOf } from "../../../src/manual/sections.ts";

const page = (text: string) => manualOf(new Map([["page", text]]));

describe("a page", () => {
	test("is taken apart at its headings, deeper ones and fenced ones left in", () => {
		const text =
			"# One\n\nIntro.\n\n## Two\n\n```sh\n# no heading\n## nor this\n```\n\n### Deeper\n\nText.\n";
		expect(sectionsOf("p", text)).toEqual([
			{ page: "p", title: "One", heading: "One", text: "Intro." },
			{
				page: "p",
				title: "One",
				heading: "Two",
				text: "```sh\n# no heading\n## nor this\n```\n\n### Deeper\n\nText.",
			},
		]);
	});

	test.each([
		"no heading\n",
		"## Two\n\nText.\n",
		"# One\n\nText.\n\n# Two\n\nText.\n",
		"# One\n\n## Two\n\nText.\n",
	])("that is %j cannot be taken apart", (text) => expect(() => sectionsOf("p", text)).toThrow(TypeError));
});

describe("finding", () => {
	test("goes by stems and folded words, best first, in slices of one order", () => {
		const found = page(
			"# Ports\n\nAbout ports.\n\n## Mooring\n\nA café by the quay.\n\n## Lights\n\nMooring is not told here, lights are.\n",
		);
		const asked = (query: string, offset = 0, limit = 4) => {
			const { sections, more } = found.find(query, { offset, limit });
			return [sections.map(({ heading }) => heading), more];
		};
		expect(asked("cafes")).toEqual([["Mooring"], false]);
		expect(asked("moorings")).toEqual([["Mooring", "Lights"], false]);
		expect(asked("moorings", 0, 1)).toEqual([["Mooring"], true]);
		expect(asked("moorings", 1, 1)).toEqual([["Lights"], false]);
		expect(asked("submarine")).toEqual([[], false]);
		expect(asked("the of")).toEqual([[], false]);
	});
});

describe("the manual that comes along", () => {
	const { sections } = manual();

	test("has pages enough, and no section that search_docs would have to cut", () => {
		expect(new Set(sections.map(({ page }) => page)).size).toBeGreaterThanOrEqual(10);
		expect(sections.filter(({ text }) => [...text].length > 1_600)).toEqual([]);
	});

	test("no two sections have the same heading", () => {
		const headings = sections.map(({ heading }) => heading);
		expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
	});

	test.each(sections.map(({ page, heading }) => [page, heading] as const))(
		"%s: %s is found by its heading",
		(page, heading) => {
			const found = manual().find(heading, { offset: 0, limit: 4 }).sections;
			expect(found).toContainEqual(expect.objectContaining({ page, heading }));
		},
	);
});
