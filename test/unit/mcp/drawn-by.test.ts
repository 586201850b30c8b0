import { expect, test } from "vitest";
import { instantText } from "../../../src/time/instant.ts";
import { actingBase, document, documentId, everything } from "../../support/acting.ts";

test("T17: whoever stands for the row that drew an end is named, as of each moment and whatever comes later", async () => {
	await using base = await actingBase(`
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
${document(1)}`);
	const says = (object: string, validFrom: string) => ({
		subject: { name: "North Quay" },
		predicate: "landlord",
		object: { name: object },
		validFrom,
		evidence: [{ document: documentId(1) }],
	});
	await base.act.assert(says("Harbour Board", "2019"));
	const [drawer] = (await base.act.assert(says("Quay Estates", "2022"))).facts;
	const then = instantText(base.view.clock.now());
	const board = async (args = {}) =>
		(await base.facts("North Quay", undefined, args)).find((row) => row["other_name"] === "Harbour Board");
	const told = await everything(base, ["North Quay", "Harbour Board"], { as_of: then });
	expect(told.join()).toContain(`end drawn by fact ${drawer?.row}`);

	// A note replaces the row that drew the end, and the end stays as it is.
	const before = await board();
	const noted = await base.act.correct(drawer?.row ?? "", { note: "from the lease" });
	expect(await board()).toMatchObject({ id: before?.["id"], drawn_by: noted.row });
	expect(await board({ as_of: then })).toMatchObject({ drawn_by: drawer?.row });
	const again = await base.act.correct(noted.row, { note: "from the second lease" });
	expect(await board()).toMatchObject({ id: before?.["id"], drawn_by: again.row });
	const lines = JSON.stringify(await base.call("timeline", { entity: "North Quay" }));
	expect(lines).toContain(`end drawn by Quay Estates`);
	expect(lines).toContain(`end drawn by fact ${again.row}`);

	const retold = await everything(base, ["North Quay", "Harbour Board"], { as_of: then });
	const withoutEnds = (answers: readonly string[]) =>
		answers.map((answer) => answer.replace(/"invalidated_at":"[^"]*"/g, '"invalidated_at":null'));
	expect(withoutEnds(retold)).toEqual(withoutEnds(told));
});
