// What persons change of a fact: corrections of every part, closings, retractions, and what stays fixed after them.
import { afterAll, describe, expect, test } from "vitest";
import type { FactWish } from "../../../src/actions/wishes.ts";
import {
	type ActingBase,
	actingBase,
	document,
	documentId,
	type Json,
	refusalOf,
	unchanged,
} from "../../support/acting.ts";

const AT = `prov:generatedAtTime "2026-01-15T10:00:00.000001Z"^^xsd:dateTime`;
const BASE = `
r:works_at a owl:ObjectProperty ; rdfs:label "works at" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
r:founded a owl:ObjectProperty ; rdfs:label "founded" ; utopia:temporal "event" .
r:length a owl:DatatypeProperty ; rdfs:label "length" ; rdfs:range xsd:decimal .
${document(1, "2024-02-20")}${document(2)}${document(3)}
e:01 rdfs:label "Oda" ; ${AT} .
e:02 rdfs:label "Quay" ; ${AT} .
<urn:utopia:kb:2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d:fact:a0000000-0000-4000-8000-000000000001> a rdf:Statement ; rdf:subject e:01 ;
	rdf:predicate utopia:knownAs ; rdf:object "Oda" ; utopia:canonical true ; ${AT} .
<urn:utopia:kb:2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d:fact:a0000000-0000-4000-8000-000000000002> a rdf:Statement ; rdf:subject e:02 ;
	rdf:predicate utopia:knownAs ; rdf:object "Quay" ; utopia:canonical true ; ${AT} .
f:01 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:works_at ; rdf:object e:02 ;
	utopia:attestedFrom "2024-02-20T00:00:00.000000Z"^^xsd:dateTime ; ${AT} .
`;
let opened: Promise<ActingBase> | undefined;
function shared(): Promise<ActingBase> {
	opened ??= actingBase(BASE);
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

const says = (
	subject: string,
	predicate: string,
	object: string,
	more: Partial<FactWish> = {},
): FactWish => ({
	subject: { name: subject },
	predicate,
	object: { name: object },
	evidence: [{ document: documentId(2) }],
	...more,
});
const rowOf = async (base: ActingBase, subject: string, object: string): Promise<Json> => {
	const [row, ...more] = (await base.facts(subject)).filter((one) => one["other_name"] === object);
	if (row === undefined || more.length > 0) throw new Error(`${more.length + 1} rows of ${object}`);
	return row;
};
const idOf = async (base: ActingBase, subject: string, object: string) =>
	String((await rowOf(base, subject, object))["id"]);
const namesOf = async (base: ActingBase, entity: string) =>
	((await base.read("entity_facts", { entity_id: entity }))["names"] as Json[]).map((one) => [
		one["name"],
		one["canonical"],
	]);

describe("corrections", () => {
	test("of the object of a row whose end was drawn: the new value ends where the old one did", async () => {
		const base = await shared();
		await base.act.assert(says("A1", "landlord", "Wrong", { validFrom: "2020" }));
		await base.act.assert(says("A1", "landlord", "Next", { validFrom: "2024" }));
		const wrong = await rowOf(base, "A1", "Wrong");
		const { row } = await base.act.correct(String(wrong["id"]), { object: { name: "Right" } });
		expect(await base.rows("A1")).toEqual(["Next: 2024 → open", "Right: 2020 → 2024 (timeline)"]);
		expect(await rowOf(base, "A1", "Right")).toMatchObject({
			id: row,
			supersedes: wrong["id"],
			document_ids: [documentId(2)],
			corrected_ends: null,
		});
	});

	test("of the object to one that the subject has already with these dates: one row with both sources", async () => {
		const base = await shared();
		await base.act.assert(says("A2", "works_at", "B", { validFrom: "2020" }));
		await base.act.assert(
			says("A2", "works_at", "C", { validFrom: "2020", evidence: [{ document: documentId(3) }] }),
		);
		await base.act.correct(await idOf(base, "A2", "B"), { object: { name: "C" } });
		expect(await base.rows("A2")).toEqual(["C: 2020 → open"]);
		expect(await rowOf(base, "A2", "C")).toMatchObject({ document_ids: [documentId(2), documentId(3)] });
	});

	test("of a number to another spelling of it, and to one with another unit", async () => {
		const base = await shared();
		const length = { ...says("A3", "length", ""), object: undefined };
		await base.act.assert({ ...length, value: { value: "1.5", unit: "m" }, validFrom: "2020" });
		const id = async () => String((await base.facts("A3"))[0]?.["id"]);
		await base.act.correct(await id(), { value: { value: "1.50" } });
		expect((await base.facts("A3")).map((row) => [row["object_value"], row["object_lexical"]])).toEqual([
			[{ value: 1.5, unit: "m" }, "1.50"],
		]);
		await base.act.correct(await id(), { value: { value: "1.50", unit: "ft" } });
		expect((await base.facts("A3")).map((row) => row["object_value"])).toEqual([{ value: 1.5, unit: "ft" }]);
	});

	test("of a drawn end to the very date that was drawn: it is the person's then", async () => {
		const base = await shared();
		await base.act.assert(says("A4", "landlord", "A", { validFrom: "2020" }));
		await base.act.assert(says("A4", "landlord", "B", { validFrom: "2024" }));
		await base.act.correct(await idOf(base, "A4", "A"), { validTo: "2024" });
		await base.act.retract(await idOf(base, "A4", "B"));
		expect(await base.rows("A4")).toEqual(["A: 2020 → 2024 (person)"]);
	});

	test("of the note alone fix nothing: the end is still the timeline's", async () => {
		const base = await shared();
		await base.act.assert(says("A5", "landlord", "A", { validFrom: "2020" }));
		await base.act.assert(says("A5", "landlord", "B", { validFrom: "2024" }));
		await base.act.correct(await idOf(base, "A5", "A"), { note: "seen the deed" });
		await base.act.retract(await idOf(base, "A5", "B"));
		expect(await base.rows("A5")).toEqual(["A: 2020 → open"]);
		expect(await rowOf(base, "A5", "A")).toMatchObject({ note: "seen the deed", corrected_ends: null });
	});

	test("of an event: its one moment moves, also where it was told as a span", async () => {
		const base = await shared();
		await base.act.assert(says("A6", "founded", "A", { validFrom: "2024-03-15", validTo: "2025-03-15" }));
		await base.act.correct(await idOf(base, "A6", "A"), { validFrom: "2024-04-01" });
		expect(await base.rows("A6", "founded", { at: "2024-04-01T12:00:00Z" })).toHaveLength(1);
		expect(await base.rows("A6", "founded", { at: "2024-03-15" })).toEqual([]);
		expect(await rowOf(base, "A6", "A")).toMatchObject({
			valid_from: "2024-04-01T00:00:00.000000Z",
			valid_to: "2024-04-01T00:00:00.000000Z",
			holds_to: "2024-04-02T00:00:00.000000Z",
		});
		// An end is an event's moment (W12).
		await base.act.correct(await idOf(base, "A6", "A"), { validTo: "2024-05" });
		expect(await rowOf(base, "A6", "A")).toMatchObject({
			valid_from: "2024-05-01T00:00:00.000000Z",
			valid_from_precision: "month",
			holds_to: "2024-06-01T00:00:00.000000Z",
		});
	});

	test("of a name: the entity is called so, and a blank one is refused", async () => {
		const base = await shared();
		await base.act.create({ name: "Wrongly Spelt" });
		const read = await base.read("entity_facts", { entity_id: "Wrongly Spelt" });
		const [name] = read["names"] as Json[];
		const id = String(name?.["fact_id"]);
		expect(await refusalOf(() => base.act.correct(id, { value: { value: "  " } }))).toMatchObject({
			reason: "blank_name",
			field: "value.value",
		});
		await base.act.correct(id, { value: { value: " Rightly Spelled " } });
		expect(await namesOf(base, "Rightly Spelled")).toEqual([["Rightly Spelled", true]]);
	});

	test("to an end at an unknown date need the moment by which it had ended", async () => {
		const base = await shared();
		await base.act.assert(says("A7", "works_at", "A", { validFrom: "2020" }));
		const id = await idOf(base, "A7", "A");
		expect(
			await unchanged(base, ["A7"], () => refusalOf(() => base.act.correct(id, { endedUnknown: true }))),
		).toMatchObject({
			reason: "attested_to_missing",
			field: "attested_to",
		});
		await base.act.correct(id, { endedUnknown: true, attestedTo: "2024-05" });
		expect(await base.rows("A7")).toEqual(["A: 2020 → AT 2024-05-01 (person)"]);
		await base.act.correct(await idOf(base, "A7", "A"), { endedUnknown: false });
		expect(await base.rows("A7")).toEqual(["A: 2020 → open"]);
	});

	test("that ask a row to end before it was seen are refused, as closing it so is", async () => {
		const base = await shared();
		await base.act.assert(says("A8", "works_at", "A", { evidence: [{ document: documentId(1) }] }));
		const id = await idOf(base, "A8", "A");
		for (const ask of [
			() => base.act.correct(id, { validTo: "2024-01" }),
			() => base.act.close(id, { validTo: "2024-01" }),
		])
			expect(await refusalOf(ask)).toMatchObject({
				reason: "end_before_start",
				found: "2024-01",
				allowed: "an end after 2024-02-20T00:00:00Z",
			});
	});

	test("are not forgotten when the sources are read again", async () => {
		const base = await shared();
		const wish = says("A9", "works_at", "A", { validFrom: "2020", validTo: "2022" });
		await base.act.assert(wish);
		await base.act.correct(await idOf(base, "A9", "A"), { validFrom: "2019", validTo: null });
		await unchanged(base, ["A9"], () => base.act.assert(wish));
		await base.act.assert({ ...wish, evidence: [{ document: documentId(3) }] });
		expect(await base.rows("A9")).toEqual(["A: 2019 → open (start person)"]);
	});
});

describe("closing", () => {
	test("a row that has only an attestation: known from a document, or from the row of a file", async () => {
		const base = await shared();
		await base.act.assert(says("B1", "works_at", "A", { evidence: [{ document: documentId(1) }] }));
		await base.act.close(await idOf(base, "B1", "A"), { validTo: "2025" });
		expect(await base.rows("B1")).toEqual(["A: AF 2024-02-20 → 2025 (person)"]);
		expect(await base.rows("Oda")).toEqual(["Quay: AF 2024-02-20 → open"]);
		await base.act.close(await idOf(base, "Oda", "Quay"), { validTo: "2025" });
		expect(await base.rows("Oda")).toEqual(["Quay: AF 2024-02-20 → 2025 (person)"]);
		await base.act.correct(await idOf(base, "Oda", "Quay"), { note: "again" });
		expect(await base.rows("Oda")).toEqual(["Quay: AF 2024-02-20 → 2025 (person)"]);
	});

	test("a row whose end was drawn replaces it by the person's", async () => {
		const base = await shared();
		await base.act.assert(says("B2", "landlord", "A", { validFrom: "2020" }));
		await base.act.assert(says("B2", "landlord", "B", { validFrom: "2024" }));
		await base.act.close(await idOf(base, "B2", "A"), { validTo: "2023" });
		expect(await base.rows("B2")).toEqual(["A: 2020 → 2023 (person)", "B: 2024 → open"]);
	});

	test("opens no other row, and another that the same ending had ended stays ended when it is retracted", async () => {
		const base = await shared();
		await base.act.assert(says("B3", "works_at", "A", { validFrom: "2018" }));
		await base.act.assert(says("B3", "works_at", "A", { validFrom: "2020" }));
		await base.act.assert(
			says("B3", "works_at", "A", { validTo: "2024", evidence: [{ document: documentId(3) }] }),
		);
		expect(await base.rows("B3")).toEqual(["A: 2018 → 2024", "A: 2020 → 2024"]);
		for (const row of await base.facts("B3"))
			expect(row["document_ids"]).toEqual([documentId(2), documentId(3)]);
		const later = (await base.facts("B3")).find((row) => String(row["valid_from"]).startsWith("2020"));
		await base.act.retract(String(later?.["id"]));
		expect(await base.rows("B3")).toEqual(["A: 2018 → 2024"]);
	});
});

describe("an ending that ended two rows", () => {
	test("opens both when its document goes, and ends both when that comes back", async () => {
		await using base = await actingBase(BASE);
		await base.act.assert(says("C1", "works_at", "A", { validFrom: "2018" }));
		await base.act.assert(says("C1", "works_at", "A", { validFrom: "2020" }));
		await base.act.assert(
			says("C1", "works_at", "A", { validTo: "2024", evidence: [{ document: documentId(3) }] }),
		);
		await base.act.delete(documentId(3));
		expect(await base.rows("C1")).toEqual(["A: 2018 → open", "A: 2020 → open"]);
		await base.act.restore(documentId(3));
		expect(await base.rows("C1")).toEqual(["A: 2018 → 2024", "A: 2020 → 2024"]);
	});
});

describe("merged entities", () => {
	test("a merge of what is merged away is refused with the entity that stands for it, and can be merged on", async () => {
		const base = await shared();
		const [a, b, c] = await Promise.all(
			["M a", "M b", "M c"].map(async (name) => (await base.act.create({ name })).entity),
		);
		const { merge } = await base.act.merge(String(a), String(b), b);
		expect(await refusalOf(() => base.act.merge(String(a), String(c)))).toMatchObject({
			reason: "already_merged",
			entity: a,
			merged_into: b,
		});
		await base.act.merge(String(b), String(c), c);
		await base.act.revert(merge);
		// Later merges of the target stay.
		const read = async (id: string | undefined) =>
			((await base.read("entity_facts", { entity_id: id }))["entity"] as Json)["id"];
		expect([await read(a), await read(b)]).toEqual([a, c]);
		expect(await refusalOf(() => base.act.revert(merge))).toMatchObject({ reason: "merge_reverted", merge });
	});
});
