import { expect, test } from "vitest";
import { actingBase, document, documentId } from "../../support/acting.ts";

const ONTOLOGY = `r:length a owl:DatatypeProperty ; rdfs:label "length" ; rdfs:range xsd:decimal .\n${document(1)}${document(2)}`;
const length = (value: string, more: { validFrom?: string; paper?: number } = {}) => ({
	subject: { name: "Heron" },
	predicate: "length",
	value: { value },
	validFrom: more.validFrom ?? "2001",
	evidence: [{ document: documentId(more.paper ?? 1), quote: "her length" }],
});

test("two spellings with the same dates and the same evidence are one fact, in the spelling that came first (T8)", async () => {
	await using base = await actingBase(ONTOLOGY);
	await base.act.assert(length("1.50"));
	const { facts } = await base.act.assert(length("1.5"), length("1.500"));
	expect(facts.map(({ outcome }) => outcome)).toEqual(["merged", "merged"]);
	const rows = await base.facts("Heron", "length");
	expect(rows.map((row) => row["object_lexical"])).toEqual(["1.50"]);
});

test("two spellings in one batch are one fact", async () => {
	await using base = await actingBase(ONTOLOGY);
	await base.act.create({ name: "Heron" });
	const { facts } = await base.act.assert(length("1.50"), length("1.5"));
	expect(new Set(facts.map(({ row }) => row)).size).toBe(1);
});

test("two spellings in the batch that brings their entity are one fact", async () => {
	await using base = await actingBase(ONTOLOGY);
	const { facts } = await base.act.assert(length("1.50"), length("1.5"));
	expect(new Set(facts.map(({ row }) => row)).size).toBe(1);
});

test("two spellings of entities that are one are one fact, which goes back with the one that had it", async () => {
	await using base = await actingBase(ONTOLOGY);
	const { entity: heron } = await base.act.create({ name: "Heron" });
	const { entity: egret } = await base.act.create({ name: "Egret" });
	const first = await base.act.assert({ ...length("1.50"), subject: { id: egret } });
	const { merge } = await base.act.merge(egret, heron, heron);
	const again = await base.act.assert(length("1.5"));
	expect(again.facts).toMatchObject([{ outcome: "merged", row: first.facts[0]?.row }]);
	await base.act.revert(merge);
	expect(await base.facts(heron, "length")).toEqual([]);
	expect(await base.facts(egret, "length")).toMatchObject([{ object_lexical: "1.50" }]);
});

test("what a person corrected, its spelling too, does not come back when its source says it again", async () => {
	await using base = await actingBase(ONTOLOGY);
	const { facts } = await base.act.assert(length("1.50"));
	const { row } = await base.act.correct(facts[0]?.row ?? "", { validFrom: "2003", value: { value: "1.5" } });
	const again = await base.act.assert(length("1.50"));
	expect(again.facts).toMatchObject([{ outcome: "merged", row }]);
});

test("another date or another paper makes a spelling another fact", async () => {
	await using base = await actingBase(ONTOLOGY);
	await base.act.assert(length("1.50"));
	const { facts } = await base.act.assert(
		length("1.5", { validFrom: "2002" }),
		length("1.500", { paper: 2 }),
	);
	expect(facts.map(({ outcome }) => outcome)).toEqual(["recorded", "recorded"]);
});
