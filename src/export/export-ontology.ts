import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import { FIRST_INSTANT, type Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, prov, rdf, rdfs } from "../vocab/well-known.ts";
import { iriIn, objectsOf } from "./base-reader.ts";
import { batches, type ExportContext, followNodes } from "./export-context.ts";
import { kindOf } from "./import-plan.ts";
import { asHeldAt, isHeld, momentIn } from "./record-cut.ts";

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

/**
 * Whether a declaration stands in the place of a plain triple that was taken back later: at the cut there was no declaration of
 * it yet, only what it says.
 */
function wasPlain(said: readonly Said[], cut: Instant): boolean {
	const [from] = objectsOf(said, prov.generatedAtTime);
	const [to] = objectsOf(said, prov.invalidatedAtTime);
	const end = to === undefined ? undefined : momentIn(to);
	return from !== undefined && momentIn(from) === FIRST_INSTANT && end !== undefined && end > cut;
}

type Declared = ReadonlyMap<string, readonly Said[]>;

/** What is of one of the types, plainly or by a declaration. */
async function typed({ reader }: ExportContext, types: readonly NamedNode[], declared: Declared) {
	const found = new Set<string>();
	for (const type of types)
		for (const thing of await reader.ofType(reader.graphs.ontology, type)) found.add(thing);
	const wanted = new Set(types.map(({ value }) => `<${value}>`));
	for (const [subject, said] of declared)
		if (objectsOf(said, rdf.type).some((type) => wanted.has(type))) found.add(subject);
	return found;
}

type Part = "class" | "relation" | "other" | "declaration";

async function partsOf(context: ExportContext, declarations: ReadonlySet<string>, declared: Declared) {
	const classes = await typed(context, [owl.Class, rdfs.Class], declared);
	const properties = [owl.ObjectProperty, owl.DatatypeProperty, rdf.Property];
	const relations = await typed(context, properties, declared);
	const partOf = (subject: string): Part => {
		const kind = kindOf(subject);
		if (declarations.has(subject)) return "declaration";
		if (kind === "relation" || relations.has(subject)) return "relation";
		return kind === "class" || classes.has(subject) ? "class" : "other";
	};
	const parts: Record<Part, string[]> = { class: [], relation: [], other: [], declaration: [] };
	const plain = await context.reader.subjectsIn(context.reader.graphs.ontology);
	for (const subject of new Set([...plain, ...declared.keys()])) parts[partOf(subject)].push(subject);
	return parts;
}

/** Classes, relations, what came with them, declarations. */
export async function* exportOntology(context: ExportContext): AsyncGenerator<void> {
	const { reader, sink, counts } = context;
	const graph = reader.graphs.ontology;
	const declarations = new Set(await reader.ofType(graph, utopia.Declaration));
	const declared = await declaredAt(context, [...declarations]);
	for (const [part, subjects] of Object.entries(await partsOf(context, declarations, declared))) {
		for (const batch of batches(subjects.sort())) {
			const found = await reader.described(graph, batch);
			for (const subject of batch) {
				const own = found.get(subject)?.said ?? [];
				if (part === "declaration" && wasPlain(own, context.cut)) continue;
				const plain = asHeldAt(own, context.cut);
				const said = plain === undefined ? [] : [...plain, ...(declared.get(subject) ?? [])];
				sink.subject(subject, said);
				if (said.length > 0 && (part === "class" || part === "relation")) counts[part]++;
			}
			await followNodes(context);
			yield;
		}
	}
}
