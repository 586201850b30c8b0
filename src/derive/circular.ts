import type { Axioms } from "../closure/axioms.ts";
import type { Triple } from "../closure/premise.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { RuleInForce } from "./read-rule.ts";

/** What tells whether rules lead back to themselves. */
interface Looking {
	readonly rules: readonly RuleInForce[];
	readonly axioms: Axioms;
	above(type: string): ReadonlySet<string>;
}

/** Which kinds of statements rules and axioms lead to which: relations, and types by their class in angle brackets. */
export class Leading {
	/** Whether some rule may read what it concludes, by other rules or by axioms too. */
	readonly isCircular: boolean;
	readonly #looking: Looking;
	readonly #reached = new Map<string, ReadonlySet<string>>();

	constructor(looking: Looking) {
		this.#looking = looking;
		this.isCircular = looking.rules.some((rule) =>
			[...this.#from(concludedBy(rule))].some((concluded) => isRead(concluded, rule, looking.above)),
		);
	}

	/** Whether what is concluded from the one could be the other, or a premise of it. */
	leadsTo(from: Triple, to: Triple): boolean {
		return this.#from(kindOf(from)).has(kindOf(to));
	}

	/** Everything that a kind leads to, itself among it. */
	#from(kind: string): ReadonlySet<string> {
		const known = this.#reached.get(kind);
		if (known !== undefined) return known;
		const { rules, axioms, above } = this.#looking;
		const found = new Set([kind]);
		for (const one of found) {
			if (!one.startsWith("<")) for (const { relation } of axioms.images(one)) found.add(relation);
			for (const rule of rules) if (isRead(one, rule, above)) found.add(concludedBy(rule));
		}
		this.#reached.set(kind, found);
		return found;
	}
}

function kindOf({ relation, object }: Triple): string {
	return relation === utopia.isA.value ? object : relation;
}

function concludedBy({ definition: { conclusion } }: RuleInForce): string {
	switch (conclusion.kind) {
		case "typing":
			return `<${conclusion.class}>`;
		case "attribute":
		case "computed":
			return conclusion.attribute;
		case "relation":
			return conclusion.relation;
	}
}

function isRead(concluded: string, { definition, reads }: RuleInForce, above: Looking["above"]): boolean {
	if (!concluded.startsWith("<")) return reads.has(concluded) && concluded !== utopia.isA.value;
	return above(concluded.slice(1, -1)).has(definition.appliesTo);
}
