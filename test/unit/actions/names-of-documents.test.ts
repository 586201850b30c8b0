import { expect, test } from "vitest";
import { actingBase, document, documentId } from "../../support/acting.ts";

const ONTOLOGY = `r:lies_at a owl:ObjectProperty ; rdfs:label "lies at" .\n${document(1)}`;

test("a name whose document is deleted and restored stays what the entity is called, however often", async () => {
	await using base = await actingBase(ONTOLOGY);
	const evidence = [{ document: documentId(1) }];
	const wish = {
		subject: { name: "Ship A" },
		predicate: "lies_at",
		object: { name: "Port B" },
		validFrom: "2001",
		evidence,
	};
	const { facts } = await base.act.assert(wish);
	const entity = facts[0]?.subject ?? "";
	const found = async () => {
		const answer = await base.read("find_entities", { name: "Ship A" });
		return (answer["entities"] as { id: string; name: string }[]).map(({ id, name }) => [id, name]);
	};
	for (let n = 0; n < 2; n++) {
		await base.act.delete(documentId(1));
		expect(await found()).toEqual([[entity, "Ship A"]]);
		expect(await base.rows(entity)).toEqual([]);
		await base.act.restore(documentId(1));
		expect(await found()).toEqual([[entity, "Ship A"]]);
		expect(await base.rows(entity)).toEqual(["Port B: 2001 → open"]);
	}
	const names = (await base.read("changes", { since: "2026", limit: 40 }))["changes"] as {
		predicate_key: string;
	}[];
	expect(names.filter(({ predicate_key }) => predicate_key === "knownAs")).toEqual([]);
	await expect(base.act.assert(wish)).resolves.toMatchObject({ created: [], facts: [{ outcome: "merged" }] });
});
