// The worked read examples of the ledger, each under its number, asked of the tools. Those of timelines and conclusions belong to writing.
import { afterAll, describe, expect, test } from "vitest";
import type { ReadingBase } from "../support/reading.ts";
import { entity, fact, harbour, list, pieceEntityId, pieceFactId, type Said } from "./harbour.ts";

type Json = Record<string, unknown>;

/** Example, relation (state, event, eternal), what is stated, moments at which it holds, moments at which it does not, its range as text. */
const WORLD: readonly (readonly [
	number,
	string,
	Partial<Said>,
	readonly string[],
	readonly string[],
	string,
])[] = [
	[
		1,
		"captain_of",
		{ from: "2023-06-01" },
		["2023-06-01", "2030"],
		["2023-05-31T23:59:59Z"],
		"2023-06-01 → now",
	],
	[
		2,
		"captain_of",
		{ from: "2023", to: "2024-07" },
		["2024-06-30"],
		["2024-07-01", "2024-07-15"],
		"2023 → 2024-07",
	],
	[3, "captain_of", { attestedFrom: "2024-02-20" }, ["2024-02-20"], ["2023-01-01"], "undated → now"],
	[
		4,
		"captain_of",
		{ from: "2023-06-01", unknown: true, attestedTo: "2025-10-15" },
		["2025-10-14"],
		["2025-10-15", "2026-01-01"],
		"2023-06-01 → ended, date unknown",
	],
	[
		5,
		"captain_of",
		{ attestedFrom: "2024-02-20", unknown: true, attestedTo: "2025-10-15" },
		["2024-02-20", "2025-10-14"],
		["2024-02-19", "2025-10-15"],
		"undated → ended, date unknown",
	],
	[
		6,
		"captain_of",
		{ attestedFrom: "2025-10-15", unknown: true, attestedTo: "2025-10-15" },
		[],
		["2025-10-14", "2025-10-15", "2025-10-16"],
		"undated → ended, date unknown",
	],
	[7, "captain_of", {}, ["1066", "2024", "9999"], [], ""],
	[
		8,
		"launched_at",
		{ from: "2024-03-15" },
		["2024-03-15T00:00:00Z", "2024-03-15T23:59:59Z"],
		["2024-03-16", "2024-03-14"],
		"2024-03-15",
	],
	[9, "launched_at", { from: "2024-03" }, ["2024-03-31"], ["2024-04-01", "2024-02-29"], "2024-03"],
	[
		9,
		"launched_at",
		{ from: "2026-06-01T14:32Z" },
		["2026-06-01T14:32Z", "2026-06-01T14:32:59.999999Z"],
		["2026-06-01T14:33Z", "2026-06-01T14:31Z"],
		"2026-06-01T14:32Z",
	],
	[10, "launched_at", { from: "2024-03-15" }, ["2024-03-15"], ["2024-03-16"], "2024-03-15"],
	[
		11,
		"launched_at",
		{ attestedFrom: "2024-05-01" },
		[],
		["2024-04-30", "2024-05-01", "2024-05-02"],
		"undated",
	],
	[
		12,
		"launched_at",
		{ from: "2024-03-15", to: "2024-03-15" },
		["2024-03-15"],
		["2024-03-16", "2025-03-15"],
		"2024-03-15",
	],
	[13, "sister_ship", {}, ["1066", "2019", "2030"], [], ""],
];

let opened: Promise<ReadingBase> | undefined;
/** One base for all of them: example n of the table is about entity n. */
function world(): Promise<ReadingBase> {
	opened ??= harbour(
		WORLD.flatMap(([, predicate, said], n) => [
			entity(n + 1, `Thing ${n + 1}`, "vessel"),
			fact(`g:${String(n + 1).padStart(4, "0")}`, {
				subject: `p:${String(n + 1).padStart(4, "0")}`,
				predicate,
				object: "e:07",
				...said,
			}),
		]),
	);
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

const held = async (base: ReadingBase, args: Json) =>
	list(await base.read("entity_facts", args), "facts").map(({ id }) => id);

describe("reading world time", () => {
	test.each(WORLD.map((row, n) => [row[0], n + 1, row] as const))(
		"example %i, thing %i",
		async (_, n, [, , , inside, outside, range]) => {
			const base = await world();
			for (const at of inside)
				expect(await held(base, { entity_id: pieceEntityId(n), at }), at).toEqual([pieceFactId(n)]);
			for (const at of outside) expect(await held(base, { entity_id: pieceEntityId(n), at }), at).toEqual([]);
			const untimed = await base.call("entity_facts", { entity_id: pieceEntityId(n) });
			expect(list(untimed.structuredContent as Json, "facts").map(({ id }) => id)).toEqual([pieceFactId(n)]);
			const text = (untimed.content[0] as { text: string }).text;
			const line = text.split("\n").find((one) => one.includes(pieceFactId(n))) ?? "";
			if (range === "") expect(line).not.toMatch(/[(→]/);
			else expect(line).toContain(`(${range})`);
		},
	);

	test("example 5: the interval that tools show", async () => {
		const base = await world();
		const [row] = list(await base.read("entity_facts", { entity_id: pieceEntityId(5) }), "facts");
		expect(row).toMatchObject({
			holds_from: "2024-02-20T00:00:00.000000Z",
			holds_to: "2025-10-15T00:00:00.000000Z",
			valid_from: null,
			valid_to_precision: "unknown",
		});
	});

	test("example 10: an event that has no end stored is shown with the end of its period", async () => {
		const base = await world();
		const [row] = list(await base.read("entity_facts", { entity_id: pieceEntityId(11) }), "facts");
		expect(row).toMatchObject({
			holds_from: "2024-03-15T00:00:00.000000Z",
			holds_to: "2024-03-16T00:00:00.000000Z",
			valid_to: null,
		});
	});
});

describe("reading record time", () => {
	test("example 14: a correction, from both sides of its microsecond", async () => {
		const instant = "2026-03-20T12:00:00.123456Z";
		const claim = { subject: "p:0001", predicate: "captain_of", object: "e:02" };
		await using base = await harbour([
			entity(1, "Ada", "person"),
			fact("g:0001", { ...claim, from: "2026-01-01", recorded: "2026-03-10", invalidated: instant }),
			fact("g:0002", { ...claim, from: "2026-02-01", recorded: instant, more: "utopia:supersedes g:0001" }),
		]);
		const [a, b] = [pieceFactId(1), pieceFactId(2)];
		expect(await held(base, { entity_id: "Ada", as_of: "2026-03-15" })).toEqual([a]);
		expect(await held(base, { entity_id: "Ada", as_of: instant })).toEqual([b]);
		const before = await base.read("entity_facts", { entity_id: "Ada", before: instant });
		expect(before).toMatchObject({
			as_of: "2026-03-20T12:00:00.123455Z",
			facts: [{ id: a, invalidated_at: instant }],
		});
		expect(await held(base, { entity_id: "Ada" })).toEqual([b]);
		expect(await held(base, { entity_id: "Ada", at: "2026-01-15" })).toEqual([]);
		expect(await held(base, { entity_id: "Ada", at: "2026-01-15", as_of: "2026-03-15" })).toEqual([a]);
		// example 21: the day of the correction, as events
		expect(
			await base.read("changes", {
				since: "2026-03-20",
				until: "2026-03-20",
				kinds: ["corrected"],
				entity_id: "Ada",
			}),
		).toMatchObject({
			until: "2026-03-21T00:00:00.000000Z",
			changes: [{ fact_id: b, at: instant }],
		});
	});

	test("example 15: retracted at an instant, absent from it on", async () => {
		await using base = await harbour([
			entity(1, "Ada", "person"),
			fact("g:0001", {
				subject: "p:0001",
				predicate: "captain_of",
				object: "e:02",
				recorded: "2026-03-10",
				invalidated: "2026-04-01",
			}),
		]);
		expect(await held(base, { entity_id: "Ada", as_of: "2026-03-31" })).toEqual([pieceFactId(1)]);
		expect(await held(base, { entity_id: "Ada", as_of: "2026-04-01T00:00Z" })).toEqual([]);
	});

	test("example 16: two, then one, then two again", async () => {
		await using base = await harbour([
			entity(1, "Xenia", "person"),
			entity(2, "Yves", "person"),
			fact("g:0001", { subject: "p:0001", predicate: "captain_of", object: "e:01" }),
			fact("g:0002", { subject: "p:0002", predicate: "captain_of", object: "e:02" }),
			`merge:01 a utopia:Merge ; utopia:source p:0001 ; utopia:target p:0002 ;
				prov:generatedAtTime "2026-05-01T00:00:00.000000Z"^^xsd:dateTime ; prov:invalidatedAtTime "2026-06-01T00:00:00.000000Z"^^xsd:dateTime .`,
		]);
		const own = async (clock: Json) =>
			Promise.all([1, 2].map((n) => held(base, { entity_id: pieceEntityId(n), ...clock })));
		const [x, y] = [pieceFactId(1), pieceFactId(2)];
		expect(await own({ as_of: "2026-04-30" })).toEqual([[x], [y]]);
		expect((await own({ as_of: "2026-05-15" })).map((ids) => ids.sort())).toEqual([
			[x, y],
			[x, y],
		]);
		expect(await own({})).toEqual([[x], [y]]);
	});

	test("example 17: what a deleted document alone supported", async () => {
		await using base = await harbour([
			entity(1, "Ada", "person"),
			fact("g:0001", {
				subject: "p:0001",
				predicate: "captain_of",
				object: "e:02",
				invalidated: "2026-05-01",
				more: "prov:wasDerivedFrom doc:03",
			}),
			`deletion:01 a utopia:DocumentDeletion ; utopia:ofDocument doc:03 ; utopia:retired g:0001 ;
				prov:generatedAtTime "2026-05-01T00:00:00.000000Z"^^xsd:dateTime .`,
		]);
		expect(await held(base, { entity_id: "Ada" })).toEqual([]);
		expect(await held(base, { entity_id: "Ada", as_of: "2026-04-30" })).toEqual([pieceFactId(1)]);
	});

	test("example 36: before every entity there is an empty base, never the present one", async () => {
		const base = await world();
		const asOf = { as_of: "2025-12-31" };
		expect(await base.read("find_entities", { name: "heron", ...asOf })).toMatchObject({ entities: [] });
		for (const entity_id of ["Heron", "e0000000-0000-4000-8000-000000000001"]) {
			expect(await base.call("entity_facts", { entity_id, ...asOf })).toMatchObject({
				isError: true,
				_meta: { error: { code: "NOT_FOUND" } },
			});
		}
		expect(await base.read("changes", { since: "2020", until: "2025" })).toMatchObject({ changes: [] });
	});
});

describe("windows and lists", () => {
	test.each([
		["2023", "2023", "2023-01-01T00:00:00.000000Z", "2024-01-01T00:00:00.000000Z"],
		["2024-02", "2024-02", "2024-02-01T00:00:00.000000Z", "2024-03-01T00:00:00.000000Z"],
		["2024-02-29", "2024-02-29", "2024-02-29T00:00:00.000000Z", "2024-03-01T00:00:00.000000Z"],
		["2024", "2024-02-29T10:00:00Z", "2024-01-01T00:00:00.000000Z", "2024-02-29T10:00:00.000001Z"],
	])("examples 21, 22: the window from %s until %s", async (since, until, from, end) => {
		const base = await world();
		expect(await base.read("changes", { since, until })).toMatchObject({ since: from, until: end });
	});

	test("example 23: a window over stated dates", async () => {
		await using base = await harbour([
			entity(1, "Ada", "person"),
			fact("g:0001", {
				subject: "p:0001",
				predicate: "captain_of",
				object: "e:02",
				from: "2019-01-01",
				to: "2020-06-01",
			}),
			fact("g:0002", { subject: "p:0001", predicate: "part_of", object: "e:07" }),
		]);
		const [dated, bare] = [pieceFactId(1), pieceFactId(2)];
		const within = (args: Json) => held(base, { entity_id: "Ada", ...args });
		expect(await within({ since: "2020-01-01" })).toEqual([dated, bare]);
		expect(await within({ since: "2020-06-01" })).toEqual([dated, bare]);
		expect(await within({ since: "2021-01-01" })).toEqual([bare]);
		expect(await within({ until: "2018-06-01" })).toEqual([bare]);
		expect(await within({ until: "2019-01-01" })).toEqual([dated, bare]);
	});

	test("example 24: a timeline leaves out what has no stated start, attested or not", async () => {
		await using base = await harbour([
			entity(1, "Ada", "person"),
			fact("g:0001", { subject: "p:0001", predicate: "captain_of", object: "e:02", from: "2019-01-01" }),
			fact("g:0002", {
				subject: "p:0001",
				predicate: "captain_of",
				object: "e:01",
				attestedFrom: "2020-01-01",
			}),
			fact("g:0003", { subject: "p:0001", predicate: "part_of", object: "e:07" }),
		]);
		expect(await base.read("timeline", { entity: "Ada" })).toMatchObject({
			entries: [{ id: pieceFactId(1) }],
			total_dated: 1,
			undated_count: 2,
		});
	});
});
