import type { Ontology, RelationWithAxioms } from "../ontology/ontology.ts";
import {
	type Arithmetic,
	attributesOf,
	type Comparison,
	type Conclusion,
	type Condition,
	type Definition,
	type Expression,
	groupsOf,
} from "./definition.ts";

/** A version of a rule in words, with the labels of one moment. */
export interface RuleWords {
	readonly classLabel: string;
	/** `strain > 8 AND survey in {fatigue}`; empty for a rule without conditions. */
	readonly conditions: string;
	/** `is a Dock case`, `margin = (revenue - cost)`, `x controls y`. */
	readonly conclusion: string;
	/** `x owns y`, for a rule about two entities. */
	readonly join: string | undefined;
}

/** What stands for a calculation that cannot be read, or that reads what is not declared. */
export const UNAVAILABLE = "(expression unavailable)";
const UNKNOWN_CLASS = "(unknown class)";
const UNKNOWN_ATTRIBUTE = "(unknown attribute)";
const UNKNOWN_RELATION = "(unknown relation)";
const SIGNS: Readonly<Record<Comparison | Arithmetic, string>> = {
	gt: ">",
	gte: ">=",
	lt: "<",
	lte: "<=",
	add: "+",
	sub: "-",
	mul: "*",
	div: "/",
};

/** Says a definition in the labels of an ontology; what it does not declare has no name here. */
export function ruleInWords(definition: Definition, ontology: Ontology): RuleWords {
	const { appliesTo, join, conditions, conclusion } = definition;
	const speaker = new Speaker(ontology, join !== undefined);
	return {
		classLabel: speaker.class(appliesTo),
		conditions: speaker.conditions(conditions),
		conclusion: speaker.conclusion(conclusion),
		join: join === undefined ? undefined : `x ${speaker.relation(join)} y`,
	};
}

/** The whole version in one sentence. */
export function ruleSentence({ classLabel, conditions, conclusion, join }: RuleWords): string {
	const joined = join === undefined ? "" : ` with ${join}`;
	return `applies to ${classLabel}${joined} where ${conditions === "" ? "(no conditions)" : conditions} ⇒ ${conclusion}`;
}

class Speaker {
	readonly #ontology: Ontology;
	readonly #joined: boolean;
	readonly #shared: ReadonlySet<string>;

	constructor(ontology: Ontology, joined: boolean) {
		this.#ontology = ontology;
		this.#joined = joined;
		this.#shared = sharedLabels(ontology.relations.values());
	}

	class(iri: string): string {
		return this.#ontology.classes.get(iri)?.label ?? UNKNOWN_CLASS;
	}

	relation(iri: string): string {
		return this.#ontology.relations.get(iri)?.label ?? UNKNOWN_RELATION;
	}

	/** A label that two attributes share is told apart by the key. */
	#attribute(iri: string): string | undefined {
		const declared = this.#ontology.relations.get(iri);
		if (declared === undefined) return undefined;
		return this.#shared.has(declared.label) ? `${declared.label} (${declared.key})` : declared.label;
	}

	conditions(conditions: readonly Condition[]): string {
		const groups = groupsOf(conditions);
		return groups
			.map(({ conditions: own }) => {
				const text = own.map((condition) => this.#condition(condition)).join(" AND ");
				return groups.length > 1 && own.length > 1 ? `(${text})` : text;
			})
			.join(" OR ");
	}

	#condition(condition: Condition): string {
		const side = this.#joined ? `${condition.side}.` : "";
		const read = `${side}${this.#attribute(condition.attribute) ?? UNKNOWN_ATTRIBUTE}`;
		switch (condition.operator) {
			case "gt":
			case "gte":
			case "lt":
			case "lte":
				return `${read} ${SIGNS[condition.operator]} ${this.#expression(condition.operand, side)}`;
			case "between":
				return `${read} between ${condition.operand[0]} and ${condition.operand[1]}`;
			case "in":
			case "not_in":
				return `${read} ${condition.operator.replace("_", " ")} {${condition.operand.map(member).join(", ")}}`;
			case "present":
				return `${read} is present`;
		}
	}

	conclusion(conclusion: Conclusion): string {
		const x = this.#joined ? "x." : "";
		switch (conclusion.kind) {
			case "typing":
				return `is a ${this.class(conclusion.class)}`;
			case "attribute":
				return `${x}${this.#attribute(conclusion.attribute) ?? UNKNOWN_ATTRIBUTE} = ${member(conclusion.value.value)}`;
			case "computed":
				return `${x}${this.#attribute(conclusion.attribute) ?? UNKNOWN_ATTRIBUTE} = ${this.#expression(conclusion.expression, x)}`;
			case "relation":
				return `x ${this.relation(conclusion.relation)} y`;
		}
	}

	/** Fully parenthesised, or unavailable as a whole. */
	#expression(expression: Expression, side: string): string {
		const all = attributesOf(expression).map((iri) => this.#attribute(iri));
		return all.includes(undefined) ? UNAVAILABLE : this.#calculation(expression, side);
	}

	#calculation(expression: Expression, side: string): string {
		if ("attr" in expression) return `${side}${this.#attribute(expression.attr)}`;
		if ("const" in expression) return expression.const;
		const { op, l, r } = expression;
		return `(${this.#calculation(l, side)} ${SIGNS[op]} ${this.#calculation(r, side)})`;
	}
}

function sharedLabels(declared: Iterable<RelationWithAxioms>): ReadonlySet<string> {
	const seen = new Set<string>();
	const twice = new Set<string>();
	for (const { kind, label } of declared) {
		if (kind !== "attribute") continue;
		if (seen.has(label)) twice.add(label);
		seen.add(label);
	}
	return twice;
}

/** A text that would not be seen to end gets quotes. */
function member(text: string): string {
	return /^$|[,{}"]|^\s|\s$/.test(text) ? JSON.stringify(text) : text;
}
