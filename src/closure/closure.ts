import type { Axioms } from "./axioms.ts";
import { type Drawing, Drawn } from "./drawn.ts";
import type { Fact } from "./facts.ts";
import type { ClosureChange, Naming, Premise, Recalled } from "./premise.ts";
import { spanOf } from "./span.ts";
import { tell } from "./tell.ts";
import { conclusionKey, Touched } from "./touched.ts";
import { isSameBound } from "./weigh.ts";

/** What is to change of the premises. A premise that is another now is removed, by its id, and added. */
export interface PremiseChange {
	readonly removed: readonly string[];
	readonly added: readonly Premise[];
	/** Entities that are of another class than before. */
	readonly entities?: readonly string[];
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
	#drawn: Drawn;
	readonly #premises = new Map<string, Known>();

	constructor(drawing: Drawing) {
		this.#drawn = new Drawn(drawing);
	}

	get axioms(): Axioms {
		return this.#drawn.drawing.axioms;
	}

	has(premise: string): boolean {
		return this.#premises.has(premise);
	}

	/**
	 * Takes premises away and adds others. One that comes back as it was has not changed.
	 * @throws TypeError for a premise that is removed and was never there, or is added and is there.
	 */
	change(change: PremiseChange, naming: Naming): ClosureChange {
		const touched = new Touched(this.#drawn.inferences);
		this.#apply(this.#different(change), touched);
		return this.#told(touched, naming);
	}

	#different({ removed, added, entities = [] }: PremiseChange): PremiseChange {
		const going = new Set(removed);
		const same = new Set(
			added.flatMap((premise) =>
				going.has(premise.id) && isSamePremise(this.#known(premise.id).premise, premise) ? [premise.id] : [],
			),
		);
		if (same.size === 0) return { removed, added, entities };
		const isOther = (id: string) => !same.has(id);
		return { removed: removed.filter(isOther), added: added.filter(({ id }) => isOther(id)), entities };
	}

	/** Draws by other axioms, or under another cap, from premises changed at once. What still follows stands as it stood. */
	rebase(drawing: Drawing, { removed, added }: PremiseChange, naming: Naming): ClosureChange {
		const former = new Touched(this.#drawn.inferences);
		for (const fact of this.#drawn.conclusions()) former.left(fact);
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
			const key = conclusionKey(conclusion, span);
			// What was told twice, as by a file, stands once: the other one goes.
			gone.set(gone.has(key) ? `${key} ${id}` : key, {
				told: { id, from, to, proofs },
				triple: conclusion,
			});
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
		this.#drawn = new Drawn(drawing);
		this.#premises.clear();
		const touched = new Touched(this.#drawn.inferences, gone);
		this.#apply({ removed: [], added: premises }, touched);
		return this.#told(touched, naming);
	}

	#apply({ removed, added, entities = [] }: PremiseChange, touched: Touched): void {
		const going = removed.flatMap((id) => this.#forget(id) ?? []);
		for (const { id } of added)
			if (this.#premises.has(id)) throw new TypeError(`premise ${id} is there already`);
		const facts = this.#drawn.change({ going, added, entities }, touched);
		for (const [n, premise] of added.entries()) this.#premises.set(premise.id, { premise, fact: facts[n] });
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

	#told(touched: Touched, naming: Naming): ClosureChange {
		const drawn = this.#drawn;
		const isCapped = (relation: string) => drawn.isCapped(relation);
		const { book } = drawn.drawing;
		const told = tell(touched, { inferences: drawn.inferences, isCapped, book }, naming);
		return {
			...told,
			capped: [...drawn.cappedRelations()].sort(),
			contradictions: drawn.contradictions(),
			troubles: [...drawn.inferences.given.troubles()],
		};
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
