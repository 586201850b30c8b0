import { expect, test } from "vitest";
import { instantText } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase } from "../../support/acting.ts";

const id = (n: number) => `e0000000-0000-4000-8000-00000000000${n}`;
const [heron, egret, pier, dock, yard] = [id(1), id(2), id(3), id(4), id(5)];
const ONTOLOGY = `
r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .
${["Heron", "Egret", "Pier", "Dock", "Yard"].map((name, n) => `e:0${n + 1} rdfs:label "${name}" .`).join("\n")}`;
const berth = (subject: string, object: string, validFrom: string) => ({
	subject: { id: subject },
	predicate: "berths_at",
	object: { id: object },
	validFrom,
});

/** The rows of both, as of each moment. */
async function seen(acting: ActingBase, moments: readonly string[]) {
	const rows: Record<string, readonly string[]>[] = [];
	for (const moment of moments)
		rows.push({
			heron: await acting.rows(heron, undefined, { as_of: moment }),
			egret: await acting.rows(egret, undefined, { as_of: moment }),
		});
	return rows;
}

test("what is corrected while two are one goes back with its own, and every moment between stays as it was", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { act, view } = acting;
	const moments: string[] = [];
	const mark = () => {
		moments.push(instantText(view.clock.now()));
		acting.clock.advance(1_000_000n);
	};
	await act.assert(berth(heron, pier, "2020"));
	const { facts } = await act.assert(berth(egret, dock, "2021"));
	mark();
	const { merge } = await act.merge(egret, heron, heron);
	mark();
	// The row that Egret had: merged, it ended the pier.
	await act.correct(facts[0]?.row ?? "", { validFrom: "2022" });
	mark();
	await act.assert(berth(egret, yard, "2023"));
	mark();
	const before = await seen(acting, moments);
	await act.revert(merge);
	mark();

	const own = { heron: ["Pier: 2020 → open"], egret: ["Dock: 2021 → open"] };
	const one = (...rows: string[]) => ({ heron: rows, egret: rows });
	const expected = [
		own,
		one("Dock: 2021 → open", "Pier: 2020 → 2021 (timeline)"),
		one("Dock: 2022 → open (start person)", "Pier: 2020 → 2022 (timeline)"),
		one("Dock: 2022 → 2023 (start person, timeline)", "Pier: 2020 → 2022 (timeline)", "Yard: 2023 → open"),
	];
	expect(before).toEqual(expected);
	expect(await seen(acting, moments)).toEqual([
		...expected,
		// What was said while they were one is the survivor's (M3).
		{
			heron: ["Pier: 2020 → 2023 (timeline)", "Yard: 2023 → open"],
			egret: ["Dock: 2022 → open (start person)"],
		},
	]);
});
