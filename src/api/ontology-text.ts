import type { View } from "../access/view.ts";
import { spelledStatementsAt } from "../ontology/spelled.ts";
import { jsonLdDocument } from "../rdf/json-ld-writer.ts";
import { spell } from "../rdf/terms.ts";
import { type Said, turtlePrefixes, turtleSubject } from "../rdf/turtle-writer.ts";
import type { Instant } from "../time/instant.ts";

/** What an ontology is written as, by the names of the API. */
export const ONTOLOGY_MEDIA = { turtle: "text/turtle", jsonld: "application/ld+json" } as const;

/** The ontology declared at a record instant as a text: subjects ascending, nodes by the IRIs that the base gave them. */
export async function ontologyText(
	format: keyof typeof ONTOLOGY_MEDIA,
	asOf: Instant,
	view: View,
): Promise<string> {
	const subjects = new Map<string, Map<string, Said>>();
	for (const { subject, property, spelled } of await spelledStatementsAt(asOf, view)) {
		const object = spell(spelled);
		const said = subjects.get(subject) ?? new Map<string, Said>();
		subjects.set(subject, said.set(`${property} ${object}`, { predicate: property, object }));
	}
	const sorted = [...subjects]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([subject, said]) => [subject, inOrder(said)] as const);
	if (format === "jsonld") return jsonLdDocument(sorted);
	const written = sorted.map(([subject, said]) => turtleSubject(subject, said));
	return [turtlePrefixes(), ...written].join("\n");
}

function inOrder(said: ReadonlyMap<string, Said>): readonly Said[] {
	return [...said].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
