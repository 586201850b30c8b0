import { describe, expect, test } from "vitest";
import { exportLedger } from "../../../src/export/export-ledger.ts";
import { heldAt, type RuleHistory } from "../../../src/rules/rule-history.ts";
import { rules, rulesAt } from "../../../src/rules/rules.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { ACTING_KB, type ActingBase, actingBase, refusalOf } from "../../support/acting.ts";
import { type ReadingBase, readingBase } from "../../support/reading.ts";
import { FLEET_TURTLE, NEEDS_DOCK, ruling } from "../../support/ruling.ts";
import { hashOf } from "../export/imported.ts";

const OTHER_KB = "3c7d9e00-6f40-4b8c-8d1e-2f3a4b5c6d7e";

async function exported({ view }: ReadingBase, asOf: Instant): Promise<string> {
	let text = "";
	for await (const part of exportLedger(view, { asOf })) text += part;
	return text;
}

/** The rules held at a moment: name, switch, number and words of the version. */
async function told({ view }: ReadingBase, asOf = view.clock.now()): Promise<readonly string[]> {
	return (await rulesAt(asOf, view)).map(
		({ state, version }) =>
			`${state.name} ${state.enabled ? "on" : "off"} v${version?.number} ${version?.sentence ?? ""}`,
	);
}

async function ruleOf({ view }: ReadingBase, id: string): Promise<RuleHistory> {
	const rule = (await view.kept(rules)).get(id);
	if (rule === undefined) throw new TypeError("no such rule");
	return rule;
}

const numbers = async (base: ReadingBase, id: string) =>
	(await ruleOf(base, id)).versions.map(({ number }) => number);
const tick = ({ clock, view }: ActingBase) => {
	clock.advance(1_000_000n);
	return view.clock.now();
};
const CASES = "applies to Vessel where strain > 8 AND survey in {fatigue} ⇒ is a Dock case";
const OF_RULES = (line: string) => /a prov:Activity|utopia:RuleVersion|utopia:RuleState/.test(line);

describe("a rule", () => {
	test("opens version 1; another body opens the next; a name, a description or the switch do not (U2)", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const { create, change } = ruling(base);
		const { rule, version } = await create(NEEDS_DOCK);
		expect(version).toBe(1);
		expect(await told(base)).toEqual([`Dock cases on v1 ${CASES}`]);
		const first = tick(base);
		expect(await change(rule, { name: "Cases", description: "why", enabled: false })).toMatchObject({
			version: 1,
		});
		expect(await told(base)).toEqual([`Cases off v1 ${CASES}`]);
		const second = tick(base);
		const raised = [{ attribute: "strain", operator: "gt", operand: "20" }];
		expect(await change(rule, { conditions: raised })).toMatchObject({ version: 2 });
		expect(await told(base)).toEqual(["Cases off v2 applies to Vessel where strain > 20 ⇒ is a Dock case"]);
		expect(await told(base, first)).toEqual([`Dock cases on v1 ${CASES}`]);
		expect(await told(base, second)).toEqual([`Cases off v1 ${CASES}`]);
		expect((await ruleOf(base, rule)).states.map(({ description }) => description)).toEqual([
			undefined,
			"why",
		]);
	});

	test("that is told what it says already is not written", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const { create, change } = ruling(base);
		const { rule } = await create(NEEDS_DOCK);
		const head = base.view.head();
		const { name: _, ...body } = NEEDS_DOCK;
		for (const wish of [{}, body, { name: " Dock cases " }, { enabled: true, join: null, description: null }])
			expect(await change(rule, wish)).toEqual({ rule, version: 1 });
		const respelled = [
			{ attribute: "strain", operator: "gt", operand: "8.0", seq: 1 },
			(body.conditions as readonly object[])[1],
		];
		expect(await change(rule, { conditions: respelled })).toEqual({ rule, version: 1 });
		expect(base.view.head()).toEqual(head);
	});

	test("that goes back to an earlier body gets a number that it never had", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const { create, change } = ruling(base);
		const { rule } = await create(NEEDS_DOCK);
		await change(rule, { conditions: [] });
		await change(rule, { conditions: NEEDS_DOCK.conditions });
		expect(await numbers(base, rule)).toEqual([1, 2, 3]);
		const { versions } = await ruleOf(base, rule);
		expect(versions[0]?.definition).toEqual(versions[2]?.definition);
		expect(versions.map(({ to }) => to === undefined)).toEqual([false, false, true]);
	});

	test("that is deleted stays on record with its versions, and is held no more (U4)", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const act = ruling(base);
		const { rule } = await act.create(NEEDS_DOCK);
		const before = tick(base);
		await act.delete(rule);
		expect(await told(base)).toEqual([]);
		expect(await told(base, before)).toEqual([`Dock cases on v1 ${CASES}`]);
		expect(await numbers(base, rule)).toEqual([1]);
		expect(heldAt(await ruleOf(base, rule), tick(base))).toBeUndefined();
		for (const again of [() => act.delete(rule), () => act.change(rule, { name: "x" })])
			expect(await refusalOf(again)).toMatchObject({ code: "UTOPIA_THING_NOT_FOUND", resource: "rule" });
	});

	test("is refused with its field, and nothing is written", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const act = ruling(base);
		const { rule } = await act.create(NEEDS_DOCK);
		const head = base.view.head();
		const half = "\ud800";
		for (const [reason, field, refusal] of [
			["blank_name", "name", () => act.create({ ...NEEDS_DOCK, name: " " })],
			["malformed_text", "name", () => act.change(rule, { name: half })],
			["malformed_text", "description", () => act.change(rule, { description: half })],
			["unknown_class", "class", () => act.create({ ...NEEDS_DOCK, class: "ship" })],
			[
				"join_missing",
				"join",
				() => act.change(rule, { conclusion: { kind: "relation", relation: "controls" } }),
			],
			["malformed_rule", "conditions", () => act.change(rule, { conditions: null })],
		] as const)
			expect(await refusalOf(refusal)).toMatchObject({ code: "UTOPIA_WRITE_REFUSED", reason, field });
		expect(base.view.head()).toEqual(head);
	});

	test("is listed by name, then by id", async () => {
		await using base = await actingBase(FLEET_TURTLE);
		const act = ruling(base);
		for (const name of ["b", "a", "b"]) await act.create({ ...NEEDS_DOCK, name });
		const held = await rulesAt(base.view.clock.now(), base.view);
		expect(held.map(({ state }) => state.name)).toEqual(["a", "b", "b"]);
		expect([held[1]?.id, held[2]?.id]).toEqual([held[1]?.id, held[2]?.id].sort());
	});
});

describe("out of an export and in again", () => {
	/** The base again, out of its own export, which must come out the same, now and as of earlier. */
	async function again(own: ActingBase, asOf: readonly Instant[]): Promise<ReadingBase> {
		const head = tick(own);
		const text = await exported(own, head);
		const copy = await readingBase(ACTING_KB, text, { clock: own.clock });
		expect(await exported(copy, head)).toBe(text);
		for (const at of asOf) expect(hashOf(await exported(copy, at))).toBe(hashOf(await exported(own, at)));
		const plain = async (base: ReadingBase) =>
			(await base.view.kept(rules))
				.list()
				.map((rule) => ({ ...rule, states: rule.states.map((one) => ({ ...one, id: "" })) }));
		expect(await plain(copy)).toEqual(await plain(own));
		return copy;
	}

	test("rules that were made, changed and deleted here are the same, at every moment", async () => {
		await using own = await actingBase(FLEET_TURTLE);
		const act = ruling(own);
		const moments = [tick(own)];
		const { rule } = await act.create(NEEDS_DOCK);
		moments.push(tick(own));
		await act.change(rule, { name: "Cases", conditions: [] });
		moments.push(tick(own));
		const other = await act.create({ ...NEEDS_DOCK, name: "other" });
		await act.delete(rule);
		const then = await Promise.all(moments.map((at) => exported(own, at)));
		expect(then[0]?.split("\n").filter(OF_RULES)).toEqual([]);
		expect(then[1]).toContain('rdfs:label "Dock cases"');
		expect(then[2]).toContain('rdfs:label "Cases"');
		const text = await exported(own, tick(own));
		const [deleted] = new RegExp(`<[^>]*:rule:${rule}> a prov:Activity[\\s\\S]*? \\.\\n`).exec(text) ?? [];
		expect(deleted).toContain('rdfs:label "Cases"');
		// it was on when it was deleted, and draws nothing now
		expect(deleted).toContain('utopia:enabled "false"^^xsd:boolean');
		expect(deleted).toContain("prov:invalidatedAtTime");
		await using copy = await again(own, moments);
		const held = await rulesAt(copy.view.clock.now(), copy.view);
		expect(held.map(({ id }) => id)).toEqual([other.rule]);
	});

	const RECORDED = 'prov:generatedAtTime "2026-02-01T10:00:00.000000Z"^^xsd:dateTime';
	const RULE = "a0000000-0000-4000-8000-0000000000aa";
	const VERSION = `<urn:utopia:kb:${ACTING_KB}:ruleversion:${RULE}:1>`;
	const imported = (said: string, definition: string) => `${FLEET_TURTLE}
<urn:utopia:kb:${ACTING_KB}:rule:${RULE}> a prov:Activity , utopia:BusinessRule ; rdfs:label "From a file" ; ${said} .
${VERSION} a utopia:RuleVersion ; utopia:versionOf <urn:utopia:kb:${ACTING_KB}:rule:${RULE}> ; utopia:number 1 ; ${RECORDED} ;
	utopia:appliesTo c:vessel ; utopia:definition ${JSON.stringify(definition)}^^rdf:JSON .`;
	const ON_STRAIN = JSON.stringify({
		conditions: [{ attribute: `urn:utopia:kb:${ACTING_KB}:relation:strain`, operator: "gt", operand: 8 }],
		conclusion: { kind: "typing", class: `urn:utopia:kb:${ACTING_KB}:class:needs_dock` },
	});

	for (const [label, said] of [
		["known since ever, switch unsaid", 'rdfs:comment "old"'],
		["recorded, and off", `utopia:enabled false ; ${RECORDED}`],
	] as const)
		test(`a rule that says itself what it is (${label}) is changed and deleted, and its past stays told`, async () => {
			await using own = await actingBase(imported(said, ON_STRAIN));
			const act = ruling(own);
			const moments = [tick(own)];
			const isOn = !said.includes("false");
			expect(await told(own)).toEqual([`From a file ${isOn ? "on" : "off"} v1 `]);
			await act.change(RULE, {
				name: "Here",
				conclusion: { kind: "attribute", attribute: "survey", value: "due" },
			});
			moments.push(tick(own));
			await using copy = await again(own, moments);
			expect(await told(copy, moments[0])).toEqual([`From a file ${isOn ? "on" : "off"} v1 `]);
			await act.delete(RULE);
			moments.push(tick(own));
			await using third = await again(own, moments);
			expect((await ruleOf(third, RULE)).states.map(({ name }) => name)).toEqual(["From a file", "Here"]);
		});

	test("a rule that is deleted as it came is told as it was before", async () => {
		await using own = await actingBase(imported(`utopia:enabled true ; ${RECORDED}`, ON_STRAIN));
		const before = tick(own);
		await ruling(own).delete(RULE);
		await using copy = await again(own, [before]);
		expect(await told(copy, before)).toEqual(["From a file on v1 "]);
		expect(await told(copy)).toEqual([]);
	});

	test("a definition that cannot be read stays as it came, and is replaced by a whole one only", async () => {
		await using own = await actingBase(imported(RECORDED, '{"if":"strained"}'));
		const act = ruling(own);
		const [held] = await rulesAt(own.view.clock.now(), own.view);
		expect(held?.version?.definition).toMatchObject({ field: "conditions" });
		expect(await refusalOf(() => act.change(RULE, { conditions: [] }))).toMatchObject({ field: "class" });
		const { name: _, ...body } = NEEDS_DOCK;
		expect(await act.change(RULE, body)).toEqual({ rule: RULE, version: 2 });
		await using copy = await again(own, []);
		expect(await exported(copy, tick(own))).toContain('"{\\"if\\":\\"strained\\"}"^^rdf:JSON');
	});

	test("what a rule says beside its states is what the held one says; a file in which it is not is refused", async () => {
		await using own = await actingBase(FLEET_TURTLE);
		await ruling(own).create(NEEDS_DOCK);
		const text = await exported(own, tick(own));
		const wrong = text.replace('rdfs:label "Dock cases"', 'rdfs:label "Others"');
		expect(wrong).not.toBe(text);
		const refused = await refusalOf(() =>
			readingBase(ACTING_KB, wrong.replace(/<[^>]*:manifest>[\s\S]*$/, "")),
		);
		expect(JSON.stringify(refused)).toMatch(/rdfs:label is not what .*:rulestate:.* says/);
	});

	test("in a base of another id a rule names the classes and attributes of that base", async () => {
		await using own = await actingBase(FLEET_TURTLE);
		const { rule } = await ruling(own).create(NEEDS_DOCK);
		await using other = await readingBase(OTHER_KB, await exported(own, tick(own)), { clock: own.clock });
		const { versions } = await ruleOf(other, rule);
		expect(JSON.stringify(versions[0]?.definition)).not.toContain(ACTING_KB);
		expect(versions[0]?.definition).toMatchObject({ appliesTo: `urn:utopia:kb:${OTHER_KB}:class:vessel` });
		expect(await ruling(other).change(rule, { enabled: false })).toEqual({ rule, version: 1 });
	});
});
