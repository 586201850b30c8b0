import { expect, test } from "vitest";
import { type ActingBase, actingBase } from "../../support/acting.ts";

const ONTOLOGY = 'r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .';

/** The quads that the base's own store is told to remove and insert, from here on. */
function noted(base: ActingBase) {
	const removed: string[] = [];
	base.store.onCommit(({ changes }) => {
		for (const { graph } of changes?.remove ?? []) removed.push(graph.value);
	});
	return removed;
}

test("a row that takes another's place leaves the plain triple of their claim alone", async () => {
	await using base = await actingBase(ONTOLOGY);
	const at = (pier: string, validFrom: string) =>
		base.act.assert({
			subject: { name: "Heron" },
			predicate: "berths_at",
			object: { name: pier },
			validFrom,
		});
	await at("Pier 4", "2020");
	const removed = noted(base);
	const { facts } = await at("Pier 9", "2021");
	expect(await base.rows("Heron")).toEqual(["Pier 4: 2020 → 2021 (timeline)", "Pier 9: 2021 → open"]);
	expect(removed).toEqual([]);
	await base.act.retract(facts[0]?.row ?? "");
	expect(removed.map((graph) => graph.split(":").slice(-2).join(":"))).toEqual(["graph:current"]);
});
