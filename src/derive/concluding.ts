import { Axioms } from "../closure/axioms.ts";
import { Closure, type PremiseChange } from "../closure/closure.ts";
import type { Drawing } from "../closure/drawn.ts";
import type { ClosureChange } from "../closure/premise.ts";
import { NO_RULES, type RuleBook } from "../closure/rule-book.ts";
import { reached } from "../ontology/hierarchy.ts";
import type { Instant } from "../time/instant.ts";
import type { NewTyping } from "../writing/draft.ts";
import { namingAt } from "./computed-ids.ts";
import type { Ask, SentWorld } from "./protocol.ts";
import { rulesIn } from "./read-rule.ts";
import { BusinessRules } from "./rule-book.ts";

/** The conclusions of one base, as its thread keeps them. */
export class Concluding {
	#closure = new Closure({ axioms: new Axioms([]), cap: 0, book: NO_RULES });
	readonly #types = new Map<string, string>();

	answer(ask: Ask, kb: string, at: Instant): ClosureChange {
		const naming = namingAt(kb, at);
		if (ask.kind !== "change") this.#types.clear();
		for (const { entity, class: type } of ask.types)
			if (type === undefined) this.#types.delete(entity);
			else this.#types.set(entity, type);
		switch (ask.kind) {
			case "restart":
				return this.#closure.restart(this.#drawing(ask.world), ask, naming);
			case "rebase":
				return this.#closure.rebase(this.#drawing(ask.world), this.#known(ask.change, []), naming);
			case "change":
				return this.#closure.change(this.#known(ask.change, ask.types), naming);
		}
	}

	#drawing(world: SentWorld): Drawing {
		const axioms = new Axioms(world.axioms);
		return { axioms, cap: world.cap, book: this.#book(world, axioms) };
	}

	#book({ rules, classes, attributes, mostCombinations }: SentWorld, axioms: Axioms): RuleBook {
		if (rules.length === 0) return NO_RULES;
		const parents = new Map(classes);
		const above = new Map<string, ReadonlySet<string>>();
		const declared = new Map(attributes);
		return new BusinessRules({
			rules: rulesIn(rules),
			axioms,
			above: (type) => {
				const known = above.get(type) ?? reached([type], (iri) => parents.get(iri) ?? []);
				above.set(type, known);
				return known;
			},
			classOf: (entity) => this.#types.get(entity),
			declared: (attribute) => declared.get(attribute),
			mostCombinations,
		});
	}

	/** Not every fact that goes was a premise. */
	#known({ removed, added }: PremiseChange, types: readonly NewTyping[]): PremiseChange {
		const entities = types.map(({ entity }) => entity);
		return { removed: removed.filter((id) => this.#closure.has(id)), added, entities };
	}
}
