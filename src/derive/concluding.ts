import { Axioms } from "../closure/axioms.ts";
import { Closure, type PremiseChange } from "../closure/closure.ts";
import type { Drawing } from "../closure/drawn.ts";
import type { HeldTypes } from "../closure/held-types.ts";
import type { Clash, ClosureChange, Premise } from "../closure/premise.ts";
import { NO_RULES, type RuleBook } from "../closure/rule-book.ts";
import { type Around, isLookedAt, violationsAround } from "../findings/checks/around.ts";
import { disjointAbove } from "../findings/checks/classes.ts";
import { contradictionOf } from "../findings/checks/contradicted.ts";
import { violationId } from "../findings/checks/found.ts";
import type { ClaimOfEnds } from "../findings/checks/held.ts";
import { reached } from "../ontology/hierarchy.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { NewTyping } from "../writing/draft.ts";
import { namingAt } from "./computed-ids.ts";
import { claimOf, HeldIndex } from "./held-index.ts";
import type { Ask, SentChange, SentFact, SentWorld } from "./protocol.ts";
import { ruledBy, rulesIn } from "./read-rule.ts";
import { BusinessRules } from "./rule-book.ts";

/** What a commit does to conclusions, and what checks find around it. */
export interface Concluded {
	readonly change: ClosureChange;
	readonly around: Around;
}

/** The conclusions of one base, and what checks look at, as its thread keeps them. */
export class Concluding {
	#closure = new Closure({ axioms: new Axioms([]), cap: 0, book: NO_RULES });
	readonly #types = new Map<string, NewTyping>();
	readonly #held = new HeldIndex();
	#ontology: Ontology = { classes: new Map(), relations: new Map() };
	#accepted: ReadonlySet<string> = new Set();
	#isPremise = (_relation: string) => false;

	answer(ask: Ask, kb: string, at: Instant): Concluded {
		this.#tell(ask);
		const { removed, added } = ask.kind === "restart" ? { removed: [], added: ask.facts } : ask.change;
		const claims = this.#hold({ removed, added });
		const change = this.#draw(ask, kb, at);
		const touched = ask.kind === "restart" ? ask.touched : { ...ask.touched, claims };
		const { scope, found } = violationsAround(touched, {
			ontology: this.#ontology,
			facts: this.#held,
			classOf: (entity) => this.#types.get(entity)?.class,
		});
		return { change, around: { scope, found } };
	}

	/** Takes in what the commit says of everything but facts. */
	#tell({ kind, types, ontology, accepted }: Ask): void {
		if (kind !== "change") this.#types.clear();
		for (const typing of types)
			if (typing.class === undefined) this.#types.delete(typing.entity);
			else this.#types.set(typing.entity, typing);
		if (ontology !== undefined) this.#ontology = received(ontology);
		if (accepted !== undefined) this.#accepted = new Set(accepted);
		if (kind === "restart") this.#held.clear();
	}

	/** Holds what checks look at. Answers all that was said before of what changes, and is said of it now. */
	#hold({ removed, added }: SentChange): readonly ClaimOfEnds[] {
		const gone = removed.flatMap((id) => this.#held.remove(id) ?? []);
		const come = added.filter(({ relation }) => {
			const declared = this.#ontology.relations.get(relation);
			return declared !== undefined && isLookedAt(declared);
		});
		for (const fact of come) this.#held.add(fact);
		return [...gone, ...come].map(claimOf);
	}

	#draw(ask: Ask, kb: string, at: Instant): ClosureChange {
		const naming = namingAt(kb, at);
		if (ask.kind === "change") return this.#closure.change(this.#known(ask.change, ask.types), naming);
		const drawing = this.#drawing(ask.world, kb);
		const ruled = ruledBy(ask.world.rules);
		this.#isPremise = (relation) => drawing.axioms.concerns(relation) || ruled.has(relation);
		if (ask.kind === "rebase") return this.#closure.rebase(drawing, this.#known(ask.change, []), naming);
		const premises = this.#premises(ask.facts);
		return this.#closure.restart(drawing, { premises, recalled: ask.recalled }, naming);
	}

	#drawing(world: SentWorld, kb: string): Drawing {
		const axioms = new Axioms(world.axioms);
		const isAccepted = (clash: Clash) =>
			this.#accepted.size > 0 && this.#accepted.has(violationId(contradictionOf(clash), kb));
		return { axioms, cap: world.cap, book: this.#book(world, axioms), types: this.#heldTypes(), isAccepted };
	}

	/** What is held of classes, by the ontology of now. */
	#heldTypes(): HeldTypes {
		const areDisjoint = disjointnessIn(this.#ontology);
		const of = (entity: string) => {
			const typing = this.#types.get(entity);
			return typing && typeAsPremise(typing);
		};
		return { relation: utopia.isA.value, of, areDisjoint };
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
			classOf: (entity) => this.#types.get(entity)?.class,
			declared: (attribute) => declared.get(attribute),
			mostCombinations,
		});
	}

	/** Not every fact that goes was a premise, nor is every one that comes. */
	#known({ removed, added }: SentChange, types: readonly NewTyping[]): PremiseChange {
		const entities = types.map(({ entity }) => entity);
		const gone = removed.filter((id) => this.#closure.has(id));
		return { removed: gone, added: this.#premises(added), entities };
	}

	#premises(facts: readonly SentFact[]): readonly SentFact[] {
		return facts.filter(({ relation, isNever }) => !isNever && this.#isPremise(relation));
	}
}

/** A class that an entity is held to have, as what is concluded may contradict it: named by its row, where there is one. */
function typeAsPremise({ entity, row, class: type = "" }: NewTyping): Premise {
	return {
		id: row === undefined ? `class:${entity}` : `typing:${row}`,
		...{ subject: entity, relation: utopia.isA.value, object: spell(namedNode(type)) },
		...{ from: undefined, to: undefined, confidence: 1 },
	};
}

/** Whether two classes, as triples have them, stand under disjoint ones; each pair is looked at once. */
function disjointnessIn(ontology: Ontology): (one: string, other: string) => boolean {
	const known = new Map<string, boolean>();
	return (one, other) => {
		const key = `${one} ${other}`;
		const found =
			known.get(key) ?? disjointAbove(one.slice(1, -1), other.slice(1, -1), ontology) !== undefined;
		known.set(key, found);
		return found;
	};
}

/** An ontology as it was before it was sent: messages bring what terms say, and not that they are terms. */
function received({ classes, relations }: Ontology): Ontology {
	const named = <Declared extends object>([iri, declared]: readonly [string, Declared]) =>
		[iri, { ...declared, iri: namedNode(iri) }] as const;
	return { classes: new Map([...classes].map(named)), relations: new Map([...relations].map(named)) };
}
