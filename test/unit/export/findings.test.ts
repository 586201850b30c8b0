import { describe, expect, test } from "vitest";
import { exportLedger } from "../../../src/export/export-ledger.ts";
import { type Conflict, conflicts } from "../../../src/ledger/conflicts.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { ACTING_KB, type ActingBase, acting, actingBase, refusalOf } from "../../support/acting.ts";
import { type ReadingBase, readingBase } from "../../support/reading.ts";
import { hashOf } from "./imported.ts";

const ID = "c0000000-0000-4000-8000-000000000001";
const OTHER_KB = "3c7d9e00-6f40-4b8c-8d1e-2f3a4b5c6d7e";
const AT = (day: number) => `"2026-02-0${day}T10:00:00.000000Z"^^xsd:dateTime`;
const fact = (n: number, object: number) =>
	`f:0${n} a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:landlord ; rdf:object e:0${object} ; prov:generatedAtTime ${AT(n)} .\n`;
/** Two facts, and a conflict between them that says itself where it stands. */
const base = (stands: string) => `
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
e:01 rdfs:label "North Quay" . e:02 rdfs:label "Harbour Board" . e:03 rdfs:label "Quay Estates" .
${fact(1, 2)}${fact(2, 3)}
<urn:utopia:kb:${ACTING_KB}:conflict:${ID}> a utopia:FactConflict ; utopia:reason "low_confidence" ; utopia:priorStatement f:01 ;
	utopia:incomingStatement f:02 ; prov:generatedAtTime ${AT(2)} ; ${stands} .`;
const OPEN = 'utopia:status "open"';
const KEPT = `utopia:status "resolved" ; utopia:resolution "kept_both" ; utopia:closedAt ${AT(3)}`;
const CLOSED = KEPT.replace("kept_both", "closed");

const statesOf = async ({ view }: ReadingBase) =>
	(await view.kept(conflicts))
		.get(ID)
		?.states.map(({ status, resolution }) => [status, resolution ?? "-"].join(" "));
const withoutPeople = (conflict: Conflict | undefined) =>
	conflict?.states.map((state) => ({ ...state, person: undefined }));

async function exported({ view }: ReadingBase, asOf: Instant): Promise<string> {
	let text = "";
	for await (const part of exportLedger(view, { asOf })) text += part;
	return text;
}

/** The base again, out of its own export, which must come out the same. */
async function again(own: ActingBase): Promise<ActingBase> {
	own.clock.advance(1_000_000n);
	const head = own.view.clock.now();
	const text = await exported(own, head);
	const copy = await readingBase(ACTING_KB, text, { clock: own.clock });
	expect(await exported(copy, head)).toBe(text);
	const [mine, others] = await Promise.all([own, copy].map(({ view }) => view.kept(conflicts)));
	expect(withoutPeople(others?.get(ID))).toEqual(withoutPeople(mine?.get(ID)));
	return acting(copy, own.clock);
}

describe("a conflict that came with a file", () => {
	test("is decided, and comes out with its contract fields and its states", async () => {
		await using own = await actingBase(base(OPEN));
		const before = own.view.clock.now();
		const hash = hashOf(await exported(own, before));
		own.clock.advance(1_000_000n);
		await own.act.resolve(ID, { resolution: "closed", validTo: "2024", note: "read the lease" });
		expect(await statesOf(own)).toEqual(["open -", "resolved closed"]);
		// The pair clashes by the timeline's own rules too; it is not found twice.
		expect((await own.view.kept(conflicts)).list()).toHaveLength(1);
		const text = await exported(own, own.view.clock.now());
		const [conflict] = /<[^>]*:conflict:[^>]*> a utopia:FactConflict[\s\S]*? \.\n/.exec(text) ?? [];
		expect(conflict).toContain('utopia:reason "low_confidence"');
		expect(conflict).toContain('utopia:status "resolved"');
		expect(conflict).toContain('utopia:resolution "closed"');
		expect(conflict).toContain('utopia:closedAt "2026-07-01T00:00:01.000000Z"');
		expect(conflict).not.toContain(":fact:f0000000-0000-4000-8000-000000000001>");
		expect(text).toContain("a utopia:FindingState");
		expect(hashOf(await exported(own, before))).toBe(hash);

		await using copy = await again(own);
		expect(await copy.act.resolve(ID, { resolution: "reopened" })).toMatchObject({ status: "open" });
		expect(await statesOf(copy)).toEqual(["open -", "resolved closed", "open -"]);
		expect(await copy.rows("North Quay")).toContain("Harbour Board: … → open");
		await using third = await again(copy);
		expect(await statesOf(third)).toEqual(["open -", "resolved closed", "open -"]);
	});

	test("that was kept before is opened again, and its past stays told", async () => {
		await using own = await actingBase(base(KEPT));
		await own.act.resolve(ID, { resolution: "reopened" });
		expect(await statesOf(own)).toEqual(["open -", "resolved kept_both", "open -"]);
		await using copy = await again(own);
		expect(await statesOf(copy)).toEqual(["open -", "resolved kept_both", "open -"]);
	});

	test("that was closed before cannot be opened again: nothing tells what that wrote", async () => {
		await using own = await actingBase(base(CLOSED));
		expect(await refusalOf(() => own.act.resolve(ID, { resolution: "reopened" }))).toMatchObject({
			code: "UTOPIA_WRITE_OVERTAKEN",
			reason: "decided_elsewhere",
			resolution: "closed",
		});
	});

	test("that a timeline raised goes on in a base of another id", async () => {
		await using own = await actingBase(
			'r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .',
		);
		for (const name of ["Harbour Board", "Quay Estates"])
			await own.act.assert({
				subject: { name: "North Quay" },
				predicate: "landlord",
				object: { name },
				validFrom: "2020",
			});
		own.clock.advance(1_000_000n);
		const text = await exported(own, own.view.clock.now());
		await using other = await readingBase(OTHER_KB, text, { clock: own.clock });
		const copy = acting(other, own.clock);
		const [raised] = (await copy.view.kept(conflicts)).list();
		await copy.act.correct(raised?.states[0]?.newFact ?? "", { validFrom: "2021" });
		const after = (await copy.view.kept(conflicts)).list();
		expect(after.map(({ id, states }) => [id, states.at(-1)?.status])).toEqual([[raised?.id, "withdrawn"]]);
	});

	const STATE = `<urn:utopia:kb:${ACTING_KB}:findingstate:${ID}> a utopia:FindingState ; utopia:reason "low_confidence" ;
		utopia:priorStatement f:01 ; utopia:incomingStatement f:02 ; prov:generatedAtTime ${AT(2)}`;
	test("a file in which a conflict says another thing than its state is refused, and one whose state is of nothing", async () => {
		const of = `utopia:ofFinding <urn:utopia:kb:${ACTING_KB}:conflict:${ID}>`;
		const told = await refusalOf(() =>
			actingBase(`${base(OPEN)} ${STATE} ; utopia:status "withdrawn" ; ${of} .`),
		);
		expect(JSON.stringify(told)).toMatch(/utopia:status is not what .*:findingstate:.* says/);
		const lost = await refusalOf(() => actingBase(`${base(OPEN)} ${STATE} ; utopia:status "open" .`));
		expect(JSON.stringify(lost)).toMatch(/ofFinding is missing/);
	});
});
