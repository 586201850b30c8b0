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

/** What a change has to tell of at its end: conclusions that are new or whose proofs may be others, and those that went. */
export class Touched {
	/** What was told of conclusions that went, in case they are drawn again. */
	readonly gone: Map<string, { readonly told: Told; readonly triple: Triple }>;
	readonly #inferences: Inferences;
	readonly #came: Fact[] = [];
	readonly #marked = new Set<Fact>();
	#moved: Fact[] = [];
	#seen = 0;

	constructor(inferences: Inferences, gone: Touched["gone"] = new Map()) {
		this.#inferences = inferences;
		this.gone = gone;
	}

	/** A fact was not there before. */
	came(fact: Fact): void {
		this.#came.push(fact);
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
		const fresh = this.#came.slice(this.#seen);
		this.#seen = this.#came.length;
		return fresh;
	}

	/** The conclusions to tell of that stand. */
	*conclusions(): Generator<Fact> {
		for (const fact of this.#marked) if (fact.isHeld) yield fact;
		for (const fact of this.#came) if (fact.isHeld && fact.premise === undefined) yield fact;
	}

	/** All is told: what came is there now. */
	settle(): void {
		for (const fact of this.#came) fact.isFresh = false;
	}

	/** A conclusion's proofs may be others now; those that are new are looked at in any case. */
	mark(fact: Fact): void {
		if (!fact.isFresh && fact.premise === undefined) this.#marked.add(fact);
	}

	/** The conclusion that an inference makes, marked; nothing where another fact covers it. */
	concluded(inference: Inference): Fact | undefined {
		const fact = this.#inferences.cell(inference)?.conclusion(inference);
		if (fact !== undefined) this.mark(fact);
		return fact;
	}

	/**
	 * A fact came or went. Where facts lead back between its ends, transitive proofs with these may lean on themselves, or do so
	 * no longer (see proofs.ts).
	 */
	turned({ cell: { among, subject, object } }: Fact): void {
		if (among.transitive === undefined) return;
		// What follows from a new one is marked when it is drawn.
		for (const back of among.get(object, subject)?.facts ?? [])
			if (!back.isFresh) for (const inference of this.#inferences.from(back, ANY)) this.concluded(inference);
	}

	left(fact: Fact): void {
		this.#moved.push(fact);
		if (fact.told !== undefined)
			this.gone.set(conclusionKey(fact.cell, fact), { told: fact.told, triple: fact.cell });
	}
}
