import { expect, test } from "vitest";
import { actingBase } from "../../support/acting.ts";

const [heron, pier] = ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"];
const ONTOLOGY = `
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" .
e:01 rdfs:label "Heron" . e:02 rdfs:label "Pier 4" .`;
const claim = { subject: { id: heron }, predicate: "berths_at", object: { id: pier } };

test("what is dated after the moment by which something had ended does not show it", async () => {
	await using acting = await actingBase(ONTOLOGY);
	// The source is of 2022 and tells of an end in 2020, so it does not show the claim either.
	const { facts } = await acting.act.assert({ ...claim, validTo: "2020", attestedFrom: "2022" });
	expect(await acting.facts(heron)).toMatchObject([{ attested_from: null, holds_from: null }]);
	await acting.act.close(facts[0]?.row ?? "", { endedUnknown: true, attestedTo: "2021" });
	expect(await acting.facts(heron)).toMatchObject([
		{ attested_from: null, holds_from: null, holds_to: "2021-01-01T00:00:00.000000Z" },
	]);
});

test("what was known to have ended by then is not shown to have held then by an end that a person sets", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { facts } = await acting.act.assert({ ...claim, endedUnknown: true, attestedTo: "2020-06-15" });
	expect(await acting.facts(heron)).toMatchObject([{ attested_from: "2020-06-15T00:00:00.000000Z" }]);
	await acting.act.correct(facts[0]?.row ?? "", { validTo: "2021" });
	expect(await acting.facts(heron)).toMatchObject([{ attested_from: null, holds_from: null }]);
});
