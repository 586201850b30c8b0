/** The prefixes that every export begins with, in this order. */
export const PREFIXES: Readonly<Record<string, string>> = {
	rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	rdfs: "http://www.w3.org/2000/01/rdf-schema#",
	owl: "http://www.w3.org/2002/07/owl#",
	xsd: "http://www.w3.org/2001/XMLSchema#",
	prov: "http://www.w3.org/ns/prov#",
	schema: "https://schema.org/",
	skos: "http://www.w3.org/2004/02/skos/core#",
	dcterms: "http://purl.org/dc/terms/",
	utopia: "urn:utopia:ns:",
};

const BY_NAMESPACE = Object.entries(PREFIXES);
/** Local names that every parser reads alike. */
const SAFE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const RDF_TYPE = `${PREFIXES["rdf"]}type`;
const CONTROL = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff]/g;
const SHORT: Readonly<Record<string, string>> = { "\t": "\\t", "\b": "\\b", "\f": "\\f" };

/** A predicate and its object: the IRI, and the N-Triples spelling of the object. */
export interface Said {
	readonly predicate: string;
	readonly object: string;
}

/** The head of a Turtle document. */
export function turtlePrefixes(): string {
	return `${BY_NAMESPACE.map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`).join("\n")}\n`;
}

const names = new Map<string, string>();
const MOST_NAMES = 10_000;

/** An IRI in Turtle: a prefixed name where that is safe, else in full. */
function turtleIri(iri: string): string {
	const known = names.get(iri);
	if (known !== undefined) return known;
	const found = BY_NAMESPACE.find(
		([, start]) => iri.startsWith(start) && SAFE_NAME.test(iri.slice(start.length)),
	);
	if (found === undefined) return `<${iri}>`;
	const name = `${found[0]}:${iri.slice(found[1].length)}`;
	if (names.size < MOST_NAMES) names.set(iri, name);
	return name;
}

function turtleTerm(spelled: string): string {
	if (spelled.startsWith("<")) return turtleIri(spelled.slice(1, -1));
	const safe = spelled.replace(
		CONTROL,
		(char) => SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
	);
	if (!safe.endsWith(">")) return safe;
	const type = safe.lastIndexOf("^^<");
	return `${safe.slice(0, type)}^^${turtleIri(safe.slice(type + 3, -1))}`;
}

/** One subject with all that is said of it, each predicate once. */
export function turtleSubject(subject: string, said: readonly Said[]): string {
	const byPredicate = new Map<string, string[]>();
	for (const { predicate, object } of said) {
		const objects = byPredicate.get(predicate);
		if (objects === undefined) byPredicate.set(predicate, [turtleTerm(object)]);
		else objects.push(turtleTerm(object));
	}
	const parts = [...byPredicate].map(
		([predicate, objects]) => `${predicate === RDF_TYPE ? "a" : turtleIri(predicate)} ${objects.join(" , ")}`,
	);
	return `${turtleIri(subject)} ${parts.join(" ;\n    ")} .\n`;
}
