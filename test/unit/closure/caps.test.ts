import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Axioms, type RelationAxioms } from "../../../src/closure/axioms.ts";
import { Closure } from "../../../src/closure/closure.ts";
import type { Premise } from "../../../src/closure/premise.ts";
import { NO_RULES } from "../../../src/closure/rule-book.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { ontologies, type Step, steps } from "../../support/closure-histories.ts";
import { Kept, shownOf } from "../../support/kept-conclusions.ts";

let named = 0;
const naming = { conclusion: () => `c${named++}`, proof: () => `p${named++}` };
const NO_CAP = 1_000_000;
const NOTHING = { removed: [], added: [] };

function relation(iri: string, axioms: Partial<RelationAxioms>): RelationAxioms {
	const none = { transitive: false, symmetric: false, functional: false, inverseFunctional: false };
	return { iri, ...none, asymmetric: false, inverseOf: [], subPropertyOf: [], ...axioms };
}
const edge = (subject: string, object: string): Premise => ({
	id: `${subject} ${object}`,
	relation: "p",
	subject,
	object,
	from: undefined,
	to: undefined,
	confidence: 1,
});

/** Drawn from nothing, the premises one way round or the other. */
function afresh(relations: readonly RelationAxioms[], cap: number, premises: readonly Premise[]) {
	const kept = new Kept();
	const { capped } = kept.take(
		new Closure({ axioms: new Axioms(relations), cap, book: NO_RULES }).change(
			{ removed: [], added: premises },
			naming,
		),
	);
	return { stands: shownOf(kept), capped };
}

interface Changed {
	readonly change: Step;
	/** Another cap, with this change. */
	readonly cap: number | undefined;
}
const caps = fc.integer({ min: 0, max: 8 });
const histories = fc.array(
	fc.record({
		change: steps,
		cap: fc.option(caps, { nil: undefined, freq: 5 }),
	}) satisfies fc.Arbitrary<Changed>,
	{ minLength: 12, maxLength: 12 },
);

function run(first: readonly RelationAxioms[], firstCap: number, changes: readonly Changed[]): void {
	let relations = first;
	let cap = firstCap;
	const closure = new Closure({ axioms: new Axioms(relations), cap, book: NO_RULES });
	const kept = new Kept();
	const premises = new Map<string, Premise>();
	for (const { change, cap: other } of changes) {
		if (change.does === "rebase") relations = change.ontology;
		cap = other ?? cap;
		let told = { removed: [] as readonly string[], added: [] as readonly Premise[] };
		if (change.does === "change") {
			const removed = new Set(
				change.remove.flatMap((nth) => [...premises.keys()][nth % Math.max(1, premises.size)] ?? []),
			);
			told = { removed: [...removed], added: change.add.map((claim) => ({ ...claim, id: `f${named++}` })) };
		}
		for (const id of told.removed) premises.delete(id);
		for (const premise of told.added) premises.set(premise.id, premise);
		const isOther = change.does === "rebase" || other !== undefined;
		const { capped } = kept.take(
			isOther
				? closure.rebase({ axioms: new Axioms(relations), cap, book: NO_RULES }, told, naming)
				: closure.change(told, naming),
		);
		const all = [...premises.values()];
		const seen = { stands: shownOf(kept), capped };
		expect(seen).toEqual(afresh(relations, cap, all));
		expect(seen).toEqual(afresh(relations, cap, all.toReversed()));
		const most = Math.max(0, ...relations.map(({ iri }) => count(kept, iri)));
		expect(most).toBeLessThanOrEqual(cap);
	}
	kept.take(closure.rebase({ axioms: new Axioms(relations), cap: NO_CAP, book: NO_RULES }, NOTHING, naming));
	expect(shownOf(kept)).toEqual(afresh(relations, NO_CAP, [...premises.values()]).stands);
}

function count(kept: Kept, iri: string): number {
	return [...kept.conclusions.values()].filter((one) => one.relation === iri).length;
}

describe("under a cap", () => {
	test("what stands is the same whatever came first and however it was reached; a raised cap completes it", () => {
		const runs = Number(process.env["CLOSURE_STEPS"] ?? 1_200) / 12;
		fc.assert(fc.property(ontologies, caps, histories, run), { numRuns: Math.ceil(runs) });
	});

	test("the lowest conclusions stand, those of one height by subject and object", () => {
		const letters = [..."abcdef"];
		const chain = letters.slice(1).map((object, n) => edge(letters[n] as string, object));
		const drawn = (cap: number) => {
			const closure = new Closure({
				axioms: new Axioms([relation("p", { transitive: true })]),
				cap,
				book: NO_RULES,
			});
			const { drawn, capped } = closure.change({ removed: [], added: chain.toReversed() }, naming);
			return { pairs: drawn.map(({ subject, object }) => `${subject}${object}`).sort(), capped };
		};
		expect(drawn(3)).toEqual({ pairs: ["ac", "bd", "ce"], capped: ["p"] });
		expect(drawn(6)).toEqual({ pairs: ["ac", "ad", "bd", "be", "ce", "df"], capped: ["p"] });
		expect(drawn(10)).toMatchObject({ capped: [] });
	});

	test("all stands again once it has room, also where something longer takes the place of what ran full", () => {
		const said = (subject: string, iri: string, object: string, to?: bigint): Premise => ({
			...edge(subject, object),
			relation: iri,
			to: to === undefined ? undefined : { at: to as Instant, precision: "year" },
		});
		const kept = [said("d", "q", "b"), said("b", "r", "d", 3n)];
		const others = [said("d", "r", "a"), said("a", "r", "c")];
		const relations = [relation("q", {}), relation("r", { symmetric: true, inverseOf: ["q"] })];
		const seen = new Kept();
		const closure = new Closure({ axioms: new Axioms(relations), cap: 2, book: NO_RULES });
		const full = seen.take(closure.change({ removed: [], added: [...kept, ...others] }, naming));
		expect(full.capped).not.toEqual([]);
		const { capped } = seen.take(closure.change({ removed: others.map(({ id }) => id), added: [] }, naming));
		expect({ stands: shownOf(seen), capped }).toEqual({ ...afresh(relations, 2, kept), capped: [] });
	});

	test("a star of 100,000 edges whose conclusions are ten thousand millions is answered, and drawn on", () => {
		const leaves = 100_000;
		const cap = 2 * leaves;
		const both = relation("p", { transitive: true, symmetric: true });
		const closure = new Closure({ axioms: new Axioms([both]), cap, book: NO_RULES });
		const edges = Array.from({ length: leaves }, (_, n) => edge(`leaf ${String(n).padStart(6, "0")}`, "hub"));
		const { drawn, capped } = closure.change({ removed: [], added: edges }, naming);
		expect(capped).toEqual(["p"]);
		expect(drawn).toHaveLength(cap);
		expect(drawn.filter(({ subject }) => subject === "hub")).toHaveLength(leaves);
		expect(drawn.filter(({ subject }) => subject === "leaf 000000")).toHaveLength(leaves - 1);
		const { withdrawn } = closure.change({ removed: [edges[0]?.id ?? ""], added: [] }, naming);
		expect(withdrawn.filter(({ subject }) => subject === "leaf 000000")).toHaveLength(leaves - 1);
	}, 300_000);
});
