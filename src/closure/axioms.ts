import type { AxiomKind, AxiomRule } from "./premise.ts";

/** The axioms of one relation that conclude something, or that what is concluded may break (derivation 2). */
export interface RelationAxioms {
	/** IRI. */
	readonly iri: string;
	readonly transitive: boolean;
	readonly symmetric: boolean;
	/** IRIs of the relations that it is declared to be the inverse of, and of those above it. */
	readonly inverseOf: readonly string[];
	readonly subPropertyOf: readonly string[];
	/** These conclude nothing; a conclusion may break them. */
	readonly functional: boolean;
	readonly inverseFunctional: boolean;
	readonly asymmetric: boolean;
}

/** What a conclusion may break. */
export type Checks = Pick<RelationAxioms, "functional" | "inverseFunctional" | "asymmetric">;
const NO_CHECKS: Checks = { functional: false, inverseFunctional: false, asymmetric: false };

/** A conclusion from one premise: about the same two ends, turned round where it `flips`. */
export interface Step {
	readonly rule: AxiomRule;
	readonly from: string;
	readonly to: string;
	readonly flips: boolean;
}

/** A relation that follows from another one step by step, about the same two ends or, where it `flips`, turned round. */
export interface Image {
	readonly relation: string;
	readonly flips: boolean;
}

/** The axioms of a base, made ready for drawing conclusions. Only relations that are given are concluded. */
export class Axioms {
	readonly #from = new Map<string, Step[]>();
	readonly #into = new Map<string, Step[]>();
	readonly #transitive = new Map<string, AxiomRule>();
	readonly #knots = new Map<string, number>();
	readonly #checks: ReadonlyMap<string, Checks>;
	readonly #origins = new Map<string, readonly Image[]>();
	readonly #images = new Map<string, readonly Image[]>();
	readonly #parts = new Map<string, number>();

	constructor(relations: Iterable<RelationAxioms>) {
		const known = new Map([...relations].map((relation) => [relation.iri, relation]));
		this.#checks = known;
		for (const relation of known.values()) {
			if (relation.transitive) this.#transitive.set(relation.iri, rule("transitive", relation.iri));
			for (const step of stepsOf(relation)) if (known.has(step.to)) this.#add(step);
		}
		this.#tie([...known.keys()]);
	}

	/** Conclusions that follow from a single premise of the relation. */
	from(relation: string): readonly Step[] {
		return this.#from.get(relation) ?? [];
	}

	/** Steps that conclude the relation. */
	into(relation: string): readonly Step[] {
		return this.#into.get(relation) ?? [];
	}

	/** The rule by which the relation is transitive, if it is. */
	transitive(relation: string): AxiomRule | undefined {
		return this.#transitive.get(relation);
	}

	/** What a conclusion of the relation may break. */
	checks(relation: string): Checks {
		return this.#checks.get(relation) ?? NO_CHECKS;
	}

	/** Whether anything follows from the relation, or leads to it. */
	concerns(relation: string): boolean {
		return this.#transitive.has(relation) || this.#from.has(relation) || this.#into.has(relation);
	}

	/** Relations of one knot lead to each other: a conclusion of one may lean on another of the same. */
	inOneKnot(a: string, b: string): boolean {
		return a === b || (this.#knots.has(a) && this.#knots.get(a) === this.#knots.get(b));
	}

	/** Relations of one part are tied to each other in whatever direction: what one concludes may change what the others do. */
	part(relation: string): number | undefined {
		return this.#parts.get(relation);
	}

	/** The relations of a part. */
	relationsOf(part: number): readonly string[] {
		return [...this.#parts].flatMap(([relation, of]) => (of === part ? [relation] : []));
	}

	/** From which relations this one follows by steps alone, itself among them. */
	origins(relation: string): readonly Image[] {
		const known = this.#origins.get(relation);
		if (known !== undefined) return known;
		const found = this.#reach(relation, (of) =>
			this.into(of).map(({ from, flips }) => ({ relation: from, flips })),
		);
		this.#origins.set(relation, found);
		return found;
	}

	/** Which relations follow from this one by steps alone, itself among them. */
	images(relation: string): readonly Image[] {
		const known = this.#images.get(relation);
		if (known !== undefined) return known;
		const found = this.#reach(relation, (of) =>
			this.from(of).map(({ to, flips }) => ({ relation: to, flips })),
		);
		this.#images.set(relation, found);
		return found;
	}

	#reach(relation: string, next: (relation: string) => readonly Image[]): readonly Image[] {
		const found = new Map<string, Image>();
		const open: Image[] = [{ relation, flips: false }];
		for (let image = open.pop(); image !== undefined; image = open.pop()) {
			const key = `${image.flips} ${image.relation}`;
			if (found.has(key)) continue;
			found.set(key, image);
			for (const one of next(image.relation))
				open.push({ relation: one.relation, flips: one.flips !== image.flips });
		}
		return [...found.values()];
	}

	#add(step: Step): void {
		// An inverse that both sides declare is one axiom.
		if (this.from(step.from).some((known) => isSame(known, step))) return;
		put(this.#from, step.from, step);
		put(this.#into, step.to, step);
	}

	#tie(relations: readonly string[]): void {
		const onwards = new Map(
			relations.map((of) => [of, new Set(this.images(of).map(({ relation }) => relation))]),
		);
		for (const [n, relation] of relations.entries()) {
			if (!this.#knots.has(relation))
				for (const other of onwards.get(relation) ?? [])
					if (onwards.get(other)?.has(relation)) this.#knots.set(other, n);
			if (!this.#parts.has(relation)) this.#spread(relation, n);
		}
	}

	/** Everything that the relation is tied to is of its part. */
	#spread(relation: string, part: number): void {
		const open = [relation];
		for (let one = open.pop(); one !== undefined; one = open.pop()) {
			if (this.#parts.has(one)) continue;
			this.#parts.set(one, part);
			open.push(...this.from(one).map(({ to }) => to), ...this.into(one).map(({ from }) => from));
		}
	}
}

function rule(kind: AxiomKind, declaredOn: string): AxiomRule {
	return { kind, declaredOn };
}

function isSame(a: Step, b: Step): boolean {
	return a.rule.kind === b.rule.kind && a.to === b.to && a.flips === b.flips;
}

function put<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [item]);
	else list.push(item);
}

/** What one relation's declarations conclude; an inverse works in both directions, whoever declares it (A1). */
function stepsOf({ iri, symmetric, inverseOf, subPropertyOf }: RelationAxioms): readonly Step[] {
	const steps: Step[] = [];
	if (symmetric) steps.push({ rule: rule("symmetric", iri), from: iri, to: iri, flips: true });
	for (const other of inverseOf) {
		steps.push({ rule: rule("inverse", iri), from: iri, to: other, flips: true });
		if (other !== iri) steps.push({ rule: rule("inverse", other), from: other, to: iri, flips: true });
	}
	for (const above of subPropertyOf)
		if (above !== iri) steps.push({ rule: rule("sub_property", iri), from: iri, to: above, flips: false });
	return steps;
}
