import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdf, rdfs } from "../vocab/well-known.ts";
import { iriIn, objectsOf } from "./base-reader.ts";
import { batches, type ExportContext } from "./export-context.ts";
import { kindOf } from "./import-plan.ts";
import { asHeldAt, isHeld } from "./record-cut.ts";

/** What declarations say at the cut, by subject. */
async function declaredAt({ reader, cut }: ExportContext, declarations: readonly string[]) {
	const declared = new Map<string, Said[]>();
	for (const batch of batches(declarations)) {
		for (const { said } of (await reader.described(reader.graphs.ontology, batch)).values()) {
			const [subject] = objectsOf(said, rdf.subject).map(iriIn);
			const [predicate] = objectsOf(said, rdf.predicate).map(iriIn);
			const [object] = objectsOf(said, rdf.object);
			if (subject === undefined || predicate === undefined || object === undefined || !isHeld(said, cut))
				continue;
			declared.set(subject, [...(declared.get(subject) ?? []), { predicate, object }]);
		}
	}
	return declared;
}

/** Classes, relations, what came with them, declarations. */
export async function* exportOntology(context: ExportContext): AsyncGenerator<void> {
	const { reader, sink, counts } = context;
	const graph = reader.graphs.ontology;
	const declarations = new Set(await reader.ofType(graph, utopia.Declaration));
	const declared = await declaredAt(context, [...declarations]);
	const typed = async (...types: readonly NamedNode[]) => {
		const found = new Set<string>();
		for (const type of types) for (const thing of await reader.ofType(graph, type)) found.add(thing);
		for (const [subject, said] of declared)
			if (objectsOf(said, rdf.type).some((type) => types.some(({ value }) => type === `<${value}>`)))
				found.add(subject);
		return found;
	};
	const classes = await typed(owl.Class, rdfs.Class);
	const relations = await typed(owl.ObjectProperty, owl.DatatypeProperty, rdf.Property);
	const parts: { class: string[]; relation: string[]; other: string[]; declaration: string[] } = {
		...{ class: [], relation: [], other: [], declaration: [] },
	};
	for (const subject of new Set([...(await reader.subjectsIn(graph)), ...declared.keys()])) {
		const kind = kindOf(subject);
		if (declarations.has(subject)) parts.declaration.push(subject);
		else if (kind === "relation" || relations.has(subject)) parts.relation.push(subject);
		else if (kind === "class" || classes.has(subject)) parts.class.push(subject);
		else parts.other.push(subject);
	}
	for (const [part, subjects] of Object.entries(parts)) {
		for (const batch of batches(subjects.sort())) {
			const found = await reader.described(graph, batch);
			for (const subject of batch) {
				const plain = asHeldAt(found.get(subject)?.said ?? [], context.cut);
				const said = plain === undefined ? [] : [...plain, ...(declared.get(subject) ?? [])];
				if (said.length === 0) continue;
				sink.subject(subject, said);
				if (part === "class" || part === "relation") counts[part]++;
			}
			yield;
		}
	}
}
