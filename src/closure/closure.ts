import type { Axioms } from "./axioms.ts";
import type { Refusals } from "./chosen.ts";
import type { Cell, Fact, RelationFacts } from "./facts.ts";
import { Growth } from "./grow.ts";
import { HELD, Inferences } from "./inferences.ts";
import type { ClosureChange, Naming, Premise, Recalled } from "./premise.ts";
import { shrink } from "./shrink.ts";
import { spanOf } from "./span.ts";
import { isSameBound, tell } from "./tell.ts";
import { conclusionKey, Touched } from "./touched.ts";

/** What is to change of the premises. A premise that is another now is removed, by its id, and added. */
export interface PremiseChange {
	readonly removed: readonly string[];
	readonly added: readonly Premise[];
}

/** By what conclusions are drawn. */
export interface Drawing {
	readonly axioms: Axioms;
	/** How many conclusions of one relation may stand (L1). */
	readonly cap: number;
}

/** A premise, and where it stands; one that holds at no moment stands nowhere. */
interface Known {
	readonly premise: Premise;
	readonly fact: Fact | undefined;
}

/**
 * What follows from premises by axioms, kept exact through every change of either: always what drawing everything afresh from
 * the same premises gives (I1), at the cost of what changes. Knows no clock and no store.
 */
export class Closure {
	#drawing: Drawing;
	#inferences: Inferences;
	readonly #premises = new Map<string, Known>();
	/** Relations of which not all conclusions stand, by their part: that is drawn afresh with each change to it. */
	readonly #capped = new Map<number, ReadonlySet<string>>();

	constructor(drawing: Drawing) {
		this.#drawing = drawing;
		this.#inferences = new Inferences(drawing.axioms);
	}

	get axioms(): Axioms {
		return this.#drawing.axioms;
	}

	has(premise: string): boolean {
		return this.#premises.has(premise);
	}

	/**
	 * Takes premises away and adds others. One that comes back as it was has not changed.
	 * @throws TypeError for a premise that is removed and was never there, or is added and is there.
	 */
	change(change: PremiseChange, naming: Naming): ClosureChange {
		const touched = new Touched(this.#inferences);
		this.#apply(this.#different(change), touched);
		return this.#told(touched, naming);
	}

	#different({ removed, added }: PremiseChange): PremiseChange {
		const going = new Set(removed);
		const same = new Set(
			added.flatMap((premise) =>
				going.has(premise.id) && isSamePremise(this.#known(premise.id).premise, premise) ? [premise.id] : [],
			),
		);
		if (same.size === 0) return { removed, added };
		const isOther = (id: string) => !same.has(id);
		return { removed: removed.filter(isOther), added: added.filter(({ id }) => isOther(id)) };
	}

	/** Draws by other axioms, or under another cap, from premises changed at once. What still follows stands as it stood. */
	rebase(drawing: Drawing, { removed, added }: PremiseChange, naming: Naming): ClosureChange {
		const former = new Touched(this.#inferences);
		for (const fact of this.#conclusions(() => true)) former.left(fact);
		for (const id of removed) this.#forget(id);
		const premises = [...this.#premises.values()].map(({ premise }) => premise);
		return this.#restart(drawing, { premises: [...premises, ...added], gone: former.gone, naming });
	}

	/** Begins again with other premises, knowing what was told of conclusions before. */
	restart(
		drawing: Drawing,
		{ premises, recalled }: { readonly premises: readonly Premise[]; readonly recalled: readonly Recalled[] },
		naming: Naming,
	): ClosureChange {
		const gone: Touched["gone"] = new Map();
		for (const { conclusion, proofs } of recalled) {
			const { id, from, to } = conclusion;
			const span = spanOf({ from: from?.at, to: to?.at }) ?? { from: 0n, to: 0n };
			gone.set(conclusionKey(conclusion, span), { told: { id, from, to, proofs }, triple: conclusion });
		}
		return this.#restart(drawing, { premises, gone, naming });
	}

	#restart(
		drawing: Drawing,
		{
			premises,
			gone,
			naming,
		}: { readonly premises: readonly Premise[]; readonly gone: Touched["gone"]; readonly naming: Naming },
	): ClosureChange {
		this.#drawing = drawing;
		this.#inferences = new Inferences(drawing.axioms);
		this.#capped.clear();
		this.#premises.clear();
		const touched = new Touched(this.#inferences, gone);
		this.#apply({ removed: [], added: premises }, touched);
		return this.#told(touched, naming);
	}

	#apply({ removed, added }: PremiseChange, touched: Touched): void {
		const overflown = new Set(this.#cappedParts([...removed.map((id) => this.#known(id).premise), ...added]));
		const growth = this.#growth(touched, {
			isClosed: (relation) => overflown.has(this.axioms.part(relation) ?? -1),
			refuse: (relation) => {
				const part = this.axioms.part(relation);
				if (part !== undefined) overflown.add(part);
				return false;
			},
		});
		const going = removed.flatMap((id) => this.#forget(id) ?? []);
		this.#reoffer(shrink(going, this.#inferences, touched), growth);
		for (const premise of added) this.#add(premise, growth);
		this.#settle(growth, touched);
		for (const part of overflown) this.#redraw(part, touched);
	}

	/** Parts with a cap that bites, of those that the premises belong to. */
	*#cappedParts(premises: readonly Premise[]): Generator<number> {
		for (const { relation } of premises) {
			const part = this.axioms.part(relation);
			if (part !== undefined && this.#capped.has(part)) yield part;
		}
	}

	#growth(touched: Touched, refusals: Refusals): Growth {
		return new Growth(this.#inferences, touched, { cap: this.#drawing.cap, refusals });
	}

	#known(id: string): Known {
		const known = this.#premises.get(id);
		if (known === undefined) throw new TypeError(`no premise ${id}`);
		return known;
	}

	#forget(id: string): Fact | undefined {
		const { fact } = this.#known(id);
		this.#premises.delete(id);
		return fact;
	}

	#add(premise: Premise, growth: Growth): void {
		if (this.#premises.has(premise.id)) throw new TypeError(`premise ${premise.id} is there already`);
		const span = spanOf({ from: premise.from?.at, to: premise.to?.at });
		this.#premises.set(premise.id, { premise, fact: span && growth.add(premise, span) });
	}

	/** Draws, and takes away what is covered by what was drawn, until nothing changes. */
	#settle(growth: Growth, touched: Touched): void {
		growth.run();
		while (growth.covered.length > 0) {
			const covered = growth.covered;
			growth.covered = [];
			this.#reoffer(shrink(covered, this.#inferences, touched), growth);
			growth.run();
		}
	}

	/** What a fact that went had covered may stand now. */
	#reoffer(cells: readonly Cell[], growth: Growth): void {
		for (const { relation, subject, object } of cells)
			for (const inference of this.#inferences.into(relation, subject, object, HELD)) growth.offer(inference);
	}

	/** Draws all conclusions of a part afresh, as many as may stand (L1). */
	#redraw(part: number, touched: Touched): void {
		const isOfPart = ({ iri }: RelationFacts) => this.axioms.part(iri) === part;
		for (const fact of [...this.#conclusions(isOfPart)]) {
			touched.left(fact);
			this.#inferences.relation(fact.cell.relation).remove(fact);
		}
		const capped = new Set<string>();
		const isFull = (relation: string) => this.#inferences.relation(relation).conclusions >= this.#drawing.cap;
		const growth = this.#growth(touched, {
			isClosed: (relation) => capped.has(relation) && isFull(relation),
			refuse: (relation) => capped.add(relation).has(relation),
		});
		for (const facts of this.#inferences.relations())
			if (isOfPart(facts))
				for (const cell of [...facts.cells()])
					for (const fact of cell.facts)
						for (const inference of this.#inferences.from(fact, HELD)) growth.offer(inference);
		this.#settle(growth, touched);
		if (capped.size > 0) this.#capped.set(part, capped);
		else this.#capped.delete(part);
	}

	*#conclusions(isWanted: (facts: RelationFacts) => boolean): Generator<Fact> {
		for (const facts of this.#inferences.relations())
			if (isWanted(facts))
				for (const cell of facts.cells())
					for (const fact of cell.facts) if (fact.premise === undefined) yield fact;
	}

	#told(touched: Touched, naming: Naming): ClosureChange {
		const capped = new Set([...this.#capped.values()].flatMap((relations) => [...relations]));
		const isCapped = (relation: string) => {
			const part = this.axioms.part(relation);
			return part !== undefined && this.#capped.has(part);
		};
		const told = tell(touched, { inferences: this.#inferences, isCapped }, naming);
		return { ...told, capped: [...capped].sort() };
	}
}

function isSamePremise(a: Premise, b: Premise): boolean {
	return (
		a.relation === b.relation &&
		a.subject === b.subject &&
		a.object === b.object &&
		a.confidence === b.confidence &&
		isSameBound(a.from, b.from) &&
		isSameBound(a.to, b.to)
	);
}
