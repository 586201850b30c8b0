import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import { Closure } from "../../src/closure/closure.ts";
import type { Drawing } from "../../src/closure/drawn.ts";
import type { ClosureChange, Premise } from "../../src/closure/premise.ts";
import type { RuleBook } from "../../src/closure/rule-book.ts";
import { FUTURE, PAST } from "../../src/closure/span.ts";
import type { Definition } from "../../src/rules/definition.ts";
import type { Bound } from "../../src/time/holds.ts";
import type { Instant } from "../../src/time/instant.ts";
import type { Precision } from "../../src/time/partial-date.ts";
import { checkProofs, Kept, shownOf, shownOfNaive } from "../support/kept-conclusions.ts";
import { type NaiveFact, naiveClosure } from "../support/naive-closure.ts";
import {
	ATTRIBUTES,
	bookOf,
	CLASSES,
	definitions,
	naiveDisjointness,
	naiveRules,
	RELATIONS,
	type RuleTrial,
	typesOf,
	VALUES,
	withoutCircles,
} from "../support/random-rules.ts";

const ENTITIES = ["a", "b", "c", "d"];
const STEPS = Number(process.env["RULE_STEPS"] ?? 600);
const PER_RUN = 12;
const ENDLESS = 1_000_000;
const MOST_LOOKS = 200_000;

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const rarely = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(true) },
	{ weight: 4, arbitrary: fc.constant(false) },
);
const fewOf = (items: readonly string[]) =>
	fc.oneof(
		{ weight: 4, arbitrary: fc.constant([]) },
		{ weight: 1, arbitrary: some(items).map((one) => [one]) },
	);
const ontologies: fc.Arbitrary<readonly RelationAxioms[]> = fc.tuple(
	...RELATIONS.map((iri) =>
		fc.record({
			iri: fc.constant(iri),
			transitive: rarely,
			symmetric: rarely,
			inverseOf: fewOf(RELATIONS),
			subPropertyOf: fewOf(RELATIONS),
			functional: rarely,
			inverseFunctional: rarely,
			asymmetric: rarely,
		}),
	),
);
const precisions = some<Precision | undefined>(["year", "day", undefined]);
const bound = (at: fc.Arbitrary<number>): fc.Arbitrary<Bound | undefined> =>
	fc.option(fc.record({ at: at.map((n) => BigInt(n) as Instant), precision: precisions }), {
		nil: undefined,
		freq: 2,
	});
const said = {
	subject: some(ENTITIES),
	from: bound(fc.integer({ min: 1, max: 3 })),
	to: bound(fc.integer({ min: 3, max: 5 })),
	confidence: some([0.5, 0.7, 1]),
};
type Claim = Omit<Premise, "id">;
const claims: fc.Arbitrary<Claim> = fc.oneof(
	fc.record({ ...said, relation: some(RELATIONS), object: some(ENTITIES) }),
	fc.record({
		...said,
		relation: some(ATTRIBUTES),
		object: some(VALUES),
		unit: some([undefined, "t", "kg"]),
	}),
);
type Step =
	| {
			readonly does: "change";
			readonly add: readonly Claim[];
			readonly remove: readonly number[];
			readonly retype: readonly (readonly [string, string | undefined])[];
	  }
	| {
			readonly does: "rebase";
			readonly ontology: readonly RelationAxioms[] | undefined;
			readonly drop: number;
			readonly rule: Definition;
			readonly add: readonly Claim[];
	  };
const retypings = fc.tuple(some(ENTITIES), some([undefined, ...CLASSES]));
const steps: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			does: fc.constant("change" as const),
			add: fc.array(claims, { maxLength: 4 }),
			remove: fc.array(fc.nat(), { maxLength: 2 }),
			retype: fc.array(retypings, { maxLength: 1 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: fc.constant("rebase" as const),
			ontology: fc.option(ontologies, { nil: undefined }),
			drop: fc.nat(3),
			rule: definitions,
			add: fc.array(claims, { maxLength: 2 }),
		}),
	},
);

/** Rules that are looked at so often at most: rounds that do not come to an end are seen by that. */
function bounded(book: RuleBook): RuleBook {
	let left = MOST_LOOKS;
	return {
		isCircular: book.isCircular,
		leadsTo: (from, to) => book.leadsTo(from, to),
		reads: (relation) => book.reads(relation),
		around: (triple, lookup) => book.around(triple, lookup),
		ofEntity: (entity, lookup) => book.ofEntity(entity, lookup),
		evaluate: (application, lookup, silenced) => {
			if (left-- === 0) throw new Error("rules are looked at without end");
			return book.evaluate(application, lookup, silenced);
		},
	};
}

/** A closure that random changes are made to, and what they make of its premises and rules. */
class Trial {
	readonly closure: Closure;
	readonly premises = new Map<string, Premise>();
	readonly classes = new Map<string, string>();
	readonly kept = new Kept();
	readonly #picked: (trial: RuleTrial) => RuleTrial["rules"];
	readonly #cap: number;
	#world: RuleTrial;
	#made = 0;
	#number = 0;

	constructor(
		axioms: readonly RelationAxioms[],
		rules: readonly Definition[],
		{
			mostCombinations,
			areDisjoint,
			picked,
			cap = 100_000,
		}: Pick<RuleTrial, "mostCombinations" | "areDisjoint"> & {
			readonly picked: (trial: RuleTrial) => RuleTrial["rules"];
			/** How many conclusions of one relation may stand. */
			readonly cap?: number;
		},
	) {
		for (const [n, entity] of ENTITIES.slice(1).entries()) this.classes.set(entity, CLASSES[n] ?? "");
		this.#picked = picked;
		this.#cap = cap;
		this.#world = this.#with({
			axioms,
			rules: rules.map((one) => [++this.#number, one]),
			classes: this.classes,
			mostCombinations,
			areDisjoint,
		});
		this.closure = new Closure(this.drawing);
	}

	#with(world: RuleTrial): RuleTrial {
		return { ...world, rules: this.#picked(world) };
	}

	get world(): RuleTrial {
		return this.#world;
	}

	get drawing(): Drawing {
		const world = this.#world;
		const book = bounded(bookOf(world));
		return { axioms: new Axioms(world.axioms), cap: this.#cap, book, types: typesOf(world) };
	}

	get naming() {
		return { conclusion: () => `c${this.#made++}`, proof: () => `p${this.#made++}` };
	}

	/** Answers what it was told. */
	take(step: Step): ClosureChange {
		const added = step.add.map((claim) => ({ ...claim, id: `f${this.#made++}` }));
		for (const one of added) this.premises.set(one.id, one);
		const change = step.does === "change" ? this.#change(step, added) : this.#rebase(step, added);
		this.kept.take(change);
		return change;
	}

	#change(step: Step & { does: "change" }, added: readonly Premise[]): ClosureChange {
		const before = [...this.premises.keys()].slice(0, -added.length || undefined);
		const removed = new Set(step.remove.flatMap((nth) => before[nth % Math.max(1, before.length)] ?? []));
		for (const id of removed) this.premises.delete(id);
		for (const [entity, type] of step.retype)
			if (type === undefined) this.classes.delete(entity);
			else this.classes.set(entity, type);
		const entities = step.retype.map(([entity]) => entity);
		return this.closure.change({ removed: [...removed], added, entities }, this.naming);
	}

	#rebase(step: Step & { does: "rebase" }, added: readonly Premise[]): ClosureChange {
		const rules = [
			...this.#world.rules.filter((_, n) => n !== step.drop),
			[++this.#number, step.rule] as const,
		];
		this.#world = this.#with({ ...this.#world, rules, axioms: step.ontology ?? this.#world.axioms });
		return this.closure.rebase(this.drawing, { removed: [], added }, this.naming);
	}

	/** What a closure tells that is made of the same premises at once. */
	fresh(): { readonly kept: Kept; readonly change: ClosureChange } {
		const kept = new Kept();
		const premises = [...this.premises.values()];
		const change = new Closure(this.drawing).change({ removed: [], added: premises }, this.naming);
		kept.take(change);
		return { kept, change };
	}

	/** What changes when it is lost and worked out again from what is written. */
	recalled(): ClosureChange {
		const recalled = [...this.kept.conclusions.values()].map((conclusion) => ({
			conclusion,
			proofs: [...this.kept.proofs.values()].filter(({ of }) => of === conclusion.id),
		}));
		const premises = [...this.premises.values()];
		return new Closure(this.drawing).restart(this.drawing, { premises, recalled }, this.naming);
	}

	naive() {
		return naiveClosure(
			this.#world.axioms,
			[...this.premises.values()].filter(isAny),
			naiveRules(this.#world),
			naiveDisjointness(this.#world),
		);
	}
}

/** A premise that holds at no moment is none. */
function isAny({ from, to }: Premise): boolean {
	return from === undefined || to === undefined || from.at < to.at;
}

const troubles = ({ troubles: found }: ClosureChange) => found.map((one) => JSON.stringify(one)).sort();

function agreesWithFresh(trial: Trial, change: ClosureChange): void {
	const fresh = trial.fresh();
	expect(shownOf(trial.kept)).toEqual(shownOf(fresh.kept));
	expect(troubles(change)).toEqual(troubles(fresh.change));
	const { drawn, withdrawn, proofsBegun, proofsEnded } = trial.recalled();
	expect({ drawn, withdrawn, proofsBegun, proofsEnded }).toEqual({
		drawn: [],
		withdrawn: [],
		proofsBegun: [],
		proofsEnded: [],
	});
}

/** Every conclusion has a proof, whose premises are there, and following proofs never runs in a circle (Q2). */
function isFounded({ kept: { conclusions, proofs }, premises }: Trial): void {
	const known = new Set(premises.keys());
	const open = new Set(conclusions.keys());
	for (let isNew = true; isNew; ) {
		isNew = false;
		for (const id of open) {
			const own = [...proofs.values()].filter(({ of }) => of === id);
			// All proofs, not only one: whichever is followed, none runs in a circle.
			if (own.length === 0 || !own.every((proof) => proof.premises.every((one) => known.has(one)))) continue;
			known.add(id);
			open.delete(id);
			isNew = true;
		}
	}
	expect([...open], "conclusions that rest on nothing, or on themselves").toEqual([]);
}

const spanText = ({ relation, subject, object, from, to }: Omit<NaiveFact, "key" | "premise">) =>
	`${relation} ${subject} ${object} ${from} ${to}`;

type World = readonly [areDisjoint: boolean, axioms: readonly RelationAxioms[]];
const worlds: fc.Arbitrary<World> = fc.tuple(fc.boolean(), ontologies);
const changes = fc.array(steps, { minLength: PER_RUN, maxLength: PER_RUN });
const rules = fc.array(definitions, { minLength: 3, maxLength: 6 });
const numRuns = Math.ceil(STEPS / PER_RUN);

describe("what follows by axioms and business rules", () => {
	test("of rules without a circle is what a naive recomputation gives, proofs and all", () => {
		const run = ([areDisjoint, axioms]: World, own: readonly Definition[], all: readonly Step[]) => {
			const trial = new Trial(axioms, own, {
				areDisjoint,
				mostCombinations: ENDLESS,
				picked: withoutCircles,
			});
			for (const step of all) {
				const change = trial.take(step);
				const naive = trial.naive();
				checkProofs(naive);
				expect(shownOf(trial.kept)).toEqual(shownOfNaive(naive));
				agreesWithFresh(trial, change);
			}
		};
		fc.assert(fc.property(worlds, rules, changes, run), { numRuns });
	});

	test("of rules whose combinations are capped is what a fresh closure gives", () => {
		const run = ([areDisjoint, axioms]: World, own: readonly Definition[], all: readonly Step[]) => {
			const trial = new Trial(axioms, own, { areDisjoint, mostCombinations: 2, picked: withoutCircles });
			for (const step of all) {
				const change = trial.take(step);
				isFounded(trial);
				agreesWithFresh(trial, change);
			}
		};
		fc.assert(fc.property(worlds, rules, changes, run), { numRuns });
	});

	test("of rules that read what they conclude ends, is what a fresh closure gives, and rests on premises", () => {
		const run = ([areDisjoint, axioms]: World, own: readonly Definition[], all: readonly Step[]) => {
			const trial = new Trial(axioms, own, {
				areDisjoint,
				mostCombinations: 8,
				picked: ({ rules: any }) => any,
			});
			for (const step of all) {
				const change = trial.take(step);
				isFounded(trial);
				agreesWithFresh(trial, change);
				// Without premises nothing stands, whatever stood on itself.
			}
			const gone = [...trial.premises.keys()];
			trial.kept.take(trial.closure.change({ removed: gone, added: [] }, trial.naming));
			expect([...trial.kept.conclusions.values()]).toEqual([]);
		};
		fc.assert(fc.property(worlds, rules, changes, run), { numRuns });
	});

	describe.each([
		["that read what they conclude", ({ rules: any }: RuleTrial) => any],
		["without a circle", withoutCircles],
	] as const)("of rules %s", (_, picked) => {
		test("ends under a cap, which is told, and is what a fresh closure gives", () => {
			const run = (
				[areDisjoint, axioms]: World,
				cap: number,
				own: readonly Definition[],
				all: readonly Step[],
			) => {
				const trial = new Trial(axioms, own, { areDisjoint, mostCombinations: 8, picked, cap });
				for (const step of all) {
					const change = trial.take(step);
					isFounded(trial);
					agreesWithFresh(trial, change);
					expect(change.capped).toEqual(trial.fresh().change.capped);
					const counts = new Map<string, number>();
					for (const { relation } of trial.kept.conclusions.values())
						counts.set(relation, (counts.get(relation) ?? 0) + 1);
					expect(Math.max(0, ...counts.values())).toBeLessThanOrEqual(cap);
				}
			};
			const caps = fc.integer({ min: 0, max: 6 });
			fc.assert(fc.property(worlds, caps, rules, changes, run), { numRuns });
		});
	});

	test("of rules that read types and relations which they conclude is what a naive recomputation concludes", () => {
		const noNumbers = ({ rules: any }: RuleTrial) =>
			any.filter(([, { conclusion }]) => conclusion.kind !== "computed");
		const run = ([areDisjoint, axioms]: World, own: readonly Definition[], all: readonly Step[]) => {
			const trial = new Trial(axioms, own, { areDisjoint, mostCombinations: ENDLESS, picked: noNumbers });
			for (const step of all) {
				const change = trial.take(step);
				isFounded(trial);
				agreesWithFresh(trial, change);
				const found = [...trial.kept.conclusions.values()].map(({ from, to, ...one }) =>
					spanText({ ...one, from: from?.at ?? PAST, to: to?.at ?? FUTURE }),
				);
				expect(found.sort()).toEqual([...trial.naive().conclusions.values()].map(spanText).sort());
			}
		};
		fc.assert(fc.property(worlds, rules, changes, run), { numRuns });
	});
});
