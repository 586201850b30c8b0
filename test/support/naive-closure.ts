import type { RelationAxioms } from "../../src/closure/axioms.ts";
import type { Premise } from "../../src/closure/premise.ts";
import type { Bound } from "../../src/time/holds.ts";

/** A triple over a span, asserted or concluded, as a plain text key and its parts. */
export interface NaiveFact {
	readonly key: string;
	readonly relation: string;
	readonly subject: string;
	readonly object: string;
	readonly from: bigint;
	readonly to: bigint;
	readonly premise: Premise | undefined;
}

export interface NaiveProof {
	readonly rule: string;
	readonly premises: readonly NaiveFact[];
}

/** What rules conclude from facts: every way in which they do. */
export type NaiveRules = (facts: readonly NaiveFact[]) => readonly {
	readonly conclusion: Omit<NaiveFact, "key" | "premise">;
	readonly rule: string;
	readonly premises: readonly NaiveFact[];
}[];

/** Everything that follows from premises, worked out by trying everything with everything until nothing is new. */
export interface Naive {
	readonly conclusions: ReadonlyMap<string, NaiveFact>;
	/** Every way in which one step concludes just this, whether it counts or not. */
	readonly inferences: ReadonlyMap<string, readonly NaiveProof[]>;
	readonly proofs: ReadonlyMap<string, readonly NaiveProof[]>;
	readonly height: ReadonlyMap<string, number>;
	confidence(fact: NaiveFact): number;
	bounds(fact: NaiveFact): readonly [Bound | undefined, Bound | undefined];
}

const PAST = -(1n << 62n);
const FUTURE = 1n << 62n;
const BUSINESS = "business ";
const PRECISIONS = ["year", "month", "day", "hour", "minute", "second"];

function fact(
	parts: Omit<NaiveFact, "key" | "premise">,
	premise: Premise | undefined = undefined,
): NaiveFact {
	const { relation, subject, object, from, to } = parts;
	const key = premise?.id ?? `${relation} ${subject} ${object} ${from} ${to}`;
	return { relation, subject, object, from, to, premise, key };
}

interface Unary {
	readonly rule: string;
	readonly from: string;
	readonly to: string;
	readonly flips: boolean;
}

function unaryRules(relations: readonly RelationAxioms[]): readonly Unary[] {
	const known = new Set(relations.map(({ iri }) => iri));
	const rules: Unary[] = relations.flatMap(({ iri, symmetric, inverseOf, subPropertyOf }) => [
		...(symmetric ? [{ rule: `symmetric ${iri}`, from: iri, to: iri, flips: true }] : []),
		...inverseOf.flatMap((other) => [
			{ rule: `inverse ${iri}`, from: iri, to: other, flips: true },
			{ rule: `inverse ${other}`, from: other, to: iri, flips: true },
		]),
		...subPropertyOf
			.filter((above) => above !== iri)
			.map((above) => ({ rule: `sub_property ${iri}`, from: iri, to: above, flips: false })),
	]);
	const seen = new Map(rules.map((rule) => [JSON.stringify(rule), rule]));
	return [...seen.values()].filter(({ to }) => known.has(to));
}

const isLoop = ({ subject, object }: Pick<NaiveFact, "subject" | "object">) => subject === object;
const covers = (a: NaiveFact, b: NaiveFact) =>
	a.relation === b.relation &&
	a.subject === b.subject &&
	a.object === b.object &&
	a.from <= b.from &&
	b.to <= a.to;

function unary(premise: NaiveFact, { to: relation, flips }: Unary): NaiveFact {
	const { subject, object, from, to } = premise;
	return fact({
		relation,
		subject: flips ? object : subject,
		object: flips ? subject : object,
		from,
		to,
	});
}

function composed(first: NaiveFact, second: NaiveFact): NaiveFact | undefined {
	if (first.relation !== second.relation || first.object !== second.subject) return undefined;
	const from = first.from > second.from ? first.from : second.from;
	const to = first.to < second.to ? first.to : second.to;
	const joined = fact({ relation: first.relation, subject: first.subject, object: second.object, from, to });
	return from < to && !isLoop(joined) && !isLoop(first) && !isLoop(second) ? joined : undefined;
}

/** What follows, without what is contradicted: each time everything is drawn afresh without it (X3). */
export function naiveClosure(
	relations: readonly RelationAxioms[],
	premises: readonly Premise[],
	written: NaiveRules = () => [],
	/** What else a conclusion contradicts: another fact, or by itself what is held beside facts. */
	contradictsToo: (one: NaiveFact, other: NaiveFact | undefined) => boolean = () => false,
): Naive {
	const blocked = new Set<string>();
	for (;;) {
		const naive = closureWithout(blocked, relations, premises, written);
		const facts = [...naive.asserted, ...naive.conclusions.values()];
		const found = [...naive.conclusions.values()].filter(
			(one) =>
				contradictsToo(one, undefined) ||
				facts.some((other) => contradict(one, other, relations) || contradictsToo(one, other)),
		);
		if (found.length === 0) return naive;
		for (const { key } of found) blocked.add(key);
	}
}

/** All spans that anything may have, the longest first. */
function spansOf(asserted: readonly NaiveFact[]): readonly { readonly from: bigint; readonly to: bigint }[] {
	const froms = new Set(asserted.map(({ from }) => from));
	const tos = new Set(asserted.map(({ to }) => to));
	return [...froms]
		.flatMap((from) => [...tos].map((to) => ({ from, to })))
		.filter(({ from, to }) => from < to)
		.sort((a, b) => (b.to - b.from > a.to - a.from ? 1 : -1));
}

function contradict(a: NaiveFact, b: NaiveFact, relations: readonly RelationAxioms[]): boolean {
	if (a.relation !== b.relation || !(a.from < b.to && b.from < a.to)) return false;
	const axioms = relations.find(({ iri }) => iri === a.relation);
	return (
		(axioms?.functional === true && a.subject === b.subject && a.object !== b.object) ||
		(axioms?.inverseFunctional === true && a.object === b.object && a.subject !== b.subject) ||
		(axioms?.asymmetric === true && a.subject === b.object && a.object === b.subject && !isLoop(a))
	);
}

function closureWithout(
	blocked: ReadonlySet<string>,
	relations: readonly RelationAxioms[],
	premises: readonly Premise[],
	written: NaiveRules,
): Naive & { readonly asserted: readonly NaiveFact[] } {
	const rules = unaryRules(relations);
	const transitive = new Set(relations.filter((one) => one.transitive).map(({ iri }) => iri));
	const asserted = premises.map((premise) => {
		const { relation, subject, object, from, to } = premise;
		return fact({ relation, subject, object, from: from?.at ?? PAST, to: to?.at ?? FUTURE }, premise);
	});
	// What stands without any transitive step: asserted, or by other steps alone from what is.
	const bySteps = new Set<string>();
	const stepsFrom = (one: NaiveFact) => {
		const open = isLoop(one) ? [] : [one];
		for (const reached of open)
			for (const rule of rules) {
				const next = rule.from === reached.relation ? unary(reached, rule) : undefined;
				if (next === undefined || bySteps.has(next.key)) continue;
				bySteps.add(next.key);
				open.push(next);
			}
	};
	for (const one of asserted) stepsFrom(one);

	// What a rule concludes is a step too, and so is what follows from it by other steps.
	const givenToo = (given: NaiveFact) => {
		bySteps.add(given.key);
		stepsFrom(given);
	};
	const isStep = (one: NaiveFact) => one.premise !== undefined || bySteps.has(one.key);
	const conclusions = new Map<string, NaiveFact>();
	const all = () => [...asserted, ...conclusions.values()];
	const draw = (drawn: NaiveFact): boolean => {
		if (blocked.has(drawn.key) || all().some((other) => covers(other, drawn))) return false;
		conclusions.set(drawn.key, drawn);
		return true;
	};
	// A conclusion holds no longer than its premises, and only a longer one covers it: so the longest come first.
	for (const span of spansOf(asserted)) {
		const isOver = ({ from, to }: NaiveFact) => from === span.from && to === span.to;
		for (let isNew = true; isNew; ) {
			isNew = false;
			for (const { conclusion } of written(all())) {
				const given = fact(conclusion);
				if (!isOver(given)) continue;
				isNew = draw(given) || isNew;
				if (conclusions.has(given.key)) givenToo(given);
			}
			for (const one of all()) {
				if (isLoop(one)) continue;
				if (isOver(one))
					for (const rule of rules) if (rule.from === one.relation) isNew = draw(unary(one, rule)) || isNew;
				if (!transitive.has(one.relation)) continue;
				for (const other of all()) {
					// Where everything stands that follows, steps are enough (A3); that is checked here by not relying on it.
					if (blocked.size > 0 && !isStep(other)) continue;
					const joined = composed(one, other);
					if (joined !== undefined && isOver(joined)) isNew = draw(joined) || isNew;
				}
			}
		}
	}

	const inferences = new Map<string, NaiveProof[]>([...conclusions.keys()].map((key) => [key, []]));
	for (const { conclusion, rule, premises: used } of written(all()))
		inferences.get(fact(conclusion).key)?.push({ rule, premises: used });
	for (const one of all()) {
		if (isLoop(one)) continue;
		for (const rule of rules)
			if (rule.from === one.relation)
				inferences.get(unary(one, rule).key)?.push({ rule: rule.rule, premises: [one] });
		if (!transitive.has(one.relation)) continue;
		for (const other of all().filter(isStep)) {
			const joined = composed(one, other);
			if (joined !== undefined)
				inferences.get(joined.key)?.push({ rule: `transitive ${one.relation}`, premises: [one, other] });
		}
	}

	const height = new Map<string, number>(asserted.map(({ key }) => [key, 0]));
	for (let isLower = true; isLower; ) {
		isLower = false;
		for (const [key, ways] of inferences)
			for (const { rule, premises: used } of ways) {
				const isHigh = used.every((one) => height.has(one.key));
				const found =
					rule.startsWith(BUSINESS) && isHigh
						? 1
						: 1 + Math.max(...used.map((one) => height.get(one.key) ?? Number.POSITIVE_INFINITY));
				if (found < (height.get(key) ?? Number.POSITIVE_INFINITY)) {
					height.set(key, found);
					isLower = true;
				}
			}
	}

	const onwards = (start: string) => {
		const found = new Set([start]);
		for (const one of found) for (const rule of rules) if (rule.from === one) found.add(rule.to);
		return found;
	};
	const inOneKnot = (a: string, b: string) => onwards(a).has(b) && onwards(b).has(a);
	const heightOf = ({ key }: NaiveFact) => height.get(key) ?? Number.POSITIVE_INFINITY;
	const counts = (of: NaiveFact, { rule, premises: used }: NaiveProof) => {
		if (rule.startsWith(BUSINESS)) return true;
		const isFree = (one: NaiveFact) => heightOf(one) < heightOf(of) || !inOneKnot(one.relation, of.relation);
		const [first, second] = used as [NaiveFact, NaiveFact | undefined];
		if (second === undefined) return isFree(first);
		const leadsBack = (subject: string, object: string) =>
			all().some((one) => covers(one, fact({ ...of, subject, object })));
		return (
			(isFree(first) || !leadsBack(of.object, first.object)) &&
			(isFree(second) || !leadsBack(first.object, of.subject))
		);
	};
	const proofs = new Map(
		[...conclusions].map(([key, of]) => [key, (inferences.get(key) ?? []).filter((one) => counts(of, one))]),
	);

	const confidences = new Map<string, number>();
	const confidence = (one: NaiveFact): number => {
		if (one.premise !== undefined) return one.premise.confidence;
		const known = confidences.get(one.key);
		if (known !== undefined) return known;
		const found = Math.max(
			...(proofs.get(one.key) ?? []).map(({ premises: used }) => Math.min(...used.map(confidence))),
		);
		confidences.set(one.key, found);
		return found;
	};
	const bounds = (one: NaiveFact): readonly [Bound | undefined, Bound | undefined] => {
		if (one.premise !== undefined) return [one.premise.from, one.premise.to];
		const used = (proofs.get(one.key) ?? []).flatMap((proof) => proof.premises);
		return [
			finest(used.filter(({ from }) => from === one.from).map((premise) => bounds(premise)[0])),
			finest(used.filter(({ to }) => to === one.to).map((premise) => bounds(premise)[1])),
		];
	};
	return { asserted, conclusions, inferences, proofs, height, confidence, bounds };
}

function finest(bounds: readonly (Bound | undefined)[]): Bound | undefined {
	const given = bounds.flatMap((bound) => bound ?? []);
	return given.toSorted(
		(a, b) => PRECISIONS.indexOf(b.precision ?? "") - PRECISIONS.indexOf(a.precision ?? ""),
	)[0];
}

/** Whether something follows when one conclusion is not there: what may be its premise without leaning on it. */
export function followsWithout(wanted: NaiveFact, without: NaiveFact, { inferences }: Naive): boolean {
	const stands = new Set<string>();
	const holds = (one: NaiveFact) => one.premise !== undefined || stands.has(one.key);
	for (let isNew = true; isNew; ) {
		isNew = false;
		for (const [key, ways] of inferences) {
			if (key === without.key || stands.has(key)) continue;
			if (!ways.some(({ premises }) => premises.every(holds))) continue;
			stands.add(key);
			isNew = true;
		}
	}
	return holds(wanted);
}
