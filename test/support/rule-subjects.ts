import type { Literal } from "@rdfjs/types";
import { literal } from "../../src/rdf/terms.ts";
import type { Conclusion, Condition, Definition, Expression } from "../../src/rules/definition.ts";
import type { Match } from "../../src/rules/evaluate.ts";
import type { Premise, Reading, Subject } from "../../src/rules/subject.ts";
import { instantText } from "../../src/time/instant.ts";
import type { Interval } from "../../src/time/interval.ts";
import { partialDate } from "../../src/time/partial-date.ts";
import { xsd } from "../../src/vocab/well-known.ts";

/** `during("2020", "2022-06")` is [2020-01-01, 2022-06-01); a missing side is open. */
export function during(from?: string, to?: string): Interval {
	const at = (text: string | undefined) => (text === undefined ? undefined : partialDate(text)?.at);
	return { from: at(from), to: at(to) };
}

export const number = (digits: string): Literal => literal(digits, xsd.decimal);

/** A statement is told by its name. */
export function reading(
	statement: string,
	value: Literal | string,
	interval: Interval = {},
): Reading<string> {
	return { statement, value: typeof value === "string" ? literal(value) : value, interval };
}

interface Made {
	readonly entity?: string;
	readonly isOf?: boolean;
	readonly concludedTypes?: readonly Premise<string>[];
}

/** An entity with what is read of it, attributes by a short name. */
export function subject(
	readings: Readonly<Record<string, readonly Reading<string>[]>>,
	{ entity = "x", isOf = true, concludedTypes = [] }: Made = {},
): Subject<string> {
	return { entity, isOf, concludedTypes, readings: (attribute) => readings[attribute] ?? [] };
}

let seq = 0;

/** A condition on a reading of X, in group 1 unless it is told otherwise. */
export function where(
	attribute: string,
	test: Pick<Condition, "operator"> & { readonly operand?: unknown },
	place: Partial<Pick<Condition, "group" | "side">> = {},
): Condition {
	return { group: 1, seq: ++seq, side: "x", attribute, ...test, ...place } as Condition;
}

export const above = (limit: string | Expression) =>
	({ operator: "gt", operand: typeof limit === "string" ? { const: limit } : limit }) as const;
export const isIn = (...operand: string[]) => ({ operator: "in", operand }) as const;
export const present = { operator: "present" } as const;
export const attr = (name: string): Expression => ({ attr: name });

export const typing = (iri: string): Conclusion => ({ kind: "typing", class: iri });

export function rule(conclusion: Conclusion, conditions: readonly Condition[], join?: string): Definition {
	return { appliesTo: "Vessel", join, conditions, conclusion };
}

/** A match in one line: `1 [2023-05-01, ) a b -> NeedsDock`. */
export function told({ group, interval, premises, conclusion }: Match<string>): string {
	const said =
		conclusion.kind === "value"
			? `${conclusion.attribute} ${conclusion.value.value}`
			: conclusion.kind === "typing"
				? conclusion.class
				: conclusion.relation;
	const bound = (at: Interval["from"]) => (at === undefined ? "" : instantText(at).slice(0, 10));
	return `${group} [${bound(interval.from)}, ${bound(interval.to)}) ${premises.join(" ")} -> ${said}`;
}
