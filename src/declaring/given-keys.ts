import type { Ontology } from "../ontology/ontology.ts";
import { KEY, localName } from "../ontology/subject-reader.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import { literal } from "../rdf/terms.ts";
import { skos } from "../vocab/well-known.ts";
import { type Triples, triplesOf } from "./standing.ts";

const LONGEST = 40;

/**
 * The triples with a key, as `skos:notation`, for each class and relation of an IRI of the world outside that brings none: the
 * one that it has already, else one made of its local name.
 */
export function withKeys(triples: Triples, after: Ontology, before: Ontology): Triples {
	const keyed = new Set(
		[...triples.values()].flatMap(({ subject, property, value }) =>
			property === skos.notation.value && KEY.test(value.value) ? [subject] : [],
		),
	);
	const made = (["classes", "relations"] as const).flatMap((kind) => {
		const all = [...after[kind]];
		const lacking = all.filter(([iri]) => readBaseIri(iri) === undefined && !keyed.has(iri));
		const lacks = new Set(lacking.map(([iri]) => iri));
		const taken = new Set(all.flatMap(([iri, { key }]) => (lacks.has(iri) ? [] : [key])));
		const held = new Map<string, string>();
		for (const [iri] of lacking) {
			const key = before[kind].get(iri)?.key;
			if (key === undefined || !KEY.test(key) || taken.has(key)) continue;
			taken.add(key);
			held.set(iri, key);
		}
		return lacking.map(([iri]) => ({ iri, key: held.get(iri) ?? freeKey(iri, taken) }));
	});
	const notations = made.map(({ iri, key }) => ({
		subject: iri,
		property: skos.notation.value,
		value: literal(key),
	}));
	return triplesOf([...triples.values(), ...notations]);
}

/** `hasPart` becomes has_part, and has_part_2 where that is taken. */
function freeKey(iri: string, taken: Set<string>): string {
	const words = localName(decoded(iri))
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/([a-z0-9])([A-Z])/g, "$1_$2")
		.replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "_")
		.replace(/^_+|_+$/g, "");
	const stem = words.slice(0, LONGEST) || "unnamed";
	for (let n = 1; ; n++) {
		const end = n === 1 ? "" : `_${n}`;
		const key = stem.slice(0, LONGEST - end.length) + end;
		if (taken.has(key)) continue;
		taken.add(key);
		return key;
	}
}

function decoded(iri: string): string {
	try {
		return decodeURI(iri);
	} catch {
		return iri;
	}
}
