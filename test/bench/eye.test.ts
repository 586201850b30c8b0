import { describe, expect, test } from "vitest";
import { eyeClosure } from "./eye.ts";
import type { Axiom, Edge } from "./eye-rules.ts";
import { closurePairs, deepTaxonomy, wideTaxonomy } from "./taxonomies.ts";

// What the other side of a comparison is worth: EYE must find every conclusion and no other, or its times say nothing.

const edges = (...texts: readonly string[]): readonly Edge[] =>
	texts.map((text) => {
		const [subject = "", predicate = "", object = ""] = text.split(" ");
		return { subject, predicate, object };
	});
const transitive = (predicate: string): Axiom => ({ kind: "transitive", predicate });
const symmetric = (predicate: string): Axiom => ({ kind: "symmetric", predicate });
const inverse = (predicate: string, other: string): Axiom => ({ kind: "inverse", predicate, other });
const under = (predicate: string, other: string): Axiom => ({ kind: "sub_property", predicate, other });

const CASES: readonly (readonly [string, readonly Edge[], readonly Axiom[], number])[] = [
	["a chain of three", edges("a p b", "b p c", "c p d"), [transitive("p")], 3],
	[
		"a fact told twice and one from a thing to itself",
		edges("a p b", "a p b", "b p b", "b p c"),
		[transitive("p")],
		1,
	],
	["a circle, never a thing and itself", edges("a p b", "b p c", "c p a"), [transitive("p")], 3],
	["a symmetric relation, one fact told both ways", edges("a p b", "b p a", "b p c"), [symmetric("p")], 1],
	["symmetric and transitive", edges("a p b", "b p c"), [symmetric("p"), transitive("p")], 4],
	["an inverse, read both ways", edges("a p b", "c q d"), [inverse("p", "q")], 2],
	["an inverse of a transitive relation", edges("a p b", "c q b"), [inverse("p", "q"), transitive("p")], 4],
	["a sub-property in two steps", edges("a p b", "b q c"), [under("p", "q"), under("q", "r")], 3],
	[
		"a narrower relation under a transitive one",
		edges("a p b", "b q c"),
		[under("p", "q"), transitive("q")],
		2,
	],
	[
		"a transitive relation under a plain one",
		edges("a p b", "b p c", "c q d"),
		[transitive("p"), under("p", "q")],
		4,
	],
	["what no axiom speaks of", edges("a p b", "b p c", "a s b"), [transitive("p")], 1],
];

describe("EYE in each form", () => {
	// An engine takes a second to start, so the cases stand beside each other in one run, each with names of its own.
	test.each(["counted", "printed", "forward"] as const)("finds what the axioms say, %s", async (form) => {
		const own = (n: number, text: string) => `${n} ${text}`;
		const told = CASES.flatMap(([, facts], n) =>
			facts.map(({ subject, predicate, object }) => ({
				subject: own(n, subject),
				predicate: own(n, predicate),
				object: own(n, object),
			})),
		);
		const axioms = CASES.flatMap(([, , said], n) =>
			said.map((axiom) =>
				axiom.kind === "inverse" || axiom.kind === "sub_property"
					? { ...axiom, predicate: own(n, axiom.predicate), other: own(n, axiom.other) }
					: { ...axiom, predicate: own(n, axiom.predicate) },
			),
		);
		const conclusions = CASES.reduce((sum, [, , , count]) => sum + count, 0);
		const run = await eyeClosure(told, axioms, { form, withinSeconds: 50 });
		expect(run).toEqual(expect.objectContaining({ outcome: "closed", conclusions }));
	});

	test("is stopped when its time is over", async () => {
		const told = deepTaxonomy(1_000, 100_000).map(({ child, parent }) => ({
			subject: `${child}`,
			predicate: "p",
			object: `${parent}`,
		}));
		const run = await eyeClosure(told, [transitive("p")], { form: "forward", withinSeconds: 0.01 });
		expect(run.outcome).toBe("out of time");
	});
});

describe("a taxonomy", () => {
	test.each([1_000, 10_000])("has the number of edges asked for, all different (%i)", (n) => {
		for (const links of [wideTaxonomy(n), deepTaxonomy(n, 10 * n)])
			expect(new Set(links.map(({ child, parent }) => `${child} ${parent}`)).size).toBe(n);
	});

	test.each([5, 10, 100])("that is deep has about the pairs asked for, %i an edge", (each) => {
		expect(Math.abs(closurePairs(deepTaxonomy(1_000, 1_000 * each)) / (1_000 * each) - 1)).toBeLessThan(0.02);
	});

	test("has nodes with two parents", () => {
		for (const links of [wideTaxonomy(1_000), deepTaxonomy(1_000, 10_000)])
			expect(new Set(links.map(({ child }) => child)).size).toBeLessThan(950);
	});

	test("counts a pair once, by whatever ways it is reached", () => {
		const diamond = [
			{ child: 3, parent: 1 },
			{ child: 3, parent: 2 },
			{ child: 1, parent: 0 },
			{ child: 2, parent: 0 },
		];
		expect(closurePairs(diamond)).toBe(5);
	});
});
