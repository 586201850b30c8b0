import type { Fact, Told } from "./facts.ts";
import { ANY, type Inference, type Inferences } from "./inferences.ts";
import type { Triple } from "./premise.ts";
import type { Span } from "./span.ts";

/** The text under which a conclusion is known again when it was set aside and drawn anew. */
export function conclusionKey({ relation, subject, object }: Triple, { from, to }: Span): string {
	return `${relation} ${subject} ${object} ${from} ${to}`;
}

/** A conclusion that does not stand. */
export interface Blocked extends Triple, Span {}

/** What a change has to tell of at its end: conclusions whose proofs may be others, and those that went. */
export class Touched {
	readonly conclusions = new Set<Fact>();
	/** What was told of conclusions that went, in case they are drawn again. */
	readonly gone: Map<string, { readonly told: Told; readonly triple: Triple }>;
	readonly #inferences: Inferences;
	#fresh: Fact[] = [];
	#moved: Fact[] = [];

	constructor(inferences: Inferences, gone: Touched["gone"] = new Map()) {
		this.#inferences = inferences;
		this.gone = gone;
	}

	/** A fact was not there before. */
	came(fact: Fact): void {
		this.#fresh.push(fact);
		this.#moved.push(fact);
	}

	/** The facts that came or went since this was last asked. */
	takeMoved(): readonly Fact[] {
		const moved = this.#moved;
		this.#moved = [];
		return moved;
	}

	/** The facts that came since this was last asked. */
	takeFresh(): readonly Fact[] {
		const fresh = this.#fresh;
		this.#fresh = [];
		return fresh;
	}

	/** A conclusion's proofs may be others now. */
	mark(fact: Fact): void {
		if (fact.premise === undefined) this.conclusions.add(fact);
	}

	/** The conclusion that an inference makes, marked; nothing where another fact covers it. */
	concluded(inference: Inference): Fact | undefined {
		const fact = this.#inferences.cell(inference)?.conclusion(inference);
		if (fact !== undefined) this.conclusions.add(fact);
		return fact;
	}

	/**
	 * A fact came or went. Where facts lead back between its ends, transitive proofs with these may lean on themselves, or do so
	 * no longer (see proofs.ts).
	 */
	turned({ cell: { relation, subject, object } }: Fact): void {
		if (this.#inferences.axioms.transitive(relation) === undefined) return;
		for (const back of this.#inferences.relation(relation).get(object, subject)?.facts ?? [])
			for (const inference of this.#inferences.from(back, ANY)) this.concluded(inference);
	}

	left(fact: Fact): void {
		this.#moved.push(fact);
		this.conclusions.delete(fact);
		if (fact.told !== undefined)
			this.gone.set(conclusionKey(fact.cell, fact), { told: fact.told, triple: fact.cell });
	}
}
