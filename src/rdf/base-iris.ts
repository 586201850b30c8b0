import type { NamedNode } from "@rdfjs/types";
import { namedNode } from "./terms.ts";

/** The parts of an IRI inside a base: `urn:utopia:kb:{kb}:{kind}:{id}`. */
export interface BaseIri {
	readonly kb: string;
	readonly kind: string;
	readonly id: string;
}

const PREFIX = "urn:utopia:kb:";
const UUID_LENGTH = 36;
const KIND_START = PREFIX.length + UUID_LENGTH + 1;

/** The IRI of a thing of a base: `urn:utopia:kb:{kb}:{kind}:{id}`. `id` is a UUID or a key. */
export function baseIri(kb: string, kind: string, id: string): NamedNode {
	return namedNode(`${PREFIX}${kb}:${kind}:${id}`);
}

/** Takes such an IRI apart, or `undefined` when it is of another form. */
export function readBaseIri(iri: string): BaseIri | undefined {
	if (!iri.startsWith(PREFIX)) return undefined;
	const colon = iri.indexOf(":", KIND_START);
	if (colon < 0 || iri[KIND_START - 1] !== ":") return undefined;
	return {
		kb: iri.slice(PREFIX.length, KIND_START - 1),
		kind: iri.slice(KIND_START, colon),
		id: iri.slice(colon + 1),
	};
}

/** The id of a thing of that kind, whatever its base; `undefined` when the IRI is none. */
export function idOfKind(iri: string, kind: string): string | undefined {
	const parts = readBaseIri(iri);
	return parts?.kind === kind ? parts.id : undefined;
}

/** The shared graphs of one base (ledger README). */
export interface BaseGraphs {
	readonly ledger: NamedNode;
	readonly current: NamedNode;
	readonly ontology: NamedNode;
	readonly documents: NamedNode;
	readonly derivations: NamedNode;
	readonly spelling: NamedNode;
	readonly record: NamedNode;
	readonly requests: NamedNode;
}

const known = new Map<string, BaseGraphs>();

/** The graphs of a base, made once. */
export function graphsOf(kb: string): BaseGraphs {
	const found = known.get(kb);
	if (found) return found;
	const graph = (name: string) => baseIri(kb, "graph", name);
	const graphs: BaseGraphs = {
		ledger: graph("ledger"),
		current: graph("current"),
		ontology: graph("ontology"),
		documents: graph("documents"),
		derivations: graph("derivations"),
		spelling: graph("spelling"),
		record: graph("record"),
		requests: graph("requests"),
	};
	known.set(kb, graphs);
	return graphs;
}
