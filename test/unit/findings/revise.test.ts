import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Violation } from "../../../src/ledger/violations.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase, refusalOf } from "../../support/acting.ts";
import { declaring } from "../../support/declaring.ts";
import { violating } from "../../support/violating.ts";

const ONTOLOGY = `
r:part_of a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .
r:beside a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:label "beside" .
r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .`;

let base: ActingBase;
let told: ReturnType<typeof violating>;
beforeAll(async () => {
	base = await actingBase(ONTOLOGY);
	told = violating(base);
});
afterAll(async () => base[Symbol.asyncDispose]());

const says = (subject: string, predicate: string, object: string, more: object = {}) => ({
	subject: { name: subject },
	predicate,
	object: { name: object },
	...more,
});
const assert = async (...wishes: ReturnType<typeof says>[]) =>
	(await base.act.assert(...wishes)).facts.map(({ row }) => row);
/** The violation that names the fact. */
async function of(fact: string): Promise<Violation> {
	const all = await told.all();
	const found = all.find(({ states }) =>
		states.some(({ statements }) => statements.some(({ id }) => id === fact)),
	);
	if (found === undefined) throw new Error(`no violation names ${fact}`);
	return found;
}
const stands = ({ states }: Violation) =>
	states.map(({ status, resolution = "-" }) => `${status} ${resolution}`);
const now = async (fact: string) => stands(await of(fact)).at(-1);

describe("violations come and go with what they name", () => {
	test("opened once, withdrawn when a fact goes, and the same one opens again when it is back", async () => {
		const [there, back] = (await assert(says("A1", "beside", "A2"), says("A2", "beside", "A1"))) as [
			string,
			string,
		];
		await told.revise();
		const head = base.store.head().sequence;
		await told.revise();
		expect(base.store.head().sequence).toBe(head);
		const { id } = await of(there);
		const opened = base.view.head().recordedAt as Instant;
		await base.act.retract(back);
		await told.revise();
		expect(await now(there)).toBe("withdrawn -");
		await assert(says("A2", "beside", "A1"));
		await told.revise();
		const again = await of(there);
		expect([again.id, stands(again)]).toEqual([id, ["open -", "withdrawn -", "open -"]]);
		expect(await told.shown(opened)).toContain("asymmetry open -");
	});

	test("a row that is rewritten is no change; the path is in order", async () => {
		const [first, second, third] = (await assert(
			says("B1", "part_of", "B2", { validFrom: "2020" }),
			says("B2", "part_of", "B3"),
			says("B3", "part_of", "B1"),
		)) as [string, string, string];
		await told.revise();
		const before = await of(first);
		expect(before.kind).toBe("cycle");
		const ring = [first, second, third];
		const start = ring.indexOf(before.states[0]?.statements[0]?.id ?? "");
		expect(before.states[0]?.statements.map(({ id }) => id)).toEqual([
			...ring.slice(start),
			...ring.slice(0, start),
		]);
		await base.act.correct(first, { validFrom: "2021" });
		await told.revise();
		expect((await of(first)).states).toHaveLength(1);
	});
});

describe("a person decides, and takes it back", () => {
	let n = 0;
	async function clash(): Promise<readonly [string, string, string]> {
		n++;
		const [there, back] = (await assert(
			says(`C${n}`, "beside", `D${n}`, { validFrom: "2019" }),
			says(`D${n}`, "beside", `C${n}`),
		)) as [string, string];
		await told.revise();
		return [(await of(there)).id, there, back];
	}

	test("accepted: silent while both last, forgotten when one went", async () => {
		const [id, there, back] = await clash();
		await told.resolve(id, { resolution: "accepted", note: "so it is" });
		await told.revise();
		expect(await now(there)).toBe("resolved accepted");
		await base.act.retract(back);
		await told.revise();
		expect(await now(there)).toBe("withdrawn -");
		await assert(says(`D${n}`, "beside", `C${n}`));
		await told.revise();
		expect(await now(there)).toBe("open -");
	});

	test("accepted is taken back", async () => {
		const [id, there] = await clash();
		await told.resolve(id, { resolution: "accepted" });
		await told.resolve(id, { resolution: "reopened", note: "not so sure" });
		const { states } = await of(there);
		expect(states.map(({ status, note }) => [status, note])).toEqual([
			["open", undefined],
			["resolved", undefined],
			["open", "not so sure"],
		]);
		expect(states.at(-1)?.criterion).toBe(states[0]?.criterion);
	});

	test("axiom_relaxed although the axiom stays: open again in that commit", async () => {
		const [id, there] = await clash();
		await told.resolve(id, { resolution: "axiom_relaxed", note: "I did" });
		const { states } = await of(there);
		expect(states.map(({ status, note }) => [status, note])).toEqual([
			["open", undefined],
			["open", "I did"],
		]);
	});

	test("fact_retracted retracts the fact that is named; taken back, it is there again and the violation open", async () => {
		const [id, there, back] = await clash();
		expect(await refusalOf(() => told.resolve(id, { resolution: "fact_retracted" }))).toMatchObject({
			reason: "fact_id_missing",
			field: "fact_id",
		});
		expect(
			await refusalOf(() => told.resolve(id, { resolution: "fact_retracted", factId: id })),
		).toMatchObject({
			reason: "unknown_fact",
		});
		await told.resolve(id, { resolution: "fact_retracted", factId: back }, "nothing");
		expect(await base.facts(`C${n}`)).toHaveLength(1);
		expect(stands(await of(there))).toEqual(["open -", "resolved fact_retracted"]);
		await told.revise();
		expect(await now(there)).toBe("resolved fact_retracted");
		await told.resolve(id, { resolution: "reopened" });
		expect(await base.facts(`C${n}`)).toHaveLength(2);
		expect(await now(there)).toBe("open -");
		await told.revise();
		expect(await now(there)).toBe("open -");
	});

	test("fact_closed closes it; where that does not help the violation is open in the same commit", async () => {
		const [id, there] = await clash();
		const wish = { resolution: "fact_closed", factId: there, validTo: "2020-03", note: "left" };
		expect(await refusalOf(() => told.resolve(id, { ...wish, validTo: undefined }))).toMatchObject({
			reason: "valid_to_missing",
		});
		await told.resolve(id, wish, "same");
		const { states } = await of(there);
		expect(states.map(({ status, note }) => [status, note])).toEqual([
			["open", undefined],
			["open", "left"],
		]);
		expect(await base.rows(`C${n}`)).toEqual([
			`D${n}: 2019 → 2020-03 (person)`,
			expect.stringMatching(/open$/),
		]);
	});

	test("a person cannot say that the criterion changed, nor what closes conflicts, nor decide twice", async () => {
		const [id] = await clash();
		for (const resolution of ["criterion_changed", "kept_both", "closed"])
			expect(await refusalOf(() => told.resolve(id, { resolution }))).toMatchObject({
				code: "UTOPIA_WRITE_REFUSED",
				reason: "unknown_resolution",
			});
		const misplaced = { resolution: "accepted", factId: id };
		expect(await refusalOf(() => told.resolve(id, misplaced))).toMatchObject({ reason: "fact_id_misplaced" });
		await told.resolve(id, { resolution: "accepted" });
		expect(await refusalOf(() => told.resolve(id, { resolution: "accepted" }))).toMatchObject({
			reason: "finding_decided",
		});
	});
});

test("what is declared no more closes by its criterion, and declared again opens the same one; what was accepted stays so", async () => {
	const declare = declaring(base);
	const [there, , accepted] = (await assert(
		says("E1", "beside", "E2"),
		says("E2", "beside", "E1"),
		says("E3", "beside", "E4"),
		says("E4", "beside", "E3"),
	)) as [string, string, string];
	await told.revise();
	const { id } = await of(there);
	await told.resolve((await of(accepted)).id, { resolution: "accepted" });
	await declare.changeRelation("beside", { asymmetric: false });
	await told.revise(true);
	expect(await now(there)).toBe("resolved criterion_changed");
	expect(await refusalOf(() => told.resolve(id, { resolution: "reopened" }))).toMatchObject({
		reason: "finding_not_decided",
	});
	await declare.changeRelation("beside", { asymmetric: true });
	await told.revise(true);
	expect((await of(there)).id).toBe(id);
	expect([await now(there), await now(accepted)]).toEqual(["open -", "resolved accepted"]);
});
