// The acceptance cases of writing, each under its number, written through the actions and read with the tools. Cases 18 to 35 of
// the ledger (case 60) stand in timeline-examples.test.ts.
import { Readable } from "node:stream";
import { Parser } from "n3";
import { expect, test } from "vitest";
import { wholeView } from "../../src/access/view.ts";
import type { FactWish } from "../../src/actions/wishes.ts";
import { exportLedger } from "../../src/export/export-ledger.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { namedNode } from "../../src/rdf/terms.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { instant } from "../../src/time/instant.ts";
import { type ActingBase, acting, type Json, permutations, refusalOf, unchanged } from "../support/acting.ts";
import { utopia } from "../support/command.ts";
import { readerOf } from "../support/reading.ts";
import { temporaryFolder } from "../support/stores.ts";
import { windable } from "../support/windable.ts";
import { documentId, factId, HARBOUR, ids, K1, list, shown } from "./harbour.ts";

const NOW = "2026-07-01T00:00:00.000000Z";
const K2 = "4d8e0f00-7051-4c9d-8e2f-3a4b5c6d7e8f";
/** Quarry: a class, a relation with a detail, an entity with a name and a fact, a document with a passage. */
const QUARRY = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix utopia: <urn:utopia:ns:> .
@prefix k: <urn:utopia:kb:${K2}:> .
<urn:utopia:kb:${K2}:class:pit> a owl:Class ; rdfs:label "Pit" .
<urn:utopia:kb:${K2}:relation:feeds> a owl:ObjectProperty ; rdfs:label "feeds" .
<urn:utopia:kb:${K2}:entity:ee000000-0000-4000-8000-000000000001> a <urn:utopia:kb:${K2}:class:pit> ; rdfs:label "Big Pit" .
<urn:utopia:kb:${K2}:fact:aa000000-0000-4000-8000-000000000001> a rdf:Statement ; utopia:canonical true ;
	rdf:subject <urn:utopia:kb:${K2}:entity:ee000000-0000-4000-8000-000000000001> ; rdf:predicate utopia:knownAs ; rdf:object "Big Pit" ;
	prov:generatedAtTime "2026-01-15T09:00:00.000000Z"^^xsd:dateTime .
<urn:utopia:kb:${K2}:fact:ff000000-0000-4000-8000-000000000001> a rdf:Statement ;
	rdf:subject <urn:utopia:kb:${K2}:entity:ee000000-0000-4000-8000-000000000001> ; rdf:predicate <urn:utopia:kb:${K2}:relation:feeds> ;
	rdf:object <urn:utopia:kb:${K2}:entity:ee000000-0000-4000-8000-000000000001> ;
	prov:generatedAtTime "2026-01-15T09:00:00.000000Z"^^xsd:dateTime .
<urn:utopia:kb:${K2}:document:dd000000-0000-4000-8000-000000000001> a prov:Entity ; rdfs:label "pit.md" ;
	prov:generatedAtTime "2026-01-15T09:00:00.000000Z"^^xsd:dateTime .
<urn:utopia:kb:${K2}:chunk:cc000000-0000-4000-8000-000000000001> a utopia:Chunk ; utopia:text "The big pit." ;
	utopia:ofDocument <urn:utopia:kb:${K2}:document:dd000000-0000-4000-8000-000000000001> ; utopia:evidenceOrigin "stated" .
`;

interface Port extends AsyncDisposable {
	readonly folder: string;
	/** Harbour, and with `quarry` the other base beside it. */
	readonly k1: ActingBase;
	go(to: string): void;
}

/** Harbour in a data folder of its own, its clock at `at`. */
async function port({ at = NOW, pieces = "", quarry = false } = {}): Promise<Port> {
	const folder = temporaryFolder();
	const warnings: string[] = [];
	const directory = await DataDirectory.open(folder.path, { warn: (line) => warnings.push(line) });
	const clock = windable(instant(at));
	const filled = async (kb: string, text: string) => {
		const store = await directory.kb(kb);
		const view = wholeView(store, kb, clock);
		await importLedger({ store, view }, Readable.from([Buffer.from(text)]), { filename: "base.ttl" });
		return acting(
			readerOf({ kb, store, view, clock }, async () => undefined),
			clock,
		);
	};
	const k1 = await filled(K1, `${HARBOUR}\n${pieces}`);
	if (quarry) await filled(K2, QUARRY);
	return {
		folder: folder.path,
		k1,
		go: (to) => clock.advance(instant(to) - clock.now()),
		async [Symbol.asyncDispose]() {
			await directory[Symbol.asyncDispose]();
			folder[Symbol.dispose]();
		},
	};
}

const facts = async (base: ActingBase, args: Json) => shown(await base.read("entity_facts", args));
const sorted = (found: readonly (number | string)[]) =>
	[...found].sort((a, b) => String(a).localeCompare(String(b), "en", { numeric: true }));
const names = Object.keys(ids);
const berth = (pier: string, more: Partial<FactWish> = {}): FactWish => ({
	subject: { id: ids.Heron },
	predicate: "berths_at",
	object: { name: pier },
	...more,
});
/** Pairs of rows of a functional relation that hold at one moment. */
function overlapping(rows: readonly Json[]): readonly string[] {
	const spans = rows.map((row) => ({
		name: String(row["other_name"]),
		from: String(row["holds_from"] ?? "0"),
		to: String(row["holds_to"] ?? "9"),
	}));
	return spans.flatMap((a, n) =>
		spans
			.slice(n + 1)
			.filter((b) => a.name !== b.name && a.from < b.to && b.from < a.to)
			.map((b) => `${a.name} [${a.from}, ${a.to}) and ${b.name} [${b.from}, ${b.to})`),
	);
}

test("41: a start that is not the first moment of its precision is refused", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const asked = berth("Pier 1", { validFrom: "2023-05-10", validFromPrecision: "year" });
	expect(await unchanged(k1, names, () => refusalOf(() => k1.act.assert(asked)))).toMatchObject({
		code: "UTOPIA_WRITE_REFUSED",
		reason: "precision_mismatch",
		field: "valid_from",
		found: "2023-05-10 with precision year",
	});
	const whole = berth("Pier 1", { validFrom: "2023-01-01", validFromPrecision: "year", validTo: "2023-02" });
	await k1.act.assert({ ...whole, subject: { name: "Tern" } });
	expect(await k1.rows("Tern")).toEqual(["Pier 1: 2023 → 2023-02"]);
});

test("47: two ships are one for a month, and the row corrected meanwhile goes back with its ship", async () => {
	await using harbour = await port({ at: "2026-05-01T00:00:00.000000Z" });
	const { k1, go } = harbour;
	const { merge } = await k1.act.merge(ids.Egret, ids.Heron, ids.Heron);
	go("2026-05-20T00:00:00.000000Z");
	const { row } = await k1.act.correct(factId(8), { validFrom: "2026-02-15" });
	go("2026-06-01T00:00:00.000000Z");
	await k1.act.revert(merge);
	go(NOW);

	const before = { as_of: "2026-04-30" };
	expect(sorted(await facts(k1, { entity_id: ids.Egret, ...before }))).toEqual([5, 8]);
	expect(sorted(await facts(k1, { entity_id: ids.Heron, ...before }))).toEqual([1, 2, 3, 4, 5, 6]);

	const during = { as_of: "2026-05-15" };
	const heron = await k1.read("entity_facts", { entity_id: ids.Heron, ...during });
	expect(sorted(shown(heron))).toEqual([1, 2, 3, 4, 5, 6, 8]);
	const egret = await k1.read("entity_facts", { entity_id: ids.Egret, ...during });
	expect(sorted(shown(egret))).toEqual([1, 2, 3, 4, 5, 6, 8]);
	expect(egret["entity"]).toMatchObject({ id: ids.Heron });
	expect(egret["resolution"]).toMatchObject({ merged_from: ids.Egret });
	const found = list(await k1.read("find_entities", { name: "egret", ...during }), "entities");
	expect(found.map(({ id }) => id)).toEqual([ids.Heron]);

	expect(sorted(await facts(k1, { entity_id: ids.Egret }))).toEqual(sorted([5, row]));
	expect(sorted(await facts(k1, { entity_id: ids.Heron }))).toEqual([1, 2, 3, 4, 5, 6]);
	expect(await k1.rows("Egret", "captain_of")).toEqual(["Ivo: 2026-02-15 → open (start person)"]);
});

test("48: a deleted document takes what it alone supports, and what comes back is a new row", async () => {
	await using harbour = await port({ at: "2026-04-20T00:00:00.000000Z" });
	const { k1, go } = harbour;
	const shared = { subject: { id: ids.Egret }, predicate: "berths_at", object: { id: ids["Pier 1"] } };
	const [kept] = (
		await k1.act.assert({ ...shared, validFrom: "2025", evidence: [{ document: documentId(4) }] })
	).facts;
	await k1.act.assert({ ...shared, validFrom: "2025", evidence: [{ document: documentId(1) }] });
	go("2026-05-01T00:00:00.000000Z");
	expect(await k1.act.delete(documentId(4))).toMatchObject({ facts: [factId(8)] });
	const row4 = String(kept?.row);
	expect(sorted(await facts(k1, { entity_id: "Egret" }))).toEqual(sorted([5, row4]));
	expect(sorted(await facts(k1, { entity_id: "Egret", as_of: "2026-04-30" }))).toEqual(sorted([5, 8, row4]));
	go("2026-06-01T00:00:00.000000Z");
	const { facts: back } = await k1.act.restore(documentId(4));
	expect(back).toHaveLength(1);
	expect(sorted(await facts(k1, { entity_id: "Egret" }))).toEqual(sorted([5, String(back[0]), row4]));
	const [row] = (await k1.facts("Egret")).filter(({ id }) => id === back[0]);
	expect(row).toMatchObject({
		restores: factId(8),
		valid_from: "2026-02-01T00:00:00.000000Z",
		valid_from_origin: "person",
		corrected_ends: "start",
		document_ids: [documentId(4)],
		recorded_at: "2026-06-01T00:00:00.000000Z",
	});
	expect(sorted(await facts(k1, { entity_id: "Egret", as_of: "2026-05-15" }))).toEqual(sorted([5, row4]));
	const events = list(await k1.read("changes", { since: "2026-05", entity: ids.Egret }), "changes");
	expect(events.map(({ kind, fact_id, cause }) => [kind, fact_id, cause])).toEqual([
		["asserted", back[0], "restored"],
		["rejected", factId(8), null],
	]);
});

/** Everything that sections 4 to 6 ask, with the moment of the record beside it. */
async function asked(base: ActingBase, asOf: string): Promise<readonly string[]> {
	const calls: (readonly [string, Json])[] = names.flatMap((entity) =>
		[
			["entity_facts", { entity_id: entity }],
			["entity_facts", { entity_id: entity, at: "2024-06-30" }],
			["entity_facts", { entity_id: entity, at: "2024-07-01" }],
			["entity_facts", { entity_id: entity, at: "2025-10-15" }],
			["entity_facts", { entity_id: entity, since: "2025-01-01" }],
			["entity_facts", { entity_id: entity, until: "2018-01-01" }],
			["entity_facts", { entity_id: entity, predicate: "berth", limit: 1 }],
			["neighbors", { entity, at: "2024-08-01" }],
			["neighbors", { entity }],
			["timeline", { entity }],
			["find_entities", { name: entity }],
		].map(([tool, args]) => [tool, args] as [string, Json]),
	);
	calls.push(["paths_between", { from: "Mara", to: "Pier 9" }]);
	calls.push(["paths_between", { from: "Mara", to: "Pier 9", at: "2024-03-01" }]);
	const answers: string[] = [];
	for (const [tool, args] of calls)
		answers.push(JSON.stringify(await base.call(tool, { ...args, as_of: asOf })));
	for (const window of [
		{ since: "2026-03-20", until: "2026-03-20" },
		{ since: "2026-03", until: "2026-04" },
		{ since: "2026", until: "2026-06" },
		{ since: "2026", until: "2026-06", kinds: ["rejected"] },
	])
		answers.push(JSON.stringify(await base.call("changes", window)));
	// A cursor opens for a quarter of an hour, and says so.
	return answers.map((answer) =>
		answer
			.replaceAll(/"invalidated_at":(?:null|"[^"]*")/g, '"invalidated_at"')
			.replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"…"'),
	);
}

/** Numbers that look random, the same ones for the same start. */
function dice(start: number): (sides: number) => number {
	let state = start >>> 0;
	return (sides) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 4_294_967_296) * sides);
	};
}

/** One write of any kind about the base; those that are refused count as none. */
async function randomWrite(
	base: ActingBase,
	roll: (sides: number) => number,
	undo: string[],
): Promise<boolean> {
	const pick = <Item>(items: readonly Item[]) => items[roll(items.length)] as Item;
	const year = () => String(2015 + roll(14));
	const entity = () => ids[pick(names) as keyof typeof ids];
	const row = async () => String(pick(await base.facts(entity()))?.["id"]);
	const dated = () => ({
		validFrom: roll(3) === 0 ? undefined : year(),
		evidence: roll(2) === 0 ? undefined : [{ document: documentId(1 + roll(4)) }],
	});
	const relation = () => pick(["berths_at", "captain_of", "launched_at", "sister_ship", "part_of"]);
	const acts: readonly (() => Promise<unknown>)[] = [
		() =>
			base.act.assert({
				subject: { id: entity() },
				predicate: relation(),
				object: { id: entity() },
				...dated(),
			}),
		() =>
			base.act.assert({
				subject: { id: entity() },
				predicate: "berths_at",
				object: { name: `Pier ${roll(8)}` },
				...dated(),
			}),
		() =>
			base.act.assert({
				subject: { id: entity() },
				predicate: "tonnage",
				value: { value: roll(3_000), unit: "t" },
				...dated(),
			}),
		async () => base.act.correct(await row(), { validFrom: year(), note: `note ${roll(100)}` }),
		async () => base.act.close(await row(), { validTo: year() }),
		async () => base.act.retract(await row()),
		() => base.act.rename(entity(), `Name ${roll(1_000)}`),
		() => base.act.retype(entity(), pick(["vessel", "pier", "person", null])),
		async () => {
			undo.push((await base.act.merge(entity(), entity())).merge);
		},
		async () => base.act.revert(undo.pop() ?? documentId(1)),
		() => base.act.delete(documentId(1 + roll(4))),
		() => base.act.restore(documentId(1 + roll(4))),
	];
	try {
		await pick(acts)();
		return true;
	} catch (error) {
		expect(error).toMatchObject({ code: expect.stringMatching(/^UTOPIA_(?:WRITE|THING)_/) });
		return false;
	}
}

test("49: what was answered as of a moment is answered again after a hundred further writes", async () => {
	await using harbour = await port();
	const { k1, go } = harbour;
	const before = await asked(k1, NOW);
	go("2026-07-01T00:00:00.000001Z");
	const start = 20_260_701;
	const roll = dice(start);
	const undo: string[] = [];
	const { sequence } = k1.store.head();
	let written = 0;
	while (written < 100) {
		harbour.k1.clock.advance(BigInt(1 + roll(3_600_000_000)));
		if (await randomWrite(k1, roll, undo)) written++;
	}
	expect(k1.store.head().sequence).toBeGreaterThan(sequence + 60);
	const after = await asked(k1, NOW);
	for (const [n, answer] of before.entries()) expect(after[n], `random writes from ${start}`).toBe(answer);
});

test("57: a corrected start leaves the old row as it was, and there is one successor", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const [old] = (await k1.facts("Heron")).filter(({ id }) => id === factId(1));
	const { row } = await k1.act.correct(factId(1), { validFrom: "2023-02" });
	const at = (await k1.facts("Heron")).find(({ id }) => id === row)?.["recorded_at"];
	const past = await k1.read("entity_facts", { entity_id: "Heron", before: at });
	expect(list(past, "facts").find(({ id }) => id === factId(1))).toEqual({ ...old, invalidated_at: at });
	expect((await k1.facts("Heron")).find(({ id }) => id === row)).toMatchObject({
		supersedes: factId(1),
		valid_from: "2023-02-01T00:00:00.000000Z",
		valid_from_precision: "month",
		valid_from_origin: "person",
		valid_to: "2024-07-01T00:00:00.000000Z",
		valid_to_precision: "month",
		valid_to_origin: "stated",
		corrected_ends: "start",
		confidence: 0.8,
		document_ids: [documentId(1)],
		evidence_count: 1,
		recorded_at: at,
	});
	const again = () => refusalOf(() => k1.act.correct(factId(1), { validFrom: "2023-03" }));
	expect(await unchanged(k1, names, again)).toEqual({
		code: "UTOPIA_WRITE_OVERTAKEN",
		message: "This fact has been replaced; read the row that stands for it now",
		reason: "row_replaced",
		fact: factId(1),
		replaced_by: row,
	});
	expect((await k1.facts("Heron")).filter(({ supersedes }) => supersedes === factId(1))).toHaveLength(1);
});

test("58: a state that would hold at no moment is refused, and nothing changes", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	await unchanged(k1, names, async () => {
		for (const [validFrom, validTo] of [
			["2024-07-01", "2024-07-01"],
			["2024-07-01", "2024-07"],
			["2024", "2024-01-01"],
		])
			expect(await refusalOf(() => k1.act.assert(berth("Pier 1", { validFrom, validTo })))).toMatchObject({
				reason: "empty_state_span",
			});
		for (const validTo of ["2024-07-01", "2024-07"]) {
			const asked = [
				() => k1.act.close(factId(2), { validTo }),
				() => k1.act.correct(factId(2), { validTo }),
			];
			for (const ask of asked)
				expect(await refusalOf(ask)).toMatchObject({
					code: "UTOPIA_WRITE_REFUSED",
					reason: "empty_state_span",
					field: "valid_to",
				});
		}
	});
});

test("59: four dated values in all orders give the same intervals", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const starts = ["2020", "2021-03", "2021-03-15", "2023-01-01T06Z"];
	for (const [n, order] of [...permutations(starts)].entries()) {
		const ship = `Ship ${n + 1}`;
		for (const validFrom of order)
			await k1.act.assert(berth(`Berth from ${validFrom}`, { subject: { name: ship }, validFrom }));
		expect(await k1.rows(ship)).toEqual([
			"Berth from 2020: 2020 → 2021-03 (timeline)",
			"Berth from 2021-03-15: 2021-03-15 → 2023-01-01T06Z (timeline)",
			"Berth from 2021-03: 2021-03 → 2021-03-15 (timeline)",
			"Berth from 2023-01-01T06Z: 2023-01-01T06Z → open",
		]);
	}
});

test("59: two values at once on eight connections, forty times: never an overlap", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const roll = dice(59);
	for (let round = 1; round <= 40; round++) {
		const ship = { name: `Ship ${round}` };
		await k1.act.create(ship);
		const days = Array.from({ length: 16 }, (_, n) => `${2000 + n}-0${1 + roll(9)}-1${roll(10)}`);
		await Promise.all(
			Array.from({ length: 8 }, (_, n) =>
				k1.act.assert(
					...[days[n], days[15 - n]].map((validFrom) =>
						berth(`Berth from ${validFrom}`, { subject: ship, validFrom }),
					),
				),
			),
		);
		const rows = await k1.facts(ship.name);
		expect(rows).toHaveLength(16);
		expect(overlapping(rows)).toEqual([]);
	}
});

test("61: a batch of two hundred whose 150th names a foreign entity is refused as a whole", async () => {
	await using harbour = await port({ quarry: true });
	const { k1, folder } = harbour;
	const batch = Array.from({ length: 200 }, (_, n) =>
		berth(`New berth ${n + 1}`, { subject: { name: `New ship ${n + 1}` }, validFrom: "2025" }),
	);
	batch[149] = berth("", { object: { id: "ee000000-0000-4000-8000-000000000001" } });
	const journal = async () => (await utopia(["verify", "--data", folder])).out;
	const before = await journal();
	expect(before).toMatch(/^\S+\tsound\t\d+ commits\t\d+ bytes\tsha256 \S+$/m);
	const refusal = await unchanged(k1, [...names], async () => {
		const found = await refusalOf(() => k1.act.assert(...batch));
		expect(list(await k1.read("find_entities", { name: "New ship 1" }), "entities")).toEqual([]);
		return found;
	});
	expect(refusal).toMatchObject({
		code: "UTOPIA_WRITE_REFUSED",
		reason: "unknown_entity",
		fact: 149, // counted from 0
		field: "object",
		found: "ee000000-0000-4000-8000-000000000001",
	});
	expect(await journal()).toBe(before);
	// The same batch without the foreign one is written whole.
	const { facts: written, created } = await k1.act.assert(...batch.toSpliced(149, 1));
	expect([written.length, new Set(written.map(({ row }) => row)).size, created.length]).toEqual([
		199, 199, 398,
	]);
});

test("62: whatever is of another base is refused like an unknown id", async () => {
	await using harbour = await port({ quarry: true });
	const { k1 } = harbour;
	const nobody = "99999999-9999-4999-8999-999999999999";
	const iri = (kind: string, key: string) => `urn:utopia:kb:${K2}:${kind}:${key}`;
	const captain: FactWish = {
		subject: { id: ids.Mara },
		predicate: "captain_of",
		object: { id: ids.Egret },
	};
	const said = (document: string, chunk?: string): FactWish => ({
		...captain,
		evidence: [{ document, chunk }],
	});
	/** What is asked, the thing of the other base that it names, one that nobody has, and what is done with either. */
	const writes: readonly (readonly [string, string, string, (id: string) => Promise<unknown>])[] = [
		[
			"subject",
			"ee000000-0000-4000-8000-000000000001",
			nobody,
			(id) => k1.act.assert({ ...captain, subject: { id } }),
		],
		[
			"object",
			"ee000000-0000-4000-8000-000000000001",
			nobody,
			(id) => k1.act.assert({ ...captain, object: { id } }),
		],
		[
			"predicate",
			iri("relation", "feeds"),
			iri("relation", "none"),
			(predicate) => k1.act.assert({ ...captain, predicate }),
		],
		[
			"class",
			iri("class", "pit"),
			iri("class", "none"),
			(type) => k1.act.assert({ ...captain, object: { name: "New", type } }),
		],
		[
			"qualifier",
			iri("relation", "feeds"),
			iri("relation", "none"),
			(key) => k1.act.assert({ ...captain, qualifiers: [{ key, value: "x" }] }),
		],
		["document", "dd000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.assert(said(id))],
		["chunk", "cc000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.assert(said(documentId(1), id))],
		[
			"corrected object",
			"ee000000-0000-4000-8000-000000000001",
			nobody,
			(id) => k1.act.correct(factId(8), { object: { id } }),
		],
		[
			"corrected fact",
			"ff000000-0000-4000-8000-000000000001",
			nobody,
			(id) => k1.act.correct(id, { note: "x" }),
		],
		[
			"closed fact",
			"ff000000-0000-4000-8000-000000000001",
			nobody,
			(id) => k1.act.close(id, { validTo: "2030" }),
		],
		["retracted fact", "ff000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.retract(id)],
		["merged entity", "ee000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.merge(ids.Heron, id)],
		["renamed entity", "ee000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.rename(id, "New")],
		["retyped entity", "ee000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.retype(id, "vessel")],
		["entity's class", iri("class", "pit"), iri("class", "none"), (type) => k1.act.retype(ids.Heron, type)],
		[
			"new entity's class",
			iri("class", "pit"),
			iri("class", "none"),
			(type) => k1.act.create({ name: "New", type }),
		],
		["deleted document", "dd000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.delete(id)],
		["restored document", "dd000000-0000-4000-8000-000000000001", nobody, (id) => k1.act.restore(id)],
	];
	await unchanged(k1, names, async () => {
		for (const [what, foreign, unknown, write] of writes) {
			const spelled = async (id: string) =>
				JSON.stringify(await refusalOf(() => write(id))).replaceAll(id, "…");
			const refusal = await spelled(foreign);
			expect(refusal, what).toBe(await spelled(unknown));
			expect(refusal, what).toMatch(/unknown_|UTOPIA_THING_NOT_FOUND/);
			expect(refusal, what).not.toMatch(/pit/i);
		}
	});
});

test("B1: a related new fact retires no true one", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const ann = (predicate: string, object: string): FactWish => ({
		subject: { name: "Ann" },
		predicate,
		object: { name: object },
		validFrom: "2024",
	});
	const [works] = (await k1.act.assert(ann("captain_of", "Heron"))).facts;
	await k1.act.assert(ann("part_of", "Heron crew"));
	await k1.act.assert(ann("captain_of", "Egret"));
	expect((await k1.facts("Ann")).find(({ id }) => id === works?.row)).toMatchObject({
		valid_to: null,
		invalidated_at: null,
	});
	expect(await k1.rows("Ann")).toEqual([
		"Egret: 2024 → open",
		"Heron crew: 2024 → open",
		"Heron: 2024 → open",
	]);
});

test("B2: two separate occurrences stay two", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const assigned = (validFrom: string, validTo: string): FactWish => ({
		subject: { name: "Alex" },
		predicate: "captain_of",
		object: { name: "Pay" },
		validFrom,
		validTo,
	});
	await k1.act.assert(assigned("2024-01", "2024-06"));
	await k1.act.assert(assigned("2025-01", "2025-03"));
	expect(await k1.rows("Alex")).toEqual(["Pay: 2024-01 → 2024-06", "Pay: 2025-01 → 2025-03"]);
	expect(await k1.rows("Alex", undefined, { at: "2024-09" })).toEqual([]);
});

test("B10: a fact of two documents stays, ends, and is back once", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const moored = (n: number): FactWish => ({
		subject: { name: "Tern" },
		predicate: "captain_of",
		object: { name: "Skiff" },
		validFrom: "2025",
		evidence: [{ document: documentId(n) }],
	});
	await k1.act.assert(moored(1));
	await k1.act.assert(moored(2));
	const once = async () => (await k1.facts("Tern")).map((row) => row["document_ids"]);
	expect(await once()).toEqual([[documentId(1), documentId(2)]]);
	await k1.act.delete(documentId(1));
	expect(await once()).toEqual([[documentId(2)]]);
	await k1.act.delete(documentId(2));
	expect(await once()).toEqual([]);
	await k1.act.restore(documentId(2));
	expect(await once()).toEqual([[documentId(2)]]);
	expect(await k1.rows("Tern")).toEqual(["Skiff: 2025 → open"]);
	await k1.act.restore(documentId(1));
	expect(await once()).toEqual([[documentId(1), documentId(2)]]);
});

test("B10: a fact said again by another document while its own was deleted is there once when that comes back", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	await k1.act.delete(documentId(4)); // F8's only source
	await k1.act.assert({
		subject: { id: ids.Ivo },
		predicate: "captain_of",
		object: { id: ids.Egret },
		validFrom: "2026-02-01",
		evidence: [{ document: documentId(1) }],
	});
	await k1.act.restore(documentId(4));
	const rows = await k1.facts("Egret", "captain_of");
	expect(rows.map((row) => [row["valid_from"], row["document_ids"]])).toEqual([
		["2026-02-01T00:00:00.000000Z", [documentId(1), documentId(4)]],
	]);
});

test("B11: a name is data everywhere, and an IRI that is none is refused", async () => {
	await using harbour = await port();
	const { k1 } = harbour;
	const hostile = "x> } ; DROP ALL #";
	const quoted = 'a "quoted" \\ name\nof two lines';
	for (const name of [hostile, quoted]) {
		const { facts: told } = await k1.act.assert(
			berth(name, { subject: { name: `Ship of ${name}` }, validFrom: "2025" }),
		);
		expect((await k1.facts(String(told[0]?.subject))).map((row) => row["other_name"])).toEqual([name]);
		expect(list(await k1.read("find_entities", { name }), "entities").map((one) => one["name"])).toContain(
			name,
		);
	}
	expect(sorted(await facts(k1, { entity_id: "Heron" }))).toEqual([1, 2, 3, 4, 5, 6]);
	await unchanged(k1, names, async () => {
		const predicate = "http://a/> <b";
		expect(await refusalOf(() => k1.act.assert(berth("Pier 1", { predicate })))).toMatchObject({
			reason: "unknown_relation",
			found: predicate,
		});
		expect(await refusalOf(() => k1.act.create({ name: "New", type: predicate }))).toMatchObject({
			reason: "unknown_class",
		});
	});
	expect(() => namedNode("http://a/> <b")).toThrow();
	let turtle = "";
	for await (const part of exportLedger(k1.view)) turtle += part;
	const said = new Parser({ format: "text/turtle" }).parse(turtle);
	const named = said.filter(({ object }) => object.value === hostile || object.value === quoted);
	expect(new Set(named.map(({ object }) => object.value))).toEqual(new Set([hostile, quoted]));
	const manifest = said.find(({ predicate }) => predicate.value === "urn:utopia:ns:statementCount");
	const others = said.filter(({ subject }) => subject.value !== manifest?.subject.value);
	expect(String(others.length)).toBe(manifest?.object.value);
});

test("B14: two clients with twenty assertions each at once leave forty facts, and a second process is refused", async () => {
	await using harbour = await port();
	const { k1, folder } = harbour;
	const client = (name: string) =>
		Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				k1.act.assert({
					subject: { id: ids.Port },
					predicate: "part_of",
					object: { name: `${name} ${n + 1}` },
					validFrom: "2025",
				}),
			),
		);
	const before = k1.store.head().sequence;
	await Promise.all([client("Left"), client("Right")]);
	const rows = await k1.facts("Port", "part_of");
	expect(rows.filter(({ direction }) => direction === "out")).toHaveLength(40);
	expect(k1.store.head().sequence).toBe(before + 40);
	const second = await utopia(["serve", "--data", folder, "--port", "0"]);
	expect(second.code).not.toBe(0);
	expect(second.err).toContain(`process ${process.pid}`);
});
