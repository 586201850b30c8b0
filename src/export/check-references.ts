import { readBaseIri } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";
import { type ImportPlan, kindOf } from "./import-plan.ts";
import { isKind, type Kind } from "./kinds.ts";
import type { Refusals } from "./refusals.ts";

const UTOPIA = "urn:utopia:ns:";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NUMBERED: readonly string[] = ["docversion", "ruleversion", "premise", "placement", "pathmember"];
const KEYED: readonly string[] = ["class", "relation"];

/** What each kind of thing must name: its owner, without which nothing leads to it. */
const OWNERS: Partial<Readonly<Record<Kind, { readonly value: string }>>> = {
	evidence: utopia.supports,
	mention: utopia.ofEvidence,
	chunk: utopia.ofDocument,
	docversion: utopia.versionOf,
	placement: utopia.ofChunk,
	detail: utopia.entity,
	rulestate: utopia.ofRule,
	ruleversion: utopia.versionOf,
	proof: utopia.proofOf,
	premise: utopia.ofProof,
};

function iriFault(iri: string): string | undefined {
	if (iri.startsWith(UTOPIA) && !utopia.UTOPIA_TERMS.has(iri))
		return `utopia:${iri.slice(UTOPIA.length)} is no term of the vocabulary; see ontology/utopia.ttl for those there are`;
	if (!iri.startsWith("urn:utopia:kb:")) return undefined;
	if (kindOf(iri) === "manifest") return undefined;
	const { kind = "", id = "" } = readBaseIri(iri) ?? {};
	if (!isKind(kind))
		return `${iri} names no kind of thing; after the base's id stands entity, fact, document, …`;
	if (KEYED.includes(kind)) {
		return id === "" ? `${iri} has no key` : undefined;
	}
	const uuid = NUMBERED.includes(kind) ? id.replace(/:\d+$/, "") : id;
	return UUID.test(uuid)
		? undefined
		: `the id of a ${kind} is a UUID in lower case, not "${id.slice(0, 60)}"`;
}

/** Checks every IRI that the file uses, once for each subject: known terms, ids in shape, and nothing of the base that is nowhere described (rule I7). */
export function checkReferences(
	plan: ImportPlan,
	isHeld: (iri: string) => boolean,
	refusals: Refusals,
): void {
	const { file } = plan;
	const seen = new Uint8Array(file.dictionary.size);
	const faults = new Map<number, string>();
	const told = new Set<string>();
	// What is declared no more is described by the declarations that tell of it.
	const declared = new Set(plan.declarations.map(({ about }) => about));
	const faultOf = (term: number): string | undefined => {
		const { termType, value } = file.term(term);
		if (termType !== "NamedNode" || !value.startsWith("urn:utopia:")) return undefined;
		const isOwn = value.startsWith(`urn:utopia:kb:${file.kb}:`);
		// IRIs of other bases are refused where the file is read.
		if (!isOwn && value.startsWith("urn:utopia:kb:")) return undefined;
		const fault = iriFault(value);
		if (fault !== undefined) return fault;
		if (!isOwn || file.table.has(term) || declared.has(term) || isHeld(value)) return undefined;
		return `${kindOf(value) === "node" ? "a blank node" : value} is nowhere described; describe it in the file, or take the reference out`;
	};
	file.table.eachUse((term, line, subject) => {
		if (seen[term] !== 1) {
			seen[term] = 1;
			const fault = faultOf(term);
			if (fault !== undefined) faults.set(term, fault);
		}
		const fault = faults.size === 0 ? undefined : faults.get(term);
		if (fault === undefined || told.has(`${subject} ${term}`)) return;
		told.add(`${subject} ${term}`);
		refusals.add(fault, { line, subject: file.term(subject).value });
	});
}

/** Checks that what has an owner names it, and that statements have the ids of facts. */
export function checkOwners(plan: ImportPlan, refusals: Refusals): void {
	const { file } = plan;
	const type = file.name(rdf.type);
	const statement = file.name(rdf.Statement);
	for (const [subject, kind] of plan.kinds) {
		const owner = kind === undefined ? undefined : OWNERS[kind];
		const isRow = kind === "fact" || kind === "derived" || kind === "declaration";
		if (owner === undefined && isRow) continue;
		const description = file.table.description(subject);
		const place = { line: description.line, subject: file.term(subject).value };
		if (owner !== undefined && description.one(file.name(owner)) === undefined)
			refusals.add(`a ${kind} without ${owner.value.replace(UTOPIA, "utopia:")}`, place);
		if (kind === "document" && !description.has(type, file.name(prov.Entity)))
			refusals.add("a document without rdf:type prov:Entity", place);
		if (!isRow && description.has(type, statement))
			refusals.add("a rdf:Statement has the IRI of a fact, urn:utopia:kb:{kb}:fact:{uuid}", {
				...place,
				line: description.lineOf(type),
			});
	}
}
