import { ontologyAt } from "../ontology/ontology.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { type Instant, MICROSECOND } from "../time/instant.ts";
import type { Change } from "./changes.ts";
import { type DescribedFact, describedFacts, type FactDetails } from "./fact-details.ts";
import type { Fact } from "./facts.ts";
import { Merges } from "./merges.ts";
import type { SelectionBasis } from "./selection.ts";

/** An event that happened to a fact, with the fact's asserted ends and the evidence held when it happened. */
export interface FactChange {
	readonly scope: "fact";
	readonly change: Change;
	readonly fact: Fact;
	readonly details: FactDetails;
	/** Who stood for the ends at the event. */
	readonly subject: string;
	readonly object: string | undefined;
}

/** An event that happened to an entity: what it was before and after, as names or class keys. */
export interface EntityChange {
	readonly scope: "entity";
	readonly change: Change;
	readonly subject: string;
	/** The survivor of a merge. */
	readonly object: string | undefined;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

export type DescribedChange = FactChange | EntityChange;

const FACT_EVENTS: ReadonlySet<string> = new Set(["asserted", "corrected", "rejected"]);
const filenamesTemplate = loadTemplate("ledger/filenames-of-documents");

/** What the events of one page were about, read in three queries whatever their number. */
export async function describeChanges(
	changes: readonly Change[],
	basis: SelectionBasis,
): Promise<readonly DescribedChange[]> {
	const asAsserted = { ...basis, merges: new Merges([]) };
	const ofFacts = changes.filter(({ kind }) => FACT_EVENTS.has(kind));
	const moments = ofFacts.map((change) => ({ id: change.id, at: evidenceMoment(change) }));
	const described = await describedFacts(moments, basis.ontology, asAsserted);
	const facts = new Map(ofFacts.map((change, n) => [change, described[n]]));
	return Promise.all(
		changes.map(async (change) => {
			if (!FACT_EVENTS.has(change.kind)) return entityChange(change, basis);
			const found = facts.get(change);
			if (found === undefined) throw new TypeError(`nothing was read of fact ${change.id}`);
			return factChange(change, found, basis);
		}),
	);
}

/** What is given up is told with the evidence it had: that of the instant before. */
function evidenceMoment({ kind, at }: Change): Instant {
	return kind === "rejected" ? ((at - MICROSECOND) as Instant) : at;
}

function factChange(change: Change, { fact, details }: DescribedFact, { index }: SelectionBasis): FactChange {
	const owner = (entity: string) => index.merges.owner(entity, change.at);
	const object = "entity" in fact.object ? owner(fact.object.entity) : undefined;
	return { scope: "fact", change, fact, details, subject: owner(fact.subject), object };
}

async function entityChange(change: Change, { index, view }: SelectionBasis): Promise<EntityChange> {
	const before = (change.at - MICROSECOND) as Instant;
	const { at, kind, id, affected } = change;
	const told = { scope: "entity", change, subject: affected } as const;
	if (kind === "merged" || kind === "reverted") {
		const merge = index.merges.get(id);
		if (merge === undefined) throw new TypeError(`nothing was read of merge ${id}`);
		const [source, target] = [index.name(merge.source, before), index.name(merge.target, at)];
		const [from, to] = kind === "merged" ? [source, target] : [target, source];
		return { ...told, object: merge.target, before: from, after: to };
	}
	if (kind === "renamed") {
		return {
			...told,
			object: undefined,
			before: index.name(affected, before),
			after: index.nameOf(id)?.text,
		};
	}
	const keyAt = async (moment: Instant) => {
		const type = index.type(affected, moment);
		const { classes } = await ontologyAt(moment, view);
		return type === undefined ? undefined : (classes.get(type)?.key ?? type);
	};
	return { ...told, object: undefined, before: await keyAt(before), after: await keyAt(at) };
}

/** The file names of documents, by id. */
export async function filenamesOf(
	documents: readonly string[],
	{ view, signal }: SelectionBasis,
): Promise<ReadonlyMap<string, string>> {
	if (documents.length === 0) return new Map();
	const iris = [...new Set(documents)].map((document) => baseIri(view.kb, "document", document));
	const query = filenamesTemplate.bind(
		{ graph: graphsOf(view.kb).documents, documents: iris },
		{ limit: iris.length * 8 },
	);
	const rows = await view.select(query, { signal });
	return new Map(
		rows.map((row) => {
			const { document, filename } = decode(row, { document: iri, filename: text });
			return [idOfKind(document.value, "document") ?? "", filename];
		}),
	);
}
