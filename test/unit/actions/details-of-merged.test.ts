import { expect, test } from "vitest";
import { instantText } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase, type Json } from "../../support/acting.ts";

const id = (n: number) => `e0000000-0000-4000-8000-00000000000${n}`;
const [heron, pier, mara, marah] = [id(1), id(2), id(3), id(4)];
const ONTOLOGY = `
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" ; utopia:allowsQualifier r:under .
r:under a owl:ObjectProperty ; rdfs:label "under" .
${["Heron", "Pier", "Mara", "Marah"].map((name, n) => `e:0${n + 1} rdfs:label "${name}" .`).join("\n")}`;
const berth = (entity: string, validFrom = "2020") => ({
	subject: { id: heron },
	predicate: "berths_at",
	object: { id: pier },
	validFrom,
	qualifiers: [{ key: "under", entity }],
});

/** Under whom Heron berths, as of each moment, row for row. */
async function under({ facts }: ActingBase, args: Json = {}) {
	const rows = await facts(heron, "berths_at", args);
	return rows.map(({ qualifiers }) =>
		(qualifiers as readonly Json[]).map(({ entity_id, entity_name }) => [entity_id, entity_name]),
	);
}

async function linesOf({ call }: ActingBase): Promise<string> {
	return JSON.stringify(await call("entity_facts", { entity_id: heron }));
}

test("M3, R5: a detail names the survivor of then, as ends do, and belongs to it where it is said while two are one", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { act, clock, view } = acting;
	await act.assert(berth(marah, "2020"));
	const apart = instantText(view.clock.now());
	clock.advance(1_000_000n);
	const { merge } = await act.merge(marah, mara, mara);
	await act.assert(berth(marah, "2022"));
	expect(await under(acting)).toEqual([[[mara, "Mara"]], [[mara, "Mara"]]]);
	expect(await linesOf(acting)).not.toContain(marah);
	expect(await under(acting, { as_of: apart })).toEqual([[[marah, "Marah"]]]);
	await act.revert(merge);
	const rows = await acting.facts(heron, "berths_at");
	const parted = rows.map(({ valid_from, qualifiers }) => [
		String(valid_from).slice(0, 4),
		(qualifiers as readonly Json[])[0]?.["entity_id"],
	]);
	expect(parted.sort()).toEqual([
		["2020", marah],
		["2022", mara],
	]);
});

test("T8: a detail that is said again of either of two that are one rewrites no row, and goes back with its row", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { act } = acting;
	const first = await act.assert(berth(marah));
	const { merge } = await act.merge(marah, mara, mara);
	for (const one of [marah, mara]) {
		const again = await act.assert(berth(one));
		expect(again.facts).toMatchObject([{ outcome: "merged", row: first.facts[0]?.row }]);
	}
	expect(await under(acting)).toEqual([[[mara, "Mara"]]]);
	await act.revert(merge);
	expect(await under(acting)).toEqual([[[marah, "Marah"]]]);
});

test("details of two that are one are shown once, and twice when they are parted", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { act } = acting;
	await act.assert(berth(marah));
	await act.assert(berth(mara));
	const { merge } = await act.merge(marah, mara, mara);
	expect(await under(acting)).toEqual([[[mara, "Mara"]]]);
	expect((await linesOf(acting)).match(/under Mara/g)).toHaveLength(1);
	await act.revert(merge);
	expect(await under(acting)).toEqual([
		[
			[mara, "Mara"],
			[marah, "Marah"],
		],
	]);
});
