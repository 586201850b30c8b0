import { type ClaimOfEnds, type HeldFact, type HeldFacts, otherEnd } from "../findings/checks/held.ts";
import type { SentFact } from "./protocol.ts";
import { valueIn } from "./value-text.ts";

interface Ends {
	readonly from: Map<string, SentFact[]>;
	/** By entity, or by value. */
	readonly to: Map<string, SentFact[]>;
}

/** The asserted facts that checks look at, found from both ends. */
export class HeldIndex implements HeldFacts {
	readonly #facts = new Map<string, SentFact>();
	readonly #relations = new Map<string, Ends>();

	clear(): void {
		this.#facts.clear();
		this.#relations.clear();
	}

	add(fact: SentFact): void {
		this.#facts.set(fact.id, fact);
		const ends = this.#relations.get(fact.relation) ?? { from: new Map(), to: new Map() };
		this.#relations.set(fact.relation, ends);
		put(ends.from, fact.subject, fact);
		put(ends.to, otherEnd(claimOf(fact)), fact);
	}

	/** Takes a fact away and answers it; nothing where it is none of them. */
	remove(id: string): SentFact | undefined {
		const fact = this.#facts.get(id);
		if (fact === undefined) return undefined;
		this.#facts.delete(id);
		const ends = this.#relations.get(fact.relation);
		drop(ends?.from, fact.subject, fact);
		drop(ends?.to, otherEnd(claimOf(fact)), fact);
		return fact;
	}

	*ofClaim(claim: ClaimOfEnds): Generator<HeldFact> {
		const other = otherEnd(claim);
		const ends = this.#relations.get(claim.predicate);
		const [there, back] = [ends?.from.get(claim.subject) ?? [], ends?.to.get(other) ?? []];
		// A thing may have very many facts at one end: those of the end that has fewer are looked at.
		for (const fact of there.length <= back.length ? there : back)
			if (fact.subject === claim.subject && otherEnd(claimOf(fact)) === other) yield heldOf(fact);
	}

	*from(predicate: string, subject: string): Generator<HeldFact> {
		for (const fact of this.#relations.get(predicate)?.from.get(subject) ?? []) yield heldOf(fact);
	}

	*to(predicate: string, object: string): Generator<HeldFact> {
		for (const fact of this.#relations.get(predicate)?.to.get(object) ?? []) yield heldOf(fact);
	}

	withValue(predicate: string, value: string): Iterable<HeldFact> {
		return this.to(predicate, otherEnd({ object: undefined, value }));
	}

	*ofEntity(entity: string): Generator<HeldFact> {
		for (const { from, to } of this.#relations.values()) {
			for (const fact of from.get(entity) ?? []) yield heldOf(fact);
			for (const fact of to.get(entity) ?? []) if (fact.subject !== entity) yield heldOf(fact);
		}
	}

	*ofRelation(predicate: string): Generator<HeldFact> {
		for (const facts of this.#relations.get(predicate)?.from.values() ?? [])
			for (const fact of facts) yield heldOf(fact);
	}
}

/** What a fact says, as checks take it. Numbers in different units are different values. */
export function claimOf({ subject, relation, object, unit }: SentFact): ClaimOfEnds {
	const isValue = valueIn(object) !== undefined;
	return {
		subject,
		predicate: relation,
		object: isValue ? undefined : object,
		value: isValue ? (unit === undefined ? object : `${object} ${unit}`) : undefined,
	};
}

function heldOf(fact: SentFact): HeldFact {
	const { id, from, to, isNever, placed } = fact;
	const interval = isNever ? undefined : { from: from?.at, to: to?.at };
	return { id: id.slice(id.indexOf(":") + 1), isDerived: false, ...claimOf(fact), interval, placed };
}

function put(lists: Map<string, SentFact[]>, key: string, fact: SentFact): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [fact]);
	else list.push(fact);
}

function drop(lists: Map<string, SentFact[]> | undefined, key: string, fact: SentFact): void {
	const list = lists?.get(key);
	if (list === undefined) return;
	list.splice(list.indexOf(fact), 1);
	if (list.length === 0) lists?.delete(key);
}
