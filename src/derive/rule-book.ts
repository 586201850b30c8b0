import type { Literal, NamedNode } from "@rdfjs/types";
import type { Axioms } from "../closure/axioms.ts";
import type { Fact } from "../closure/facts.ts";
import type { RuleTrouble, Triple } from "../closure/premise.ts";
import type { Application, Lookup, Outcome, RuleBook, RuleConclusion } from "../closure/rule-book.ts";
import { FUTURE, PAST, spanOf } from "../closure/span.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import { type Concluded, evaluate } from "../rules/evaluate.ts";
import type { AttributeDeclared, Joined, Reading, Subject } from "../rules/subject.ts";
import type { Instant } from "../time/instant.ts";
import type { Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { stored } from "../writing/quads.ts";
import { Leading } from "./circular.ts";
import type { RuleInForce } from "./read-rule.ts";
import { valueIn } from "./value-text.ts";

/** What rules have to know beside facts. */
export interface RuleWorld {
	readonly rules: readonly RuleInForce[];
	readonly axioms: Axioms;
	/** A class and every class above it, by IRI. */
	above(type: string): ReadonlySet<string>;
	classOf(entity: string): string | undefined;
	declared(attribute: string): AttributeDeclared | undefined;
	readonly mostCombinations: number;
}

interface RuleApplied extends Application {
	readonly rule: RuleInForce;
	readonly x: string;
	/** The entity that X is joined to, where the rule has a join. */
	readonly y: string | undefined;
}

/** The business rules in force, as the closure asks them. */
export class BusinessRules implements RuleBook {
	readonly isCircular: boolean;
	readonly #world: RuleWorld;
	readonly #leading: Leading;
	readonly #byRelation = new Map<string, RuleInForce[]>();

	constructor(world: RuleWorld) {
		this.#world = world;
		this.#leading = new Leading(world);
		this.isCircular = this.#leading.isCircular;
		for (const rule of world.rules)
			for (const relation of rule.reads)
				this.#byRelation.set(relation, [...(this.#byRelation.get(relation) ?? []), rule]);
	}

	leadsTo(from: Triple, to: Triple): boolean {
		return this.#leading.leadsTo(from, to);
	}

	reads(relation: string): boolean {
		return this.#byRelation.has(relation);
	}

	*around({ relation, subject, object }: Triple, lookup: Lookup): Generator<RuleApplied> {
		for (const rule of this.#byRelation.get(relation) ?? []) {
			const { join } = rule.definition;
			if (join === undefined) yield applied(rule, subject);
			else {
				if (relation === join) yield applied(rule, subject, object);
				yield* this.#joined(rule, subject, lookup);
				for (const edge of lookup.to(join, subject)) yield applied(rule, edge.cell.subject, subject);
			}
		}
	}

	*ofEntity(entity: string, lookup: Lookup): Generator<RuleApplied> {
		for (const rule of this.#world.rules)
			if (rule.definition.join === undefined) yield applied(rule, entity);
			else yield* this.#joined(rule, entity, lookup);
	}

	*#joined(rule: RuleInForce, x: string, lookup: Lookup): Generator<RuleApplied> {
		for (const edge of lookup.from(rule.definition.join ?? "", x)) yield applied(rule, x, edge.cell.object);
	}

	evaluate(application: Application, lookup: Lookup, silenced: ReadonlySet<string>): Outcome {
		const { rule, x, y, key } = application as RuleApplied;
		const { definition } = rule;
		const { matches, ...rest } = evaluate(
			definition,
			this.#subject(rule, x, lookup),
			joinedTo(rule, { x, y }, lookup),
			{
				declared: (attribute) => this.#world.declared(attribute),
				mostCombinations: this.#world.mostCombinations,
			},
		);
		const isSilent = (group: number) => silenced.has(`${key} ${group}`);
		const conclusions = matches.flatMap(({ group, premises, interval, conclusion }): RuleConclusion[] => {
			const triple = tripleOf(conclusion, x, y);
			const span = spanOf(interval);
			if (triple === undefined || span === undefined || isSilent(group)) return [];
			return [{ triple, span, version: rule.version, group, premises }];
		});
		const silent = [...silenced]
			.filter((one) => one.startsWith(`${key} `))
			.map((one) => Number(one.slice(key.length + 1)));
		const cappedGroups = [...new Set([...rest.cappedGroups, ...silent])];
		return { conclusions, cappedGroups, troubles: troublesOf(rule, { ...rest, cappedGroups }) };
	}

	#subject({ definition }: RuleInForce, entity: string, lookup: Lookup): Subject<Fact> {
		const { above, classOf } = this.#world;
		const isBelow = (type: string | undefined) => type !== undefined && above(type).has(definition.appliesTo);
		const concluded = [...lookup.from(utopia.isA.value, entity)].filter((fact) =>
			isBelow(classIn(fact.cell.object)),
		);
		return {
			entity,
			isOf: isBelow(classOf(entity)),
			concludedTypes: concluded.map((statement) => ({ statement, interval: intervalOf(statement) })),
			readings: (attribute) => readingsOf(attribute, entity, lookup),
		};
	}
}

function applied(rule: RuleInForce, x: string, y?: string): RuleApplied {
	return { key: `${rule.version} ${x} ${y ?? ""}`, rule, x, y };
}

function joinedTo(
	{ definition: { join } }: RuleInForce,
	{ x, y }: { readonly x: string; readonly y: string | undefined },
	lookup: Lookup,
): Joined<Fact> | undefined {
	if (join === undefined || y === undefined) return undefined;
	const edges = [...lookup.from(join, x)].filter(({ cell }) => cell.object === y && x !== y);
	return {
		edges: edges.map((statement) => ({ statement, interval: intervalOf(statement) })),
		y: { entity: y, readings: (attribute) => readingsOf(attribute, y, lookup) },
	};
}

function readingsOf(attribute: string, entity: string, lookup: Lookup): readonly Reading<Fact>[] {
	return [...lookup.from(attribute, entity)].flatMap((statement): Reading<Fact>[] => {
		const value = valueIn(statement.cell.object);
		if (value?.termType !== "Literal") return [];
		return [{ statement, value, unit: statement.premise?.unit, interval: intervalOf(statement) }];
	});
}

function intervalOf({ from, to }: Fact): Interval {
	return {
		from: from === PAST ? undefined : (from as Instant),
		to: to === FUTURE ? undefined : (to as Instant),
	};
}

function classIn(object: string): string | undefined {
	const value = valueIn(object);
	return value?.termType === "NamedNode" ? value.value : undefined;
}

function tripleOf(concluded: Concluded, x: string, y: string | undefined): Triple | undefined {
	const value = (term: Literal | NamedNode) => spell(stored(term));
	switch (concluded.kind) {
		case "typing":
			return { relation: utopia.isA.value, subject: x, object: value(namedNode(concluded.class)) };
		case "value":
			return { relation: concluded.attribute, subject: x, object: value(concluded.value) };
		case "relation":
			return y === undefined || y === x ? undefined : { relation: concluded.relation, subject: x, object: y };
	}
}

function troublesOf(
	{ id }: RuleInForce,
	{
		cappedGroups,
		divisionsByZero,
		unitMismatches,
	}: Pick<ReturnType<typeof evaluate>, "cappedGroups" | "divisionsByZero" | "unitMismatches">,
): readonly RuleTrouble[] {
	const found: RuleTrouble[] = [];
	if (cappedGroups.length > 0) found.push({ kind: "rule_capped", rule: id, count: cappedGroups.length });
	if (divisionsByZero > 0) found.push({ kind: "division_by_zero", rule: id, count: divisionsByZero });
	for (const { attribute, statements } of unitMismatches)
		found.push({ kind: "unit_mismatch", rule: id, attribute, count: statements.length });
	return found;
}
