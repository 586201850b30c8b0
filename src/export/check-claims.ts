import { spellingFault } from "../rdf/spelling-fault.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdf, rdfs, schema } from "../vocab/well-known.ts";
import type { Description } from "./file-table.ts";
import { type ImportPlan, kindOf } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";

/** Predicates of a fact whose values have checks of their own. */
const OWN = ["urn:utopia:ns:", "http://www.w3.org/ns/prov#"];

/**
 * Checks what facts and derived facts are about: an entity; what they say of it: an entity, a class, or a value that its datatype
 * allows; and the values of their qualifiers (contract 3 and 4).
 */
export function checkClaims(plan: ImportPlan, isHeld: (iri: string) => boolean, refusals: Refusals): void {
	const { file } = plan;
	const ends = {
		subject: [rdf.subject, utopia.assertedSubject].map((iri) => file.name(iri)),
		object: [rdf.object, utopia.assertedObject].map((iri) => file.name(iri)),
	};
	const checkedElsewhere = new Set([schema.validFrom, schema.validThrough].map((iri) => file.name(iri)));
	const classes = declaredClasses(plan);
	const mayBeObject = (term: number, iri: string): boolean => {
		const kind = kindOf(iri);
		if (kind === "entity" || kind === "class" || classes.has(term)) return true;
		return kind === undefined && isHeld(iri);
	};
	const faultAt = ({ predicates, objects }: Description, at: number): string | undefined => {
		const predicate = predicates[at] as number;
		const term = objects[at] as number;
		const { termType, value, datatype } = file.term(term);
		const isObject = ends.object.includes(predicate);
		if (termType === "Literal") {
			const isValue = isObject || !(checkedElsewhere.has(predicate) || isOwn(file.term(predicate).value));
			return isValue ? spellingFault(datatype, value) : undefined;
		}
		if (ends.subject.includes(predicate))
			return kindOf(value) === "entity"
				? undefined
				: `rdf:subject is ${told(value)}; facts are about entities`;
		if (!isObject || mayBeObject(term, value)) return undefined;
		return `rdf:object is ${told(value)}; it is an entity of the base, a class that is declared, or a literal`;
	};
	for (const [subject, kind] of plan.kinds) {
		if (kind !== "fact" && kind !== "derived") continue;
		const description = file.table.description(subject);
		for (let at = 0; at < description.objects.length; at++) {
			const fault = faultAt(description, at);
			if (fault !== undefined)
				refusals.add(fault, { line: description.lines[at] ?? 0, subject: file.term(subject).value });
		}
	}
}

function isOwn(predicate: string): boolean {
	return OWN.some((beginning) => predicate.startsWith(beginning));
}

function told(iri: string): string {
	const kind = kindOf(iri);
	if (kind === "node") return "a blank node";
	return kind === undefined ? `<${iri}>` : `a ${kind}, <${iri}>`;
}

/** Classes that the file declares, now or once. */
function declaredClasses({ file, declarations }: ImportPlan): ReadonlySet<number> {
	const classes = new Set(declarations.map(({ about }) => about));
	const type = file.name(rdf.type);
	const kinds = [owl.Class, rdfs.Class].map((iri) => file.name(iri)).filter((term) => term >= 0);
	if (kinds.length === 0) return classes;
	for (const subject of file.table.subjects()) {
		const { predicates, objects } = file.table.description(subject);
		if (predicates.some((predicate, at) => predicate === type && kinds.includes(objects[at] as number)))
			classes.add(subject);
	}
	return classes;
}
