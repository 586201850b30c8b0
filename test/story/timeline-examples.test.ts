// The worked timelines of the ledger and its rules T1 to T18, written by real actions and read by the tools. All bases share
// one ontology; each test has subjects of its own, so that they can share a base where nothing but their own rows counts.
import { afterAll, describe, expect, test } from "vitest";
import type { EvidenceWish, FactWish } from "../../src/actions/wishes.ts";
import { conflicts } from "../../src/ledger/conflicts.ts";
import {
	type ActingBase,
	actingBase,
	document,
	documentId,
	type Json,
	permutations,
	refusalOf,
	unchanged,
} from "../support/acting.ts";

/** Documents 1 to 6 are dated, those from 7 on are not. */
const DATES = ["2020-08-13", "2018-05-01", "2026-09-04", "2026-08-28", "2026-10-02", "2025-10-15"];
const ONTOLOGY = `
c:thing a owl:Class ; rdfs:label "Thing" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
r:office a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:label "office" .
r:works_at a owl:ObjectProperty ; rdfs:label "works at" .
r:founded a owl:ObjectProperty ; rdfs:label "founded" ; utopia:temporal "event" .
r:capital_of a owl:ObjectProperty ; rdfs:label "capital of" ; utopia:temporal "eternal" .
r:rank a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:label "rank" ; rdfs:range xsd:string .
${[...DATES, ...Array.from({ length: 6 }, () => undefined)].map((date, n) => document(n + 1, date)).join("")}`;

let opened: Promise<ActingBase> | undefined;
function shared(): Promise<ActingBase> {
	opened ??= actingBase(ONTOLOGY);
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

/** A document that is not dated says it. */
const told = (n = 7, more: Partial<EvidenceWish> = {}): readonly EvidenceWish[] => [
	{ document: documentId(n), ...more },
];
/** `subject relation object`, said by an undated document unless told otherwise. */
const says = (said: string, more: Partial<FactWish> = {}): FactWish => {
	const [subject, predicate, object] = said.split(" | ");
	const end = more.value === undefined ? { object: { name: object ?? "" } } : {};
	return { subject: { name: subject ?? "" }, predicate, ...end, evidence: told(), ...more };
};
/** Whether a subject's row of one object or value holds, by moments. */
const holders = async (base: ActingBase, subject: string, at: string) =>
	(await base.facts(subject, undefined, { at })).map((row) => row["other_name"]);
/** The row of an object. */
const rowOf = async (base: ActingBase, subject: string, object: string): Promise<Json> => {
	const found = (await base.facts(subject)).filter((row) => row["other_name"] === object);
	if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} rows of ${object}`);
	return found[0];
};
const idOf = async (base: ActingBase, subject: string, object: string) =>
	String((await rowOf(base, subject, object))["id"]);
/** The open conflicts about a subject: reason, and the two objects. */
async function clashes(base: ActingBase, subject: string): Promise<readonly string[]> {
	const names = new Map((await base.facts(subject)).map((row) => [row["id"], row["other_name"]]));
	const found = (await base.view.kept(conflicts)).list().flatMap(({ states }) => {
		const last = states.at(-1);
		if (last?.status !== "open") return [];
		const pair = [names.get(last.oldFact), names.get(last.newFact)];
		return pair.every((name) => name === undefined) ? [] : [`${last.reason}: ${pair.sort().join(", ")}`];
	});
	return found.sort();
}
/** Asserts each order of the wishes about a subject of its own, and answers with the rows of each. */
async function ordered(
	base: ActingBase,
	name: string,
	wishes: readonly ((subject: string) => FactWish)[],
): Promise<readonly (readonly string[])[]> {
	const found: (readonly string[])[] = [];
	for (const [n, order] of [...permutations(wishes)].entries()) {
		const subject = `${name} ${n + 1}`;
		for (const wish of order) await base.act.assert(wish(subject));
		found.push(await base.rows(subject));
	}
	return found;
}
/** Every order ends in these rows. */
function expectEach(found: readonly (readonly string[])[], rows: readonly string[]): void {
	expect(found).toEqual(found.map(() => rows));
}

describe("worked examples", () => {
	test("18: A from 2020, B from 2024-07-01, and C from 2022 that comes late: the same in any order", async () => {
		const base = await shared();
		await base.act.assert(says("Quay | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("Quay | landlord | B", { validFrom: "2024-07-01" }));
		expect(await base.rows("Quay")).toEqual(["A: 2020 → 2024-07-01 (timeline)", "B: 2024-07-01 → open"]);
		expect(await holders(base, "Quay", "2024-06-30")).toEqual(["A"]);
		expect(await holders(base, "Quay", "2024-07-01")).toEqual(["B"]);
		const found = await ordered(base, "Quay", [
			(quay) => says(`${quay} | landlord | A`, { validFrom: "2020" }),
			(quay) => says(`${quay} | landlord | B`, { validFrom: "2024-07-01" }),
			(quay) => says(`${quay} | landlord | C`, { validFrom: "2022" }),
		]);
		expectEach(found, [
			"A: 2020 → 2022 (timeline)",
			"B: 2024-07-01 → open",
			"C: 2022 → 2024-07-01 (timeline)",
		]);
	});

	test("19: known from an amendment, and the older lease that is read later", async () => {
		const base = await shared();
		await base.act.assert(says("Shed | landlord | Quay Estates", { evidence: told(1) }));
		await base.act.assert(says("Shed | landlord | Harbour Board", { validFrom: "2016" }));
		expect(await base.rows("Shed")).toEqual([
			"Harbour Board: 2016 → AT 2020-08-13 (timeline)",
			"Quay Estates: AF 2020-08-13 → open",
		]);
		expect(await holders(base, "Shed", "2018")).toEqual(["Harbour Board"]);
		expect(await holders(base, "Shed", "2020-08-13")).toEqual(["Quay Estates"]);
	});

	test("the lease chain: further tenants between and after, in every order", async () => {
		const base = await shared();
		const found = await ordered(base, "Lease", [
			(lease) => says(`${lease} | landlord | Quay Estates`, { evidence: told(1) }),
			(lease) => says(`${lease} | landlord | Harbour Board`, { validFrom: "2016" }),
			(lease) => says(`${lease} | landlord | Tarn Trust`, { evidence: told(2) }),
			(lease) => says(`${lease} | landlord | Slip Company`, { validFrom: "2022" }),
		]);
		expectEach(found, [
			"Harbour Board: 2016 → AT 2018-05-01 (timeline)",
			"Quay Estates: AF 2020-08-13 → 2022 (timeline)",
			"Slip Company: 2022 → open",
			"Tarn Trust: AF 2018-05-01 → AT 2020-08-13 (timeline)",
		]);
	});

	test("20: resigned 2024-04-30", async () => {
		const base = await shared();
		await base.act.assert(says("Ann | works_at | Yard", { validFrom: "2020-01-10" }));
		const before = await idOf(base, "Ann", "Yard");
		const { facts } = await base.act.assert(
			says("Ann | works_at | Yard", { validTo: "2024-04-30", evidence: told(8) }),
		);
		expect(facts).toMatchObject([{ outcome: "superseded", replaced: before }]);
		expect(await base.rows("Ann")).toEqual(["Yard: 2020-01-10 → 2024-04-30"]);
		expect(await holders(base, "Ann", "2024-04-29")).toEqual(["Yard"]);
		expect(await holders(base, "Ann", "2024-04-30")).toEqual([]);
	});

	test("27: joined and works there since: one row with two sources", async () => {
		const base = await shared();
		const found = await ordered(base, "Bea", [
			(bea) => says(`${bea} | works_at | Yard`, { validFrom: "2023-06-01", evidence: told(7) }),
			(bea) => says(`${bea} | works_at | Yard`, { validFrom: "2023-06-01", evidence: told(8) }),
		]);
		expectEach(found, ["Yard: 2023-06-01 → open"]);
		for (const bea of ["Bea 1", "Bea 2"])
			expect(await rowOf(base, bea, "Yard")).toMatchObject({
				evidence_count: 2,
				document_ids: [documentId(7), documentId(8)],
			});
	});

	test("28: left 2025-01-31", async () => {
		const base = await shared();
		const found = await ordered(base, "Cem", [
			(cem) => says(`${cem} | works_at | Yard`, { validFrom: "2023-06-01" }),
			(cem) => says(`${cem} | works_at | Yard`, { validTo: "2025-01-31", evidence: told(8) }),
		]);
		expectEach(found, ["Yard: 2023-06-01 → 2025-01-31"]);
		expect(await holders(base, "Cem 1", "2025-06-01")).toEqual([]);
	});

	test("29: newest read first, and reading everything again writes no row and no evidence", async () => {
		const base = await shared();
		const starts = ["2025-06-08", "2025-04-14", "2025-02-18", "2025-03-17"];
		const read = async () => {
			const outcomes = [];
			for (const [n, validFrom] of starts.entries())
				outcomes.push(
					...(await base.act.assert(says(`Dock | landlord | Owner ${n + 1}`, { validFrom }))).facts,
				);
			return outcomes.map(({ outcome }) => outcome);
		};
		expect(await read()).toEqual(["recorded", "recorded", "recorded", "recorded"]);
		expect(await base.rows("Dock")).toEqual([
			"Owner 1: 2025-06-08 → open",
			"Owner 2: 2025-04-14 → 2025-06-08 (timeline)",
			"Owner 3: 2025-02-18 → 2025-03-17 (timeline)",
			"Owner 4: 2025-03-17 → 2025-04-14 (timeline)",
		]);
		const again = await unchanged(base, ["Dock", "Owner 1"], read);
		expect(again).toEqual(["merged", "merged", "merged", "merged"]);
	});

	test("30: a value that arrives while two are one, and the merge that is taken back", async () => {
		await using base = await actingBase(ONTOLOGY);
		await base.act.assert(says("X | landlord | A", { validFrom: "2020-01-01" }));
		await base.act.assert(says("X | landlord | B", { validFrom: "2020-06-01" }));
		const [y] = (await base.act.assert(says("Y | landlord | D", { validFrom: "2020-04-01" }))).facts;
		const [x] = (await base.act.assert(says("X | landlord | A", { validFrom: "2020-01-01" }))).facts;
		const { merge } = await base.act.merge(String(y?.subject), String(x?.subject), x?.subject);
		expect(await base.rows("X")).toEqual([
			"A: 2020-01-01 → 2020-04-01 (timeline)",
			"B: 2020-06-01 → open",
			"D: 2020-04-01 → 2020-06-01 (timeline)",
		]);
		await base.act.assert(says("X | landlord | N", { validFrom: "2020-02-01" }));
		expect(await base.rows("X")).toEqual([
			"A: 2020-01-01 → 2020-02-01 (timeline)",
			"B: 2020-06-01 → open",
			"D: 2020-04-01 → 2020-06-01 (timeline)",
			"N: 2020-02-01 → 2020-04-01 (timeline)",
		]);
		await base.act.revert(merge);
		expect(await base.rows("X")).toEqual([
			"A: 2020-01-01 → 2020-02-01 (timeline)",
			"B: 2020-06-01 → open",
			"N: 2020-02-01 → 2020-06-01 (timeline)",
		]);
		expect(await base.rows("Y")).toEqual(["D: 2020-04-01 → open"]);
	});

	test("31: held at 08:00, ended unknown at 08:10, then held at 07:50: one row in every order", async () => {
		const base = await shared();
		const at = (clock: string) => told(7, { attestedAt: `2026-01-05T${clock}Z` });
		const found = await ordered(base, "Desk", [
			(desk) => says(`${desk} | works_at | Window`, { evidence: at("08:00") }),
			(desk) => says(`${desk} | works_at | Window`, { endedUnknown: true, evidence: at("08:10") }),
			(desk) => says(`${desk} | works_at | Window`, { evidence: at("07:50") }),
		]);
		expectEach(found, ["Window: AF 2026-01-05T07:50 → AT 2026-01-05T08:10"]);
	});

	test("34: a start set right on a row that the engine had closed", async () => {
		const base = await shared();
		const first = says("Kai | landlord | Person", { validFrom: "2023-01-10" });
		const second = says("Kai | landlord | Successor", { validFrom: "2024-07-05" });
		await base.act.assert(first);
		await base.act.assert(second);
		await base.act.correct(await idOf(base, "Kai", "Person"), { validFrom: "2023-02-01" });
		expect(await base.rows("Kai")).toEqual([
			"Person: 2023-02-01 → 2024-07-05 (start person, person)",
			"Successor: 2024-07-05 → open",
		]);
		expect(await holders(base, "Kai", "2023-01-20")).toEqual([]);
		expect(await holders(base, "Kai", "2023-03-01")).toEqual(["Person"]);
		expect(await holders(base, "Kai", "2024-08-01")).toEqual(["Successor"]);
		await unchanged(base, ["Kai"], async () => {
			await base.act.assert(first);
			await base.act.assert(second);
		});
	});

	test("35: without a date at first, then from the earliest report that shows it", async () => {
		const base = await shared();
		const seen = (n: number, name: string) =>
			base.act.assert(says("Lamp | works_at | Quay", { evidence: told(n, { attestedBy: name }) }));
		await base.act.assert(says("Lamp | works_at | Quay"));
		expect(await base.rows("Lamp")).toEqual(["Quay: … → open"]);
		expect(await holders(base, "Lamp", "2015")).toEqual(["Quay"]);
		await seen(3, "report of September");
		expect(await base.rows("Lamp")).toEqual(["Quay: AF 2026-09-04 → open"]);
		expect(await holders(base, "Lamp", "2015")).toEqual([]);
		await seen(4, "report of August");
		expect(await rowOf(base, "Lamp", "Quay")).toMatchObject({
			attested_from: "2026-08-28T00:00:00.000000Z",
			attested_from_name: "report of August",
		});
		await seen(5, "report of October");
		expect(await rowOf(base, "Lamp", "Quay")).toMatchObject({
			attested_from: "2026-08-28T00:00:00.000000Z",
			attested_from_name: "report of August",
			evidence_count: 4,
			supersedes: null,
		});
	});
});

describe("the rules of timelines", () => {
	test("T1: an end that is drawn has the successor's precision, and names it", async () => {
		const base = await shared();
		await base.act.assert(says("T1 | landlord | A", { validFrom: "2020-02-03" }));
		const [b] = (await base.act.assert(says("T1 | landlord | B", { validFrom: "2021-06" }))).facts;
		expect(await rowOf(base, "T1", "A")).toMatchObject({
			valid_to: "2021-06-01T00:00:00.000000Z",
			valid_to_precision: "month",
			valid_to_origin: "timeline",
			drawn_by: b?.row,
		});
	});

	test("T2: a successor without a start ends its predecessor unknown, by its attestation", async () => {
		const base = await shared();
		await base.act.assert(says("T2 | landlord | A", { validFrom: "2017" }));
		await base.act.assert(says("T2 | landlord | B", { evidence: told(2) }));
		expect(await base.rows("T2")).toEqual(["A: 2017 → AT 2018-05-01 (timeline)", "B: AF 2018-05-01 → open"]);
	});

	test("T3: an ending closes the row that began; without one it waits as a row without start", async () => {
		const base = await shared();
		const end = says("T3 | works_at | A", { validTo: "2024-05-01", evidence: told(8) });
		expect((await base.act.assert(end)).facts).toMatchObject([{ outcome: "recorded" }]);
		expect(await base.rows("T3")).toEqual(["A: … → 2024-05-01"]);
		await base.act.assert(says("T3 | works_at | A", { validFrom: "2020" }));
		expect(await base.rows("T3")).toEqual(["A: 2020 → 2024-05-01"]);
		// Repeated by another source: evidence, no row.
		const before = await idOf(base, "T3", "A");
		expect((await base.act.assert({ ...end, evidence: told(9) })).facts).toMatchObject([
			{ outcome: "merged", row: before },
		]);
		expect(await rowOf(base, "T3", "A")).toMatchObject({ id: before, evidence_count: 3 });
	});

	test("T3: a start after the ending is a row of its own", async () => {
		const base = await shared();
		await base.act.assert(says("T3 later | works_at | A", { validTo: "2024-05-01", evidence: told(8) }));
		await base.act.assert(says("T3 later | works_at | A", { validFrom: "2025" }));
		expect(await base.rows("T3 later")).toEqual(["A: 2025 → open", "A: … → 2024-05-01"]);
	});

	test("T3: an undated ending is by the date of the document that says so", async () => {
		const base = await shared();
		await base.act.assert(says("T3 unknown | works_at | A", { validFrom: "2020" }));
		await base.act.assert(says("T3 unknown | works_at | A", { endedUnknown: true, evidence: told(6) }));
		expect(await base.rows("T3 unknown")).toEqual(["A: 2020 → AT 2025-10-15"]);
	});

	test("T4: drawn ends are drawn anew when a row goes; stated ends and a person's never", async () => {
		const base = await shared();
		await base.act.assert(says("T4 | landlord | Stated", { validFrom: "2010", validTo: "2012" }));
		await base.act.assert(says("T4 | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T4 | landlord | B", { validFrom: "2022" }));
		await base.act.assert(says("T4 | landlord | C", { validFrom: "2024" }));
		await base.act.close(await idOf(base, "T4", "C"), { validTo: "2026" });
		await base.act.assert(says("T4 | landlord | D", { validFrom: "2025" }));
		await base.act.retract(await idOf(base, "T4", "B"));
		expect(await base.rows("T4")).toEqual([
			"A: 2020 → 2024 (timeline)",
			"C: 2024 → 2026 (person)",
			"D: 2025 → open",
			"Stated: 2010 → 2012",
		]);
	});

	test("T5: unique on both sides, the earlier of the two drawn ends stands, and gives way to the other", async () => {
		const base = await shared();
		await base.act.assert(says("Ida | office | Mayor", { validFrom: "2020" }));
		await base.act.assert(says("Ida | office | Warden", { validFrom: "2024" }));
		await base.act.assert(says("Jon | office | Mayor", { validFrom: "2022" }));
		expect(await base.rows("Ida")).toEqual(["Mayor: 2020 → 2022 (timeline)", "Warden: 2024 → open"]);
		expect(await base.rows("Mayor")).toEqual(["Ida: 2020 → 2022 (timeline)", "Jon: 2022 → open"]);
		await base.act.retract(await idOf(base, "Jon", "Mayor"));
		expect(await base.rows("Ida")).toEqual(["Mayor: 2020 → 2024 (timeline)", "Warden: 2024 → open"]);
	});

	test("T6: a start anchored to no date closes nothing and opens no conflict", async () => {
		const base = await shared();
		await base.act.assert(says("T6 C | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T6 C | landlord | B", { validFrom: "2022", startGrade: "C" }));
		expect(await base.rows("T6 C")).toEqual(["A: 2020 → open", "B: 2022 → open"]);
		expect(await clashes(base, "T6 C")).toEqual([]);
	});

	test("T6: what is known from a picture closes nothing and opens a conflict, until a text says it too", async () => {
		const base = await shared();
		await base.act.assert(says("T6 P | landlord | A", { validFrom: "2020" }));
		const picture = says("T6 P | landlord | B", {
			validFrom: "2022",
			evidence: told(7, { origin: "described" }),
		});
		await base.act.assert(picture);
		expect(await base.rows("T6 P")).toEqual(["A: 2020 → open", "B: 2022 → open"]);
		expect(await clashes(base, "T6 P")).toEqual(["described_evidence: A, B"]);
		await base.act.assert({ ...picture, evidence: told(8) });
		expect(await base.rows("T6 P")).toEqual(["A: 2020 → 2022 (timeline)", "B: 2022 → open"]);
		expect(await clashes(base, "T6 P")).toEqual([]);
	});

	test("T6: equal starts, and no start beside other values, are conflicts", async () => {
		const base = await shared();
		await base.act.assert(says("T6 | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T6 | landlord | B", { validFrom: "2020" }));
		expect(await clashes(base, "T6")).toEqual(["simultaneous: A, B"]);
		await base.act.assert(says("T6 none | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T6 none | landlord | B"));
		expect(await base.rows("T6 none")).toEqual(["A: 2020 → open", "B: … → open"]);
		expect(await clashes(base, "T6 none")).toEqual(["no_time: A, B"]);
		// The conflict goes with the row.
		await base.act.retract(await idOf(base, "T6 none", "B"));
		expect(await clashes(base, "T6 none")).toEqual([]);
	});

	test("T7: a stated end that overlaps is no conflict, a succession is none, the same value twice is none", async () => {
		const base = await shared();
		await base.act.assert(says("T7 | landlord | A", { validFrom: "2020", validTo: "2024" }));
		await base.act.assert(says("T7 | landlord | B", { validFrom: "2022" }));
		await base.act.assert(says("T7 | landlord | C", { validFrom: "2025" }));
		await base.act.assert(says("T7 | landlord | C", { validFrom: "2026" }));
		expect(await base.rows("T7")).toEqual([
			"A: 2020 → 2024",
			"B: 2022 → 2025 (timeline)",
			"C: 2025 → open",
			"C: 2026 → open",
		]);
		expect(await clashes(base, "T7")).toEqual([]);
	});

	test("T8: identical dates are evidence, and the confidence stays", async () => {
		const base = await shared();
		const wish = says("T8 | works_at | A", { validFrom: "2020", confidence: 0.8 });
		await base.act.assert(wish);
		const again = await base.act.assert({ ...wish, confidence: 0.4, evidence: told(8) });
		expect(again.facts).toMatchObject([{ outcome: "merged" }]);
		expect(await rowOf(base, "T8", "A")).toMatchObject({ confidence: 0.8, evidence_count: 2 });
	});

	test("T8: a bare row and a dated observation: the dated one supersedes it", async () => {
		const base = await shared();
		await base.act.assert(says("T8 bare | works_at | A"));
		const bare = await idOf(base, "T8 bare", "A");
		const { facts } = await base.act.assert(
			says("T8 bare | works_at | A", { validFrom: "2020", evidence: told(8) }),
		);
		expect(facts).toMatchObject([{ outcome: "superseded", replaced: bare }]);
		expect(await rowOf(base, "T8 bare", "A")).toMatchObject({ supersedes: bare, evidence_count: 2 });
		// And a bare mention that comes after is evidence of it.
		const more = await base.act.assert(says("T8 bare | works_at | A", { evidence: told(9) }));
		expect(more.facts).toMatchObject([{ outcome: "merged" }]);
	});

	test("T8: the same start and now an end supersedes; another start is a row of its own", async () => {
		const base = await shared();
		await base.act.assert(says("T8 end | works_at | A", { validFrom: "2020" }));
		const open = await idOf(base, "T8 end", "A");
		const ended = await base.act.assert(
			says("T8 end | works_at | A", { validFrom: "2020", validTo: "2021", evidence: told(8) }),
		);
		expect(ended.facts).toMatchObject([{ outcome: "superseded", replaced: open }]);
		const other = await base.act.assert(says("T8 end | works_at | A", { validFrom: "2023" }));
		expect(other.facts).toMatchObject([{ outcome: "recorded" }]);
		expect(await base.rows("T8 end")).toEqual(["A: 2020 → 2021", "A: 2023 → open"]);
	});

	test("T8: an undated observation of an event is evidence of the dated one", async () => {
		const base = await shared();
		await base.act.assert(says("T8 event | founded | A", { evidence: told(8) }));
		await base.act.assert(says("T8 event | founded | A", { validFrom: "1883" }));
		expect(await base.rows("T8 event")).toEqual(["A: 1883 → open"]);
		expect(await rowOf(base, "T8 event", "A")).toMatchObject({ evidence_count: 2 });
	});

	test("T8: a bare mention goes to the row whose interval contains its attestation", async () => {
		const base = await shared();
		await base.act.assert(says("T8 in | works_at | A", { validFrom: "2018", validTo: "2019" }));
		await base.act.assert(says("T8 in | works_at | A", { validFrom: "2020" }));
		// Document 2 is of 2018-05-01.
		const { facts } = await base.act.assert(says("T8 in | works_at | A", { evidence: told(2) }));
		const rows = await base.facts("T8 in");
		const first = rows.find((row) => row["valid_from"] === "2018-01-01T00:00:00.000000Z");
		expect(facts).toMatchObject([{ outcome: "merged", row: first?.["id"] }]);
		expect(first).toMatchObject({ evidence_count: 2, document_ids: [documentId(2), documentId(7)] });
	});

	test("T8: two spellings of a value are one fact only with the same dates and the same evidence", async () => {
		const base = await shared();
		const rank = (value: string, more: Partial<FactWish> = {}) =>
			base.act.assert(says("T8 rank | rank", { value: { value }, validFrom: "2020", ...more }));
		await rank("first mate");
		await rank("first mate", { evidence: told(8) });
		expect(await base.rows("T8 rank")).toEqual(["first mate: 2020 → open"]);
	});

	test("T9: a row that began inside the period closes at its end, one that began before at its first instant", async () => {
		const base = await shared();
		const found = await ordered(base, "T9", [
			(name) => says(`${name} | works_at | A`, { validFrom: "2024-03" }),
			(name) => says(`${name} | works_at | A`, { validTo: "2024", evidence: told(8) }),
		]);
		expectEach(found, ["A: 2024-03 → 2025"]);
		const before = await ordered(base, "T9 before", [
			(name) => says(`${name} | works_at | A`, { validFrom: "2023-03" }),
			(name) => says(`${name} | works_at | A`, { validTo: "2024", evidence: told(8) }),
		]);
		expectEach(before, ["A: 2023-03 → 2024"]);
	});

	test("T10: what has ended unknown by its own evidence is neither closed nor in conflict with what begins later", async () => {
		const base = await shared();
		const found = await ordered(base, "T10", [
			(name) =>
				says(`${name} | landlord | A`, {
					validFrom: "2020",
					endedUnknown: true,
					attestedTo: "2025-10-15",
				}),
			(name) => says(`${name} | landlord | B`, { validFrom: "2023" }),
		]);
		expectEach(found, ["A: 2020 → AT 2025-10-15", "B: 2023 → open"]);
		for (const name of ["T10 1", "T10 2"]) expect(await clashes(base, name)).toEqual([]);
	});

	test("T11: a fact without an accepted predicate takes no part in any timeline", async () => {
		const base = await shared();
		const word = { predicate: undefined, proposedPredicate: "moved in" };
		await base.act.assert(says("T11 | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T11 | landlord | B", { ...word, validFrom: "2022" }));
		await base.act.assert(says("T11 | landlord | C", { ...word, validFrom: "2023" }));
		expect(await base.rows("T11")).toEqual(["A: 2020 → open", "B: 2022 → open", "C: 2023 → open"]);
		expect(await clashes(base, "T11")).toEqual([]);
	});

	test("T12: start and end seen on one day: to the end of that day, whichever is read first", async () => {
		const base = await shared();
		const found = await ordered(base, "T12", [
			(name) => says(`${name} | works_at | A`, { validFrom: "2024-05-03" }),
			(name) => says(`${name} | works_at | A`, { validTo: "2024-05-03", evidence: told(8) }),
		]);
		expectEach(found, ["A: 2024-05-03 → 2024-05-04"]);
		expect(
			await refusalOf(() =>
				base.act.assert(says("T12 pair | works_at | A", { validFrom: "2024-05-03", validTo: "2024-05-03" })),
			),
		).toMatchObject({ reason: "empty_state_span" });
	});

	test("T13: an earlier 'it held' moves only the start's attestation, an earlier ending the end's", async () => {
		const base = await shared();
		const at = (day: string) => told(7, { attestedAt: day });
		await base.act.assert(says("T13 | works_at | A", { evidence: at("2024-02-20") }));
		await base.act.assert(says("T13 | works_at | A", { endedUnknown: true, evidence: at("2025-10-15") }));
		await base.act.assert(says("T13 | works_at | A", { evidence: at("2023-01-01") }));
		expect(await base.rows("T13")).toEqual(["A: AF 2023-01-01 → AT 2025-10-15"]);
		await base.act.assert(says("T13 | works_at | A", { endedUnknown: true, evidence: at("2025-12-01") }));
		expect(await base.rows("T13")).toEqual(["A: AF 2023-01-01 → AT 2025-10-15"]);
		await base.act.assert(says("T13 | works_at | A", { endedUnknown: true, evidence: at("2025-03-01") }));
		expect(await base.rows("T13")).toEqual(["A: AF 2023-01-01 → AT 2025-03-01"]);
	});

	test("T13: an 'it held' at or after the ending says that it holds again", async () => {
		const base = await shared();
		const at = (day: string) => told(7, { attestedAt: day });
		await base.act.assert(says("T13 again | works_at | A", { evidence: at("2024-02-20") }));
		await base.act.assert(
			says("T13 again | works_at | A", { endedUnknown: true, evidence: at("2025-10-15") }),
		);
		await base.act.assert(says("T13 again | works_at | A", { evidence: at("2025-10-15") }));
		expect(await base.rows("T13 again")).toEqual([
			"A: AF 2024-02-20 → AT 2025-10-15",
			"A: AF 2025-10-15 → open",
		]);
	});

	test("T14: a drawn end that a corrected row keeps is the person's, and is not drawn again", async () => {
		const base = await shared();
		await base.act.assert(says("T14 | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T14 | landlord | B", { validFrom: "2024" }));
		await base.act.correct(await idOf(base, "T14", "A"), { validFrom: "2021" });
		expect(await rowOf(base, "T14", "A")).toMatchObject({ corrected_ends: "both", drawn_by: null });
		await base.act.assert(says("T14 | landlord | C", { validFrom: "2022" }));
		await base.act.retract(await idOf(base, "T14", "B"));
		expect(await base.rows("T14")).toEqual(["A: 2021 → 2024 (start person, person)", "C: 2022 → open"]);
	});

	test("T14: an end that a person took away is not drawn again; a stated end that stays is stated still", async () => {
		const base = await shared();
		await base.act.assert(says("T14 away | landlord | A", { validFrom: "2020", validTo: "2022" }));
		await base.act.correct(await idOf(base, "T14 away", "A"), { validTo: null });
		await base.act.assert(says("T14 away | landlord | B", { validFrom: "2024" }));
		expect(await base.rows("T14 away")).toEqual(["A: 2020 → open", "B: 2024 → open"]);
		expect(await rowOf(base, "T14 away", "A")).toMatchObject({ corrected_ends: "end" });
		await base.act.assert(says("T14 stated | landlord | A", { validFrom: "2020", validTo: "2022" }));
		await base.act.correct(await idOf(base, "T14 stated", "A"), { validFrom: "2019" });
		expect(await base.rows("T14 stated")).toEqual(["A: 2019 → 2022 (start person)"]);
		expect(await rowOf(base, "T14 stated", "A")).toMatchObject({ corrected_ends: "start" });
	});

	test("T14: an end that was open and stays open is not fixed", async () => {
		const base = await shared();
		await base.act.assert(says("T14 open | landlord | A", { validFrom: "2020" }));
		await base.act.correct(await idOf(base, "T14 open", "A"), { validFrom: "2019" });
		await base.act.assert(says("T14 open | landlord | B", { validFrom: "2024" }));
		expect(await base.rows("T14 open")).toEqual([
			"A: 2019 → 2024 (start person, timeline)",
			"B: 2024 → open",
		]);
	});

	test("T15: a start moved earlier turns a successor into a predecessor, in that commit", async () => {
		const base = await shared();
		await base.act.assert(says("T15 | landlord | A", { validFrom: "2020" }));
		await base.act.assert(says("T15 | landlord | B", { validFrom: "2024" }));
		await base.act.correct(await idOf(base, "T15", "B"), { validFrom: "2018" });
		expect(await base.rows("T15")).toEqual(["A: 2020 → open", "B: 2018 → 2020 (start person, timeline)"]);
	});

	test("T16: deleting a document recomputes attestation and timeline; restoring it brings both back", async () => {
		await using base = await actingBase(ONTOLOGY);
		await base.act.assert(says("T16 | landlord | A", { validFrom: "2010" }));
		await base.act.assert(says("T16 | landlord | B", { evidence: told(2) }));
		await base.act.assert(says("T16 | landlord | B", { evidence: told(1) }));
		const both = ["A: 2010 → AT 2018-05-01 (timeline)", "B: AF 2018-05-01 → open"];
		expect(await base.rows("T16")).toEqual(both);
		await base.act.delete(documentId(2));
		expect(await base.rows("T16")).toEqual(["A: 2010 → AT 2020-08-13 (timeline)", "B: AF 2020-08-13 → open"]);
		await base.act.delete(documentId(1));
		expect(await base.rows("T16")).toEqual(["A: 2010 → open"]);
		await base.act.restore(documentId(1));
		expect(await base.rows("T16")).toEqual(["A: 2010 → AT 2020-08-13 (timeline)", "B: AF 2020-08-13 → open"]);
		await base.act.restore(documentId(2));
		expect(await base.rows("T16")).toEqual(both);
	});

	test("T17: of two successors that start together the smaller id is named, as it stands now", async () => {
		const base = await shared();
		await base.act.assert(says("T17 | landlord | A", { validFrom: "2020" }));
		const [b] = (await base.act.assert(says("T17 | landlord | B", { validFrom: "2022" }))).facts;
		const [c] = (await base.act.assert(says("T17 | landlord | C", { validFrom: "2022" }))).facts;
		const [row] = (await base.facts("T17")).filter((one) => one["other_name"] === "A");
		expect([b?.row, c?.row]).toContain(row?.["drawn_by"]);
		// The row that drew the end is replaced: readers are shown the one that lives.
		const drawer = String(row?.["drawn_by"]);
		const { row: live } = await base.act.correct(drawer, { note: "checked" });
		expect((await rowOf(base, "T17", "A"))["drawn_by"]).toBe(live);
	});

	test("T18: concurrent writers end in one timeline without overlap", async () => {
		await using base = await actingBase(ONTOLOGY);
		const years = Array.from({ length: 12 }, (_, n) => String(2000 + n));
		await Promise.all(
			years.map((year) => base.act.assert(says(`T18 | landlord | In ${year}`, { validFrom: year }))),
		);
		expect(await base.rows("T18")).toEqual(
			years.map((year, n) =>
				n === 11 ? `In ${year}: ${year} → open` : `In ${year}: ${year} → ${Number(year) + 1} (timeline)`,
			),
		);
	});
});

describe("merging", () => {
	test("M1: the one with more held facts survives, a tie goes to the smaller id, in either order of the two", async () => {
		await using base = await actingBase(ONTOLOGY);
		const made = async (subject: string, facts: number) => {
			let id = (await base.act.create({ name: subject })).entity;
			for (let n = 0; n < facts; n++) {
				const [fact] = (
					await base.act.assert(says(`${subject} | works_at | Place ${n}`, { validFrom: "2020" }))
				).facts;
				id = fact?.subject ?? id;
			}
			return id;
		};
		const [few, many] = [await made("Few", 1), await made("Many", 2)];
		expect(await base.act.merge(few, many)).toMatchObject({ source: few, target: many });
		const pair = [await made("Left", 0), await made("Right", 0)].sort();
		expect(await base.act.merge(pair[1] ?? "", pair[0] ?? "")).toMatchObject({
			source: pair[1],
			target: pair[0],
		});
		// A retracted fact does not count.
		const [once, never] = [await made("Once", 2), await made("Never", 1)];
		for (const row of await base.facts(once)) await base.act.retract(String(row["id"]));
		expect(await base.act.merge(once, never)).toMatchObject({ source: once, target: never });
	});

	test("M2: chains are followed", async () => {
		await using base = await actingBase(ONTOLOGY);
		const [a, b, c] = await Promise.all(
			["A", "B", "C"].map(async (name) => (await base.act.create({ name })).entity),
		);
		await base.act.assert({
			subject: { id: a },
			predicate: "works_at",
			object: { name: "Yard" },
			validFrom: "2020",
		});
		await base.act.merge(String(a), String(b), b);
		await base.act.merge(String(b), String(c), c);
		expect(await base.rows(String(c))).toEqual(["Yard: 2020 → open"]);
		const answer = await base.read("entity_facts", { entity_id: a });
		expect(answer["entity"]).toMatchObject({ id: c });
	});

	test("M3: what is asserted while merged stays with the survivor; a superseding row returns with its subject", async () => {
		await using base = await actingBase(ONTOLOGY);
		const { entity: x } = await base.act.create({ name: "X" });
		const { entity: y } = await base.act.create({ name: "Y" });
		const at = (id: string, object: string, validFrom: string): FactWish => ({
			subject: { id },
			predicate: "works_at",
			object: { name: object },
			validFrom,
			evidence: told(),
		});
		await base.act.assert(at(y, "Old", "2020"));
		const { merge } = await base.act.merge(y, x, x);
		await base.act.assert(at(y, "New", "2021"));
		const old = (await base.facts(x)).find((row) => row["other_name"] === "Old");
		await base.act.correct(String(old?.["id"]), { validFrom: "2019" });
		await base.act.revert(merge);
		expect(await base.rows(x)).toEqual(["New: 2021 → open"]);
		expect(await base.rows(y)).toEqual(["Old: 2019 → open (start person)"]);
	});

	test("M3: said again while merged it speaks for the row that says so, an ending ends that, and it returns so", async () => {
		await using base = await actingBase(ONTOLOGY);
		const { entity: x } = await base.act.create({ name: "X" });
		const { entity: y } = await base.act.create({ name: "Y" });
		const at = (more: Partial<FactWish>): FactWish => ({
			subject: { id: y },
			predicate: "works_at",
			object: { name: "Yard" },
			evidence: told(),
			...more,
		});
		await base.act.assert(at({ validFrom: "2020" }));
		const { merge } = await base.act.merge(y, x, x);
		await unchanged(base, [x, y], () => base.act.assert(at({ validFrom: "2020" })));
		const again = await base.act.assert(at({ validFrom: "2020", evidence: told(8) }));
		expect(again.facts).toMatchObject([{ outcome: "merged" }]);
		const ended = await base.act.assert(at({ validTo: "2024", evidence: told(9) }));
		expect(ended.facts).toMatchObject([{ outcome: "superseded" }]);
		await base.act.assert(at({ validFrom: "2025" }));
		expect(await base.rows(x)).toEqual(["Yard: 2020 → 2024", "Yard: 2025 → open"]);
		await base.act.revert(merge);
		expect(await base.rows(x)).toEqual(["Yard: 2025 → open"]);
		expect(await base.rows(y)).toEqual(["Yard: 2020 → 2024"]);
	});

	test("M4: a fact between the two is a self-link while merged: listed once, in no path", async () => {
		await using base = await actingBase(ONTOLOGY);
		const { entity: x } = await base.act.create({ name: "X" });
		const { entity: y } = await base.act.create({ name: "Y" });
		await base.act.assert({
			subject: { id: x },
			predicate: "works_at",
			object: { id: y },
			validFrom: "2020",
		});
		await base.act.assert({
			subject: { id: y },
			predicate: "works_at",
			object: { name: "Z" },
			validFrom: "2020",
		});
		const { merge } = await base.act.merge(y, x, x);
		expect(await base.rows(x)).toEqual(["X: 2020 → open", "Z: 2020 → open"]);
		const { paths } = await base.read("paths_between", { from: x, to: "Z" });
		expect(paths).toHaveLength(1);
		expect((paths as Json[])[0]?.["edges"]).toHaveLength(1);
		await base.act.revert(merge);
		expect(await base.rows(x)).toEqual(["Y: 2020 → open"]);
	});
});

describe("the world axis at a write", () => {
	test("W11: equal or reversed ends of a state are refused, by assertion, correction and closing", async () => {
		const base = await shared();
		const asked = (dates: Partial<FactWish>) =>
			refusalOf(() => base.act.assert(says("W11 | works_at | A", dates)));
		expect(await asked({ validFrom: "2024-05-01", validTo: "2024-05-01" })).toMatchObject({
			reason: "empty_state_span",
			field: "valid_to",
		});
		expect(await asked({ validFrom: "2024-01-01", validTo: "2024" })).toMatchObject({
			reason: "empty_state_span",
		});
		expect(await asked({ validFrom: "2024-05-01", validTo: "2024-04" })).toMatchObject({
			reason: "end_before_start",
		});
		expect(
			await asked({ validFrom: "2024-05-01", endedUnknown: true, attestedTo: "2024-05-01" }),
		).toMatchObject({ reason: "empty_state_span", field: "attested_to" });
		await base.act.assert(says("W11 | works_at | A", { validFrom: "2024-05-01" }));
		const id = await idOf(base, "W11", "A");
		await unchanged(base, ["W11"], async () => {
			expect(await refusalOf(() => base.act.close(id, { validTo: "2024-05-01" }))).toMatchObject({
				reason: "empty_state_span",
			});
			expect(await refusalOf(() => base.act.close(id, { validTo: "2024-04" }))).toMatchObject({
				reason: "end_before_start",
			});
			expect(await refusalOf(() => base.act.correct(id, { validTo: "2024-05" }))).toMatchObject({
				reason: "empty_state_span",
			});
		});
	});

	test("W12: an event takes an end as its moment, a span as its start, and drops 'ended, unknown'", async () => {
		const base = await shared();
		const shown = async (name: string) => {
			const row = await rowOf(base, name, "A");
			return [row["valid_from"], row["valid_to"], row["valid_from_precision"], row["valid_to_precision"]];
		};
		await base.act.assert(says("W12 end | founded | A", { validTo: "2024-03" }));
		expect(await shown("W12 end")).toEqual(["2024-03-01T00:00:00.000000Z", null, "month", null]);
		await base.act.assert(says("W12 span | founded | A", { validFrom: "2024-03-15", validTo: "2025-03-15" }));
		expect(await shown("W12 span")).toEqual([
			"2024-03-15T00:00:00.000000Z",
			"2024-03-15T00:00:00.000000Z",
			"day",
			"day",
		]);
		expect(await holders(base, "W12 span", "2024-03-15")).toEqual(["A"]);
		expect(await holders(base, "W12 span", "2024-03-16")).toEqual([]);
		await base.act.assert(
			says("W12 ended | founded | A", { validFrom: "2024", endedUnknown: true, attestedTo: "2025" }),
		);
		expect(await shown("W12 ended")).toEqual(["2024-01-01T00:00:00.000000Z", null, "year", null]);
	});

	test("W4: an eternal relation keeps no dates", async () => {
		const base = await shared();
		await base.act.assert(says("Tarn | capital_of | Land", { validFrom: "2019" }));
		expect(await holders(base, "Tarn", "1066")).toEqual(["Land"]);
		expect(await rowOf(base, "Tarn", "Land")).toMatchObject({ valid_from: null, holds_from: null });
	});

	test("W14: the section's date, else the document's, else nothing; a document's upload is no date", async () => {
		const base = await shared();
		const attested = async (name: string, evidence: readonly EvidenceWish[]) => {
			await base.act.assert(says(`${name} | works_at | A`, { evidence }));
			return (await rowOf(base, name, "A"))["attested_from"];
		};
		expect(await attested("W14 section", told(1, { attestedAt: "2019-05" }))).toBe(
			"2019-05-01T00:00:00.000000Z",
		);
		expect(await attested("W14 document", told(1))).toBe("2020-08-13T00:00:00.000000Z");
		expect(await attested("W14 none", told(7))).toBeNull();
	});

	test("W14: evidence dated at or after the stated end attests nothing", async () => {
		const base = await shared();
		// Document 1 is of 2020-08-13.
		await base.act.assert(says("W14 end | works_at | A", { validTo: "2020-08-13", evidence: told(1) }));
		expect(await rowOf(base, "W14 end", "A")).toMatchObject({ attested_from: null, holds_from: null });
	});

	test("W14: a person's own word for a claim without dates is attested when it is given", async () => {
		const base = await shared();
		await base.act.assert(says("W14 word | works_at | A", { evidence: undefined }));
		const row = await rowOf(base, "W14 word", "A");
		// The clock stands at 2026-07-01; commits of one moment follow each other by a microsecond.
		expect(String(row["attested_from"])).toMatch(/^2026-07-01T00:00:00\.\d{6}Z$/);
		expect(row["evidence_count"]).toBe(1);
		await base.act.assert(says("W14 given | works_at | A", { evidence: undefined, attestedFrom: "2021-04" }));
		expect(await rowOf(base, "W14 given", "A")).toMatchObject({
			attested_from: "2021-04-01T00:00:00.000000Z",
		});
	});
});
