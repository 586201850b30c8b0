import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { View } from "../../../src/access/view.ts";
import { HARBOUR, ids, K1 } from "../../story/harbour.ts";
import { DERIVED_BASE, DERIVED_KB, day, nth } from "../../support/derived-base.ts";
import { type ReadingBase, readerOf, readingBase } from "../../support/reading.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Any = any;

describe("derived facts over MCP", () => {
	let base: ReadingBase;
	beforeAll(async () => {
		base = await readingBase(DERIVED_KB, DERIVED_BASE);
	});
	afterAll(() => base[Symbol.asyncDispose]());

	const derivedOf = async (entity: number, asked: Record<string, unknown> = {}): Promise<Any[]> =>
		(await base.read("entity_facts", { entity_id: nth(entity), ...asked }))["derived_facts"] as Any[];
	const idsOf = (list: Any[]) => list.map(({ id }) => Number(id.slice(-4)));

	test("one is told with every field, its surest proof held then", async () => {
		const [, found] = await derivedOf(3, { as_of: day(3) });
		expect(found).toEqual({
			id: nth(1),
			subject_id: nth(1),
			subject: "Pier 4",
			predicate_id: "part_of",
			predicate: "part of",
			object_id: nth(3),
			object: "Port",
			object_value: null,
			rule: "transitive",
			rule_name: "transitive",
			rule_id: nth(1),
			attribute_rule_id: null,
			confidence: 0.8,
			valid_from: "2022-01-01T00:00:00.000000Z",
			valid_to: "2023-01-01T00:00:00.000000Z",
			valid_from_precision: "year",
			valid_to_precision: "year",
			derived_at: day(2),
			invalidated_at: null,
			object_lexical: null,
			rule_version: null,
			premises: [nth(1), nth(2)],
		});
	});

	test("another proof takes the place of one that ended, and derived_at stays", async () => {
		const at = async (n: number) => (await derivedOf(1, { as_of: day(n) })).find(({ id }) => id === nth(1));
		expect(await at(1)).toBeUndefined();
		for (const n of [2, 3, 4])
			expect(await at(n)).toMatchObject({ confidence: 0.8, premises: [nth(1), nth(2)], derived_at: day(2) });
		for (const n of [5, 6])
			expect(await at(n)).toMatchObject({ confidence: 0.7, premises: [nth(5), nth(6)], derived_at: day(2) });
	});

	test("they follow both clocks, the world's half-open, and no filter", async () => {
		expect(idsOf(await derivedOf(1, { as_of: day(1) }))).toEqual([]);
		expect(idsOf(await derivedOf(1, { at: "2021-12-31T23:59:59.999999Z" }))).toEqual([4]);
		expect(idsOf(await derivedOf(1, { at: "2022" }))).toEqual([4, 1, 5]);
		expect(idsOf(await derivedOf(1, { at: "2023" }))).toEqual([]);
		const filtered = { predicate: "nothing", since: "2090", object_type: "vessel", limit: 1 };
		expect(idsOf(await derivedOf(1, filtered))).toEqual([4, 1, 5]);
	});

	test("a concluded type is told as is_a a class, by its rule and the version of then, and is that of the entity it was merged into", async () => {
		const typing = {
			id: nth(2),
			predicate_id: "is_a",
			predicate: "is_a",
			object_id: null,
			object: null,
			object_value: { class: `urn:utopia:kb:${DERIVED_KB}:class:needs_dock` },
			rule: "business",
			rule_name: "tired hulls",
			rule_id: null,
			attribute_rule_id: nth(2),
			derived_at: day(2),
		};
		const old = await derivedOf(5, { as_of: day(3) });
		expect(old).toMatchObject([{ ...typing, subject_id: nth(5), subject: "Old Heron", rule_version: 1 }]);
		expect(idsOf(await derivedOf(4, { as_of: day(3) }))).toEqual([3]);
		const merged = await derivedOf(4, { as_of: day(4) });
		expect(merged).toMatchObject([
			{ ...typing, subject_id: nth(4), subject: "Heron", rule_version: 2 },
			{ id: nth(3) },
		]);
	});

	test("a value keeps its spelling and unit, and a bound that an attestation set has no precision", async () => {
		const answer = await base.call("entity_facts", { entity_id: nth(4), as_of: day(4) });
		const { derived_facts } = answer.structuredContent as Any;
		expect(derived_facts[1]).toMatchObject({
			object_value: { value: 1.5, unit: "mm" },
			object_lexical: "1.50",
			valid_from_precision: "day",
			valid_to: "2025-10-15T06:00:00.000000Z",
			valid_to_precision: null,
			invalidated_at: day(5),
			premises: [nth(2), nth(3)],
		});
		const text = (answer.content as Any)[0].text;
		expect(text).toContain("## derived 2\n");
		expect(text).toContain(
			`- derived ${nth(3)}: Heron ${nth(4)} strain 1.50 mm (2023-05-01 → ended, date unknown) · confidence 1 · by tired hulls rule ${nth(2)} version 1 · from derived ${nth(2)}, fact ${nth(3)}`,
		);
		expect(text).toContain(`Heron ${nth(4)} is_a Needs dock (2023-05-01 → now)`);
		expect(idsOf(await derivedOf(4, { as_of: day(5) }))).toEqual([2]);
	});

	test("one that came without proofs says itself by which rule and from what it follows", async () => {
		const [plain] = await derivedOf(1);
		expect(plain).toMatchObject({
			id: nth(4),
			rule: "inverse",
			rule_id: nth(3),
			confidence: 0.5,
			premises: [nth(1)],
		});
	});

	test("neighbours are by derived facts only where asked, and those are marked", async () => {
		const links = async (asked: Record<string, unknown>) => {
			const { neighbors } = (await base.read("neighbors", { entity: nth(1), ...asked })) as Any;
			return neighbors.flatMap(({ predicate_key, direction, id, facts }: Any) =>
				facts.map(
					(one: Any) =>
						`${predicate_key} ${direction} ${Number(id.slice(-4))} ${one.derived ? "derived" : "fact"} ${Number(one.id.slice(-4))} ${one.confidence}`,
				),
			);
		};
		const asserted = ["part_of out 2 fact 1 0.9", "part_of out 6 fact 5 0.7"];
		expect(await links({ as_of: day(4) })).toEqual(asserted);
		expect(await links({ as_of: day(4), include_derived: false })).toEqual(asserted);
		expect(await links({ as_of: day(4), include_derived: true })).toEqual([
			"part_of out 7 derived 5 0.7",
			"part_of out 2 fact 1 0.9",
			"part_of out 3 derived 1 0.8",
			"part_of out 6 fact 5 0.7",
			"has_part in 3 derived 4 0.5",
		]);
		expect(await links({ as_of: day(4), include_derived: true, at: "2021" })).toEqual([
			...asserted,
			"has_part in 3 derived 4 0.5",
		]);
		expect(await links({ as_of: day(4), include_derived: true, predicate: "has" })).toHaveLength(1);
		const text = (await base.call("neighbors", { entity: nth(1), include_derived: true })).content as Any;
		expect(text[0].text).toContain(`derived ${nth(1)} (2022 → 2023) confidence 0.7`);
	});

	test("paths walk derived facts only where asked, and a fact that says the same stands for them", async () => {
		const paths = async (asked: Record<string, unknown>) => {
			const found = (await base.read("paths_between", { from: nth(1), to: nth(7), ...asked })) as Any;
			return found.paths.map(({ edges }: Any) =>
				edges
					.map(
						({ derived, fact_ids, direction, predicate_key }: Any) =>
							`${direction} ${predicate_key} ${derived ? "derived" : "fact"} ${fact_ids.map((id: string) => Number(id.slice(-4)))}`,
					)
					.join(", "),
			);
		};
		expect(await paths({ as_of: day(4), max_hops: 2 })).toEqual([]);
		expect(await paths({ as_of: day(4), max_hops: 2, include_derived: true })).toEqual([
			"out part_of derived 5",
			"out part_of fact 1, out has_part derived 6",
			"out part_of derived 1, out part_of fact 7",
			"in has_part derived 4, out part_of fact 7",
		]);
		expect(await paths({ as_of: day(4), max_hops: 1, include_derived: true, at: "2023" })).toEqual([]);
		expect(await paths({ as_of: day(1), max_hops: 2, include_derived: true })).toEqual([]);
		expect(await paths({ to: nth(3), max_hops: 1, include_derived: true })).toEqual([
			"out part_of derived 1",
			"in has_part fact 8",
		]);
		const three = await paths({ as_of: day(4), include_derived: true });
		expect(three).toContain("out part_of fact 1, out part_of fact 2, out part_of fact 7");
		await expect(
			base.read("paths_between", { from: nth(1), to: nth(3), include_derived: "true" }),
		).rejects.toThrow(/must be true or false/);
	});
});

test("a base that never concluded anything is asked for derived facts once, and never again", async () => {
	await using base = await readingBase(K1, HARBOUR);
	const asked: string[] = [];
	const view: View = {
		...base.view,
		select: (query, options) => {
			asked.push(query);
			return base.view.select(query, options);
		},
	};
	const reader = readerOf(
		{ kb: K1, store: base.store, view, clock: { now: () => base.view.clock.now() } },
		async () => {},
	);
	await base.read("entity_facts", { entity_id: ids["Heron"] });
	await reader.read("entity_facts", { entity_id: ids["Heron"] });
	await reader.read("neighbors", { entity: ids["Heron"], include_derived: true });
	await reader.read("paths_between", { from: ids["Heron"], to: ids["Pier 4"], include_derived: true });
	expect(asked.length).toBeGreaterThan(0);
	expect(asked.filter((query) => query.includes("graph:derivations"))).toEqual([]);
});
