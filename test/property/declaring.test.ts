// An ontology against a plain model: the set of triples that was to be after each step, whatever way led there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Parser } from "n3";
import { describe, expect, test } from "vitest";
import { wholeView } from "../../src/access/view.ts";
import { ontologyText } from "../../src/api/ontology-text.ts";
import type { UtopiaError } from "../../src/errors.ts";
import { exportLedger } from "../../src/export/export-ledger.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { ontologyAt, readOntology } from "../../src/ontology/ontology.ts";
import { spelledStatementsAt } from "../../src/ontology/spelled.ts";
import type { OntologyTriple } from "../../src/ontology/statements.ts";
import type { Instant } from "../../src/time/instant.ts";
import { declaring, emptyBase } from "../support/declaring.ts";
import { type ReadingBase, readingBase } from "../support/reading.ts";
import { temporaryStore } from "../support/stores.ts";

const KB = "00000000-0000-4000-8000-0000000000aa";
const K = `urn:utopia:kb:${KB}:`;
const OWL = "http://www.w3.org/2002/07/owl#";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

/** Some of these a file says: with the class `base`, which every file has, so that none names what it lacks. */
const LINES = [
	`<${K}class:base> <${RDFS}label> "Base" .`,
	`<${K}class:base> <${RDFS}label> "Grund"@de-CH .`,
	`<${K}class:base> <http://example.org/ns#size> "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
	`<${K}class:base> <http://example.org/ns#size> "1.5"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
	`<${K}relation:r> ${TYPE} <${OWL}ObjectProperty> .`,
	`<${K}relation:r> ${TYPE} <${OWL}TransitiveProperty> .`,
	`<${K}relation:r> <${RDFS}domain> <${K}class:base> .`,
	`<${K}relation:r> <${RDFS}comment> "line\\nfeed \\"quoted\\"" .`,
	`<http://example.org/ns#note> <${RDFS}label> "kept"@en-GB .`,
	`<${K}relation:r> <urn:utopia:ns:temporal> "event" .`,
];
const BASE = `<${K}class:base> ${TYPE} <${OWL}Class> .`;

const keys = fc.constantFrom("one", "two", "three");
const step = fc.oneof(
	fc.record({ kind: fc.constant("put" as const), lines: fc.subarray(LINES) }),
	fc.record({ kind: fc.constant("declare" as const), key: keys, label: fc.constantFrom("A", "B") }),
	fc.record({ kind: fc.constant("change" as const), key: keys, label: fc.constantFrom("A", "B", "C") }),
	fc.record({ kind: fc.constant("remove" as const), key: keys }),
);

const typeOf = (key: string) => `<${K}class:${key}> ${TYPE} <${OWL}Class> .`;
const labelOf = (key: string, label: string) => `<${K}class:${key}> <${RDFS}label> "${label}" .`;

/** What is to be after a step, or that it is refused. */
function modelled(held: ReadonlySet<string>, one: Step) {
	if (one.kind === "put") return new Set([BASE, ...one.lines]);
	const isThere = held.has(typeOf(one.key));
	const without = new Set([...held].filter((line) => !line.startsWith(`<${K}class:${one.key}>`)));
	if (one.kind === "remove") return isThere ? without : undefined;
	if (one.kind === "change" ? !isThere : isThere) return undefined;
	return new Set([...without, typeOf(one.key), labelOf(one.key, one.label)]);
}

type Step =
	| { readonly kind: "put"; readonly lines: readonly string[] }
	| { readonly kind: "declare" | "change"; readonly key: string; readonly label: string }
	| { readonly kind: "remove"; readonly key: string };

async function done(act: ReturnType<typeof declaring>, one: Step): Promise<boolean> {
	const doing = {
		put: () => act.put(one.kind === "put" ? `${BASE}\n${one.lines.join("\n")}` : ""),
		declare: () => act.declareClass(one as Extract<Step, { label: string }>),
		change: () => act.changeClass((one as { key: string }).key, { label: (one as { label: string }).label }),
		remove: () => act.removeClass((one as { key: string }).key),
	}[one.kind];
	return doing().then(
		() => true,
		(error: UtopiaError) => {
			expect(["UTOPIA_WRITE_REFUSED", "UTOPIA_THING_NOT_FOUND"]).toContain(error.code);
			return false;
		},
	);
}

async function triplesAt(
	asOf: Instant,
	{ view }: Pick<ReadingBase, "view">,
): Promise<readonly OntologyTriple[]> {
	const held = await spelledStatementsAt(asOf, view);
	return held.map(({ subject, property, spelled }) => ({ subject, property, value: spelled }));
}

async function exported(base: Pick<ReadingBase, "view">, asOf?: Instant): Promise<string> {
	let text = "";
	for await (const piece of exportLedger(base.view, { asOf })) text += piece;
	return text;
}

/** The canonical hash of an export, and which moment it is of is no part of it. */
const hashOf = (text: string) => /utopia:canonicalHash "([0-9a-f]+)"/.exec(text)?.[1];

test("at every instant the ontology is what was to be then, in a base that was there before and after export and import", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.subarray(LINES),
			fc.array(step, { minLength: 1, maxLength: 8 }),
			async (first, steps) => {
				const start = new Set([BASE, ...first]);
				await using base = await readingBase(KB, [...start].join("\n"));
				const act = declaring(base);
				const told: { asOf: Instant; lines: readonly string[]; hash: string | undefined }[] = [];
				let held: ReadonlySet<string> = start;
				const note = async () => {
					const asOf = base.view.clock.now();
					const hash = hashOf(await exported(base, asOf));
					told.push({ asOf, lines: [...held].sort(), hash });
				};
				await note();
				for (const one of steps) {
					const next = modelled(held, one);
					const before = base.view.head();
					expect(await done(act, one)).toBe(next !== undefined);
					if (next === undefined || [...next].sort().join() === [...held].sort().join())
						expect(base.view.head()).toEqual(before);
					held = next ?? held;
					await note();
				}
				const text = await exported(base);
				await using folder = await temporaryStore();
				const store = await folder.directory.kb(KB);
				const copy = { store, view: wholeView(store, KB) };
				await importLedger(copy, Readable.from([Buffer.from(text)]), { filename: "export.ttl" });
				for (const { asOf, lines, hash } of told) {
					expect(await act.triples(asOf)).toEqual(lines);
					expect(await declaring(copy).triples(asOf)).toEqual(lines);
					expect(hashOf(await exported(base, asOf))).toBe(hash);
					expect(hashOf(await exported(copy, asOf))).toBe(hash);
					expect(await ontologyAt(asOf, base.view)).toEqual(await ontologyAt(asOf, copy.view));
				}
				// What GET gives puts back without a trace.
				const { head } = base.view;
				for (const format of ["turtle", "jsonld"] as const) {
					const whole = await ontologyText(format, base.view.clock.now(), base.view);
					expect((await act.put(whole, { format })).statements).toEqual({ added: 0, removed: 0 });
				}
				expect(base.view.head()).toEqual(head());
			},
		),
		{ numRuns: 15 },
	);
}, 300_000);

describe("ontologies of the world outside", () => {
	const require = createRequire(import.meta.url);
	const NOTATION = "http://www.w3.org/2004/02/skos/core#notation";

	/** Lines without the blank nodes' labels: their parts, so that two files with the same structures are the same. */
	function canonical(
		triples: readonly OntologyTriple[],
		isNode: (iri: string) => boolean,
	): readonly string[] {
		let colors = new Map<string, string>();
		const name = (iri: string) => (isNode(iri) ? `_:${colors.get(iri) ?? ""}` : `<${iri}>`);
		const text = ({ value }: OntologyTriple) =>
			value.termType === "NamedNode"
				? name(value.value)
				: JSON.stringify([value.value, value.language.toLowerCase(), value.datatype.value]);
		for (let round = 0; round < 24; round++) {
			const next = new Map<string, string[]>();
			for (const triple of triples) {
				const { subject, property, value } = triple;
				if (isNode(subject))
					next.set(subject, [...(next.get(subject) ?? []), `> ${property} ${text(triple)}`]);
				if (isNode(value.value))
					next.set(value.value, [...(next.get(value.value) ?? []), `< ${property} ${name(subject)}`]);
			}
			colors = new Map([...next].map(([node, parts]) => [node, digest(parts.sort().join("\n"))]));
		}
		return triples.map((triple) => `${name(triple.subject)} ${triple.property} ${text(triple)}`).sort();
	}

	const digest = (text: string) => String(fc.hash(text));

	test.each([
		["foaf", 10, 50],
		["prov", 25, 50],
		["skos", 3, 15],
		["dcat", 5, 20],
		["time", 15, 40],
		["org", 8, 30],
		["schema", 700, 1_000],
	])(
		"%s comes back as it came, and a second time changes nothing",
		async (name, classes, relations) => {
			const file = require.resolve(`@vocabulary/${name}/package.json`).replace("package.json", `${name}.nq`);
			const quads = new Parser({ format: "N-Quads" }).parse(readFileSync(file, "utf8"));
			const blank = (term: { termType: string; value: string }) =>
				term.termType === "BlankNode" ? `_:${term.value}` : term.value;
			const original = quads.map(({ subject, predicate, object }) => ({
				subject: blank(subject),
				property: predicate.value,
				value:
					object.termType === "BlankNode"
						? { ...object, termType: "NamedNode", value: blank(object) }
						: object,
			})) as unknown as OntologyTriple[];
			const lines = quads.map(({ subject, predicate, object }) => {
				const spelled = (term: typeof object) =>
					term.termType === "BlankNode"
						? `_:${term.value.replace(/[^A-Za-z0-9]/g, "x")}`
						: term.termType === "NamedNode"
							? `<${term.value}>`
							: `${JSON.stringify(term.value)}${"language" in term && term.language ? `@${term.language}` : "datatype" in term ? `^^<${term.datatype.value}>` : ""}`;
				return `${spelled(subject as typeof object)} <${predicate.value}> ${spelled(object)} .`;
			});
			await using base = await emptyBase(KB);
			const act = declaring(base);
			const report = await act.put(lines.join("\n"));
			expect(report.classes.added.length).toBeGreaterThan(classes);
			expect(report.relations.added.length).toBeGreaterThan(relations);
			expect(new Set(report.classes.added).size).toBe(report.classes.added.length);
			const held = await triplesAt(base.view.clock.now(), base);
			const given = new Set(
				held.filter(({ property }) => property === NOTATION).map(({ subject }) => subject),
			);
			const { classes: read, relations: properties } = readOntology(held);
			expect([...read.keys(), ...properties.keys()].every((iri) => given.has(iri))).toBe(true);
			const had = new Set(
				original.filter(({ property }) => property === NOTATION).map(({ subject }) => subject),
			);
			const back = held.filter(({ property, subject }) => property !== NOTATION || had.has(subject));
			const isNode = (iri: string) => iri.startsWith("_:") || iri.startsWith(`${K}node:`);
			expect(canonical(back, isNode)).toEqual(canonical(original, isNode));
			const { head } = base.view;
			expect((await act.put(lines.toReversed().join("\n"))).statements).toEqual({ added: 0, removed: 0 });
			const json = await ontologyText("jsonld", base.view.clock.now(), base.view);
			expect((await act.put(json, { format: "jsonld" })).statements).toEqual({ added: 0, removed: 0 });
			expect(base.view.head()).toEqual(head());
			await act.put(BASE);
			expect(await act.triples()).toEqual([BASE]);
		},
		120_000,
	);
});
