import type { Projection } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { loadTemplate } from "../sparql/template.ts";

/** What a base has any of at its head. What it has none of need not be asked for with every read. */
export interface Traits {
	readonly finerTimes: boolean;
	readonly wordlessFacts: boolean;
	readonly evidence: boolean;
}

const anyFinerTime = loadTemplate("ledger/any-finer-time");
const anyWordlessFact = loadTemplate("ledger/any-wordless-fact");
const anyEvidence = loadTemplate("ledger/any-evidence");

export const traits: Projection<Traits> = {
	name: "traits",
	async build(view) {
		const { ledger, documents } = graphsOf(view.kb);
		const [finer, wordless, evidence] = await Promise.all([
			view.select(anyFinerTime.bind({ ledger }, { limit: 1 })),
			view.select(anyWordlessFact.bind({ ledger }, { limit: 1 })),
			view.select(anyEvidence.bind({ documents }, { limit: 1 })),
		]);
		return {
			finerTimes: finer.length > 0,
			wordlessFacts: wordless.length > 0,
			evidence: evidence.length > 0,
		};
	},
};
