import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { objectsOf } from "./base-reader.ts";
import { isHeld, momentIn } from "./record-cut.ts";

/** What the states of a finding say of it, and the finding does not say itself. */
export const SAID_BY_STATES: readonly NamedNode[] = [
	utopia.reason,
	utopia.status,
	utopia.resolution,
	utopia.priorStatement,
	utopia.incomingStatement,
	utopia.onStatement,
	utopia.evidencePath,
	utopia.criterion,
	utopia.occurrences,
	utopia.closedAt,
];
const BY_STATES: ReadonlySet<string> = new Set(SAID_BY_STATES.map(({ value }) => value));
const OPEN = '"open"';

const one = (said: readonly Said[], predicate: { readonly value: string }) => objectsOf(said, predicate)[0];

/** The fields of the contract out of one state: closed since then, unless it is open. */
function fieldsOf(state: readonly Said[], since: string | undefined): readonly Said[] {
	const closed = one(state, utopia.status) === OPEN ? undefined : since;
	return SAID_BY_STATES.flatMap((field) => {
		const objects = field.equals(utopia.closedAt) ? [closed ?? []].flat() : objectsOf(state, field);
		return objects.map((object) => ({ predicate: field.value, object }));
	});
}

/**
 * What is said of a finding at the cut: by the state held then; before the first one by itself where it came so, else by the
 * state that tells of that time and was never held (see `Conflicts`). `own` is as held at the cut, `states` are not.
 */
export function findingSaid(
	own: readonly Said[],
	states: readonly (readonly Said[])[],
	cut: Instant,
): readonly Said[] {
	const held = states.find((state) => isHeld(state, cut));
	const rest = own.filter(({ predicate }) => !BY_STATES.has(predicate));
	if (held !== undefined) return [...rest, ...fieldsOf(held, one(held, prov.generatedAtTime))];
	const former = states.find(
		(state) => one(state, prov.generatedAtTime) === one(state, prov.invalidatedAtTime),
	);
	if (former === undefined || objectsOf(own, utopia.status).length > 0) return own;
	const closed = one(former, utopia.closedAt);
	if (closed === undefined || (momentIn(closed) ?? cut) <= cut) return [...rest, ...fieldsOf(former, closed)];
	return [
		...rest,
		...fieldsOf(former, undefined).filter(isOfOpen),
		{ predicate: utopia.status.value, object: OPEN },
	];
}

const isOfOpen = ({ predicate }: Said) =>
	predicate !== utopia.status.value && predicate !== utopia.resolution.value;
