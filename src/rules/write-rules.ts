import { randomUUID } from "node:crypto";
import type { NamedNode } from "@rdfjs/types";
import { headMoment, type View } from "../access/view.ts";
import { type Ontology, ontologyAt } from "../ontology/ontology.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, namedNode } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs, xsd } from "../vocab/well-known.ts";
import { checkTexts } from "../writing/checked-text.ts";
import { Draft } from "../writing/draft.ts";
import { refused, unknownThing } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { checkedDefinition, type DefinitionWish } from "./checked-rule.ts";
import { type Definition, definitionText, sameDefinition } from "./definition.ts";
import { isReadable } from "./parse-definition.ts";
import { type HeldVersion, heldAt, type RuleHistory, type RuleState } from "./rule-history.ts";
import { inForce, rules, rulesAt } from "./rules.ts";
import { ruleInWords, ruleSentence } from "./words.ts";

/** What a caller says of a rule beside its body. */
interface NamingWish {
	readonly name?: string | undefined;
	/** `null` takes it away. */
	readonly description?: string | null | undefined;
	readonly enabled?: boolean | undefined;
}

/** A rule that is to be made; without `enabled` it draws conclusions at once. */
export type NewRule = NamingWish & { readonly name: string } & DefinitionWish;
/** What is to change of a rule; what is left out stays. A `join` of `null` takes it away. */
export type RuleWish = NamingWish & Partial<DefinitionWish>;

/** What became of a rule. */
export interface RuleWritten {
	readonly rule: string;
	/** The version that is held from now on, or was held last. */
	readonly version: number;
}

type Naming = Pick<RuleState, "name" | "description" | "enabled">;

/** Whoever writes. */
interface Person {
	readonly person: NamedNode;
}

/**
 * Makes a rule and opens its version 1 (U2). Nobody else may write meanwhile.
 * @throws UTOPIA_WRITE_REFUSED `blank_name`, `malformed_text`, and what `checkedDefinition` refuses
 */
export function createRule(wish: NewRule, { person }: Person, view: View): Action<RuleWritten> {
	return async () => {
		const ontology = await ontologyAt(headMoment(view), view);
		const naming = { description: undefined, enabled: true, ...given(wish), name: checkedName(wish.name) };
		const definition = checkedDefinition(wish, ontology);
		const sentence = ruleSentence(ruleInWords(definition, ontology));
		const rule = randomUUID();
		const writer = new RuleWriter(rule, view.kb, person);
		writer.rule();
		writer.state(naming);
		writer.version(1, definition, sentence);
		await writer.ruled({ state: naming, version: { number: 1, definition } }, view);
		return { draft: writer.draft, answer: () => ({ rule, version: 1 }) };
	};
}

/**
 * Changes a rule. Another class, conditions, conclusion or join close its version and open the next; a name, a description or
 * the switch do not (U2). What is so already is not written. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED as {@link createRule}
 */
export function changeRule(id: string, wish: RuleWish, { person }: Person, view: View): Action<RuleWritten> {
	return async () => {
		const { rule, held } = await heldRule(id, view);
		const writer = new RuleWriter(id, view.kb, person);
		const naming = { ...held.state, ...given(wish), name: checkedName(wish.name ?? held.state.name) };
		if (!sameNaming(held.state, naming)) {
			writer.endState(held.state);
			writer.state(naming);
		}
		const last = held.version;
		const body = saysBody(wish)
			? changedBody(wish, last, await ontologyAt(headMoment(view), view))
			: undefined;
		const version = body && { number: nextNumber(rule), definition: body.definition };
		if (body !== undefined && version !== undefined) {
			if (last !== undefined) writer.endVersion(last.number);
			writer.version(version.number, body.definition, body.sentence);
		}
		const after = version ?? (last && { number: last.number, definition: last.definition });
		await writer.ruled({ state: naming, version: after }, view);
		return { draft: writer.draft, answer: () => ({ rule: id, version: after?.number ?? 0 }) };
	};
}

/** What a rule says from now on, where that is something else. */
function changedBody(wish: RuleWish, last: HeldVersion | undefined, ontology: Ontology) {
	const before = last !== undefined && isReadable(last.definition) ? last.definition : undefined;
	const definition = checkedDefinition(wish, ontology, before);
	if (before !== undefined && sameDefinition(before, definition)) return undefined;
	return { definition, sentence: ruleSentence(ruleInWords(definition, ontology)) };
}

/**
 * Deletes a rule: it and its versions stay on record, held no more (U4). Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND
 */
export function deleteRule(id: string, view: View): Action<RuleWritten> {
	return async () => {
		const { held } = await heldRule(id, view);
		const writer = new RuleWriter(id, view.kb, undefined);
		writer.endRule();
		writer.endState(held.state);
		if (held.version !== undefined) writer.endVersion(held.version.number);
		await writer.ruled(undefined, view);
		return { draft: writer.draft, answer: () => ({ rule: id, version: held.version?.number ?? 0 }) };
	};
}

async function heldRule(id: string, view: View) {
	const rule = (await view.kept(rules)).get(id);
	const held = rule && heldAt(rule, headMoment(view));
	if (rule === undefined || held === undefined) throw unknownThing("rule");
	return { rule, held };
}

/** What is given beside the name, as it is kept. */
function given({ description, enabled }: NamingWish): Partial<Naming> {
	checkTexts({ description: description ?? undefined });
	return {
		...(description !== undefined && { description: description?.trim() || undefined }),
		...(enabled !== undefined && { enabled }),
	};
}

function checkedName(name: string): string {
	checkTexts({ name });
	const trimmed = name.trim();
	if (trimmed !== "") return trimmed;
	throw refused("blank_name", "A rule has a name", { field: "name", found: name, allowed: "a text" });
}

function sameNaming(a: Naming, b: Naming): boolean {
	return a.name === b.name && a.description === b.description && a.enabled === b.enabled;
}

function saysBody({ class: about, conditions, conclusion, join }: RuleWish): boolean {
	return [about, conditions, conclusion, join].some((part) => part !== undefined);
}

/** A number that no version of the rule ever had. */
function nextNumber({ versions }: RuleHistory): number {
	return 1 + versions.reduce((most, { number }) => Math.max(most, number), 0);
}

/** Writes the rows of one rule into a draft. */
class RuleWriter {
	readonly draft: Draft;
	readonly #kb: string;
	readonly #id: string;
	readonly #person: NamedNode | undefined;

	constructor(id: string, kb: string, person: NamedNode | undefined) {
		this.draft = new Draft(kb);
		this.#kb = kb;
		this.#id = id;
		this.#person = person;
	}

	get #rule(): NamedNode {
		return baseIri(this.#kb, "rule", this.#id);
	}

	get #graph(): NamedNode {
		return graphsOf(this.#kb).derivations;
	}

	/** Says which rules are in force afterwards, once all rows are written: this one as it is then, or not any more. */
	async ruled(
		after:
			| { readonly state: Naming; readonly version: Pick<HeldVersion, "number" | "definition"> | undefined }
			| undefined,
		view: View,
	): Promise<void> {
		if (this.draft.isEmpty) return;
		const held = await rulesAt(headMoment(view), view);
		const own = after === undefined ? [] : [{ id: this.#id, ...after }];
		this.draft.ruled(inForce([...held.filter(({ id }) => id !== this.#id), ...own]));
	}

	rule(): void {
		const types = [prov.Activity, utopia.BusinessRule].map((type) => [rdf.type, type] as const);
		this.draft.row(this.#rule, types, this.#graph);
	}

	endRule(): void {
		this.draft.endRow(this.#rule, this.#graph);
	}

	state(naming: Naming): void {
		this.#state(naming);
	}

	#state(naming: Omit<Naming, "enabled"> & { readonly enabled: boolean | undefined }): NamedNode {
		const own = baseIri(this.#kb, "rulestate", randomUUID());
		this.draft.row(
			own,
			[
				[rdf.type, utopia.RuleState],
				[utopia.ofRule, this.#rule],
				[rdfs.label, literal(naming.name)],
				[rdfs.comment, naming.description === undefined ? undefined : literal(naming.description)],
				[
					utopia.enabled,
					naming.enabled === undefined ? undefined : literal(String(naming.enabled), xsd.boolean),
				],
				[utopia.byPerson, this.#person],
			],
			this.#graph,
		);
		return own;
	}

	/** What an imported rule said of itself is told from now on by a state that is never held. */
	endState(state: RuleState): void {
		const own = state.id === undefined ? this.#former(state) : baseIri(this.#kb, "rulestate", state.id);
		this.draft.endRow(own, this.#graph);
	}

	#former(state: RuleState): NamedNode {
		return this.#state({ ...state, enabled: state.isSwitchSaid ? state.enabled : undefined });
	}

	version(number: number, definition: Definition, sentence: string): void {
		this.draft.row(
			this.#version(number),
			[
				[rdf.type, utopia.RuleVersion],
				[utopia.versionOf, this.#rule],
				[utopia.number, literal(String(number), xsd.integer)],
				[utopia.appliesTo, namedNode(definition.appliesTo)],
				[utopia.definition, literal(definitionText(definition), rdf.JSON)],
				[rdfs.label, literal(sentence)],
				[utopia.byPerson, this.#person],
			],
			this.#graph,
		);
	}

	endVersion(number: number): void {
		this.draft.endRow(this.#version(number), this.#graph);
	}

	#version(number: number): NamedNode {
		return baseIri(this.#kb, "ruleversion", `${this.#id}:${number}`);
	}
}
