import * as utopia from "./utopia.gen.ts";
import { prov } from "./well-known.ts";

/** Predicates whose date-time is a record time or an attestation: six digits in UTC unless a file spells it otherwise. */
export const SIX_DIGITS: ReadonlySet<string> = new Set(
	[
		prov.generatedAtTime,
		prov.invalidatedAtTime,
		utopia.attestedFrom,
		utopia.attestedTo,
		utopia.attestedAt,
		utopia.closedAt,
		utopia.detectedAt,
		utopia.recordInstant,
	].map(({ value }) => value),
);
