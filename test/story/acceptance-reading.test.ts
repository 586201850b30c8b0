// The acceptance cases of reading, each under its number. What belongs to other rooms (transport, writing, derivation) is tested there.
import { afterAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../src/mcp/registry.ts";
import type { ReadingBase } from "../support/reading.ts";
import {
	continued,
	documentId,
	entity,
	fact,
	factId,
	harbour,
	ids,
	list,
	manyFacts,
	pieceEntityId,
	pieceFactId,
	replaced,
	shown,
} from "./harbour.ts";

type Json = Record<string, unknown>;
const textOf = (answer: { content: readonly unknown[] }) => (answer.content[0] as { text: string }).text;
const sorted = (found: readonly (number | string)[]) =>
	[...found].sort((a, b) => String(a).localeCompare(String(b), "en", { numeric: true }));
const facts = async (base: ReadingBase, args: Json) => sorted(shown(await base.read("entity_facts", args)));

/** Harbour as it stands, opened once: reading changes nothing. */
let opened: Promise<ReadingBase> | undefined;
function untouched(): Promise<ReadingBase> {
	opened ??= harbour();
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

/** A merge of Egret into Heron, in effect until it was reverted. */
const MERGE = `merge:01 a utopia:Merge ; utopia:source e:02 ; utopia:target e:01 ;
	prov:generatedAtTime "2026-05-01T00:00:00.000000Z"^^xsd:dateTime ; prov:invalidatedAtTime "2026-06-01T00:00:00.000000Z"^^xsd:dateTime .`;
const F8_RECORDED = `utopia:supersedes f:07 ; utopia:confidence 0.80 ;
    prov:generatedAtTime "2026-03-20T12:00:00.123456Z"^^xsd:dateTime ;`;
/** F8 ends at this moment. */
const endF8 = (at: string) => (text: string) =>
	replaced(text, F8_RECORDED, `${F8_RECORDED} prov:invalidatedAtTime "${at}"^^xsd:dateTime ;`);

describe("section 2: tools and arguments", () => {
	test("20: a partial date is read as its first instant, and null is absent", async () => {
		const base = await untouched();
		const answer = await base.call("entity_facts", { entity_id: "Heron", at: "2024" });
		expect(answer.structuredContent).toMatchObject({ at: "2024-01-01T00:00:00.000000Z" });
		expect(textOf(answer)).toContain('"2024" read as 2024-01-01T00:00:00.000000Z');
		expect(await base.call("entity_facts", { entity_id: "Heron", at: null })).toEqual(
			await base.call("entity_facts", { entity_id: "Heron" }),
		);
	});

	test("21: what is above a maximum is read as the maximum", async () => {
		const base = await untouched();
		expect(await base.read("entity_facts", { entity_id: "Heron", limit: 5000 })).toMatchObject({
			limit: 300,
		});
		expect(await base.read("paths_between", { from: "Mara", to: "Pier 9", max_hops: 9 })).toMatchObject({
			max_hops: 3,
		});
	});

	test("22: unknown arguments change nothing and are named", async () => {
		const base = await untouched();
		const strange = await base.call("entity_facts", {
			entity_id: "Heron",
			att: "2020",
			knowledge_base_id: "x",
		});
		const plain = await base.call("entity_facts", { entity_id: "Heron" });
		expect(plain._meta?.["ignored_arguments"]).toBeUndefined();
		expect(strange._meta?.["ignored_arguments"]).toEqual(["att", "knowledge_base_id"]);
		expect({ ...strange, _meta: undefined }).toEqual({ ...plain, _meta: undefined });
	});

	/** The lists of each tool, and the ids by which their members are told apart. */
	const lists: Readonly<Record<string, readonly [string, string]>> = {
		find_entities: ["entities", "id"],
		entity_facts: ["facts", "id"],
		neighbors: ["neighbors", "id"],
		timeline: ["entries", "id"],
		changes: ["changes", "fact_id"],
	};
	const calls: readonly (readonly [string, Json])[] = [
		["find_entities", { name: "pier" }],
		["find_entities", { name: "nobody" }],
		["entity_facts", { entity_id: "Heron" }],
		["entity_facts", { entity_id: "Egret", as_of: "2026-03-15", since: "2020", until: "2030" }],
		["entity_facts", { entity_id: "Heron", predicate: "nothing of the kind" }],
		["neighbors", { entity: "Heron" }],
		["timeline", { entity: "Heron", before: "2026-03" }],
		["paths_between", { from: "Mara", to: "Pier 9", at: "2025-01-01" }],
		["paths_between", { from: "Mara", to: "Ivo", max_hops: 1 }],
		["changes", { since: "2026" }],
		["changes", { since: "2026-06" }],
	];
	test.each(calls)(
		"25: %s %o says its base, keeps its schema, and gives the same ids in the same order twice",
		async (name, args) => {
			const base = await untouched();
			const answer = await base.call(name, args);
			const structure = answer.structuredContent as Json;
			expect(structure["kb_id"]).toBe(base.kb);
			const tool = TOOLS.find((known) => known.name === name);
			const schema = tool?.output;
			expect(schema?.safeParse(structure).error).toBeUndefined();
			for (const field of Object.keys(schema?.shape ?? {}))
				expect(Object.keys(structure), name).toContain(field);
			expect(JSON.stringify(structure)).not.toContain("undefined");
			const inText: readonly string[] =
				textOf(answer).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
			const [key, id] = lists[name] ?? ["paths", ""];
			const wanted =
				key === "paths"
					? list(structure, "paths").flatMap(({ edges }) =>
							(edges as Json[]).flatMap((edge) => edge["fact_ids"] as string[]),
						)
					: list(structure, key).flatMap((row) => (row[id] === null ? [] : [row[id] as string]));
			let from = 0;
			for (const one of wanted) {
				const found = inText.indexOf(one, from);
				expect(found, `${one} stands in the text, behind the one before it`).toBeGreaterThanOrEqual(0);
				from = found;
			}
		},
	);
});

describe("section 3: finding", () => {
	test("26: a type wins over many facts, the whole name over a type", async () => {
		await using base = await harbour([entity(1, "Heron log"), manyFacts("p:0001", 9, 1)]);
		const heron = await base.read("find_entities", { name: "heron" });
		expect(list(heron, "entities").map(({ name }) => name)).toEqual(["Heron"]);
		const log = await base.read("find_entities", { name: "heron log" });
		expect(list(log, "entities")[0]).toMatchObject({ name: "Heron log", type_key: null, fact_count: 9 });
	});

	test.each([
		[30, "Acme"],
		[14, null],
	])("27: Acme with %i facts beside Acme North with 5: the best is %s", async (count, best) => {
		await using base = await harbour([
			entity(1, "Acme", "yard"),
			entity(2, "Acme North", "yard"),
			manyFacts("p:0001", count, 1),
			manyFacts("p:0002", 5, 100),
		]);
		const found = await base.read("find_entities", { name: "acm" });
		expect(found["best_id"]).toBe(best === null ? null : pieceEntityId(1));
		expect(list(found, "entities").map(({ name, fact_count }) => [name, fact_count])).toEqual([
			["Acme", count],
			["Acme North", 5],
		]);
	});

	test("27: Apple without facts stands before nine Apple Stores with many, on pages of eight", async () => {
		const four = (n: number) => String(n).padStart(4, "0");
		const stores = Array.from(
			{ length: 9 },
			(_, n) =>
				entity(n + 2, `Apple Store ${n + 1}`, "yard") + manyFacts(`p:${four(n + 2)}`, 4, 100 + n * 10),
		);
		await using base = await harbour([entity(1, "Apple", "yard"), ...stores]);
		const first = await base.read("find_entities", { name: "apple" });
		expect(first).toMatchObject({ limit: 8, limit_reached: true, best_id: pieceEntityId(1) });
		expect(list(first, "entities")).toHaveLength(8);
		expect(list(first, "entities")[0]).toMatchObject({ name: "Apple", fact_count: 0 });
		const second = await base.read("find_entities", { name: "apple", cursor: first["next_cursor"] });
		expect(list(second, "entities")).toHaveLength(2);
		expect(second["next_cursor"]).toBeNull();
		const names = [...list(first, "entities"), ...list(second, "entities")].map(({ name }) => name);
		expect(new Set(names).size).toBe(10);
	});

	test("28: two of three words find, one of three does not, and nothing found is a success", async () => {
		await using base = await harbour([entity(1, "Port of Tarn Harbour Authority", "dock")]);
		const names = async (name: string) =>
			list(await base.read("find_entities", { name }), "entities").map((found) => found["name"]);
		expect(await names("tarn harbour office")).toEqual(["Port of Tarn Harbour Authority"]);
		expect(await names("tarn quarry office")).toEqual([]);
		const none = await base.call("find_entities", { name: "zzz" });
		expect(none.isError ?? false).toBe(false);
		expect(none.structuredContent).toMatchObject({ entities: [], best_id: null, next_cursor: null });
	});
});

describe("section 4: entity_facts, world time", () => {
	test.each([
		["2024-06-30", [1, 3, 5, 6]],
		["2024-07-01", [2, 3, 5, 6]],
	])("33: Heron at %s", async (at, wanted) => {
		const base = await untouched();
		expect(await facts(base, { entity_id: "Heron", at })).toEqual(wanted);
	});

	test("34: Heron at every moment, names apart", async () => {
		const base = await untouched();
		const answer = await base.read("entity_facts", { entity_id: "Heron" });
		expect(sorted(shown(answer))).toEqual([1, 2, 3, 4, 5, 6]);
		expect(answer).toMatchObject({ total_facts: 6, matched_facts: 6, truncated: false, derived_facts: [] });
		expect(list(answer, "names")).toMatchObject([{ name: "Heron", canonical: true }]);
		expect(list(answer, "names")).toHaveLength(1);
	});

	test.each([
		["2019-03-31", [4, 5, 6]],
		["2019-04-01", [5, 6]],
	])("35: the event of March, asked at %s", async (at, wanted) => {
		const base = await untouched();
		expect(await facts(base, { entity_id: "Heron", at })).toEqual(wanted);
	});

	test("36: attested from one letter until another, both ends unsaid", async () => {
		const base = await untouched();
		for (const [at, there] of [
			["2024-02-19", false],
			["2024-02-20", true],
			["2025-10-14", true],
			["2025-10-15", false],
		] as const) {
			expect((await facts(base, { entity_id: "Heron", at })).includes(3), at).toBe(there);
		}
		const answer = await base.call("entity_facts", { entity_id: "Heron" });
		const f3 = list(answer.structuredContent as Json, "facts").find(({ id }) => id === factId(3));
		expect(f3).toMatchObject({
			valid_from: null,
			valid_to: null,
			valid_from_precision: null,
			valid_to_precision: "unknown",
			holds_from: "2024-02-20T00:00:00.000000Z",
			holds_to: "2025-10-15T00:00:00.000000Z",
			attested_from_name: "letter of 20 February 2024",
			direction: "in",
			other_name: "Mara",
		});
		expect(textOf(answer)).toContain("undated → ended, date unknown");
	});

	test("37: a number with its unit", async () => {
		const base = await untouched();
		const answer = await base.read("entity_facts", { entity_id: "Heron", predicate: "tonnage" });
		expect(list(answer, "facts")).toMatchObject([
			{ id: factId(6), object_value: { value: 1250, unit: "t" }, other_id: null, other_name: null },
		]);
	});

	test("38: a filter counts what it leaves, and the cursor goes on", async () => {
		const base = await untouched();
		const asked = { entity_id: "Heron", predicate: "berth", limit: 1 };
		const first = await base.read("entity_facts", asked);
		expect(first).toMatchObject({ total_facts: 6, matched_facts: 2, truncated: true, limit: 1 });
		expect(shown(first)).toEqual([1]);
		const second = await base.read("entity_facts", { ...asked, cursor: first["next_cursor"] });
		expect(second).toMatchObject({ total_facts: 6, matched_facts: 2, truncated: false, next_cursor: null });
		expect(shown(second)).toEqual([2]);
		expect(second["derived_facts"]).toEqual(first["derived_facts"]);
	});

	test("39: a window over stated dates never drops what has none", async () => {
		const base = await untouched();
		expect(await facts(base, { entity_id: "Heron", since: "2025-01-01" })).toEqual([2, 3, 5, 6]);
		expect(await facts(base, { entity_id: "Heron", until: "2018-01-01" })).toEqual([3, 5]);
	});

	test("40: a name resolves and the answer says to whom", async () => {
		const base = await untouched();
		const answer = await base.read("entity_facts", { entity_id: "Heron" });
		expect(answer["entity"]).toMatchObject({ id: ids.Heron, name: "Heron", type_key: "vessel" });
		expect(JSON.stringify(answer["resolution"])).toContain("Heron");
	});

	test.each([
		["entity_facts", "entity_id", {}],
		["neighbors", "entity", {}],
		["timeline", "entity", {}],
		["paths_between", "from", { to: "Heron" }],
		["paths_between", "to", { from: "Heron" }],
		["changes", "entity_id", { since: "2026" }],
	])("40: %s with an unknown %s says so, in the same bytes for every cause", async (tool, argument, more) => {
		const base = await untouched();
		const ask = (value: string) => base.call(tool, { ...more, [argument]: value });
		const [foreign, random, name] = await Promise.all([
			ask("e0000000-0000-4000-8000-0000000000aa"),
			ask("9d0c8a7e-3b52-4c8e-9f6f-0c4b1f2f7d11"),
			ask("Nobody At All"),
		]);
		for (const answer of [foreign, random, name]) {
			expect(answer).toMatchObject({ isError: true, _meta: { error: { code: "NOT_FOUND" } } });
			expect(answer?.structuredContent).toBeUndefined();
			expect(textOf(answer as never)).toContain("find_entities");
		}
		expect(foreign).toEqual(random);
	});
});

/** What an event takes away and what it brings: facts of its subject, or Egret as an entity of its own. */
function turn({ kind, fact_id, supersedes }: Json): {
	readonly gone: readonly unknown[];
	readonly come: readonly unknown[];
} {
	switch (kind) {
		case "asserted":
			return { gone: [], come: [fact_id] };
		case "corrected":
			return { gone: [supersedes], come: [fact_id] };
		case "rejected":
			return { gone: [fact_id], come: [] };
		case "merged":
			return { gone: [ids.Egret], come: [] };
		default:
			return { gone: [], come: [ids.Egret] };
	}
}

async function expectTurn(base: ReadingBase, event: Json): Promise<void> {
	const { at, kind, subject_id, scope } = event;
	const there = async (clock: Json) => {
		const answer = await base.read("entity_facts", {
			entity_id: scope === "entity" ? ids.Egret : subject_id,
			...clock,
		});
		return [(answer["entity"] as Json)["id"], ...list(answer, "facts").map(({ id }) => id)];
	};
	const [before, after] = [await there({ before: at }), await there({ as_of: at })];
	const { gone, come } = turn(event);
	for (const id of gone)
		expect([before.includes(id), after.includes(id)], `${kind} ${at}`).toEqual([true, false]);
	for (const id of come)
		expect([before.includes(id), after.includes(id)], `${kind} ${at}`).toEqual([false, true]);
}

describe("section 5: entity_facts, record time", () => {
	test("42: what was held in March, and what is held now", async () => {
		const base = await untouched();
		const march = await base.read("entity_facts", { entity_id: "Egret", as_of: "2026-03-15" });
		expect(sorted(shown(march))).toEqual([5, 7, 9]);
		const f7 = list(march, "facts").find(({ id }) => id === factId(7));
		expect(f7).toMatchObject({ invalidated_at: "2026-03-20T12:00:00.123456Z" });
		expect(await facts(base, { entity_id: "Egret" })).toEqual([5, 8]);
	});

	test("43: as_of the instant of a correction is behind it, before it is in front", async () => {
		const base = await untouched();
		const at = "2026-03-20T12:00:00.123456Z";
		expect(await facts(base, { entity_id: "Egret", as_of: at })).toEqual([5, 8, 9]);
		const before = await base.read("entity_facts", { entity_id: "Egret", before: at });
		expect(sorted(shown(before))).toEqual([5, 7, 9]);
		expect(before).toMatchObject({ as_of: "2026-03-20T12:00:00.123455Z", before: at });
		const both = await base.read("entity_facts", { entity_id: "Egret", before: at, as_of: "2026-05-01" });
		expect(both).toEqual(before);
	});

	test("44: the two clocks combine", async () => {
		const base = await untouched();
		expect(await facts(base, { entity_id: "Egret", at: "2026-01-15", predicate: "captain" })).toEqual([]);
		expect(
			await facts(base, { entity_id: "Egret", at: "2026-01-15", as_of: "2026-03-15", predicate: "captain" }),
		).toEqual([7]);
	});

	test("45: a retraction ends a row at its instant, exclusive", async () => {
		const base = await untouched();
		expect(await facts(base, { entity_id: "Egret", as_of: "2026-03-31" })).toContain(9);
		expect(await facts(base, { entity_id: "Egret", as_of: "2026-04-01" })).not.toContain(9);
	});

	test("46: an event's instant as before is without its commit, as as_of with it", async () => {
		await using base = await harbour([
			MERGE,
			fact("g:0001", { subject: "e:02", predicate: "part_of", object: "e:07", recorded: "2026-05-10" }),
		]);
		const events = list(await base.read("changes", { since: "2025" }), "changes");
		expect(events.length).toBeGreaterThan(10);
		expect(new Set(events.map(({ kind }) => kind))).toEqual(
			new Set(["asserted", "corrected", "rejected", "merged", "reverted"]),
		);
		for (const event of events) await expectTurn(base, event);
	});

	test("47: merged, corrected meanwhile, and reverted", async () => {
		const corrected = fact("f:12", {
			subject: "e:09",
			predicate: "captain_of",
			object: "e:02",
			from: "2026-02-15",
			recorded: "2026-05-20",
			more: 'utopia:supersedes f:08 ; utopia:startOrigin "person" ; utopia:correctedEnds "start"',
		});
		await using base = await harbour([MERGE, corrected], endF8("2026-05-20T00:00:00.000000Z"));
		expect(await facts(base, { entity_id: "Egret", as_of: "2026-04-30" })).toEqual([5, 8]);
		expect(await facts(base, { entity_id: "Heron", as_of: "2026-04-30" })).toEqual([1, 2, 3, 4, 5, 6]);

		const merged = await base.read("entity_facts", { entity_id: ids.Egret, as_of: "2026-05-15" });
		expect(sorted(shown(merged))).toEqual([1, 2, 3, 4, 5, 6, 8]);
		expect(merged["entity"]).toMatchObject({ id: ids.Heron, name: "Heron" });
		expect(merged["resolution"]).toMatchObject({ merged_from: expect.anything() });
		const f5 = list(merged, "facts").find(({ id }) => id === factId(5));
		expect(f5).toMatchObject({ direction: "out", other_id: ids.Heron });
		const found = await base.read("find_entities", { name: "egret", as_of: "2026-05-15" });
		expect(list(found, "entities")).toMatchObject([{ id: ids.Heron, name: "Heron" }]);
		expect(
			list(await base.read("neighbors", { entity: "Heron", as_of: "2026-05-15" }), "neighbors").map(
				({ name }) => name,
			),
		).not.toContain("Heron");

		expect(await facts(base, { entity_id: "Egret" })).toEqual([5, 12]);
		expect(await facts(base, { entity_id: "Heron" })).toEqual([1, 2, 3, 4, 5, 6]);
		expect(await facts(base, { entity_id: "Heron", as_of: "2026-05-25" })).toEqual([1, 2, 3, 4, 5, 6, 12]);
		const entities = list(await base.read("find_entities", { name: "egret" }), "entities");
		expect(entities).toMatchObject([{ id: ids.Egret, name: "Egret", fact_count: 2 }]);
	});

	test("48: a document deleted and restored takes its fact along and brings it back as a new row", async () => {
		const pieces = [
			`deletion:01 a utopia:DocumentDeletion ; utopia:ofDocument doc:04 ; utopia:retired f:08 ;
				prov:generatedAtTime "2026-05-01T00:00:00.000000Z"^^xsd:dateTime ; prov:invalidatedAtTime "2026-06-01T00:00:00.000000Z"^^xsd:dateTime .`,
			fact("f:12", {
				subject: "e:09",
				predicate: "captain_of",
				object: "e:02",
				from: "2026-02-01",
				recorded: "2026-06-01",
				more: 'utopia:restores f:08 ; utopia:cause "restored" ; prov:wasDerivedFrom doc:04',
			}),
			fact("f:13", {
				subject: "e:02",
				predicate: "part_of",
				object: "e:07",
				more: "prov:wasDerivedFrom doc:01 , doc:04",
				recorded: "2026-03-11",
			}),
		];
		await using base = await harbour(pieces, endF8("2026-05-01T00:00:00.000000Z"));
		expect(await facts(base, { entity_id: "Egret", as_of: "2026-04-30" })).toEqual([5, 8, 13]);
		expect(await facts(base, { entity_id: "Egret", as_of: "2026-05-15" })).toEqual([5, 13]);
		expect(await facts(base, { entity_id: "Egret" })).toEqual([5, 12, 13]);
		const now = list(await base.read("entity_facts", { entity_id: "Egret" }), "facts");
		expect(now.find(({ id }) => id === factId(12))).toMatchObject({ restores: factId(8), supersedes: null });
		const events = list(await base.read("changes", { since: "2026-05" }), "changes");
		expect(events.map(({ kind, fact_id }) => [kind, fact_id])).toEqual([
			["asserted", factId(12)],
			["rejected", factId(8)],
		]);
	});

	test("49: what was answered as of a moment is answered again after a hundred further writes", async () => {
		await using base = await harbour([entity(1, "Tern", "vessel")]);
		const moment = "2026-04-15T00:00:00.000000Z";
		const asked: readonly (readonly [string, Json])[] = [
			...["Heron", "Egret", "Port", "Tern"].flatMap((name): [string, Json][] => [
				["entity_facts", { entity_id: name, as_of: moment }],
				["entity_facts", { entity_id: name, as_of: moment, at: "2024-08-01" }],
				["neighbors", { entity: name, as_of: moment }],
				["timeline", { entity: name, as_of: moment }],
				["find_entities", { name, as_of: moment }],
			]),
			["paths_between", { from: "Mara", to: "Port", as_of: moment }],
			["changes", { since: "2026-01", until: "2026-04-14" }],
		];
		const answers = async () => {
			const found = [];
			for (const [tool, args] of asked) found.push(await base.call(tool, args));
			return JSON.parse(
				JSON.stringify(found, (key, value) => (key === "invalidated_at" ? undefined : value)),
			);
		};
		const before = await answers();
		const later = (n: number, micros: number) =>
			`2026-05-01T00:00:0${Math.floor((n - 1) / 10)}.${String(micros).padStart(6, "0")}Z`;
		const ends = ["e:01", "e:02", "e:04", "e:07", "p:0001"] as const;
		for (let batch = 0; batch < 10; batch++) {
			const rows = Array.from({ length: 10 }, (_, k) => {
				const n = batch * 10 + k + 1;
				return fact(`g:${String(n).padStart(4, "0")}`, {
					subject: ends[(n * 7) % 5] as string,
					...(n % 4 === 0
						? { word: "lies beside" }
						: { predicate: ["part_of", "sister_ship", "launched_at"][n % 3] as string }),
					object: ends[(n * 7 + (n % 4) + 1) % 5] as string,
					...(n % 3 === 1 ? {} : { from: `20${10 + (n % 15)}` }),
					recorded: later(n, n),
					...(n % 5 === 0 ? { invalidated: later(n, n + 500) } : {}),
				});
			});
			await continued(base, rows.join(""));
		}
		expect(await answers()).toEqual(before);
		expect((await facts(base, { entity_id: "Heron" })).length).toBeGreaterThan(20);
	});
});

describe("section 6: neighbors, timeline, paths_between, changes", () => {
	test("50: the neighbours of Heron in August 2024", async () => {
		const base = await untouched();
		const answer = await base.read("neighbors", { entity: "Heron", at: "2024-08-01" });
		expect(answer["entity_count"]).toBe(3);
		expect(
			list(answer, "neighbors").map((one) => [one["predicate_key"], one["direction"], one["name"]]),
		).toEqual([
			["berths_at", "out", "Pier 9"],
			["captain_of", "in", "Mara"],
			["sister_ship", "out", "Egret"],
		]);
	});

	test("51: a timeline in world order, by id where dates are equal", async () => {
		const base = await untouched();
		const plain = await base.call("timeline", { entity: "Heron" });
		const structure = plain.structuredContent as Json;
		expect(list(structure, "entries").map(({ id }) => id)).toEqual([
			factId(4),
			factId(6),
			factId(1),
			factId(2),
		]);
		expect(structure).toMatchObject({ undated_count: 2, total_dated: 4 });
		const withAt = await base.call("timeline", { entity: "Heron", at: "2024" });
		expect(withAt.structuredContent).toEqual(structure);
		expect(withAt._meta).toEqual({ ignored_arguments: ["at"] });
	});

	test("52: a path whose edges need share no moment, unless one is asked for", async () => {
		const base = await untouched();
		const answer = await base.read("paths_between", { from: "Mara", to: "Pier 9" });
		const [path, ...others] = list(answer, "paths");
		expect(others).toEqual([]);
		expect(path).toMatchObject({
			hops: 2,
			edges: [
				{
					from_name: "Mara",
					predicate_key: "captain_of",
					direction: "out",
					to_name: "Heron",
					fact_ids: [factId(3)],
				},
				{
					from_name: "Heron",
					predicate_key: "berths_at",
					direction: "out",
					to_name: "Pier 9",
					fact_ids: [factId(2)],
				},
			],
		});
		const early = await base.call("paths_between", { from: "Mara", to: "Pier 9", at: "2024-03-01" });
		expect(early.isError ?? false).toBe(false);
		expect(early.structuredContent).toMatchObject({ paths: [], max_hops: 3 });
		expect(textOf(early)).toMatch(/3 hops/);
		expect(await base.read("paths_between", { from: "Mara", to: "Pier 9", max_hops: 1 })).toMatchObject({
			paths: [],
		});
	});

	test("53: the changes of one day", async () => {
		const base = await untouched();
		expect(await base.read("changes", { since: "2026-03-20", until: "2026-03-20" })).toMatchObject({
			since: "2026-03-20T00:00:00.000000Z",
			until: "2026-03-21T00:00:00.000000Z",
			changes: [
				{ kind: "corrected", fact_id: factId(8), at: "2026-03-20T12:00:00.123456Z", supersedes: factId(7) },
			],
		});
	});

	test("54: the changes of two months, latest first, by id where instants are equal", async () => {
		const base = await untouched();
		const asked = { since: "2026-03", until: "2026-04" };
		const answer = await base.call("changes", asked);
		expect(
			list(answer.structuredContent as Json, "changes").map(({ kind, fact_id }) => [kind, fact_id]),
		).toEqual([
			["rejected", factId(9)],
			["corrected", factId(8)],
			["asserted", factId(7)],
			["asserted", factId(9)],
		]);
		expect(await base.call("changes", asked)).toEqual(answer);
	});

	test("55: by kind, by entity, and without a beginning", async () => {
		const base = await untouched();
		expect(await base.read("changes", { since: "2026", kinds: ["rejected"] })).toMatchObject({
			changes: [{ fact_id: factId(9), at: "2026-04-01T00:00:00.000000Z" }],
		});
		const empty = await base.call("changes", {
			since: "2026-03-25",
			until: "2026-03-31",
			kinds: ["rejected"],
		});
		expect(empty.isError ?? false).toBe(false);
		expect(empty.structuredContent).toMatchObject({ changes: [], limit_reached: false });
		for (const args of [{}, { since: "soon" }]) {
			const refused = await base.call("changes", args);
			expect(refused).toMatchObject({
				isError: true,
				_meta: { error: { code: "INVALID_ARGUMENT", details: { argument: "since" } } },
			});
		}
		const egret = list(await base.read("changes", { since: "2026", entity_id: "Egret" }), "changes");
		expect(egret.map(({ fact_id }) => fact_id)).toEqual([
			factId(9),
			factId(8),
			factId(7),
			factId(9),
			factId(5),
		]);
	});

	test.each([
		[41, true],
		[40, false],
	])("56: of %i events forty are shown, and the cursor tells whether there are more", async (count, more) => {
		const pieces = Array.from({ length: count }, (_, n) =>
			fact(`g:${String(n + 1).padStart(4, "0")}`, {
				subject: "e:07",
				predicate: "part_of",
				object: "e:06",
				recorded: "2026-06-01T00:00:00.000001Z",
			}),
		);
		await using base = await harbour(pieces);
		const first = await base.read("changes", { since: "2026-06" });
		expect(first).toMatchObject({ limit: 40, limit_reached: true });
		expect(list(first, "changes")).toHaveLength(40);
		if (!more) {
			expect(first["next_cursor"]).toBeNull();
			return;
		}
		const second = await base.read("changes", { since: "2026-06", cursor: first["next_cursor"] });
		expect(list(second, "changes").map(({ fact_id }) => fact_id)).toEqual([pieceFactId(41)]);
		expect(second).toMatchObject({ limit_reached: false, next_cursor: null });
	});
});

describe("section 12: known failures of such systems", () => {
	test("B2: two separate occurrences stay two", async () => {
		const assigned = (n: number, from: string, to: string) =>
			fact(`g:000${n}`, { subject: "p:0001", predicate: "captain_of", object: "p:0002", from, to });
		await using base = await harbour([
			entity(1, "Alex", "person"),
			entity(2, "Pay", "vessel"),
			assigned(1, "2024-01", "2024-06"),
			assigned(2, "2025-01", "2025-03"),
		]);
		expect(await facts(base, { entity_id: "Alex" })).toEqual([pieceFactId(1), pieceFactId(2)]);
		expect(await facts(base, { entity_id: "Alex", at: "2024-09" })).toEqual([]);
		expect(await base.read("paths_between", { from: "Alex", to: "Pay" })).toMatchObject({
			paths: [{ edges: [{ fact_ids: [pieceFactId(1), pieceFactId(2)] }] }],
		});
	});

	test("B3: a microsecond apart is apart", async () => {
		await using base = await harbour([
			fact("g:0001", {
				subject: "e:07",
				predicate: "part_of",
				object: "e:06",
				recorded: "2026-06-01T00:00:00.100001Z",
				invalidated: "2026-06-01T00:00:00.100002Z",
			}),
		]);
		const held = async (clock: Json) =>
			(await facts(base, { entity_id: "Port", ...clock })).includes(pieceFactId(1));
		expect(await held({ as_of: "2026-06-01T00:00:00.1Z" })).toBe(false);
		expect(await held({ as_of: "2026-06-01T00:00:00.100001Z" })).toBe(true);
		expect(await held({ as_of: "2026-06-01T00:00:00.1000019Z" })).toBe(true);
		expect(await held({ as_of: "2026-06-01T00:00:00.100002Z" })).toBe(false);
		expect(await held({ before: "2026-06-01T00:00:00.100002Z" })).toBe(true);
	});

	test("B4: a clock without zone is its day, in three spellings", async () => {
		await using base = await harbour([
			fact("g:0001", { subject: "e:07", predicate: "part_of", object: "e:06", from: "2003-01-14" }),
		]);
		const texts = [];
		for (const at of ["2003-01-14", "2003-01-14T00:00:00", "2003-01-14T00:00:00Z"]) {
			const answer = await base.call("entity_facts", { entity_id: "Port", at });
			expect(shown(answer.structuredContent as Json)).toEqual([pieceFactId(1)]);
			expect((answer.structuredContent as Json)["at"]).toBe("2003-01-14T00:00:00.000000Z");
			texts.push(textOf(answer));
		}
		expect(texts[1]).toMatch(/zone/);
		expect(texts[0]).toContain("2003-01-14 → now");
	});

	test("B5: a year stays a year", async () => {
		await using base = await harbour([
			fact("g:0001", { subject: "e:07", predicate: "part_of", object: "e:06", from: "1883" }),
		]);
		const answer = await base.call("entity_facts", { entity_id: "Port", at: "1883-06-01" });
		expect(list(answer.structuredContent as Json, "facts")).toMatchObject([
			{ id: pieceFactId(1), valid_from: "1883-01-01T00:00:00.000000Z", valid_from_precision: "year" },
		]);
		expect(textOf(answer)).toContain("(1883 → now)");
	});

	test("B6: on the day of the change only the second holds", async () => {
		await using base = await harbour([
			fact("g:0001", {
				subject: "e:02",
				predicate: "berths_at",
				object: "e:04",
				from: "2020",
				to: "2024-07-05",
			}),
			fact("g:0002", { subject: "e:02", predicate: "berths_at", object: "e:05", from: "2024-07-05" }),
		]);
		const at = (moment: string) => facts(base, { entity_id: "Egret", predicate: "berths", at: moment });
		expect(await at("2024-07-04T23:59:59.999999Z")).toEqual([pieceFactId(1)]);
		expect(await at("2024-07-05T00:00Z")).toEqual([pieceFactId(2)]);
	});

	test("B6: an interval of length zero is refused, and nothing of its file is there", async () => {
		await expect(
			harbour([
				fact("g:0001", {
					subject: "e:02",
					predicate: "berths_at",
					object: "e:04",
					from: "2024-07-05",
					to: "2024-07-05",
				}),
			]),
		).rejects.toThrow(expect.objectContaining({ code: "UTOPIA_IMPORT_REFUSED" }));
	});

	test("documents come with the facts that they support", async () => {
		const base = await untouched();
		const answer = await base.read("entity_facts", { entity_id: "Heron", predicate: "captain" });
		expect(list(answer, "facts")).toMatchObject([{ document_ids: [documentId(3)], evidence_count: 2 }]);
	});
});
