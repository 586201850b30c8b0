import { z } from "zod";
import { BUILT_IN } from "../declaring/named.ts";
import type { OntologyReport } from "../declaring/report.ts";
import { DEFECT_KINDS, type Defect, defectsOf } from "../ontology/defects.ts";
import type { ClassDeclared, Ontology, RelationWithAxioms } from "../ontology/ontology.ts";
import { datatypeOf } from "../ontology/subject-reader.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
import type { Json } from "./operation.ts";

/** What is called by its key where it has one, and else by its IRI. */
function keysIn({ classes, relations }: Ontology): (iri: string) => string {
	return (iri) => (classes.get(iri) ?? relations.get(iri))?.key ?? iri;
}

const imported = (iri: string) => (readBaseIri(iri) === undefined ? iri : null);
const texts = z
	.array(z.object({ text: z.string(), language: z.string().nullable() }))
	.describe("In every language, and in none.");
const keys = z.array(z.string());

const described = {
	key: z.string(),
	label: z.string().describe("One without language, else an English one, else any."),
	description: z.string().nullable(),
	iri: z.string().nullable().describe("Where it is one of the world outside."),
	builtin: z.boolean(),
	labels: texts,
	other_labels: texts,
};

/** A class as the API has it. */
export const classOutput = z.object({
	...described,
	parents: keys,
	primary_parent: z.string().nullable().describe("Under which it is shown."),
	disjoint_with: keys,
	color: z.string().nullable(),
	shape: z.string().nullable(),
});

/** A relation or attribute as the API has it. */
export const relationOutput = z.object({
	...described,
	kind: z.enum(["relation", "attribute"]),
	datatype: z.enum(["number", "text", "date", "bool"]).nullable(),
	range: z.string().nullable().describe("The IRI of an attribute's datatype."),
	unit: z.string().nullable(),
	temporal: z.enum(["state", "event", "eternal"]),
	functional: z.boolean(),
	inverse_functional: z.boolean(),
	transitive: z.boolean(),
	symmetric: z.boolean(),
	asymmetric: z.boolean(),
	irreflexive: z.boolean(),
	inverse_of: z.string().nullable(),
	sub_property_of: z.string().nullable(),
	also_inverse_of: keys.describe("Further inverses, which an imported relation may have."),
	also_sub_property_of: keys,
	domains: keys.describe("Any of them suffices; none: anything will do."),
	ranges: keys,
	qualifiers: keys,
});

export const defectOutput = z.object({
	kind: z.enum(DEFECT_KINDS),
	subjects: z.array(z.object({ key: z.string(), iri: z.string() })),
	detail: z.string(),
});

function describedJson(one: ClassDeclared | RelationWithAxioms): Json {
	const told = (of: ClassDeclared["labels"]) =>
		of.map(({ text, language }) => ({ text, language: language ?? null }));
	return {
		key: one.key,
		label: one.label,
		description: one.description ?? null,
		iri: imported(one.iri.value),
		builtin: false,
		labels: told(one.labels),
		other_labels: told(one.otherLabels),
	};
}

/** The shape of {@link classOutput}. */
export function classJson(one: ClassDeclared, ontology: Ontology): Json {
	const key = keysIn(ontology);
	return {
		...describedJson(one),
		parents: one.parents.map(key),
		primary_parent: one.primaryParent === undefined ? null : key(one.primaryParent),
		disjoint_with: one.disjointWith.map(key),
		color: one.color ?? null,
		shape: one.shape ?? null,
	};
}

/** The shape of {@link relationOutput}. */
export function relationJson(one: RelationWithAxioms, ontology: Ontology): Json {
	const key = keysIn(ontology);
	const [inverse, ...inverses] = one.inverseOf.map(key);
	const [above, ...others] = one.subPropertyOf.map(key);
	const isAttribute = one.kind === "attribute";
	return {
		...describedJson(one),
		kind: one.kind,
		datatype: (isAttribute && datatypeOf(one.range)) || null,
		range: (isAttribute && one.range) || null,
		unit: one.unit ?? null,
		temporal: one.temporal,
		functional: one.functional,
		inverse_functional: one.inverseFunctional,
		transitive: one.transitive,
		symmetric: one.symmetric,
		asymmetric: one.asymmetric,
		irreflexive: one.irreflexive,
		inverse_of: inverse ?? null,
		sub_property_of: above ?? null,
		also_inverse_of: inverses,
		also_sub_property_of: others,
		domains: one.domains.map(key),
		ranges: isAttribute ? [] : one.ranges.map(key),
		qualifiers: one.qualifiers.map(key),
	};
}

/** The relations that every base has: names, and concluded types. */
export function builtInJson(): readonly Json[] {
	return [...BUILT_IN].map(([key, { value }]) => {
		const isName = value === utopia.knownAs.value;
		const empty = { labels: [], other_labels: [], description: null, range: null, unit: null };
		const flags = { functional: false, inverse_functional: false, transitive: false, symmetric: false };
		const ties = { inverse_of: null, sub_property_of: null, also_inverse_of: [], also_sub_property_of: [] };
		return {
			...{ key, label: key.replace("_", " "), iri: value, builtin: true, ...empty },
			kind: isName ? "attribute" : "relation",
			datatype: isName ? "text" : null,
			temporal: isName ? "eternal" : "state",
			...{ ...flags, asymmetric: false, irreflexive: false },
			...{ ...ties, domains: [], ranges: [], qualifiers: [] },
		};
	});
}

/** The shape of {@link defectOutput}, of an ontology or of what names one class or relation. */
export function defectsJson(ontology: Ontology, of?: string): readonly Json[] {
	return defectsOf(ontology)
		.filter(({ subjects }) => of === undefined || subjects.includes(of))
		.map((defect) => defectJson(defect, keysIn(ontology)));
}

function defectJson({ kind, subjects, detail }: Defect, key: (iri: string) => string): Json {
	return { kind, subjects: subjects.map((iri) => ({ key: key(iri), iri })), detail };
}

const moved = z.object({ added: keys, changed: keys, removed: keys }).describe("Keys.");
const count = z.int().min(0);

export const reportOutput = z.object({
	dry_run: z.boolean(),
	classes: moved,
	relations: moved,
	statements: z.object({ added: count, removed: count }),
	kept_unread: z
		.array(z.object({ property: z.string(), type: z.string().nullable(), count }))
		.describe("What is kept and exported again, and means nothing here; of types, which one."),
	defects: z.array(defectOutput),
	facts_rewritten: count.describe("Rows of facts whose relation lives in another way now."),
	conclusions: z
		.object({ added: count, removed: count })
		.describe("How many derived facts come and go with it."),
});

/** The shape of {@link reportOutput}. */
export function reportJson(
	{ keptUnread, rewritten, defects, ...report }: OntologyReport,
	{ dryRun, concluded }: { readonly dryRun: boolean; readonly concluded: ConclusionCount },
): Json {
	const { keys: keyed, ...told } = report;
	const key = (iri: string) => keyed.get(iri) ?? iri;
	return {
		dry_run: dryRun,
		...told,
		kept_unread: keptUnread.map(({ property, type, count: many }) => ({
			property,
			type: type ?? null,
			count: many,
		})),
		defects: defects.map((defect) => defectJson(defect, key)),
		facts_rewritten: rewritten,
		conclusions: concluded,
	};
}
