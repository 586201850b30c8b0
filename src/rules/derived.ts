import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { dateTime, derivedBound } from "../ledger/stated-date.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { decode, iri, moment, optional, type StoredTerm, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Bound } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";

/** A derived fact as a rule's matches show it. */
export interface Derived {
	/** UUID. */
	readonly id: string;
	/** Id of an entity. */
	readonly subject: string;
	readonly predicate: NamedNode;
	readonly object: { readonly entity: string } | { readonly value: StoredTerm };
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
}

const template = loadTemplate("rules/derived-facts");
const MOST_ROWS = 10_000_000;
const AT_ONCE = 500;
const shape = {
	derived: iri,
	subject: iri,
	predicate: iri,
	object: term,
	recordedAt: moment,
	invalidatedAt: optional(moment),
	validFrom: optional(term),
	fromPrecision: optional(text),
	validTo: optional(term),
	toPrecision: optional(text),
};

/** Those of the derived facts (by IRI) that are held at the record instant, by IRI. */
export async function derivedHeld(
	iris: Iterable<string>,
	asOf: Instant,
	view: View,
): Promise<ReadonlyMap<string, Derived>> {
	const { derivations } = graphsOf(view.kb);
	const wanted = [...new Set(iris)].map((one) => namedNode(one));
	const found = new Map<string, Derived>();
	for (let done = 0; done < wanted.length; done += AT_ONCE) {
		const derived = wanted.slice(done, done + AT_ONCE);
		const query = template.bind({ derivations, derived, asOf: dateTime(asOf) }, { limit: MOST_ROWS });
		for (const row of await view.select(query)) {
			const { derived: own, subject, predicate, object, ...said } = decode(row, shape);
			const [id, entity] = [idOfKind(own.value, "derived"), idOfKind(subject.value, "entity")];
			if (id === undefined || entity === undefined) continue;
			const end = idOfKind(object.value, "entity");
			found.set(own.value, {
				id,
				subject: entity,
				predicate,
				object: end === undefined ? { value: object } : { entity: end },
				from: derivedBound(said.validFrom, said.fromPrecision),
				to: derivedBound(said.validTo, said.toPrecision),
			});
		}
	}
	return found;
}
