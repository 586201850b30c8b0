import type { Axioms } from "../closure/axioms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { RuleInForce } from "./read-rule.ts";

/** What tells whether rules lead back to themselves. */
interface Looking {
	readonly rules: readonly RuleInForce[];
	readonly axioms: Axioms;
	above(type: string): ReadonlySet<string>;
}

/** Whether some rule may read what it concludes, by other rules or by axioms too. */
export function isCircular({ rules, axioms, above }: Looking): boolean {
	const feeds = (concluded: string) => rules.filter((rule) => isRead(concluded, rule, above));
	return rules.some((rule) => {
		const reached = new Set<RuleInForce>();
		const open = [rule];
		for (let one = open.pop(); one !== undefined; one = open.pop())
			for (const concluded of concludedBy(one, axioms))
				for (const next of feeds(concluded)) {
					if (next === rule) return true;
					if (!reached.has(next)) open.push(next);
					reached.add(next);
				}
		return false;
	});
}

/** Relations, or a class in angle brackets. */
function concludedBy({ definition: { conclusion } }: RuleInForce, axioms: Axioms): readonly string[] {
	switch (conclusion.kind) {
		case "typing":
			return [`<${conclusion.class}>`];
		case "attribute":
		case "computed":
			return [conclusion.attribute];
		case "relation":
			return axioms.images(conclusion.relation).map(({ relation }) => relation);
	}
}

function isRead(concluded: string, { definition, reads }: RuleInForce, above: Looking["above"]): boolean {
	if (!concluded.startsWith("<")) return reads.has(concluded) && concluded !== utopia.isA.value;
	return above(concluded.slice(1, -1)).has(definition.appliesTo);
}
