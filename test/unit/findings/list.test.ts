import { afterAll, beforeAll, expect, test } from "vitest";
import { stateOf } from "../../../src/actions/base-state.ts";
import { findingsJson } from "../../../src/api/finding-json.ts";
import { findingOutput } from "../../../src/api/finding-shapes.ts";
import { scopeKey } from "../../../src/findings/checks/found.ts";
import { findingsAt, kindOf } from "../../../src/findings/list.ts";
import { reviseViolations } from "../../../src/findings/revise.ts";
import { momentOf } from "../../../src/mcp/present/moment.ts";
import { sceneOf } from "../../../src/mcp/present/subject.ts";
import { Draft } from "../../../src/writing/draft.ts";
import { Writer } from "../../../src/writing/writer.ts";
import { type ActingBase, actingBase } from "../../support/acting.ts";
import { declaring } from "../../support/declaring.ts";
import { violating } from "../../support/violating.ts";

let base: ActingBase;
beforeAll(async () => {
	base = await actingBase(`
r:beside a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:label "beside" .
r:near a owl:ObjectProperty , owl:AsymmetricProperty , owl:SymmetricProperty ; rdfs:label "near" .
r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .`);
});
afterAll(async () => base[Symbol.asyncDispose]());

async function listed() {
	const scene = await sceneOf(
		await momentOf({}, base.view.clock, { opened: () => undefined, seal: () => "" }),
		{ view: base.view },
	);
	const found = await findingsAt(scene);
	const shown = await findingsJson(found, scene);
	for (const one of shown) findingOutput.parse(one);
	return found.map((finding, n) => ({ kind: kindOf(finding), json: shown[n] as Record<string, unknown> }));
}
const of = async (kind: string) => (await listed()).find((one) => one.kind === kind)?.json;

test("conflicts, violations, limits and defects stand in one list, each with what it names and what can be said to it", async () => {
	const told = violating(base);
	const berth = (name: string) => ({
		subject: { name: "Skua" },
		predicate: "berths_at",
		object: { name },
		validFrom: "2020",
	});
	await base.act.assert(berth("Pier 1"), berth("Pier 2"));
	await base.act.assert(
		{ subject: { name: "A" }, predicate: "beside", object: { name: "B" } },
		{ subject: { name: "B" }, predicate: "beside", object: { name: "A" } },
	);
	await told.revise();
	await limit(3);
	expect((await listed()).map(({ kind }) => kind).sort()).toEqual([
		"asymmetry",
		"conflict",
		"predicate_capped",
		"symmetric_and_asymmetric",
	]);
	expect(await of("asymmetry")).toMatchObject({
		family: "violation",
		relation_key: "beside",
		criterion: "beside is asymmetric: between two things it holds in one direction at a time",
		statements: [{ kind: "fact", fact: { predicate_key: "beside" } }, { kind: "fact" }],
		resolutions: ["fact_retracted", "fact_closed", "axiom_relaxed", "accepted"],
	});
	expect(await of("predicate_capped")).toMatchObject({ occurrences: 3, resolutions: ["accepted"] });
	expect(await of("conflict")).toMatchObject({ resolutions: ["closed", "kept_both", "rejected_new"] });
});

/** Finds that conclusions of a relation are capped, so many. */
async function limit(occurrences: number): Promise<void> {
	const relation = "http://x/p";
	const scope = [scopeKey("predicate_capped", relation)];
	const named = {
		statements: [],
		path: [],
		entities: [],
		about: [],
		criterion: "200,000 are concluded at most",
	};
	await new Writer(base.store, base.view).write(
		async () => {
			const draft = new Draft(base.view.kb);
			const found = [{ kind: "predicate_capped" as const, relation, ...named, occurrences, scope }];
			await reviseViolations({
				scope,
				found,
				isCriterionChanged: false,
				state: await stateOf(base.view),
				draft,
			});
			return { draft, answer: () => null };
		},
		() => "",
	);
}

test("an accepted limit is silent until it counts otherwise", async () => {
	const told = violating(base);
	const { id } = (await of("predicate_capped")) as { id: string };
	await told.resolve(id, { resolution: "accepted" });
	await limit(3);
	expect(await of("predicate_capped")).toMatchObject({ id, status: "resolved", resolutions: ["reopened"] });
	await limit(4);
	expect(await of("predicate_capped")).toMatchObject({ id, status: "open", occurrences: 4 });
});

test("an accepted defect is silent until what it names changes", async () => {
	const told = violating(base);
	const { id } = (await of("symmetric_and_asymmetric")) as { id: string };
	await told.resolve(id, { resolution: "accepted", note: "both, on paper" });
	expect(await of("symmetric_and_asymmetric")).toMatchObject({
		...{ id, status: "resolved", resolution: "accepted", note: "both, on paper" },
		subjects: ["near"],
	});
	await told.resolve(id, { resolution: "reopened" });
	expect(await of("symmetric_and_asymmetric")).toMatchObject({ status: "open", resolution: null });
	await told.resolve(id, { resolution: "accepted" });
	await declaring(base).changeRelation("near", { symmetric: false });
	expect(await of("symmetric_and_asymmetric")).toMatchObject({ status: "withdrawn", resolutions: [] });
});
