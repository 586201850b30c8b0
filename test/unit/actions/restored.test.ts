import { expect, test } from "vitest";
import { actingBase, document, documentId } from "../../support/acting.ts";

const [heron, pier] = ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"];
const BASE = `
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" .
e:01 rdfs:label "Heron" . e:02 rdfs:label "Pier 4" .
${document(1)}${document(2)}`;

test("what came back with one document and was retracted then does not come back with another", async () => {
	await using acting = await actingBase(BASE);
	const { act } = acting;
	const evidence = [1, 2].map((n) => ({ document: documentId(n) }));
	await act.assert({ subject: { id: heron }, predicate: "berths_at", object: { id: pier }, evidence });
	await act.delete(documentId(1));
	await act.delete(documentId(2));
	const { facts } = await act.restore(documentId(2));
	expect(await acting.facts(heron)).toHaveLength(1);
	await act.retract(facts[0] ?? "");
	await act.restore(documentId(1));
	expect(await acting.facts(heron)).toEqual([]);
});
