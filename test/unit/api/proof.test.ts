import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deepJson } from "../../../src/api/deep-json.ts";
import type { ReadOperation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations.ts";
import { performRead } from "../../../src/api/perform.ts";
import { proofJson } from "../../../src/api/proof-json.ts";
import { proofLines } from "../../../src/cli/proof-lines.ts";
import { sceneOf } from "../../../src/mcp/present/subject.ts";
import { chainBase, DERIVED_BASE, DERIVED_KB, day, nth } from "../../support/derived-base.ts";
import { type ReadingBase, readingBase } from "../../support/reading.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Any = any;

const operation = OPERATIONS.find(({ path }) => path === "/derived/:id/proof") as ReadOperation;
const asking =
	({ view }: ReadingBase) =>
	(n: number | string, query: Record<string, string> = {}) =>
		performRead(operation, { id: typeof n === "number" ? nth(n) : n, query }, {
			view,
			signal: new AbortController().signal,
			cursor: { opened: () => undefined, seal: () => "" },
		} as never) as Promise<Any>;

/** The facts that an expanded proof ends in, in the order in which they are read. */
function leavesOf(root: Any): string[] {
	const found: string[] = [];
	const waiting = [root];
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (node.kind === "fact" && !node.reference) found.push(node.id);
		waiting.push(...[...(node.premises ?? [])].reverse());
	}
	return found;
}

describe("the proof of a derived fact", () => {
	let base: ReadingBase;
	let ask: ReturnType<typeof asking>;
	beforeAll(async () => {
		base = await readingBase(DERIVED_KB, DERIVED_BASE);
		ask = asking(base);
	});
	afterAll(() => base[Symbol.asyncDispose]());

	test("goes down to the quoted sentences, step by step, with the rule in words", async () => {
		const found = await ask(5, { as_of: day(3) });
		expect(found).toMatchObject({
			kb_id: DERIVED_KB,
			as_of: day(3),
			nodes: 5,
			truncated: false,
			kind: "derived",
			id: nth(5),
			derived_fact: { subject: "Pier 4", predicate: "part of", object: "Coast", derived_at: day(2) },
			rule: "transitive",
			rule_id: nth(1),
			rule_version: null,
			rule_text: "part of is transitive",
			confidence: 0.7,
			other_proofs: [],
			premises: [
				{ kind: "derived", id: nth(1), derived_fact: { object: "Port", premises: [nth(1), nth(2)] } },
				{ kind: "fact", id: nth(7), fact: { subject_name: "Port", object_name: "Coast" }, evidence: [] },
			],
		});
		expect(found.premises[0].premises[0]).toMatchObject({
			kind: "fact",
			id: nth(1),
			retracted_at: null,
			fact: {
				subject_id: nth(1),
				predicate_label: "part of",
				object_id: nth(2),
				valid_from: "2020-01-01T00:00:00.000000Z",
				valid_to_precision: "year",
			},
			evidence: [
				{
					document_id: nth(1),
					filename: "survey.md",
					chunk_id: nth(1),
					quote: "Pier 4 belongs to East Dock.",
					quote_start: 12,
					quote_end: 40,
				},
			],
		});
		expect(leavesOf(found)).toEqual([nth(1), nth(2), nth(7)]);
	});

	test("is told as it stood then, and flags what was retracted since", async () => {
		const [, before] = (await ask(1, { as_of: day(4) })).premises;
		expect(before).toMatchObject({ id: nth(2), retracted_at: day(5) });
		const after = await ask(1, { before: "2024-01-06" });
		expect(after).toMatchObject({ confidence: 0.7, derived_fact: { derived_at: day(2) } });
		expect(leavesOf(after)).toEqual([nth(5), nth(6)]);
	});

	test("all proofs are told in their order where all are asked for", async () => {
		const { premises, other_proofs } = await ask(1, { as_of: day(4), all: "true" });
		expect(premises.map(({ id }: Any) => id)).toEqual([nth(1), nth(2)]);
		expect(other_proofs).toMatchObject([
			{
				proof_id: nth(2),
				rule_text: "part of is transitive",
				confidence: 0.7,
				premises: [{ id: nth(5) }, { id: nth(6) }],
			},
		]);
		expect((await ask(1, { as_of: day(5), all: "true" })).other_proofs).toEqual([]);
		expect((await ask(1, { as_of: day(2), all: "true" })).other_proofs).toEqual([]);
	});

	test("a business rule is told as its version of then has it", async () => {
		const found = await ask(2, { as_of: day(3) });
		const step = { rule: "business", rule_name: "tired hulls", rule_id: null, attribute_rule_id: nth(2) };
		expect(found).toMatchObject({ ...step, rule_version: 1, rule_text: "strain > 8 ⇒ Needs dock" });
		expect(await ask(2)).toMatchObject({ ...step, rule_version: 2, rule_text: "strain > 9 ⇒ Needs dock" });
	});

	test("one that came without proofs says itself how it follows", async () => {
		const found = await ask(4);
		expect(found).toMatchObject({
			proof_id: null,
			rule: "inverse",
			rule_text: "part of is the inverse of has part",
		});
		expect(leavesOf(found)).toEqual([nth(1)]);
	});

	test("what several steps rest on is told once, nearest to the root, and referred to elsewhere", async () => {
		const { premises } = await ask(6, { as_of: day(3) });
		const [five, one] = premises;
		expect(one).toMatchObject({ id: nth(1), reference: false, premises: [{ id: nth(1) }, { id: nth(2) }] });
		expect(five.premises[0]).toEqual({ kind: "derived", id: nth(1), reference: true });
	});

	test("an id that is unknown, of something else, not derived yet or withdrawn gets the same answer", async () => {
		const told = async (n: number | string, query = {}) => {
			const failure = await ask(n, query).catch((error: unknown) => error as Any);
			return JSON.stringify([failure.code, failure.message, failure.details]);
		};
		const unknown = await told("00000000-0000-4000-8000-00000000dead");
		expect(unknown).toContain("UTOPIA_THING_NOT_FOUND");
		expect(unknown).toContain("No derived fact with that id in this knowledge base");
		expect(await told(8)).toBe(unknown);
		expect(await told("nonsense")).toBe(unknown);
		expect(await told(1, { as_of: day(1) })).toBe(unknown);
		expect(await told(3, { as_of: day(5) })).toBe(unknown);
	});

	test("as an outline it says the same", async () => {
		expect(proofLines(await ask(5, { as_of: day(3), all: "true" }))).toEqual([
			`Pier 4 · part of · Coast (2022 → 2023) · derived ${nth(5)}`,
			"  because part of is transitive · confidence 0.7",
			`  Pier 4 · part of · Port (2022 → 2023) · derived ${nth(1)}`,
			"    because part of is transitive · confidence 0.8",
			`    Pier 4 · part of · East Dock (2020 → 2023) · fact ${nth(1)}`,
			'      survey.md: "Pier 4 belongs to East Dock."',
			`    East Dock · part of · Port (2022 → now) · fact ${nth(2)} · not held any more since ${day(5)}`,
			"    because part of is transitive · confidence 0.7",
			`    Pier 4 · part of · West Dock (2020 → 2023) · fact ${nth(5)}`,
			`    West Dock · part of · Port (2022 → now) · fact ${nth(6)}`,
			`  Port · part of · Coast · fact ${nth(7)}`,
		]);
	});

	test("a tree that has no room says where it is cut and how to go on", async () => {
		const { view } = base;
		const moment = { at: undefined, asOf: view.clock.now(), asked: {}, named: undefined };
		const scene = await sceneOf(moment, { view });
		const found: Any = await proofJson(nth(6), { all: false, most: 4 }, scene);
		expect(found).toMatchObject({ nodes: 3, truncated: true, cut: false, expand: null });
		const expand = (id: string) => `/api/v1/kbs/${DERIVED_KB}/derived/${id}/proof?as_of=${found.as_of}`;
		expect(found.premises).toMatchObject(
			[nth(5), nth(1)].map((id) => ({
				id,
				cut: true,
				premises: [],
				derived_fact: { id },
				expand: expand(id),
			})),
		);
		expect(await proofJson(nth(6), { all: false, most: 7 }, scene)).toMatchObject({
			nodes: 7,
			truncated: false,
		});
	});
});

test("a chain of thousands of steps is told whole, and in the order of its path", async () => {
	await using base = await readingBase(DERIVED_KB, chainBase(2_600));
	const found = await asking(base)(2_600);
	expect(found).toMatchObject({ truncated: false, nodes: 5_199 });
	const read = JSON.parse(deepJson(found));
	expect(leavesOf(read)).toEqual(Array.from({ length: 2_600 }, (_, n) => nth(n + 1)));
	expect(proofLines(read)).toHaveLength(2_599 + 2_599 + 2_600);
}, 120_000);

test("JSON is written as JSON.stringify writes it", () => {
	const value = { a: [1, "\u2028\n", null, [], {}], b: undefined, 'c"': { d: true }, e: [undefined] };
	expect(deepJson(value)).toBe(JSON.stringify(value));
	for (const one of ["x", 1.5, null, true]) expect(deepJson(one)).toBe(JSON.stringify(one));
});
