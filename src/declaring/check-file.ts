import type { Ontology } from "../ontology/ontology.ts";
import type { OntologyTriple } from "../ontology/statements.ts";
import { KEY } from "../ontology/subject-reader.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import { UTOPIA_TERMS } from "../vocab/utopia.gen.ts";
import { overtaken, refused } from "../writing/refusal.ts";
import { checkKey } from "./named.ts";
import type { Standing, Triples } from "./standing.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OWN = "urn:utopia:";
const TERMS = "urn:utopia:ns:";
/** What an ontology has to describe where it names it. */
const DESCRIBED: ReadonlySet<string> = new Set(["class", "relation", "node"]);
type Part = "subject" | "predicate" | "object";

/**
 * Checks what a file says that is not held yet: IRIs of ours are classes, relations and nodes of this base, and what it names
 * of these is there.
 * @throws UTOPIA_WRITE_REFUSED `foreign_base`, `not_of_ontology`, `bad_key`, `unknown_term`, `builtin_fixed`, `unknown_class`,
 * `unknown_relation`; UTOPIA_WRITE_OVERTAKEN `in_use` where the file takes away what it still names
 */
export function checkTriples(after: Triples, { triples, state }: Standing): void {
	const subjects = new Set([...after.values()].map(({ subject }) => subject));
	for (const [key, triple] of after) {
		const { subject, property, value } = triple;
		const object = value.termType === "NamedNode" ? value.value : "";
		if (!triples.has(key)) {
			checkIri(subject, "subject", triple, state.view.kb);
			checkIri(property, "predicate", triple, state.view.kb);
			checkIri(object, "object", triple, state.view.kb);
		}
		for (const named of [property, object])
			if (DESCRIBED.has(readBaseIri(named)?.kind ?? "") && !subjects.has(named))
				throw dangling(named, triple, state.ontology);
	}
}

function checkIri(iri: string, part: Part, { subject }: OntologyTriple, kb: string): void {
	const place = { field: `${part} of ${subject}`, found: iri };
	if (iri.startsWith(TERMS)) checkTerm(part, place);
	else if (iri.startsWith(OWN)) checkOwn(part, place, kb);
}

interface Found {
	readonly field: string;
	readonly found: string;
}

function checkTerm(part: Part, place: Found): void {
	if (part === "subject") {
		throw refused("builtin_fixed", "Terms of Utopia are the same in every knowledge base", {
			...place,
			allowed: "classes and relations of your own",
		});
	}
	if (UTOPIA_TERMS.has(place.found)) return;
	throw refused("unknown_term", "There is no such term of Utopia", {
		...place,
		allowed: "a term that ontology/utopia.ttl explains",
	});
}

function checkOwn(part: Part, place: Found, kb: string): void {
	const { kb: of, kind = "", id = "" } = readBaseIri(place.found) ?? {};
	if (of !== undefined && of !== kb) {
		throw refused("foreign_base", "The file names something of another knowledge base", {
			...place,
			allowed: `IRIs that begin with urn:utopia:kb:${kb}:`,
		});
	}
	if (kind === "class" || kind === "relation") {
		checkKey(id, place.field);
		return;
	}
	if (kind === "node" && part !== "predicate" && UUID.test(id)) return;
	throw refused("not_of_ontology", "An ontology speaks of classes and relations; all else comes with facts", {
		...place,
		allowed: `urn:utopia:kb:${kb}:class:{key}, …:relation:{key}, or an IRI of the world outside`,
	});
}

/** @returns what to throw where something is named and nowhere described */
function dangling(iri: string, { subject }: OntologyTriple, { classes, relations }: Ontology) {
	const isRelation = readBaseIri(iri)?.kind === "relation";
	const key = readBaseIri(iri)?.id ?? iri;
	if (classes.has(iri) || relations.has(iri)) {
		const sentence = `${key} cannot be removed: the file itself still names it`;
		return overtaken("in_use", sentence, {
			[isRelation ? "relation" : "class"]: key,
			...{ facts: 0, typings: 0, declarations: 1 },
		});
	}
	return refused(
		isRelation ? "unknown_relation" : "unknown_class",
		"The file names something of this knowledge base that it does not describe",
		{ field: `object of ${subject}`, found: iri, allowed: "what the file describes" },
	);
}

/**
 * Checks that no two classes, and no two relations, come to have the same key by what is new.
 * @throws UTOPIA_WRITE_REFUSED `key_taken`
 */
export function checkKeysOnce(after: Ontology, before: Ontology): void {
	for (const kind of ["classes", "relations"] as const) {
		const taken = new Map<string, string>();
		for (const [iri, { key }] of after[kind]) {
			const other = taken.get(key);
			taken.set(key, iri);
			if (other === undefined) continue;
			const isOld = [iri, other].every((one) => before[kind].get(one)?.key === key);
			if (isOld || !KEY.test(key)) continue;
			throw refused("key_taken", `Two ${kind} of the file have the key ${key}`, {
				field: `skos:notation of ${iri}`,
				found: key,
				allowed: `a key that none has; ${other} has this one`,
			});
		}
	}
}
