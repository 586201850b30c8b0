import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../access/commit-rows.ts";
import type { Projection } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { loadTemplate } from "../sparql/template.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";

/** What a base has any of at its head. What it has none of need not be asked for with every read. */
export interface Traits {
	readonly finerTimes: boolean;
	readonly wordlessFacts: boolean;
	readonly evidence: boolean;
	/** Evidence that is known from a picture put into words. */
	readonly describedEvidence: boolean;
	/** Anything that was ever concluded. */
	readonly derivedFacts: boolean;
}
type Growing = { -readonly [Key in keyof Traits]: Traits[Key] };

/** The properties that `any-finer-time` asks for. */
const FINER_TIMES = [
	utopia.validFromPrecision,
	utopia.validThroughPrecision,
	utopia.endedUnknown,
	utopia.attestedFrom,
	utopia.attestedTo,
];

const anyFinerTime = loadTemplate("ledger/any-finer-time");
const anyWordlessFact = loadTemplate("ledger/any-wordless-fact");
const anyDescribed = loadTemplate("ledger/any-described-evidence");
const anyEvidence = loadTemplate("ledger/any-evidence");
const anyDerived = loadTemplate("ledger/any-derived-fact");

export const traits: Projection<Traits> = {
	name: "traits",
	async build(view) {
		const { ledger, documents, derivations } = graphsOf(view.kb);
		const [finer, wordless, evidence, described, derived] = await Promise.all([
			view.select(anyFinerTime.bind({ ledger }, { limit: 1 })),
			view.select(anyWordlessFact.bind({ ledger }, { limit: 1 })),
			view.select(anyEvidence.bind({ documents }, { limit: 1 })),
			view.select(anyDescribed.bind({ documents }, { limit: 1 })),
			view.select(anyDerived.bind({ derivations }, { limit: 1 })),
		]);
		return {
			finerTimes: finer.length > 0,
			wordlessFacts: wordless.length > 0,
			evidence: evidence.length > 0,
			describedEvidence: described.length > 0,
			derivedFacts: derived.length > 0,
		};
	},
	advance(found: Growing, { ledger, documents, derivations }) {
		found.finerTimes ||= sayAnyOf(ledger, FINER_TIMES);
		found.wordlessFacts ||= sayAnyOf(ledger, [rdf.subject]);
		found.evidence ||= sayAnyOf(documents, [utopia.supports]);
		found.describedEvidence ||= [...documents.values()].some((said) =>
			said.get(utopia.evidenceOrigin.value)?.some(({ value }) => value === "described"),
		);
		found.derivedFacts ||= sayAnyOf(derivations, [utopia.derived]);
	},
};

function sayAnyOf(rows: ReadonlyMap<string, Said>, properties: readonly NamedNode[]): boolean {
	for (const said of rows.values()) if (properties.some(({ value }) => said.has(value))) return true;
	return false;
}
