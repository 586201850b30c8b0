import type { NamedNode } from "@rdfjs/types";
import { idOfKind } from "../rdf/base-iris.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import { byInstant, type Instant, tryInstant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdfs } from "../vocab/well-known.ts";
import type { Definition } from "./definition.ts";
import { parseDefinition, type Unreadable } from "./parse-definition.ts";

/** What people call a rule, and whether it draws conclusions, for its record life. */
export interface RuleState extends Interval {
	/** Missing where the rule, which came with a file, says it itself. */
	readonly id: string | undefined;
	readonly name: string;
	readonly description: string | undefined;
	readonly enabled: boolean;
	/** Whether that is said: a rule of a file that does not say so is enabled. */
	readonly isSwitchSaid: boolean;
}

/** One version of a rule, for its record life. */
export interface HeldVersion extends Interval {
	/** From 1; none is ever given again. */
	readonly number: number;
	/** The version in words, in the labels of the day it was written. */
	readonly sentence: string | undefined;
	/** What it says, or why that cannot be read. */
	readonly definition: Definition | Unreadable;
}

/** A business rule with all it ever was. Its life ends when it is deleted. */
export interface RuleHistory extends Interval {
	readonly id: string;
	/** In record order. */
	readonly states: readonly RuleState[];
	/** By number. */
	readonly versions: readonly HeldVersion[];
}

/** A rule as it was held at a record instant. */
export interface RuleHeld {
	readonly id: string;
	readonly state: RuleState;
	/** Missing on an imported rule whose body nobody exported. */
	readonly version: HeldVersion | undefined;
}

/** What a rule was at a record instant; `undefined` before it was made, and once it was deleted. */
export function heldAt(rule: RuleHistory, asOf: Instant): RuleHeld | undefined {
	const state = rule.states.findLast((one) => contains(one, asOf));
	if (state === undefined || !contains(rule, asOf)) return undefined;
	return { id: rule.id, state, version: rule.versions.findLast((one) => contains(one, asOf)) };
}

/** What is said of a rule, a version or a state. */
export type Said = ReadonlyMap<string, readonly StoredTerm[]>;

/** Puts together what is said of a rule, of its states and of its versions. `undefined` for a rule that has no name. */
export function historyOf(
	id: string,
	said: Said,
	{ states, versions }: { readonly states: ReadonlyMap<string, Said>; readonly versions: readonly Said[] },
): RuleHistory | undefined {
	const life = lifeIn(said);
	const written = [...states].map(([iri, own]) => stateIn(own, idOfKind(iri, "rulestate")));
	const held = written.filter(isHeldOnce).sort((a, b) => byInstant(a.from, b.from));
	// What an imported rule said of itself is told, once it is changed here, by a state that was never held.
	const own = said.has(rdfs.label.value) ? stateIn(said, undefined) : written.find((one) => !isHeldOnce(one));
	const before = own && { ...own, id: undefined, from: life.from, to: held[0]?.from ?? life.to };
	const all = before === undefined ? held : [before, ...held];
	if (all.length === 0) return undefined;
	return { id, ...life, states: all, versions: versions.map(versionIn).sort((a, b) => a.number - b.number) };
}

function one(said: Said, property: NamedNode): string | undefined {
	return said.get(property.value)?.[0]?.value;
}

function lifeIn(said: Said): Interval {
	const at = (property: NamedNode) => tryInstant(one(said, property) ?? "");
	return { from: at(prov.generatedAtTime), to: at(prov.invalidatedAtTime) };
}

function stateIn(said: Said, id: string | undefined): RuleState {
	const enabled = one(said, utopia.enabled);
	return {
		id,
		name: one(said, rdfs.label) ?? "",
		description: one(said, rdfs.comment),
		enabled: enabled !== "false",
		isSwitchSaid: enabled !== undefined,
		...lifeIn(said),
	};
}

function versionIn(said: Said): HeldVersion {
	return {
		number: Number(one(said, utopia.number)),
		sentence: one(said, rdfs.label),
		definition: parseDefinition(one(said, utopia.appliesTo) ?? "", one(said, utopia.definition) ?? ""),
		...lifeIn(said),
	};
}

function isHeldOnce({ from, to }: Interval): boolean {
	return to === undefined || from === undefined || from < to;
}
