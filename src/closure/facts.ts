import type { Bound } from "../time/holds.ts";
import type { Step } from "./axioms.ts";
import type { AxiomRule, Premise, Proof } from "./premise.ts";
import { coincide, type Span } from "./span.ts";

/**
 * `held`: it stands. `set aside`: it is being looked at, and nothing may lean on it meanwhile. `gone`: it is no part of its cell
 * any more.
 */
type Standing = "held" | "set aside" | "gone";

/** What a conclusion was when it was last told. */
export interface Told {
	readonly id: string;
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
	proofs: readonly Proof[];
}

/** One stretch of world time over which a triple is asserted or concluded. */
export class Fact implements Span {
	readonly cell: Cell;
	readonly from: bigint;
	readonly to: bigint;
	/** Missing on a conclusion. */
	readonly premise: Premise | undefined;
	/** The height of its lowest proof: 0 where it is asserted (see rounds.ts). */
	rank: number;
	standing: Standing = "held";
	/** Whether it can be the second premise of a transitive conclusion (A3): it stands without any transitive step. */
	isStep = false;
	/** Whether it came with the change that is being made. */
	isFresh = true;
	/** The best of its proofs' confidence; below 0 until these are looked at. */
	confidence: number;
	start: Bound | undefined;
	end: Bound | undefined;
	told: Told | undefined;

	constructor(cell: Cell, { from, to }: Span, rank: number, premise?: Premise) {
		this.cell = cell;
		this.from = from;
		this.to = to;
		this.rank = rank;
		this.premise = premise;
		this.confidence = premise?.confidence ?? -1;
		this.start = premise?.from;
		this.end = premise?.to;
	}

	get id(): string {
		const id = this.premise?.id ?? this.told?.id;
		if (id === undefined) throw new TypeError("a conclusion that was never told has no id");
		return id;
	}

	get isHeld(): boolean {
		return this.standing === "held";
	}
}

/** All stretches of one triple. */
export class Cell {
	/** The triples of the same relation. */
	readonly among: RelationFacts;
	readonly subject: string;
	readonly object: string;
	facts: readonly Fact[] = NO_FACTS;
	steps = 0;

	constructor(among: RelationFacts, subject: string, object: string) {
		this.among = among;
		this.subject = subject;
		this.object = object;
	}

	get relation(): string {
		return this.among.iri;
	}

	/** The conclusion over just that span, whether it stands or is set aside. */
	conclusion(span: Span): Fact | undefined {
		for (const fact of this.facts) if (fact.premise === undefined && coincide(fact, span)) return fact;
		return undefined;
	}
}

const NO_FACTS: readonly Fact[] = [];
const NO_CELLS: ReadonlyMap<string, Cell> = new Map();
const NO_SET: ReadonlySet<Cell> = new Set();

/** The triples of one relation, found from either end, and what its axioms make of each. */
export class RelationFacts {
	readonly iri: string;
	/** What follows from each of its facts. */
	readonly onwards: readonly Step[];
	/** The rule by which it is transitive, if it is. */
	readonly transitive: AxiomRule | undefined;
	readonly #bySubject = new Map<string, Map<string, Cell>>();
	readonly #byObject = new Map<string, Set<Cell>>();
	readonly #stepsFrom = new Map<string, Set<Cell>>();
	readonly #stepsTo = new Map<string, Set<Cell>>();
	/** How many conclusions there are. */
	conclusions = 0;

	constructor(iri: string, onwards: readonly Step[], transitive: AxiomRule | undefined) {
		this.iri = iri;
		this.onwards = onwards;
		this.transitive = transitive;
	}

	get(subject: string, object: string): Cell | undefined {
		return this.#bySubject.get(subject)?.get(object);
	}

	/** The triples of a subject by their objects. */
	row(subject: string): ReadonlyMap<string, Cell> {
		return this.#bySubject.get(subject) ?? NO_CELLS;
	}

	from(subject: string): Iterable<Cell> {
		return this.row(subject).values();
	}

	to(object: string): ReadonlySet<Cell> {
		return this.#byObject.get(object) ?? NO_SET;
	}

	/** Cells with a fact that can be a second premise. */
	stepsFrom(subject: string): ReadonlySet<Cell> {
		return this.#stepsFrom.get(subject) ?? NO_SET;
	}

	stepsTo(object: string): ReadonlySet<Cell> {
		return this.#stepsTo.get(object) ?? NO_SET;
	}

	*cells(): Generator<Cell> {
		for (const cells of this.#bySubject.values()) yield* cells.values();
	}

	/** Where facts of a triple stand, or would. */
	cell(subject: string, object: string): Cell {
		return this.get(subject, object) ?? new Cell(this, subject, object);
	}

	add(cell: Cell, span: Span, { rank, premise }: Pick<Fact, "rank" | "premise">): Fact {
		const fact = new Fact(cell, span, rank, premise);
		if (cell.facts.length === 0) this.#open(cell);
		// Most have one: a list that grows would take room for many.
		cell.facts = cell.facts.length === 0 ? [fact] : [...cell.facts, fact];
		if (premise === undefined) this.conclusions++;
		return fact;
	}

	remove(fact: Fact): void {
		const { cell } = fact;
		this.setStep(fact, false);
		fact.standing = "gone";
		cell.facts = cell.facts.filter((other) => other !== fact);
		if (fact.premise === undefined) this.conclusions--;
		if (cell.facts.length > 0) return;
		const { subject, object } = cell;
		const row = this.#bySubject.get(subject);
		row?.delete(object);
		if (row?.size === 0) this.#bySubject.delete(subject);
		drop(this.#byObject, object, cell);
	}

	setStep(fact: Fact, isStep: boolean): void {
		if (fact.isStep === isStep) return;
		const { cell } = fact;
		fact.isStep = isStep;
		cell.steps += isStep ? 1 : -1;
		if (isStep && cell.steps === 1) {
			place(this.#stepsFrom, cell.subject, cell);
			place(this.#stepsTo, cell.object, cell);
		} else if (cell.steps === 0) {
			drop(this.#stepsFrom, cell.subject, cell);
			drop(this.#stepsTo, cell.object, cell);
		}
	}

	#open(cell: Cell): void {
		const row = this.#bySubject.get(cell.subject);
		if (row === undefined) this.#bySubject.set(cell.subject, new Map([[cell.object, cell]]));
		else row.set(cell.object, cell);
		place(this.#byObject, cell.object, cell);
	}
}

function place(cells: Map<string, Set<Cell>>, end: string, cell: Cell): void {
	const known = cells.get(end);
	if (known === undefined) cells.set(end, new Set([cell]));
	else known.add(cell);
}

function drop(cells: Map<string, Set<Cell>>, end: string, cell: Cell): void {
	const known = cells.get(end);
	known?.delete(cell);
	if (known?.size === 0) cells.delete(end);
}
