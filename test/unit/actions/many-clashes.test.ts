import { expect, test } from "vitest";
import { conflicts } from "../../../src/ledger/conflicts.ts";
import { actingBase } from "../../support/acting.ts";

test("of four hundred values from one day on some clashes are told, and none is withdrawn for that", async () => {
	await using base = await actingBase(
		'r:flies a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "flies" .',
	);
	const flag = (n: number) => ({
		subject: { name: "Heron" },
		predicate: "flies",
		object: { name: `Flag ${n}` },
		validFrom: "2000",
	});
	await base.act.assert(...Array.from({ length: 400 }, (_, n) => flag(n)));
	expect((await base.facts("Heron", undefined, { limit: 300 })).length).toBe(300);
	await base.act.assert(flag(400));
	const known = await base.view.kept(conflicts);
	expect(known.list().length).toBeGreaterThanOrEqual(50);
	expect(known.list().length).toBeLessThan(200);
	expect(known.list().every(({ states }) => states.at(-1)?.status === "open")).toBe(true);
});
