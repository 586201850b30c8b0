import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRelation } from "../../../src/declaring/relations.ts";
import type { RelationWish } from "../../../src/declaring/wishes.ts";
import type { FindingWish } from "../../../src/findings/resolve.ts";
import { resolveFinding } from "../../../src/findings/resolve.ts";
import { stateAt } from "../../../src/ledger/finding-table.ts";
import { type Violation, violations } from "../../../src/ledger/violations.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase, EDO } from "../../support/acting.ts";

const ONTOLOGY = `
c:ship a owl:Class ; rdfs:label "Ship" ; owl:disjointWith c:port .
c:port a owl:Class ; rdfs:label "Port" .
r:posted_to a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "posted to" .
r:commands_at a owl:ObjectProperty ; rdfs:label "commands at" ; rdfs:subPropertyOf r:posted_to .
r:part_of a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .
r:beside a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:label "beside" .
r:born_in a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "born in" ; utopia:temporal "eternal" .
r:registered_as a owl:ObjectProperty , owl:InverseFunctionalProperty ; rdfs:label "registered as" ; utopia:temporal "eternal" .
r:calls_at a owl:ObjectProperty ; rdfs:label "calls at" ; rdfs:domain c:ship ; rdfs:range c:port .`;

let base: ActingBase;
beforeAll(async () => {
	base = await actingBase(ONTOLOGY);
});
afterAll(async () => base[Symbol.asyncDispose]());

const says = (subject: string, predicate: string, object: string, more: object = {}) => ({
	subject: { name: subject },
	predicate,
	object: { name: object },
	...more,
});
const assert = async (...wishes: ReturnType<typeof says>[]) =>
	(await base.act.assert(...wishes)).facts.map(({ row }) => row) as [string, string, string];
const run = async (action: Parameters<typeof base.writer.write>[0]) =>
	base.writer.write(action, (answer) => JSON.stringify(answer), { alone: true });
const resolve = (id: string, wish: FindingWish) => run(resolveFinding(id, wish, EDO, base.view));
const declare = (key: string, wish: RelationWish) => run(changeRelation(key, wish, EDO, base.view));
const all = async () => (await base.view.kept(violations)).list();
/** The finding of a kind that names the fact. */
async function of(kind: string, fact: string): Promise<Violation> {
	const found = (await all()).filter(
		(one) =>
			one.kind === kind && one.states.some(({ statements }) => statements.some(({ id }) => id === fact)),
	);
	expect(found).toHaveLength(1);
	return found[0] as Violation;
}
const last = ({ states }: Violation) => {
	const { status, resolution } = states.at(-1) ?? {};
	return [status, ...(resolution === undefined ? [] : [resolution])].join(" ");
};
const now = async (kind: string, fact: string) => last(await of(kind, fact));
const head = () => base.view.head().recordedAt as Instant;
const derived = async (entity: string) => {
	const { derived_facts } = await base.read("entity_facts", { entity_id: entity });
	return (derived_facts as { predicate_id: string; object: string }[]).map(
		({ predicate_id, object }) => `${predicate_id} ${object}`,
	);
};

describe("the life of a finding (derivation 7)", () => {
	test("blocked, closed, reopened, accepted, relaxed, declared again: the same violation throughout", async () => {
		const [posted, commands] = await assert(
			says("Ana", "posted_to", "Delta", { validFrom: "2020" }),
			says("Ana", "commands_at", "Echo", { validFrom: "2024" }),
		);
		expect(await derived("Ana")).toEqual([]);
		const opened = head();
		const finding = await of("derived_contradiction", posted);
		expect(last(finding)).toBe("open");
		expect(finding.states[0]?.statements.map(({ id }) => id)).toEqual([posted, commands]);
		expect(finding.rules).toHaveLength(1);

		const { row: closed } = await base.act.close(posted, { validTo: "2023-06-30" });
		expect(await derived("Ana")).toEqual(["posted_to Echo"]);
		expect(last(await of("derived_contradiction", posted))).toBe("withdrawn");
		const withdrawn = head();

		const { row: reopened } = await base.act.correct(closed, { validTo: null } as never);
		expect(await derived("Ana")).toEqual([]);
		const again = await of("derived_contradiction", reopened);
		expect([again.id, last(again)]).toEqual([finding.id, "open"]);

		await resolve(finding.id, { resolution: "accepted" });
		expect(await derived("Ana")).toEqual(["posted_to Echo"]);
		await assert(says("Somebody", "commands_at", "Golf", { validFrom: "2024" }));
		expect(last(await of("derived_contradiction", reopened))).toBe("resolved accepted");
		await resolve(finding.id, { resolution: "reopened" });
		expect(await derived("Ana")).toEqual([]);
		expect(last(await of("derived_contradiction", reopened))).toBe("open");

		await resolve(finding.id, { resolution: "axiom_relaxed" });
		expect(last(await of("derived_contradiction", reopened))).toBe("open");
		await declare("posted_to", { label: "is posted to" } as never);
		expect(last(await of("derived_contradiction", reopened))).toBe("open");
		await declare("posted_to", { functional: false });
		expect(last(await of("derived_contradiction", reopened))).toBe("resolved criterion_changed");
		expect(await derived("Ana")).toEqual(["posted_to Echo"]);
		await declare("posted_to", { functional: true });
		const same = await of("derived_contradiction", reopened);
		expect([same.id, last(same)]).toEqual([finding.id, "open"]);
		expect(await derived("Ana")).toEqual([]);

		expect([stateAt(same, opened)?.status, stateAt(same, withdrawn)?.status]).toEqual(["open", "withdrawn"]);
		await base.act.retract(commands);
		expect(last(await of("derived_contradiction", reopened))).toBe("withdrawn");
	});
});

describe("what facts have against axioms comes and goes in the commit that brings it and takes it", () => {
	test("a link to itself", async () => {
		const [loop] = await assert(says("A1", "beside", "A1"));
		expect(await now("self_loop", loop)).toBe("open");
		await base.act.retract(loop);
		expect(await now("self_loop", loop)).toBe("withdrawn");
	});

	test("both directions at one moment; after a merge too, and no longer once that is reverted", async () => {
		const [there, back] = await assert(says("B1", "beside", "B2"), says("B3", "beside", "B1"));
		const { merge } = await base.act.merge(await idOf("B2"), await idOf("B3"));
		expect(await now("asymmetry", there)).toBe("open");
		await base.act.revert(merge);
		expect(await now("asymmetry", back)).toBe("withdrawn");
	});

	test("a cycle whose edges came one by one", async () => {
		const [first] = await assert(says("C1", "part_of", "C2"));
		await assert(says("C2", "part_of", "C3"));
		const [closing] = await assert(says("C3", "part_of", "C1"));
		expect(await now("cycle", first)).toBe("open");
		await base.act.retract(closing);
		expect(await now("cycle", first)).toBe("withdrawn");
	});

	test("two values of which one can hold", async () => {
		const [first] = await assert(says("D1", "born_in", "D2"));
		const [second] = await assert(says("D1", "born_in", "D3"));
		expect(await now("functional", first)).toBe("open");
		await base.act.retract(second);
		expect(await now("functional", first)).toBe("withdrawn");
		const [one] = await assert(says("D4", "registered_as", "D6"));
		await assert(says("D5", "registered_as", "D6"));
		expect(await now("inverse_functional", one)).toBe("open");
		await base.act.retract(one);
		expect(await now("inverse_functional", one)).toBe("withdrawn");
	});

	test("a state that ended later than the next began, by a stated end", async () => {
		const [first] = await assert(
			says("E1", "posted_to", "E2", { validFrom: "2019", validTo: "2022" }),
			says("E1", "posted_to", "E3", { validFrom: "2021" }),
		);
		expect(await now("functional", first)).toBe("open");
		await base.act.correct(first, { validTo: "2020" });
		expect(await now("functional", first)).toBe("withdrawn");
	});

	test("an end that is of none of the classes; retyped, it is", async () => {
		const [call] = await assert(says("F1", "calls_at", "F2"));
		expect((await all()).filter(({ kind }) => kind === "signature")).toEqual([]);
		await base.act.retype(await idOf("F2"), "ship");
		expect(await now("signature", call)).toBe("open");
		await base.act.retype(await idOf("F2"), "port");
		expect(await now("signature", call)).toBe("withdrawn");
		await base.act.retype(await idOf("F2"), "ship");
		expect(await now("signature", call)).toBe("open");
		await declare("calls_at", { ranges: ["port", "ship"] } as never);
		expect(await now("signature", call)).toBe("resolved criterion_changed");
	});

	test("an axiom that is declared finds what is held already", async () => {
		const [there] = await assert(says("G1", "commands_at", "G2"), says("G2", "commands_at", "G1"));
		await declare("commands_at", { asymmetric: true });
		expect(await now("asymmetry", there)).toBe("open");
		await declare("commands_at", { asymmetric: false });
		expect(await now("asymmetry", there)).toBe("resolved criterion_changed");
	});

	test("a decision that does not help is open again in its commit; one that helps stands", async () => {
		const [there, back] = await assert(
			says("H1", "beside", "H2", { validFrom: "2019" }),
			says("H2", "beside", "H1", { validFrom: "2019" }),
		);
		const { id } = await of("asymmetry", there);
		await resolve(id, { resolution: "fact_closed", factId: there, validTo: "2021" });
		expect(await now("asymmetry", back)).toBe("open");
		await resolve(id, { resolution: "fact_retracted", factId: back });
		expect(await now("asymmetry", back)).toBe("resolved fact_retracted");
		await resolve(id, { resolution: "reopened" });
		expect(await now("asymmetry", back)).toBe("open");
	});
});

async function idOf(name: string): Promise<string> {
	const found = (await base.read("find_entities", { name })) as { entities?: { id: string }[] };
	return found.entities?.[0]?.id ?? JSON.stringify(found);
}
