import type { NamedNode, Quad } from "@rdfjs/types";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import type { ChangeSet } from "../store/port.ts";
import { type Instant, tryInstant } from "../time/instant.ts";

/** What is said of one subject in one graph: the objects of each property. */
export type Said = ReadonlyMap<string, readonly StoredTerm[]>;

/** The claim of a fact, ends as asserted. */
export interface Claim {
	readonly subject: string;
	readonly predicate: string;
	readonly object: StoredTerm;
}

/** What a commit adds to a base, subject by subject in each graph that projections are made from (ledger README). */
export interface CommitRows {
	readonly ledger: ReadonlyMap<string, Said>;
	readonly ontology: ReadonlyMap<string, Said>;
	readonly documents: ReadonlyMap<string, Said>;
	readonly record: ReadonlyMap<string, Said>;
	readonly derivations: ReadonlyMap<string, Said>;
	/** Plain triples of the ontology that are taken back. */
	readonly withdrawn: readonly Quad[];
	/** The claims of facts by the ids of those. */
	readonly claims: ReadonlyMap<string, Claim>;
}

/**
 * The one place where the quads of a commit are taken apart. `undefined` for one that takes away more than plain triples of
 * claims and of the ontology, with their spellings, and bookkeeping: only a fresh reading can follow that.
 */
export function commitRows({ insert, remove }: ChangeSet, kb: string): CommitRows | undefined {
	const { ledger, ontology, documents, record, derivations, current, requests, spelling } = graphsOf(kb);
	const followed = new Set([current, requests, ontology, spelling].map(({ value }) => value));
	if (!remove.every(({ graph }) => followed.has(graph.value))) return;
	const read = [ledger, ontology, documents, record, derivations];
	const groups = new Map(read.map(({ value }) => [value, new Group()]));
	const claims = new Map<string, Claim>();
	for (const quad of insert) {
		const group = groups.get(quad.graph.value);
		if (group !== undefined) group.add(quad);
		else {
			const fact = idOfKind(quad.graph.value, "fact");
			if (fact !== undefined) claims.set(fact, claimOf(quad));
		}
	}
	const said = ({ value }: NamedNode) => (groups.get(value) as Group).bySubject;
	return {
		ledger: said(ledger),
		ontology: said(ontology),
		documents: said(documents),
		record: said(record),
		derivations: said(derivations),
		withdrawn: remove.filter(({ graph }) => graph.value === ontology.value),
		claims,
	};
}

/** Where each subject stands once, with all that one commit says of it. */
class Group {
	readonly bySubject = new Map<string, Map<string, StoredTerm[]>>();

	add({ subject, predicate, object }: Quad): void {
		const said = this.bySubject.get(subject.value) ?? new Map<string, StoredTerm[]>();
		this.bySubject.set(subject.value, said);
		const objects = said.get(predicate.value);
		if (objects === undefined) said.set(predicate.value, [object as StoredTerm]);
		else objects.push(object as StoredTerm);
	}
}

function claimOf({ subject, predicate, object }: Quad): Claim {
	return { subject: subject.value, predicate: predicate.value, object: object as StoredTerm };
}

/** The first object of a property. */
export function objectOf(said: Said, property: NamedNode): StoredTerm | undefined {
	return said.get(property.value)?.[0];
}

/** The first object of a property as a moment, if it is one. */
export function momentOf(said: Said, property: NamedNode): Instant | undefined {
	const object = objectOf(said, property);
	return object?.termType === "Literal" ? tryInstant(object.value) : undefined;
}
