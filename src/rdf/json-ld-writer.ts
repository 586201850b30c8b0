import { readTerm } from "./read-term.ts";
import { PREFIXES, type Said } from "./turtle-writer.ts";

const RDF_TYPE = `${PREFIXES["rdf"]}type`;
const XSD_STRING = `${PREFIXES["xsd"]}string`;

/**
 * A flat JSON-LD document: one object a subject, IRIs in full, every value a text, so that no number passes through a binary
 * float.
 */
export function jsonLdDocument(subjects: Iterable<readonly [string, readonly Said[]]>): string {
	const graph = [...subjects].map(([subject, said]) => {
		const node: Record<string, unknown[] | string> = { "@id": subject };
		for (const { predicate, object } of said) {
			const isType = predicate === RDF_TYPE && object.startsWith("<");
			const name = isType ? "@type" : predicate;
			const values = (node[name] ?? []) as unknown[];
			node[name] = values;
			values.push(isType ? object.slice(1, -1) : jsonOf(object));
		}
		return node;
	});
	return `${JSON.stringify({ "@graph": graph }, null, "\t")}\n`;
}

function jsonOf(spelled: string): Readonly<Record<string, string>> {
	if (spelled.startsWith("<")) return { "@id": spelled.slice(1, -1) };
	const tag = /"@([A-Za-z0-9-]+)$/.exec(spelled)?.[1];
	const term = readTerm(spelled);
	if (term.termType === "NamedNode") return { "@id": term.value };
	if (tag !== undefined) return { "@value": term.value, "@language": tag };
	return term.datatype.value === XSD_STRING
		? { "@value": term.value }
		: { "@value": term.value, "@type": term.datatype.value };
}
