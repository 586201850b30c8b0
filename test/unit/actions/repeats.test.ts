import { expect, test } from "vitest";
import { actingBase } from "../../support/acting.ts";

const [heron, pier] = ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"];
const ONTOLOGY = `
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" ; utopia:allowsQualifier r:depth .
r:depth a owl:DatatypeProperty ; rdfs:label "depth" ; rdfs:range xsd:decimal .
e:01 rdfs:label "Heron" . e:02 rdfs:label "Pier 4" .`;
const claim = { subject: { id: heron }, predicate: "berths_at", object: { id: pier }, validFrom: "2024" };

test("a detail that is said again, however its number is spelled, rewrites no row", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const first = await acting.act.assert({ ...claim, qualifiers: [{ key: "depth", value: "3.50" }] });
	for (const value of ["3.50", "3.5", 3.5]) {
		const again = await acting.act.assert({ ...claim, qualifiers: [{ key: "depth", value }] });
		expect(again.facts).toMatchObject([{ outcome: "merged", row: first.facts[0]?.row }]);
	}
	const other = await acting.act.assert({ ...claim, qualifiers: [{ key: "depth", value: 4 }] });
	expect(other.facts).toMatchObject([{ outcome: "superseded", replaced: first.facts[0]?.row }]);
});
