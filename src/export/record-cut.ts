import { readTerm } from "../rdf/read-term.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import { type Instant, tryInstant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";

const ENDS: ReadonlySet<string> = new Set([prov.invalidatedAtTime.value, utopia.closedAt.value]);
const BEGINS: ReadonlySet<string> = new Set([prov.generatedAtTime.value, utopia.detectedAt.value]);

/** The moment an N-Triples term names, or `undefined`. */
export function momentIn(object: string): Instant | undefined {
	return object.startsWith('"') ? tryInstant(readTerm(object).value) : undefined;
}

/**
 * What was said of a row at a record instant (contract Z3): nothing when it came later; without its end when that came later.
 * A finding that was closed later was open.
 */
export function asHeldAt(said: readonly Said[], cut: Instant): readonly Said[] | undefined {
	let isOpenAgain = false;
	let wasClosed = false;
	for (const { predicate, object } of said) {
		if (!BEGINS.has(predicate) && !ENDS.has(predicate)) continue;
		const at = momentIn(object);
		if (at === undefined || at <= cut) continue;
		if (BEGINS.has(predicate)) return undefined;
		isOpenAgain = true;
		wasClosed ||= predicate === utopia.closedAt.value;
	}
	if (!isOpenAgain) return said;
	return said.flatMap((one) => {
		if (ENDS.has(one.predicate) && (momentIn(one.object) ?? cut) > cut) return [];
		if (wasClosed && one.predicate === utopia.resolution.value) return [];
		return wasClosed && one.predicate === utopia.status.value ? [{ ...one, object: '"open"' }] : [one];
	});
}

/** Whether a row with this record life was held at the instant: begun, and not ended yet. */
export function isHeld(said: readonly Said[], cut: Instant): boolean {
	for (const { predicate, object } of said) {
		if (predicate !== prov.generatedAtTime.value && predicate !== prov.invalidatedAtTime.value) continue;
		const at = momentIn(object);
		if (at === undefined) continue;
		if (predicate === prov.generatedAtTime.value ? at > cut : at <= cut) return false;
	}
	return true;
}
