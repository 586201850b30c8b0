import type { Literal } from "@rdfjs/types";
import { canonical } from "../rdf/canonical-json.ts";

/** Compares a number with another one. */
export type Comparison = "gt" | "gte" | "lt" | "lte";

/** Whose readings a condition asks: those of the entity concluded of, or of the one it is joined to. */
export type Side = "x" | "y";

/** What is calculated. Attributes by IRI; constants as plain decimals, so that no number is ever a binary float. */
export type Expression =
	| { readonly attr: string }
	| { readonly const: string }
	| { readonly op: Arithmetic; readonly l: Expression; readonly r: Expression };

export type Arithmetic = "add" | "sub" | "mul" | "div";

/** What is asked of a reading (B2). */
export type Test =
	| { readonly operator: Comparison; readonly operand: Expression }
	| { readonly operator: "between"; readonly operand: readonly [string, string] }
	| { readonly operator: "in" | "not_in"; readonly operand: readonly string[] }
	| { readonly operator: "present" };

/** One condition. Those of one group must all be met, of the groups only one. */
export type Condition = Test & {
	readonly group: number;
	readonly seq: number;
	readonly side: Side;
	/** IRI. */
	readonly attribute: string;
};

/** What is concluded where a group is met; classes, attributes and relations by IRI. */
export type Conclusion =
	| { readonly kind: "typing"; readonly class: string }
	| { readonly kind: "attribute"; readonly attribute: string; readonly value: Literal }
	| { readonly kind: "computed"; readonly attribute: string; readonly expression: Expression }
	| { readonly kind: "relation"; readonly relation: string };

/** What a version of a rule says. */
export interface Definition {
	/** IRI of the class whose entities it is about, those of the classes below it included. */
	readonly appliesTo: string;
	/** IRI of the relation by which an entity is joined to another one. */
	readonly join: string | undefined;
	/** By group, then by place in the group. */
	readonly conditions: readonly Condition[];
	readonly conclusion: Conclusion;
}

/**
 * The definition as `utopia:definition` keeps it: JSON without spaces, the keys of every object in code-point order, numbers
 * as text. Equal texts and equal classes are the same definition. The class is not in it: `utopia:appliesTo` has it.
 */
export function definitionText({ join, conditions, conclusion }: Definition): string {
	return canonical({
		...(join !== undefined && { join }),
		conditions: conditions.map((condition) => ({ ...condition })),
		conclusion:
			conclusion.kind === "attribute"
				? { ...conclusion, value: literalParts(conclusion.value) }
				: { ...conclusion },
	});
}

function literalParts({ value, datatype, language }: Literal) {
	return { value, ...(language === "" ? { datatype: datatype.value } : { language }) };
}

/** Whether two versions would say the same. */
export function sameDefinition(a: Definition, b: Definition): boolean {
	return a.appliesTo === b.appliesTo && definitionText(a) === definitionText(b);
}

/** The attributes that an expression reads, from left to right, each as often as it stands there. */
export function attributesOf(expression: Expression): readonly string[] {
	if ("attr" in expression) return [expression.attr];
	return "op" in expression ? [...attributesOf(expression.l), ...attributesOf(expression.r)] : [];
}

/** The groups of a definition, numbers ascending, each with its conditions in order. */
export function groupsOf(
	conditions: readonly Condition[],
): readonly { readonly group: number; readonly conditions: readonly Condition[] }[] {
	const found = new Map<number, Condition[]>();
	for (const condition of conditions) {
		const known = found.get(condition.group);
		if (known === undefined) found.set(condition.group, [condition]);
		else known.push(condition);
	}
	return [...found].map(([group, own]) => ({ group, conditions: own }));
}
