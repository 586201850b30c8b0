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
	utopia.closedAt,
];
const BY_STATES: ReadonlySet<string> = new Set(SAID_BY_STATES.map(({ value }) => value));
const OPEN = '"open"';

const one = (said: readonly Said[], predicate: { readonly value: string }) => objectsOf(said, predicate)[0];

/** The fields of the contract out of one state: closed since it began, unless it is open. */
function fieldsOf(
	state: readonly Said[],
	status: string | undefined,
	resolution: string | undefined,
	since: string | undefined,
): readonly Said[] {
	const fields: readonly (readonly [{ readonly value: string }, string | undefined])[] = [
		[utopia.reason, one(state, utopia.reason)],
		[utopia.status, status],
		[utopia.resolution, resolution],
		[utopia.priorStatement, one(state, utopia.priorStatement)],
		[utopia.incomingStatement, one(state, utopia.incomingStatement)],
		[utopia.closedAt, status === OPEN ? undefined : since],
	];
	return fields.flatMap(([{ value: predicate }, object]) =>
		object === undefined ? [] : [{ predicate, object }],
	);
}

/**
 * What is said of a finding at the cut: by the state held then; before the first state by itself, where it came so, else
 * what the first state lets know of that time (see `Conflicts`). `own` is as held at the cut, `states` are not.
 */
export function findingSaid(
	own: readonly Said[],
	states: readonly (readonly Said[])[],
	cut: Instant,
): readonly Said[] {
	const held = states.find((state) => isHeld(state, cut));
	const rest = own.filter(({ predicate }) => !BY_STATES.has(predicate));
	if (held !== undefined) {
		const [status, resolution] = [one(held, utopia.status), one(held, utopia.resolution)];
		return [...rest, ...fieldsOf(held, status, resolution, one(held, prov.generatedAtTime))];
	}
	const first = [...states].sort((a, b) => (beginOf(a) < beginOf(b) ? -1 : 1))[0];
	if (first === undefined || objectsOf(own, utopia.status).length > 0) return own;
	const closed = one(first, utopia.closedAt);
	const wasKept = closed !== undefined && (momentIn(closed) ?? cut) <= cut;
	return [
		...rest,
		...(wasKept
			? fieldsOf(first, '"resolved"', '"kept_both"', closed)
			: fieldsOf(first, OPEN, undefined, undefined)),
	];
}

const beginOf = (state: readonly Said[]) => momentIn(one(state, prov.generatedAtTime) ?? "") ?? 0n;
