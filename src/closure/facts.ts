import type { Bound } from "../time/holds.ts";
import type { Premise, Proof } from "./premise.ts";
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
	readonly proofs: readonly Proof[];
}

/** One stretch of world time over which a triple is asserted or concluded. */
export class Fact implements Span {
	readonly cell: Cell;
	readonly from: bigint;
	readonly to: bigint;
	/** Missing on a conclusion. */
	readonly premise: Premise | undefined;
	/** The height of its lowest proof: 0 where it is asserted (see `ROUND`). */
	rank: number;
	standing: Standing = "held";
	/** Whether it can be the second premise of a transitive conclusion (A3): it stands without any transitive step. */
	isStep = false;
	/** The best of its proofs' confidence. */
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
		this.confidence = premise?.confidence ?? 0;
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
	readonly relation: string;
	readonly subject: string;
	readonly object: string;
	readonly facts: Fact[] = [];
	steps = 0;

	constructor(relation: string, subject: string, object: string) {
		this.relation = relation;
		this.subject = subject;
		this.object = object;
	}

	/** The conclusion over just that span, whether it stands or is set aside. */
	conclusion(span: Span): Fact | undefined {
		return this.facts.find((fact) => fact.premise === undefined && coincide(fact, span));
	}
}

type Cells = Map<string, Map<string, Cell>>;
const NONE: ReadonlyMap<string, Cell> = new Map();

/** The triples of one relation, found from either end. */
export class RelationFacts {
	readonly iri: string;
	readonly #bySubject: Cells = new Map();
	readonly #byObject: Cells = new Map();
	readonly #stepsFrom: Cells = new Map();
	readonly #stepsTo: Cells = new Map();
	/** How many conclusions stand. */
	conclusions = 0;

	constructor(iri: string) {
		this.iri = iri;
	}

	get(subject: string, object: string): Cell | undefined {
		return this.#bySubject.get(subject)?.get(object);
	}

	from(subject: string): Iterable<Cell> {
		return (this.#bySubject.get(subject) ?? NONE).values();
	}

	to(object: string): Iterable<Cell> {
		return (this.#byObject.get(object) ?? NONE).values();
	}

	/** Cells with a fact that can be a second premise. */
	stepsFrom(subject: string): Iterable<Cell> {
		return (this.#stepsFrom.get(subject) ?? NONE).values();
	}

	stepsTo(object: string): Iterable<Cell> {
		return (this.#stepsTo.get(object) ?? NONE).values();
	}

	*cells(): Generator<Cell> {
		for (const cells of this.#bySubject.values()) yield* cells.values();
	}

	add(subject: string, object: string, span: Span, { rank, premise }: Pick<Fact, "rank" | "premise">): Fact {
		const cell = this.get(subject, object) ?? this.#open(subject, object);
		const fact = new Fact(cell, span, rank, premise);
		cell.facts.push(fact);
		if (premise === undefined) this.conclusions++;
		return fact;
	}

	remove(fact: Fact): void {
		const { cell } = fact;
		this.setStep(fact, false);
		fact.standing = "gone";
		cell.facts.splice(cell.facts.indexOf(fact), 1);
		if (fact.premise === undefined) this.conclusions--;
		if (cell.facts.length > 0) return;
		drop(this.#bySubject, cell.subject, cell.object);
		drop(this.#byObject, cell.object, cell.subject);
	}

	setStep(fact: Fact, isStep: boolean): void {
		if (fact.isStep === isStep) return;
		const { cell } = fact;
		fact.isStep = isStep;
		cell.steps += isStep ? 1 : -1;
		if (isStep && cell.steps === 1) {
			place(this.#stepsFrom, cell.subject, cell.object, cell);
			place(this.#stepsTo, cell.object, cell.subject, cell);
		} else if (cell.steps === 0) {
			drop(this.#stepsFrom, cell.subject, cell.object);
			drop(this.#stepsTo, cell.object, cell.subject);
		}
	}

	#open(subject: string, object: string): Cell {
		const cell = new Cell(this.iri, subject, object);
		place(this.#bySubject, subject, object, cell);
		place(this.#byObject, object, subject, cell);
		return cell;
	}
}

function place(cells: Cells, first: string, second: string, cell: Cell): void {
	const row = cells.get(first);
	if (row === undefined) cells.set(first, new Map([[second, cell]]));
	else row.set(second, cell);
}

function drop(cells: Cells, first: string, second: string): void {
	const row = cells.get(first);
	row?.delete(second);
	if (row?.size === 0) cells.delete(first);
}
