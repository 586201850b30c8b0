import { expect } from "vitest";
import { Rules, rules } from "../../src/rules/rules.ts";
import {
	changeRule,
	createRule,
	deleteRule,
	type NewRule,
	type RuleWish,
	type RuleWritten,
} from "../../src/rules/write-rules.ts";
import type { Action } from "../../src/writing/writer.ts";
import { Writer } from "../../src/writing/writer.ts";
import { EDO } from "./acting.ts";
import type { ReadingBase } from "./reading.ts";

/** Classes and attributes that the rules of the tests speak of, in Turtle with the prefixes of `actingBase`. */
export const FLEET_TURTLE = `
c:vessel a owl:Class ; rdfs:label "Vessel" .
c:needs_dock a owl:Class ; rdfs:label "Dock case" .
r:owns a owl:ObjectProperty ; rdfs:label "owns" .
r:controls a owl:ObjectProperty ; rdfs:label "controls" .
r:strain a owl:DatatypeProperty ; rdfs:label "strain" ; rdfs:range xsd:decimal .
r:survey a owl:DatatypeProperty ; rdfs:label "survey" ; rdfs:range xsd:string .
`;

/** A rule that reads them: strained and tired vessels need a dock. */
export const NEEDS_DOCK: NewRule = {
	name: "Dock cases",
	class: "vessel",
	conditions: [
		{ attribute: "strain", operator: "gt", operand: 8 },
		{ attribute: "survey", operator: "in", operand: ["fatigue"] },
	],
	conclusion: { kind: "typing", class: "needs_dock" },
};

/** What people do to rules, each in a commit of its own. */
export function ruling({ store, view }: ReadingBase) {
	const writer = new Writer(store, view);
	const run = async (action: Action<RuleWritten>): Promise<RuleWritten> => {
		const answer = JSON.parse(await writer.write(action, (told) => JSON.stringify(told), { alone: true }));
		await followed(view);
		return answer;
	};
	return {
		create: (wish: NewRule) => run(createRule(wish, EDO, view)),
		change: (rule: string, wish: RuleWish) => run(changeRule(rule, wish, EDO, view)),
		delete: (rule: string) => run(deleteRule(rule, view)),
	};
}

/** What memory keeps of rules is what a fresh reading finds. */
async function followed(view: ReadingBase["view"]): Promise<void> {
	const [kept, fresh] = [await view.kept(rules), await rules.build(view)];
	expect(kept).toBeInstanceOf(Rules);
	expect(kept.list()).toEqual(fresh.list());
}
