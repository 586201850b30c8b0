import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdfs, xsd } from "../vocab/well-known.ts";
import { objectsOf } from "./base-reader.ts";
import { isHeld, momentIn } from "./record-cut.ts";

/** What the states of a rule say of it, and the rule does not say itself. */
export const RULE_SAID_BY_STATES: readonly NamedNode[] = [rdfs.label, rdfs.comment, utopia.enabled];
const BY_STATES: ReadonlySet<string> = new Set(RULE_SAID_BY_STATES.map(({ value }) => value));

const at = (said: readonly Said[], predicate: NamedNode) => momentIn(objectsOf(said, predicate)[0] ?? "");

/**
 * What is said of a rule at the cut: by the state held then; by the last one where it is deleted; before the first one by
 * itself where it came so, else by the state that tells of that time and was never held (see `historyOf` in `rules/`). `own`
 * is as held at the cut, `states` are not.
 */
export function ruleSaid(
	own: readonly Said[],
	states: readonly (readonly Said[])[],
	cut: Instant,
): readonly Said[] {
	const begun = states
		.filter((state) => (at(state, prov.generatedAtTime) ?? cut) <= cut && !isNeverHeld(state))
		.sort((a, b) => ((at(a, prov.generatedAtTime) ?? 0n) < (at(b, prov.generatedAtTime) ?? 0n) ? -1 : 1));
	const saying = begun.find((state) => isHeld(state, cut)) ?? begun.at(-1);
	if (saying !== undefined) return sayingOf(own, saying);
	const former = states.find(isNeverHeld);
	if (former === undefined || objectsOf(own, rdfs.label).length > 0) return sayingOf(own, own);
	return sayingOf(own, former);
}

function isNeverHeld(state: readonly Said[]): boolean {
	const [from, to] = [at(state, prov.generatedAtTime), at(state, prov.invalidatedAtTime)];
	return from !== undefined && from === to;
}

/** A deleted rule draws no conclusions, whatever its last state says. */
function sayingOf(own: readonly Said[], state: readonly Said[]): readonly Said[] {
	const isDeleted = objectsOf(own, prov.invalidatedAtTime).length > 0;
	const off = `"false"^^<${xsd.boolean.value}>`;
	return [
		...own.filter(({ predicate }) => !BY_STATES.has(predicate)),
		...state
			.filter(({ predicate }) => BY_STATES.has(predicate))
			.map((one) => (isDeleted && one.predicate === utopia.enabled.value ? { ...one, object: off } : one)),
	];
}
