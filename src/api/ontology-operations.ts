import { z } from "zod";
import { changeClass, type DeclaredWritten, declareClass, removeClass } from "../declaring/classes.ts";
import { classCalled, relationCalled } from "../declaring/named.ts";
import { putOntology } from "../declaring/put-ontology.ts";
import { changeRelation, declareRelation, removeRelation } from "../declaring/relations.ts";
import type { ClassWish, RelationWish } from "../declaring/wishes.ts";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import type { Scene } from "../mcp/present/subject.ts";
import type { ToolContext } from "../mcp/tool.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import { formatNamed } from "../rdf/format.ts";
import type { Instant } from "../time/instant.ts";
import { maybe, strict } from "./checked.ts";
import {
	builtInJson,
	classJson,
	classOutput,
	defectOutput,
	defectsJson,
	relationJson,
	relationOutput,
	reportJson,
	reportOutput,
} from "./ontology-json.ts";
import { ONTOLOGY_MEDIA, ontologyText } from "./ontology-text.ts";
import { answering, type Json, type Operation, read, write, writeText } from "./operation.ts";
import { cursor, pageLimit, pageOf, pageOutput } from "./paging.ts";

const MEBIBYTE = 1_048_576;
const text = z
	.string({ error: "must be a string" })
	.max(10_000, { error: "must be at most 10000 characters" });
const flag = z.boolean({ error: "must be true or false" });
const names = z
	.array(text, { error: "must be a list of keys or IRIs" })
	.max(1_000, { error: "must be at most 1000" });
const one = <const Words extends readonly [string, ...string[]]>(words: Words) =>
	z.enum(words, { error: `must be one of ${words.join(", ")}` });

const described = { label: maybe(text), description: text.nullish().describe("null takes it away.") };
const classFields = {
	...described,
	parents: maybe(names.describe("Keys or IRIs of the classes above it.")),
	primary_parent: text.nullish().describe("The parent under which it is shown."),
	disjoint_with: maybe(names.describe("Classes that nothing is an instance of together with this one.")),
	color: text.nullish(),
	shape: text.nullish(),
};
const relationFields = {
	...described,
	temporal: maybe(one(["state", "event", "eternal"])),
	functional: maybe(flag.describe("One object a subject at a time.")),
	inverse_functional: maybe(flag.describe("One subject an object at a time.")),
	transitive: maybe(flag),
	symmetric: maybe(flag),
	asymmetric: maybe(flag),
	irreflexive: maybe(flag),
	inverse_of: text.nullish(),
	sub_property_of: text.nullish(),
	domains: maybe(names.describe("Classes of subjects; any of them suffices.")),
	ranges: maybe(names.describe("Classes of objects; any of them suffices.")),
	qualifiers: maybe(names.describe("Relations and attributes that a fact of this one may carry.")),
	datatype: one(["text", "number", "date", "bool"]).nullish().describe("Of attributes."),
	unit: text.nullish().describe("Of attributes, as people write it."),
};
const KEY = "must be 1 to 40 of a to z, 0 to 9 and _";
const named = {
	key: z.string({ error: KEY }).max(400, { error: KEY }).describe("The short name."),
	iri: maybe(text.describe("An IRI of the world outside that it goes by.")),
};
const NO_ADOPTION = "must be empty: sources' words are not taken over in this version";

function classWish(body: z.output<z.ZodObject<typeof classFields>>): ClassWish {
	const { label, description, parents, primary_parent: primaryParent, color, shape } = body;
	return { label, description, parents, primaryParent, disjointWith: body.disjoint_with, color, shape };
}

function relationWish(body: z.output<z.ZodObject<typeof relationFields>>): RelationWish {
	const { inverse_functional, inverse_of, sub_property_of, ...rest } = body;
	return {
		...rest,
		inverseFunctional: inverse_functional,
		inverseOf: inverse_of,
		subPropertyOf: sub_property_of,
	};
}

const written = ({ iri, key, rewritten }: DeclaredWritten): Json => ({
	iri,
	key,
	facts_rewritten: rewritten,
});
const removed = z.object({ key: z.string(), iri: z.string(), facts_rewritten: z.int() });
const asWritten = {
	facts_rewritten: z.int().min(0).describe("Rows of facts that live in another way now."),
	defects: z.array(defectOutput).describe("What the ontology has against itself about this one."),
};

async function classAfter({ iri, facts_rewritten }: Json, { ontology }: Scene): Promise<Json> {
	const found = classCalled(String(iri), ontology);
	return { ...classJson(found, ontology), facts_rewritten, defects: defectsJson(ontology, String(iri)) };
}

async function relationAfter({ iri, facts_rewritten }: Json, { ontology }: Scene): Promise<Json> {
	const found = relationCalled(String(iri), ontology);
	return { ...relationJson(found, ontology), facts_rewritten, defects: defectsJson(ontology, String(iri)) };
}

/** The ontology at the moment asked for. */
async function ontologyOf(query: Parameters<typeof momentOf>[0], context: ToolContext) {
	const { asOf } = await momentOf(query, context.view.clock, context.cursor);
	return { asOf, ontology: await ontologyAt(asOf, context.view) };
}

const listed = strict({ ...recordInput, limit: pageLimit(200, 1_000), cursor });

/** A page of classes or relations, by key. */
function pageByKey(
	name: string,
	all: readonly Json[],
	{ limit, asOf, context }: { limit: number; asOf: Instant; context: ToolContext },
): Json {
	const sorted = all.toSorted((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1));
	const { page, said } = pageOf(sorted, { limit, asOf }, context.cursor);
	return { [name]: page, total: all.length, ...said };
}

const FORMAT = "must be turtle or jsonld";

/** The ontology of a base: classes, relations, attributes, and the whole as a file. */
export const ONTOLOGY_OPERATIONS: readonly Operation[] = [
	read({
		path: "/ontology",
		summary: "The ontology as Turtle or JSON-LD",
		query: strict({
			...recordInput,
			format: z
				.enum(["turtle", "jsonld"], { error: FORMAT })
				.default("turtle")
				.describe("Default: what Accept prefers of text/turtle and application/ld+json."),
		}),
		media: Object.values(ONTOLOGY_MEDIA),
		answer: z.object({ text: z.string(), media_type: z.string() }),
		async read({ query: { format, ...clocks } }, context) {
			const { asOf } = await momentOf(clocks, context.view.clock, context.cursor);
			const written = await ontologyText(format, asOf, context.view);
			return { text: written, media_type: ONTOLOGY_MEDIA[format] };
		},
	}),
	writeText({
		method: "PUT",
		path: "/ontology",
		summary: "Put a file in the place of the ontology; what is there already stays untouched",
		query: strict({
			dry_run: z
				.enum(["true", "false"], { error: "must be true or false" })
				.default("false")
				.describe("true answers the same report and writes nothing."),
		}),
		media: ["text/turtle", "application/n-triples", "application/ld+json"],
		bodyLimit: 64 * MEBIBYTE,
		status: 200,
		alone: true,
		answer: reportOutput,
		decide({ query, body: { bytes, media_type } }, { actor, view }) {
			const dryRun = query.dry_run === "true";
			const format = media_type === undefined ? undefined : formatNamed(media_type);
			const putting = putOntology({ body: bytes, format }, { dryRun }, actor, view);
			return answering(putting, (report, concluded) => reportJson(report, { dryRun, concluded }));
		},
	}),
	read({
		path: "/ontology/defects",
		summary: "What the ontology has against itself",
		query: strict(recordInput),
		answer: z.object({ defects: z.array(defectOutput) }),
		async read({ query }, context) {
			const { ontology } = await ontologyOf(query, context);
			return { defects: defectsJson(ontology) };
		},
	}),
	write({
		method: "POST",
		path: "/classes",
		summary: "Declare a class",
		body: strict({ ...named, ...classFields }),
		status: 201,
		alone: true,
		answer: classOutput.extend(asWritten),
		decide({ body: { key, iri, ...body } }, { actor, view }) {
			return answering(declareClass({ ...classWish(body), key, iri }, actor, view), written);
		},
		shown: classAfter,
	}),
	read({
		path: "/classes",
		summary: "Classes by key",
		query: listed,
		answer: z.object({ classes: z.array(classOutput), total: z.int(), ...pageOutput }),
		async read({ query: { limit, ...clocks } }, context) {
			const { asOf, ontology } = await ontologyOf(clocks, context);
			const all = [...ontology.classes.values()].map((found) => classJson(found, ontology));
			return pageByKey("classes", all, { limit, asOf, context });
		},
	}),
	read({
		path: "/classes/:key",
		of: "class",
		summary: "One class",
		query: strict(recordInput),
		answer: classOutput.extend({ defects: asWritten.defects }),
		async read({ id, query }, context) {
			const { ontology } = await ontologyOf(query, context);
			const found = classCalled(id, ontology);
			return { ...classJson(found, ontology), defects: defectsJson(ontology, found.iri.value) };
		},
	}),
	write({
		method: "PATCH",
		path: "/classes/:key",
		of: "class",
		summary: "Change what is said of a class; what is left out stays",
		body: strict(classFields),
		status: 200,
		alone: true,
		answer: classOutput.extend(asWritten),
		decide: ({ id, body }, { actor, view }) =>
			answering(changeClass(id, classWish(body), actor, view), written),
		shown: classAfter,
	}),
	write({
		method: "DELETE",
		path: "/classes/:key",
		of: "class",
		summary: "Remove a class that nothing uses",
		status: 200,
		alone: true,
		answer: removed,
		decide: ({ id }, { actor, view }) => answering(removeClass(id, actor, view), written),
	}),
	write({
		method: "POST",
		path: "/relations",
		summary: "Declare a relation or an attribute",
		body: strict({
			...named,
			kind: maybe(one(["relation", "attribute"]).describe("Default: relation.")),
			...relationFields,
			adopts: maybe(z.array(text, { error: NO_ADOPTION }).max(0, { error: NO_ADOPTION })),
		}),
		status: 201,
		alone: true,
		answer: relationOutput.extend(asWritten),
		decide({ body: { key, iri, kind, adopts: _, ...body } }, { actor, view }) {
			return answering(declareRelation({ ...relationWish(body), key, iri, kind }, actor, view), written);
		},
		shown: relationAfter,
	}),
	read({
		path: "/relations",
		summary: "Relations and attributes by key, built-in ones among them",
		query: listed,
		answer: z.object({ relations: z.array(relationOutput), total: z.int(), ...pageOutput }),
		async read({ query: { limit, ...clocks } }, context) {
			const { asOf, ontology } = await ontologyOf(clocks, context);
			const all = [...ontology.relations.values()].map((found) => relationJson(found, ontology));
			return pageByKey("relations", [...all, ...builtInJson()], { limit, asOf, context });
		},
	}),
	read({
		path: "/relations/:key",
		of: "relation",
		summary: "One relation or attribute",
		query: strict(recordInput),
		answer: relationOutput.extend({ defects: asWritten.defects }),
		async read({ id, query }, context) {
			const builtIn = builtInJson().find(({ key, iri }) => key === id || iri === id);
			if (builtIn !== undefined) return { ...builtIn, defects: [] };
			const { ontology } = await ontologyOf(query, context);
			const found = relationCalled(id, ontology);
			return { ...relationJson(found, ontology), defects: defectsJson(ontology, found.iri.value) };
		},
	}),
	write({
		method: "PATCH",
		path: "/relations/:key",
		of: "relation",
		summary: "Change what is said of a relation or attribute; what is left out stays",
		body: strict(relationFields),
		status: 200,
		alone: true,
		answer: relationOutput.extend(asWritten),
		decide: ({ id, body }, { actor, view }) =>
			answering(changeRelation(id, relationWish(body), actor, view), written),
		shown: relationAfter,
	}),
	write({
		method: "DELETE",
		path: "/relations/:key",
		of: "relation",
		summary: "Remove a relation or attribute that nothing uses",
		status: 200,
		alone: true,
		answer: removed,
		decide: ({ id }, { actor, view }) => answering(removeRelation(id, actor, view), written),
	}),
];
