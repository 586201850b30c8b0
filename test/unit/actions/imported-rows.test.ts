// Evidence that came with a file states no dates of its own: the row does. What is asserted beside it must not lose them.
import { afterAll, describe, expect, test } from "vitest";
import type { FactWish } from "../../../src/actions/wishes.ts";
import { type ActingBase, actingBase, document, documentId } from "../../support/acting.ts";

const BASE = `
c:thing a owl:Class ; rdfs:label "Thing" .
r:works_at a owl:ObjectProperty ; rdfs:label "works at" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
${document(1)}${document(2)}${document(3, "2021-05-01")}${document(4)}`;
const AT = `prov:generatedAtTime "2026-01-15T10:00:00.000001Z"^^xsd:dateTime`;
const entity = (n: string, name: string) => `e:${n} a c:thing ; rdfs:label "${name}" ; ${AT} .
<urn:utopia:kb:2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d:fact:a0000000-0000-4000-8000-0000000000${n}> a rdf:Statement ; rdf:subject e:${n} ;
	rdf:predicate utopia:knownAs ; rdf:object "${name}" ; utopia:canonical true ; ${AT} .`;
const evidence = (n: string, of: string, said: string) =>
	`<urn:utopia:kb:2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d:evidence:c0000000-0000-4000-8000-0000000000${n}> a utopia:Evidence ;
	utopia:supports f:${of} ; ${said} ; ${AT} .`;

/** Rows as files have them: one without any source, one that names its document, one with evidence rows, one of two sections. */
const ROWS = `
${["Ann", "Bea", "Cem", "Dora", "Edda", "Yard"].map((name, n) => entity(`0${n + 1}`, name)).join("\n")}
f:01 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:works_at ; rdf:object e:06 ; schema:validFrom "2020"^^xsd:gYear ; ${AT} .
f:02 a rdf:Statement ; rdf:subject e:02 ; rdf:predicate r:works_at ; rdf:object e:06 ; schema:validFrom "2020"^^xsd:gYear ;
	prov:wasDerivedFrom doc:01 ; utopia:quote "since 2020" ; ${AT} .
f:03 a rdf:Statement ; rdf:subject e:03 ; rdf:predicate r:works_at ; rdf:object e:06 ; schema:validFrom "2020"^^xsd:gYear ; ${AT} .
${evidence("01", "03", 'prov:wasDerivedFrom doc:01 ; utopia:quote "since 2020"')}
f:04 a rdf:Statement ; rdf:subject e:04 ; rdf:predicate r:works_at ; rdf:object e:06 ;
	utopia:endedUnknown true ; utopia:attestedTo "2025-10-15T00:00:00.000000Z"^^xsd:dateTime ; ${AT} .
${evidence("02", "04", 'prov:wasDerivedFrom doc:01 ; utopia:role "holds" ; utopia:attestedAt "2024-02-20T00:00:00.000000Z"^^xsd:dateTime')}
${evidence("03", "04", 'prov:wasDerivedFrom doc:01 ; utopia:role "ended" ; utopia:attestedAt "2025-10-15T00:00:00.000000Z"^^xsd:dateTime')}
f:05 a rdf:Statement ; rdf:subject e:05 ; rdf:predicate r:landlord ; rdf:object e:06 ; schema:validFrom "2020"^^xsd:gYear ;
	prov:wasDerivedFrom doc:01 ; ${AT} .
`;

const opened: ActingBase[] = [];
async function imported(): Promise<ActingBase> {
	const base = await actingBase(BASE + ROWS);
	opened.push(base);
	return base;
}
afterAll(() => Promise.all(opened.map((base) => base[Symbol.asyncDispose]())));

const works = (name: string, n: number, more: Partial<FactWish> = {}): FactWish => ({
	subject: { name },
	predicate: "works_at",
	object: { name: "Yard" },
	evidence: [{ document: documentId(n) }],
	...more,
});
const told = async (base: ActingBase, name: string) => {
	const rows = await base.facts(name);
	return [await base.rows(name), rows.map((row) => row["document_ids"])];
};

describe("rows that came with a file", () => {
	test.each([
		["Ann", "without a source", [] as string[]],
		["Bea", "that names its document itself", [documentId(1)]],
		["Cem", "with a row of evidence", [documentId(1)]],
	])("%s, %s: keeps its start beside bare mentions and beside an ending", async (name, _, sources) => {
		const base = await imported();
		await base.act.assert(works(name, 2));
		expect(await told(base, name)).toEqual([["Yard: 2020 → open"], [[...sources, documentId(2)]]]);
		await base.act.assert(works(name, 4));
		expect(await told(base, name)).toEqual([
			["Yard: 2020 → open"],
			[[...sources, documentId(2), documentId(4)]],
		]);
		await base.act.assert(works(name, 2, { validTo: "2024" }));
		await base.act.assert(works(name, 4, { validTo: "2024" }));
		expect(await base.rows(name)).toEqual(["Yard: 2020 → 2024"]);
	});

	test("an ending that goes with its document leaves the start that the file had", async () => {
		const base = await imported();
		await base.act.assert(works("Bea", 2, { validTo: "2024" }));
		expect(await told(base, "Bea")).toEqual([["Yard: 2020 → 2024"], [[documentId(1), documentId(2)]]]);
		await base.act.delete(documentId(2));
		expect(await told(base, "Bea")).toEqual([["Yard: 2020 → open"], [[documentId(1)]]]);
		await base.act.restore(documentId(2));
		expect(await told(base, "Bea")).toEqual([["Yard: 2020 → 2024"], [[documentId(1), documentId(2)]]]);
	});

	test("a row of two sections says when it held and by when it had ended, whatever is added", async () => {
		const base = await imported();
		expect(await base.rows("Dora")).toEqual(["Yard: AF 2024-02-20 → AT 2025-10-15"]);
		// Document 3 is of 2021-05-01.
		await base.act.assert(works("Dora", 3));
		expect(await base.rows("Dora")).toEqual(["Yard: AF 2021-05-01 → AT 2025-10-15"]);
		await base.act.assert(works("Dora", 2, { validFrom: "2019" }));
		expect(await base.rows("Dora")).toEqual(["Yard: 2019 → AT 2025-10-15"]);
		await base.act.delete(documentId(2));
		expect(await base.rows("Dora")).toEqual(["Yard: AF 2021-05-01 → AT 2025-10-15"]);
	});

	test("an end that is drawn is never taken for one that the file states", async () => {
		const base = await imported();
		const landlord = (object: string, n: number, more: Partial<FactWish> = {}) =>
			base.act.assert({ ...works("Edda", n, more), predicate: "landlord", object: { name: object } });
		await landlord("Quay", 2, { validFrom: "2022" });
		expect(await base.rows("Edda")).toEqual(["Quay: 2022 → open", "Yard: 2020 → 2022 (timeline)"]);
		await landlord("Yard", 4);
		await base.act.delete(documentId(2));
		expect(await base.rows("Edda")).toEqual(["Yard: 2020 → open"]);
	});

	test("a start that a person set right is not said by the sources: they go on saying the old one", async () => {
		const base = await imported();
		const [row] = await base.facts("Bea");
		await base.act.correct(String(row?.["id"]), { validFrom: "2021" });
		// Another document says what the file said: it speaks for the row that the person set right.
		await base.act.assert(works("Bea", 2, { validFrom: "2020" }));
		expect(await told(base, "Bea")).toEqual([
			["Yard: 2021 → open (start person)"],
			[[documentId(1), documentId(2)]],
		]);
	});

	test("said again with the words of the file it is no further evidence", async () => {
		const base = await imported();
		const again = works("Bea", 1, {
			validFrom: "2020",
			evidence: [{ document: documentId(1), quote: "since 2020" }],
		});
		expect((await base.act.assert(again)).facts).toMatchObject([{ outcome: "merged" }]);
		expect(await told(base, "Bea")).toEqual([["Yard: 2020 → open"], [[documentId(1)]]]);
	});
});

describe("one batch", () => {
	test("facts of one document with the same dates are told apart", async () => {
		const base = await actingBase(BASE);
		opened.push(base);
		const batch = [
			works("Fay", 1, { validFrom: "2020", confidence: 0.5 }),
			works("Gus", 1, { validFrom: "2020", confidence: 0.7 }),
		];
		const { facts } = await base.act.assert(...batch);
		const [fay, gus] = [await base.facts("Fay"), await base.facts("Gus")];
		expect(facts.map(({ row }) => row)).toEqual([fay[0]?.["id"], gus[0]?.["id"]]);
		expect([fay[0]?.["confidence"], gus[0]?.["confidence"]]).toEqual([0.5, 0.7]);
	});
});
