import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeClass } from "../../../src/declaring/classes.ts";
import { type FindingWish, resolveFinding } from "../../../src/findings/resolve.ts";
import { entityIndex } from "../../../src/ledger/entity-index.ts";
import { violations } from "../../../src/ledger/violations.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { EDO } from "../../support/acting.ts";
import { ruledBase } from "../../support/ruled-base.ts";

/** Whatever is at sea is a thing; ships are never piers, floating docks are piers. */
const CLASSES = `
c:thing a owl:Class ; rdfs:label "Thing" .
c:pier a owl:Class ; rdfs:label "Pier" ; rdfs:subClassOf c:thing .
c:dock a owl:Class ; rdfs:label "Dock" ; rdfs:subClassOf c:pier .
c:ferry a owl:Class ; rdfs:label "Ferry" ; rdfs:subClassOf c:thing ; owl:disjointWith c:pier .
c:tug a owl:Class ; rdfs:label "Tug" ; rdfs:subClassOf c:ferry .`;

let base: Awaited<ReturnType<typeof ruledBase>>;
beforeAll(async () => {
	base = await ruledBase(CLASSES);
});
afterAll(() => base[Symbol.asyncDispose]());

const concludes = (name: string, type: string, attribute: string) => ({
	...{ name, class: "thing", conclusion: { kind: "typing", class: type } },
	conditions: [{ attribute, operator: "gt", operand: 8 }],
});
const run = (action: Parameters<typeof base.base.writer.write>[0]) =>
	base.base.writer.write(action, (answer) => JSON.stringify(answer), { alone: true });
const resolve = (id: string, wish: FindingWish) => run(resolveFinding(id, wish, EDO, base.base.view));
const disjoint = (disjointWith: readonly string[]) =>
	run(changeClass("ferry", { disjointWith }, EDO, base.base.view));
const found = async (kind: string) =>
	(await base.base.view.kept(violations)).list().filter((one) => one.kind === kind);
const stands = async (kind: string) =>
	(await found(kind)).map(({ states }) => {
		const { status, resolution } = states.at(-1) ?? {};
		return [status, ...(resolution === undefined ? [] : [resolution])].join(" ");
	});
const typingOf = async (entity: string) =>
	(await base.base.view.kept(entityIndex)).heldTyping(entity, base.base.view.head().recordedAt as Instant);
const entityOf = async (name: string) => {
	const { entity } = await base.base.read("entity_facts", { entity_id: name });
	return String((entity as { id: unknown }).id);
};

describe("a class that is concluded", () => {
	test("and that the class which is held excludes does not stand, and comes and goes with that", async () => {
		await base.create(concludes("docks", "dock", "strain"));
		const strained = await base.say("Heron thing", "strain", 9, "2020");
		expect(await base.texts("Heron")).toEqual(["is_a dock [2020-01-01, )"]);
		expect(await found("derived_contradiction")).toEqual([]);

		await base.retype("Heron", "tug");
		expect(await base.texts("Heron")).toEqual([]);
		const [contradiction] = await found("derived_contradiction");
		const id = contradiction?.id ?? "";
		const state = contradiction?.states.at(-1);
		const typing = await typingOf(await entityOf("Heron"));
		expect(state?.statements).toEqual([
			{ kind: "typing", id: typing },
			{ kind: "fact", id: strained },
		]);
		expect(state?.criterion).toContain("pier and ferry are disjoint");
		expect(contradiction?.rules).toHaveLength(1);
		expect(await stands("derived_contradiction")).toEqual(["open"]);

		await resolve(id, { resolution: "accepted" });
		expect(await base.texts("Heron")).toEqual(["is_a dock [2020-01-01, )"]);
		await base.say("Egret thing", "strain", 3);
		expect(await stands("derived_contradiction")).toEqual(["resolved accepted"]);
		await resolve(id, { resolution: "reopened" });
		expect(await base.texts("Heron")).toEqual([]);

		await disjoint([]);
		expect(await base.texts("Heron")).toEqual(["is_a dock [2020-01-01, )"]);
		expect(await stands("derived_contradiction")).toEqual(["resolved criterion_changed"]);
		await disjoint(["pier"]);
		expect(await base.texts("Heron")).toEqual([]);
		expect((await found("derived_contradiction")).map((one) => one.id)).toEqual([id]);
		expect(await stands("derived_contradiction")).toEqual(["open"]);

		await base.retype("Heron", "thing");
		expect(await base.texts("Heron")).toEqual(["is_a dock [2020-01-01, )"]);
		expect(await stands("derived_contradiction")).toEqual(["withdrawn"]);
	});

	test("and another one that excludes it: neither stands while both would, and the rules disagree", async () => {
		await base.create(concludes("ferries", "tug", "share"));
		await base.create(concludes("piers", "pier", "count"));
		await base.assert(
			...[["share", "2020", "2022"] as const, ["count", "2022"] as const].map(([predicate, from, to]) => ({
				...{ subject: { name: "Plover", type: "thing" }, predicate, value: { value: 9 } },
				...{ validFrom: from, ...(to !== undefined && { validTo: to }) },
			})),
		);
		expect(await base.texts("Plover")).toEqual([
			"is_a pier [2022-01-01, )",
			"is_a tug [2020-01-01, 2022-01-01)",
		]);
		const sooner = await base.say("Plover", "count", 10, "2021", "2023");
		expect(await base.texts("Plover")).toEqual(["is_a pier [2022-01-01, )"]);
		expect(await stands("rules_disagree")).toEqual(["open"]);
		await base.base.act.retract(sooner);
		expect(await base.texts("Plover")).toHaveLength(2);
		expect(await stands("rules_disagree")).toEqual(["withdrawn"]);
	});
});

test("two entities of classes that exclude each other, merged: one `disjoint_types` that names both typings", async () => {
	await base.assert(
		...["tug", "dock"].map((type) => ({
			...{ subject: { name: `Knot ${type}`, type }, predicate: "survey", value: { value: "none" } },
			validFrom: "2020",
		})),
	);
	const [tug, dock] = [await entityOf("Knot tug"), await entityOf("Knot dock")];
	const { merge } = await base.base.act.merge(tug, dock, dock);
	expect(await stands("disjoint_types")).toEqual(["open"]);
	const [clash] = await found("disjoint_types");
	const typings = [await typingOf(tug), await typingOf(dock)];
	expect(clash?.states.at(-1)?.statements).toEqual(
		expect.arrayContaining(typings.map((id) => ({ kind: "typing", id }))),
	);
	// The one that stands for both is retyped; the other one keeps what it is held to be.
	await base.base.act.retype(dock, "thing");
	expect(await stands("disjoint_types")).toEqual(["withdrawn"]);
	await base.base.act.retype(dock, "pier");
	expect((await stands("disjoint_types")).sort()).toEqual(["open", "withdrawn"]);
	await disjoint([]);
	expect((await stands("disjoint_types")).sort()).toEqual(["resolved criterion_changed", "withdrawn"]);
	await disjoint(["pier"]);
	await base.base.act.revert(merge);
	expect(await stands("disjoint_types")).toEqual(["withdrawn", "withdrawn"]);
});
