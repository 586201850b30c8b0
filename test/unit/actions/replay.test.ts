import { expect, test } from "vitest";
import { type ActingBase, actingBase, document, documentId } from "../../support/acting.ts";

/** Heron, a pier and two documents: the second with a date. */
const base = (): Promise<ActingBase> =>
	actingBase(`
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" .
e:01 rdfs:label "Heron" . e:02 rdfs:label "Pier 4" .
${document(1)}${document(2, "2022-01-01")}`);
const [heron, pier] = ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"];
const claim = { subject: { id: heron }, predicate: "berths_at", object: { id: pier } };

const lines = async (acting: ActingBase, kinds: readonly string[]) =>
	JSON.stringify((await acting.call("changes", { since: "2026-07", kinds })).content);

test("an event is told with what attested its fact then, whatever became of the evidence since", async () => {
	await using acting = await base();
	await acting.act.assert({ ...claim, evidence: [{ document: documentId(2) }] });
	expect(await lines(acting, ["asserted"])).toContain("[valid undated → now]");
	await acting.act.delete(documentId(2));
	expect(await lines(acting, ["asserted"])).toContain("[valid undated → now]");
	expect(await lines(acting, ["rejected"])).toContain("[valid undated → now]");
});

test("two events of one fact on a page are each told with the evidence of their own moment", async () => {
	await using acting = await base();
	const first = await acting.act.assert({ ...claim, evidence: [{ document: documentId(1), quote: "one" }] });
	await acting.act.assert({ ...claim, evidence: [{ document: documentId(2), quote: "two" }] });
	await acting.act.delete(documentId(1));
	await acting.act.retract(first.facts[0]?.row ?? "");
	const { changes } = (await acting.read("changes", { since: "2026-07" })) as {
		changes: readonly Record<string, unknown>[];
	};
	expect(changes.map(({ kind, quote }) => [kind, quote])).toEqual([
		["rejected", "two"],
		["asserted", "one"],
	]);
});
