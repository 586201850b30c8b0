import { compares, type Decimal, decimalOf, numberOf, setText } from "./decimal.ts";
import {
	attributesOf,
	type Comparison,
	type Condition,
	type Definition,
	type Expression,
	type Side,
} from "./definition.ts";
import type { AttributeDeclared, Joined, Premise, Reading, Subject } from "./subject.ts";

/** One place of a match: exactly one of its candidates is taken. */
export type Slot<S> = readonly Candidate<S>[];

/** What can be taken; `number` where it is a reading that can be calculated with. */
export interface Candidate<S> extends Premise<S> {
	readonly number?: Decimal | undefined;
}

/** A condition that depends on what is taken elsewhere: the reading in its slot, compared with what a calculation comes to. */
export interface Comparing {
	readonly slot: number;
	readonly operator: Comparison;
	readonly operand: Expression;
	readonly side: Side;
}

/** Everything that a group of conditions reads, in the order in which it becomes premises. */
export interface Slots<S> {
	readonly slots: readonly Slot<S>[];
	readonly comparing: readonly Comparing[];
	/** In which slot a calculation finds the reading of an attribute. */
	readonly slotOf: (side: Side, attribute: string) => number;
}

/** What the slots of a group are made from. */
export interface Sources<S> {
	readonly definition: Definition;
	readonly x: Subject<S>;
	readonly joined: Joined<S> | undefined;
	readonly declared: (attribute: string) => AttributeDeclared | undefined;
	/** Told of each reading whose unit is another one than its attribute's. */
	readonly otherUnit: (attribute: string, reading: Reading<S>) => void;
}

/**
 * The slots of a group (B5, B6): the concluded type where membership rests on one, what is read of X, the edge, what is read
 * of Y. A calculation reads an attribute from the first condition on it; one without a condition gets a slot of its own.
 */
export function slotsOf<S>(group: readonly Condition[], sources: Sources<S>): Slots<S> {
	const { definition, x, joined } = sources;
	const made = new SlotMaker(group, sources);
	if (!x.isOf) made.add(x.concludedTypes);
	made.addSide("x");
	const { conclusion } = definition;
	if (conclusion.kind === "computed") made.addCalculated(conclusion.expression, "x");
	if (joined !== undefined) {
		made.add(joined.edges);
		made.addSide("y");
	}
	return made;
}

class SlotMaker<S> implements Slots<S> {
	readonly slots: Slot<S>[] = [];
	readonly comparing: Comparing[] = [];
	readonly #places = new Map<string, number>();
	readonly #group: readonly Condition[];
	readonly #sources: Sources<S>;

	constructor(group: readonly Condition[], sources: Sources<S>) {
		this.#group = group;
		this.#sources = sources;
	}

	add(candidates: Slot<S>): number {
		return this.slots.push(candidates) - 1;
	}

	addSide(side: Side): void {
		const own = this.#group.filter((condition) => condition.side === side);
		const withCondition = new Set(own.map(({ attribute }) => attribute));
		for (const condition of own) {
			const slot = this.add(this.#meeting(condition));
			const place = placeOf(side, condition.attribute);
			if (!this.#places.has(place)) this.#places.set(place, slot);
			if (isComparing(condition)) {
				this.comparing.push({ slot, operator: condition.operator, operand: condition.operand, side });
				this.addCalculated(condition.operand, side, withCondition);
			}
		}
	}

	/** Slots for what a calculation reads and no condition does. */
	addCalculated(expression: Expression, side: Side, elsewhere: ReadonlySet<string> = new Set()): void {
		for (const attribute of attributesOf(expression)) {
			const place = placeOf(side, attribute);
			if (this.#places.has(place) || elsewhere.has(attribute)) continue;
			this.#places.set(place, this.add(this.#candidates(side, attribute).filter(({ number }) => number)));
		}
	}

	slotOf = (side: Side, attribute: string): number => {
		const slot = this.#places.get(placeOf(side, attribute));
		if (slot === undefined) throw new TypeError(`nothing reads ${attribute} of ${side}`);
		return slot;
	};

	#meeting(condition: Condition): Slot<S> {
		const meets = meetsAlone(condition);
		return this.#candidates(condition.side, condition.attribute).filter(meets);
	}

	/** Readings whose unit is that of their attribute, or none. */
	#candidates(side: Side, attribute: string): readonly (Reading<S> & Candidate<S>)[] {
		const { x, joined, declared, otherUnit } = this.#sources;
		const unit = declared(attribute)?.unit;
		const found: (Reading<S> & Candidate<S>)[] = [];
		for (const reading of (side === "x" ? x : joined?.y)?.readings(attribute) ?? []) {
			if (unit === undefined || reading.unit === undefined || reading.unit === unit) {
				found.push({ ...reading, number: numberOf(reading.value) });
			} else otherUnit(attribute, reading);
		}
		return found;
	}
}

const placeOf = (side: Side, attribute: string) => `${side} ${attribute}`;

type ComparingCondition = Condition & { readonly operator: Comparison; readonly operand: Expression };

function isComparing(condition: Condition): condition is ComparingCondition {
	switch (condition.operator) {
		case "gt":
		case "gte":
		case "lt":
		case "lte":
			return !("const" in condition.operand);
		case "between":
		case "in":
		case "not_in":
		case "present":
			return false;
	}
}

/** Whether a reading can satisfy the condition, as far as that depends on it alone. */
function meetsAlone(condition: Condition): (reading: Reading<unknown> & Candidate<unknown>) => boolean {
	switch (condition.operator) {
		case "present":
			return () => true;
		case "in":
		case "not_in": {
			const set = new Set(condition.operand.map((text) => text.trim()));
			return ({ value }) => set.has(setText(value)) === (condition.operator === "in");
		}
		case "between": {
			const [low, high] = condition.operand.map(decimalOf);
			return ({ number }) => number !== undefined && !!low && !!high && low.lte(number) && number.lte(high);
		}
		case "gt":
		case "gte":
		case "lt":
		case "lte": {
			if (!("const" in condition.operand)) return ({ number }) => number !== undefined;
			const limit = decimalOf(condition.operand.const);
			return ({ number }) => number !== undefined && !!limit && compares(number, condition.operator, limit);
		}
	}
}
