import type { NamedNode } from "@rdfjs/types";

/** Whoever acts. */
export interface Actor {
	/** The person, as an IRI. */
	readonly person: NamedNode;
}
