import { afterAll, describe, expect, test } from "vitest";
import type { ResolutionWish } from "../../../src/actions/resolve-conflict.ts";
import type { EvidenceWish, FactWish } from "../../../src/actions/wishes.ts";
import { conflicts } from "../../../src/ledger/conflicts.ts";
import { entityIndex } from "../../../src/ledger/entity-index.ts";
import { factsById } from "../../../src/ledger/facts.ts";
import { stateAt } from "../../../src/ledger/finding-table.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase, document, documentId, refusalOf } from "../../support/acting.ts";

/** Document 1 is dated, the others are not. */
const ONTOLOGY = `
c:thing a owl:Class ; rdfs:label "Thing" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
r:office a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:label "office" .
${document(1, "2020-08-13")}${[2, 3, 4, 5, 6].map((n) => document(n)).join("")}`;

let opened: Promise<ActingBase> | undefined;
const shared = () => {
	opened ??= actingBase(ONTOLOGY);
	return opened;
};
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

const told = (n = 2, more: Partial<EvidenceWish> = {}): readonly EvidenceWish[] => [
	{ document: documentId(n), ...more },
];
const says = (subject: string, object: string, more: Partial<FactWish> = {}): FactWish => ({
	subject: { name: subject },
	predicate: "landlord",
	object: { name: object },
	evidence: told(),
	...more,
});
const from = (validFrom: string): Partial<FactWish> => ({ validFrom });
const here = async (base: ActingBase) => (await base.view.kept(conflicts)).list();
/** The conflicts about a subject, as `no_time open - old new`, by the objects of the rows that they name. */
async function findingsOf(base: ActingBase, subject: string, asOf = base.view.head().recordedAt as Instant) {
	const index = await base.view.kept(entityIndex);
	const all = await here(base);
	const ids = all.flatMap(({ states }) => states.flatMap(({ oldFact, newFact }) => [oldFact, newFact]));
	const basis = { view: base.view, asOf, merges: index.merges };
	const facts = new Map((await factsById([...new Set(ids)], basis)).map((fact) => [fact.id, fact]));
	const name = (entity: string | undefined) => index.name(entity ?? "", asOf);
	const objectOf = (id: string) => {
		const object = facts.get(id)?.object;
		return object !== undefined && "entity" in object ? name(object.entity) : "?";
	};
	return all.flatMap((conflict) => {
		const state = stateAt(conflict, asOf);
		const pair = state && [state.oldFact, state.newFact];
		if (state === undefined || !pair?.some((id) => name(facts.get(id)?.subject) === subject)) return [];
		const { reason, status, resolution = "-" } = state;
		return [{ id: conflict.id, text: [reason, status, resolution, ...pair.map(objectOf)].join(" ") }];
	});
}
const texts = async (base: ActingBase, subject: string, asOf?: Instant) =>
	(await findingsOf(base, subject, asOf)).map((found) => found.text);
async function only(base: ActingBase, subject: string): Promise<string> {
	const found = await findingsOf(base, subject);
	expect(found).toHaveLength(1);
	return found[0]?.id ?? "";
}
const idOf = async (base: ActingBase, subject: string, object: string) =>
	String((await base.facts(subject)).find((row) => row["other_name"] === object)?.["id"]);

describe("T6: what nobody can order is a conflict", () => {
	test("no_time: a value without any start beside another one", async () => {
		const base = await shared();
		await base.act.assert(says("A1", "Harbour Board"));
		expect(await texts(base, "A1")).toEqual([]);
		await base.act.assert(says("A1", "Quay Estates", from("2020")));
		expect(await texts(base, "A1")).toEqual(["no_time open - Harbour Board Quay Estates"]);
	});

	test("simultaneous: two values that start together", async () => {
		const base = await shared();
		await base.act.assert(
			says("A2", "Harbour Board", from("2020")),
			says("A2", "Quay Estates", from("2020")),
		);
		expect((await texts(base, "A2"))[0]).toMatch(/^simultaneous open - /);
		expect(await base.rows("A2")).toEqual(["Harbour Board: 2020 → open", "Quay Estates: 2020 → open"]);
	});

	test("described_evidence: a row known from a picture closes nothing", async () => {
		const base = await shared();
		await base.act.assert(says("A3", "Harbour Board", from("2018")));
		const seen = told(3, { origin: "described" });
		await base.act.assert(says("A3", "Quay Estates", { ...from("2020"), evidence: seen }));
		expect(await texts(base, "A3")).toEqual(["described_evidence open - Harbour Board Quay Estates"]);
		expect(await base.rows("A3")).toEqual(["Harbour Board: 2018 → open", "Quay Estates: 2020 → open"]);
	});

	test("a start of grade C opens none and closes nothing", async () => {
		const base = await shared();
		await base.act.assert(says("A4", "Harbour Board", from("2018")));
		await base.act.assert(says("A4", "Quay Estates", { ...from("2020"), startGrade: "C" }));
		expect(await texts(base, "A4")).toEqual([]);
		expect(await base.rows("A4")).toEqual(["Harbour Board: 2018 → open", "Quay Estates: 2020 → open"]);
	});

	test("of a relation that is unique on both sides, each side has its own", async () => {
		const base = await shared();
		const office = (subject: string, object: string, n: number) =>
			says(subject, object, { predicate: "office", evidence: told(n) });
		await base.act.assert(office("A5", "Room 1", 2), office("A5", "Room 2", 2), office("A6", "Room 1", 2));
		expect(await texts(base, "A5")).toHaveLength(2);
		// What comes to the other key of a row leaves the conflict under this one as it is.
		await base.act.assert(office("A7", "Room 2", 2));
		expect((await texts(base, "A5")).filter((one) => one.startsWith("no_time open"))).toHaveLength(3);
		await base.act.retract(await idOf(base, "A7", "Room 2"));
		expect((await texts(base, "A5")).filter((one) => one.startsWith("no_time open"))).toHaveLength(2);
	});
});

describe("conflicts come and go with the rows that clash", () => {
	test("retracting a row withdraws, asserting it again opens the same one", async () => {
		const base = await shared();
		await base.act.assert(says("B1", "Harbour Board"), says("B1", "Quay Estates"));
		const id = await only(base, "B1");
		await base.act.retract(await idOf(base, "B1", "Quay Estates"));
		expect((await texts(base, "B1"))[0]).toMatch(/^no_time withdrawn/);
		await base.act.assert(says("B1", "Quay Estates"));
		expect(await findingsOf(base, "B1")).toMatchObject([
			{ id, text: expect.stringMatching(/^no_time open/) },
		]);
		expect(stateCount(await here(base), id)).toBe(3);
	});

	test("a deleted document takes its side away, restoring it brings both back", async () => {
		const base = await shared();
		await base.act.assert(says("B2", "Harbour Board"), says("B2", "Quay Estates", { evidence: told(4) }));
		const id = await only(base, "B2");
		await base.act.delete(documentId(4));
		expect((await texts(base, "B2"))[0]).toMatch(/^no_time withdrawn/);
		await base.act.restore(documentId(4));
		expect(await findingsOf(base, "B2")).toMatchObject([
			{ id, text: expect.stringMatching(/^no_time open/) },
		]);
	});

	test("a corrected start orders them; what changes is told as the reason", async () => {
		const base = await shared();
		await base.act.assert(
			says("B3", "Harbour Board", from("2020")),
			says("B3", "Quay Estates", from("2020")),
		);
		const id = await only(base, "B3");
		const moved = await base.act.correct(await idOf(base, "B3", "Quay Estates"), { validFrom: "2021" });
		expect((await texts(base, "B3"))[0]).toMatch(/^simultaneous withdrawn/);
		expect(await base.rows("B3")).toContain("Harbour Board: 2020 → 2021 (timeline)");
		await base.act.correct(moved.row, { validFrom: null });
		expect(await findingsOf(base, "B3")).toMatchObject([
			{ id, text: expect.stringMatching(/^no_time open/) },
		]);
	});
});

const stateCount = (all: Awaited<ReturnType<typeof here>>, id: string) =>
	all.find((one) => one.id === id)?.states.length;

describe("a person decides, and takes it back", () => {
	test("closed: the old fact ends where the new one starts", async () => {
		const base = await shared();
		await base.act.assert(says("C1", "Harbour Board"));
		await base.act.assert(says("C1", "Quay Estates", from("2020-03")));
		const before = await base.rows("C1");
		const id = await only(base, "C1");
		const opened = base.view.head().recordedAt as Instant;
		const written = await base.act.resolve(id, { resolution: "closed", note: "read the lease" });
		expect(written).toMatchObject({ finding: id, status: "resolved", resolution: "closed" });
		expect(await base.rows("C1")).toEqual([
			"Harbour Board: … → 2020-03 (person)",
			"Quay Estates: 2020-03 → open",
		]);
		expect(written.oldFact).toBe(await idOf(base, "C1", "Harbour Board"));
		const closed = base.view.head().recordedAt as Instant;
		// The decision stands when its key is settled again, though a row without start clashes still.
		await base.act.assert(says("C1", "Quay Estates", { ...from("2020-03"), evidence: told(5) }));
		expect(await texts(base, "C1")).toEqual(["no_time resolved closed Harbour Board Quay Estates"]);
		expect(await texts(base, "C1", opened)).toEqual(["no_time open - Harbour Board Quay Estates"]);

		const back = await base.act.resolve(id, { resolution: "reopened" });
		expect(back).toMatchObject({ status: "open" });
		expect(await base.rows("C1")).toEqual(before);
		expect(await texts(base, "C1")).toEqual(["no_time open - Harbour Board Quay Estates"]);
		expect(await texts(base, "C1", closed)).toEqual(["no_time resolved closed Harbour Board Quay Estates"]);
	});

	test("closed at the date given; where the new fact has no start, one is needed", async () => {
		const base = await shared();
		await base.act.assert(says("C2", "Harbour Board", from("2018")));
		await base.act.assert(says("C2", "Quay Estates"));
		const id = await only(base, "C2");
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "closed" }))).toMatchObject({
			reason: "valid_to_missing",
			field: "valid_to",
		});
		await base.act.resolve(id, { resolution: "closed", validTo: "2019-07" });
		expect(await base.rows("C2")).toContain("Harbour Board: 2018 → 2019-07 (person)");
		expect((await texts(base, "C2"))[0]).toMatch(/^no_time resolved closed/);
	});

	test.each<readonly [string, Omit<ResolutionWish, "resolution">, string]>([
		["kept_both", { validTo: "2019-07" }, "valid_to"],
		["kept_both", { validToPrecision: "year" }, "valid_to_precision"],
		["rejected_new", { validTo: "2019-07", validToPrecision: "month" }, "valid_to"],
		["reopened", { validTo: "2019-07" }, "valid_to"],
	])("%s ends nothing: with %j it is refused", async (resolution, end, field) => {
		const base = await shared();
		const subject = `C2 ${resolution} ${JSON.stringify(end)}`;
		await base.act.assert(says(subject, "Harbour Board", from("2018")));
		await base.act.assert(says(subject, "Quay Estates"));
		const id = await only(base, subject);
		if (resolution === "reopened") await base.act.resolve(id, { resolution: "kept_both" });
		const before = await texts(base, subject);
		expect(await refusalOf(() => base.act.resolve(id, { resolution, ...end }))).toEqual({
			code: "UTOPIA_WRITE_REFUSED",
			reason: "valid_to_misplaced",
			message: `${resolution} ends no fact; only closed takes an end`,
			field,
			found: end.validTo ?? end.validToPrecision,
			allowed: "valid_to beside the resolution closed",
		});
		expect(await texts(base, subject)).toEqual(before);
	});

	test("with a note that holds half of a character it is refused", async () => {
		const base = await shared();
		const asked = { resolution: "kept_both", note: "cut \ud83d" };
		const [found] = await here(base);
		expect(await refusalOf(() => base.act.resolve(found?.id ?? "", asked))).toMatchObject({
			reason: "malformed_text",
			field: "note",
		});
	});

	test("closed at an attestation, where nothing firmer is known", async () => {
		const base = await shared();
		await base.act.assert(says("C3", "Harbour Board"));
		await base.act.assert(says("C3", "Quay Estates", { evidence: told(1) }));
		await base.act.resolve(await only(base, "C3"), { resolution: "closed" });
		expect(await base.rows("C3")).toContain("Harbour Board: … → AT 2020-08-13 (person)");
	});

	test("closing where both start is refused, and nothing is written", async () => {
		const base = await shared();
		await base.act.assert(
			says("C4", "Harbour Board", from("2020")),
			says("C4", "Quay Estates", from("2020")),
		);
		const id = await only(base, "C4");
		const head = base.view.head().recordedAt;
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "closed" }))).toMatchObject({
			reason: "empty_state_span",
		});
		expect(base.view.head().recordedAt).toBe(head);
	});

	test("kept_both: not raised again while both last", async () => {
		const base = await shared();
		await base.act.assert(
			says("C5", "Harbour Board", from("2020")),
			says("C5", "Quay Estates", from("2020")),
		);
		const id = await only(base, "C5");
		await base.act.resolve(id, { resolution: "kept_both" });
		const moved = await base.act.correct(await idOf(base, "C5", "Quay Estates"), { validFrom: "2021" });
		expect((await texts(base, "C5"))[0]).toMatch(/resolved kept_both/);
		await base.act.correct(moved.row, { validFrom: "2020" });
		expect((await texts(base, "C5"))[0]).toMatch(/resolved kept_both/);
		await base.act.retract(await idOf(base, "C5", "Quay Estates"));
		expect((await texts(base, "C5"))[0]).toMatch(/withdrawn/);
		await base.act.assert(says("C5", "Quay Estates", from("2020")));
		expect((await findingsOf(base, "C5"))[0]).toMatchObject({ id, text: expect.stringMatching(/ open /) });
	});

	test("kept_both is taken back", async () => {
		const base = await shared();
		await base.act.assert(says("C6", "Harbour Board"), says("C6", "Quay Estates"));
		const id = await only(base, "C6");
		await base.act.resolve(id, { resolution: "kept_both" });
		expect(await base.act.resolve(id, { resolution: "reopened" })).toMatchObject({ status: "open" });
		expect((await texts(base, "C6"))[0]).toMatch(/^no_time open/);
	});

	test("rejected_new retracts the fact that came; taken back, it is a new row that restores it", async () => {
		const base = await shared();
		await base.act.assert(says("C7", "Harbour Board"));
		await base.act.assert(says("C7", "Quay Estates", from("2020")));
		const id = await only(base, "C7");
		const rejected = await idOf(base, "C7", "Quay Estates");
		await base.act.resolve(id, { resolution: "rejected_new" });
		expect(await base.rows("C7")).toEqual(["Harbour Board: … → open"]);
		const back = await base.act.resolve(id, { resolution: "reopened" });
		const row = (await base.facts("C7")).find((one) => one["other_name"] === "Quay Estates");
		expect(row).toMatchObject({ restores: rejected, id: back.newFact, evidence_count: 1 });
		expect(await texts(base, "C7")).toEqual(["no_time open - Harbour Board Quay Estates"]);
	});

	test("taking back is refused when a fact has been rewritten since, or none stands", async () => {
		const base = await shared();
		await base.act.assert(says("C8", "Harbour Board"), says("C8", "Quay Estates", from("2020")));
		const id = await only(base, "C8");
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "reopened" }))).toMatchObject({
			code: "UTOPIA_WRITE_OVERTAKEN",
			reason: "finding_not_decided",
		});
		const { oldFact } = await base.act.resolve(id, { resolution: "closed", validTo: "2025" });
		const { row } = await base.act.close(oldFact, { validTo: "2024" });
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "reopened" }))).toMatchObject({
			reason: "row_replaced",
			fact: oldFact,
			replaced_by: row,
		});
	});

	test("an unknown finding, an unknown resolution, a finding that is decided", async () => {
		const base = await shared();
		const unknown = "00000000-0000-4000-8000-000000000000";
		expect(await refusalOf(() => base.act.resolve(unknown, { resolution: "closed" }))).toMatchObject({
			code: "UTOPIA_THING_NOT_FOUND",
			resource: "finding",
		});
		await base.act.assert(says("C9", "Harbour Board"), says("C9", "Quay Estates"));
		const id = await only(base, "C9");
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "accepted" }))).toMatchObject({
			code: "UTOPIA_WRITE_REFUSED",
			reason: "unknown_resolution",
			found: "accepted",
		});
		await base.act.resolve(id, { resolution: "kept_both" });
		expect(await refusalOf(() => base.act.resolve(id, { resolution: "rejected_new" }))).toMatchObject({
			reason: "finding_decided",
			status: "resolved",
			resolution: "kept_both",
		});
	});
});
