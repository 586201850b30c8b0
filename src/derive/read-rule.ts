import { attributesOf, type Condition, type Definition, type Expression } from "../rules/definition.ts";
import { isReadable, parseDefinition } from "../rules/parse-definition.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { RuleInWriting } from "../writing/draft.ts";

/** A version of a rule that draws conclusions, with the relations that it reads. */
export interface RuleInForce {
	readonly id: string;
	/** What proofs name it by: the end of its IRI. */
	readonly version: string;
	readonly definition: Definition;
	readonly reads: ReadonlySet<string>;
}

/** What a version is called among proofs: the end of its IRI. */
export function versionName(rule: string, number: number): string {
	return `ruleversion:${rule}:${number}`;
}

/** The id of the rule of a version as {@link versionName} calls it. */
export function ruleOfVersion(name: string): string {
	return name.split(":")[1] ?? "";
}

/** The rules of which the definitions can be read. */
export function rulesIn(given: readonly RuleInWriting[]): readonly RuleInForce[] {
	return given.flatMap(({ rule, number, appliesTo, definition: text }) => {
		const definition = parseDefinition(appliesTo, text);
		if (!isReadable(definition)) return [];
		return [{ id: rule, version: versionName(rule, number), definition, reads: readIn(definition) }];
	});
}

/** The relations that any of the rules reads or concludes: what is asserted of the latter may say the same, or otherwise. */
export function ruledBy(given: readonly RuleInWriting[]): ReadonlySet<string> {
	return new Set(rulesIn(given).flatMap(({ reads, definition }) => [...reads, ...concludedIn(definition)]));
}

/** Ids of the rules of which the definitions cannot be read. */
export function unreadableIn(given: readonly RuleInWriting[]): readonly string[] {
	const readable = new Set(rulesIn(given).map(({ id }) => id));
	return given.map(({ rule }) => rule).filter((rule) => !readable.has(rule));
}

function concludedIn({ conclusion }: Definition): readonly string[] {
	switch (conclusion.kind) {
		case "typing":
			return [];
		case "attribute":
		case "computed":
			return [conclusion.attribute];
		case "relation":
			return [conclusion.relation];
	}
}

function readIn({ conditions, conclusion, join }: Definition): ReadonlySet<string> {
	const read = new Set<string>([utopia.isA.value]);
	for (const condition of conditions) {
		read.add(condition.attribute);
		for (const operand of operandsOf(condition)) for (const one of attributesOf(operand)) read.add(one);
	}
	if (conclusion.kind === "computed") for (const one of attributesOf(conclusion.expression)) read.add(one);
	if (join !== undefined) read.add(join);
	return read;
}

function operandsOf(condition: Condition): readonly Expression[] {
	switch (condition.operator) {
		case "gt":
		case "gte":
		case "lt":
		case "lte":
			return [condition.operand];
		default:
			return [];
	}
}
