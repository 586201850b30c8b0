import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertFacts } from "../../../src/actions/assert-facts.ts";
import type { UtopiaError } from "../../../src/errors.ts";
import { Writer } from "../../../src/writing/writer.ts";
import { EDO } from "../../support/acting.ts";
import { declaring } from "../../support/declaring.ts";
import { type ReadingBase, readingBase } from "../../support/reading.ts";

const KB = "00000000-0000-4000-8000-0000000000aa";
const OTHER = "00000000-0000-4000-8000-0000000000bb";
const K = `urn:utopia:kb:${KB}:`;
const HELD = `
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix utopia: <urn:utopia:ns:> .
@prefix ex: <http://example.org/ns#> .
@prefix c: <${K}class:> .
@prefix r: <${K}relation:> .
c:ship a owl:Class . c:pier a owl:Class . c:ferry a owl:Class ; rdfs:subClassOf c:ship . ex:Crane a owl:Class ; skos:notation "crane" .
r:near a owl:ObjectProperty . r:beside a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:domain c:pier .
r:length a owl:DatatypeProperty . r:berths_at a owl:ObjectProperty ; utopia:allowsQualifier r:length .
`;

describe("what is refused changes nothing and says where, what and what is allowed", () => {
	let base: ReadingBase;
	beforeAll(async () => {
		base = await readingBase(KB, HELD);
		const writer = new Writer(base.store, base.view);
		const fact = {
			subject: { name: "Kestrel", type: "ferry" },
			predicate: "berths_at",
			object: { name: "Quay", type: "crane" },
			qualifiers: [{ key: "length", value: 3 }],
		};
		await writer.write(assertFacts([fact], EDO, base.view), JSON.stringify);
	});
	afterAll(() => base[Symbol.asyncDispose]());

	async function refusal(change: (act: ReturnType<typeof declaring>) => Promise<unknown>) {
		const head = base.view.head();
		const error = await change(declaring(base)).then(
			() => expect.unreachable("it was done"),
			(error: UtopiaError) => error,
		);
		expect(base.view.head()).toEqual(head);
		const { code, details } = error as UtopiaError;
		return { code, ...details };
	}
	const put = (text: string) => refusal((act) => act.put(`${HELD}${text}`));

	test.each([
		["bad_key", { key: "Ship" }, "key", "Ship"],
		["bad_key", { key: "" }, "key", ""],
		["bad_key", { key: "a".repeat(41) }, "key", "a".repeat(41)],
		["key_taken", { key: "ship" }, "key", "ship"],
		["key_taken", { key: "crane" }, "key", "crane"],
		["iri_taken", { key: "hoist", iri: "http://example.org/ns#Crane" }, "iri", "http://example.org/ns#Crane"],
		["iri_malformed", { key: "hoist", iri: "no iri" }, "iri", "no iri"],
		[
			"foreign_base",
			{ key: "hoist", iri: `urn:utopia:kb:${OTHER}:class:hoist` },
			"iri",
			`urn:utopia:kb:${OTHER}:class:hoist`,
		],
		["not_of_ontology", { key: "hoist", iri: `${K}entity:hoist` }, "iri", `${K}entity:hoist`],
		["blank_name", { key: "hoist", label: " " }, "label", " "],
		["unknown_class", { key: "hoist", parents: ["ship", "boat"] }, "parents.1", "boat"],
		["unknown_class", { key: "hoist", disjointWith: ["boat"] }, "disjoint_with.0", "boat"],
		["unknown_class", { key: "hoist", parents: ["ship"], primaryParent: "pier" }, "primary_parent", "pier"],
		["self_reference", { key: "hoist", parents: ["hoist"] }, "parents", `${K}class:hoist`],
	] as const)("a class: %s for %j", async (reason, wish, field, found) => {
		const told = await refusal((act) => act.declareClass(wish));
		expect(told).toMatchObject({ code: "UTOPIA_WRITE_REFUSED", reason, field, found });
		expect(told).toHaveProperty("allowed");
	});

	const attribute = { key: "depth", kind: "attribute" } as const;
	test.each([
		["bad_key", { key: "near-by" }, "key", "near-by"],
		["key_taken", { key: "near" }, "key", "near"],
		["builtin_fixed", { key: "known_as" }, "key", "known_as"],
		["builtin_fixed", { key: "is_a" }, "key", "is_a"],
		["unknown_class", { key: "p", domains: ["boat"] }, "domains.0", "boat"],
		["unknown_class", { key: "p", ranges: ["ship", "boat"] }, "ranges.1", "boat"],
		["unknown_relation", { key: "p", inverseOf: "far" }, "inverse_of", "far"],
		["unknown_relation", { key: "p", subPropertyOf: "far" }, "sub_property_of", "far"],
		["unknown_relation", { key: "p", qualifiers: ["far"] }, "qualifiers.0", "far"],
		["self_reference", { key: "p", subPropertyOf: "p" }, "sub_property_of", `${K}relation:p`],
		[
			"self_inverse_asymmetric",
			{ key: "p", inverseOf: "p", asymmetric: true },
			"inverse_of",
			`${K}relation:p`,
		],
		["axiom_on_attribute", { ...attribute, transitive: true }, "transitive", "true"],
		["axiom_on_attribute", { ...attribute, symmetric: true }, "symmetric", "true"],
		["axiom_on_attribute", { ...attribute, asymmetric: true }, "asymmetric", "true"],
		["axiom_on_attribute", { ...attribute, irreflexive: true }, "irreflexive", "true"],
		["axiom_on_attribute", { ...attribute, inverseOf: "near" }, "inverse_of", "near"],
		["not_of_kind", { ...attribute, ranges: ["ship"] }, "ranges", "ship"],
		["not_of_kind", { key: "p", datatype: "number" }, "datatype", "number"],
		["not_of_kind", { key: "p", unit: "m" }, "unit", "m"],
	] as const)("a relation: %s for %j", async (reason, wish, field, found) => {
		const told = await refusal((act) => act.declareRelation(wish as never));
		expect(told).toMatchObject({ code: "UTOPIA_WRITE_REFUSED", reason, field, found });
		expect(told).toHaveProperty("allowed");
	});

	test("changes are refused for the same reasons, and things that are not there and built in ones are told", async () => {
		expect(await refusal((act) => act.changeClass("ship", { parents: ["ship"] }))).toMatchObject({
			reason: "self_reference",
		});
		expect(await refusal((act) => act.changeRelation("beside", { inverseOf: "beside" }))).toMatchObject({
			reason: "self_inverse_asymmetric",
		});
		expect(await refusal((act) => act.changeRelation("length", { transitive: true }))).toMatchObject({
			reason: "axiom_on_attribute",
		});
		for (const change of [
			(act: ReturnType<typeof declaring>) => act.changeClass("boat", {}),
			(act: ReturnType<typeof declaring>) => act.removeClass("boat"),
			(act: ReturnType<typeof declaring>) => act.changeRelation("far", {}),
			(act: ReturnType<typeof declaring>) => act.removeRelation("far"),
		])
			expect(await refusal(change)).toMatchObject({ code: "UTOPIA_THING_NOT_FOUND" });
		for (const key of ["known_as", "is_a", "urn:utopia:ns:knownAs"]) {
			expect(await refusal((act) => act.changeRelation(key, {}))).toMatchObject({ reason: "builtin_fixed" });
			expect(await refusal((act) => act.removeRelation(key))).toMatchObject({ reason: "builtin_fixed" });
		}
	});

	test("what facts, typings or declarations use is not removed, and the answer says how many do", async () => {
		const code = "UTOPIA_WRITE_OVERTAKEN";
		const used = { code, reason: "in_use" };
		expect(await refusal((act) => act.removeClass("ship"))).toEqual({
			...used,
			class: "ship",
			...{ facts: 0, typings: 0, declarations: 1 },
		});
		expect(await refusal((act) => act.removeClass("crane"))).toMatchObject({ ...used, typings: 1 });
		expect(await refusal((act) => act.removeRelation("berths_at"))).toMatchObject({ ...used, facts: 1 });
		// As a detail of a fact, and by the relation that allows it.
		expect(await refusal((act) => act.removeRelation("length"))).toMatchObject({
			...used,
			...{ facts: 1, declarations: 1 },
		});
		const kept = (without: string) => refusal((act) => act.put(HELD.replace(without, "")));
		expect(await kept("r:berths_at a owl:ObjectProperty ; utopia:allowsQualifier r:length .")).toMatchObject(
			used,
		);
		expect(await kept('ex:Crane a owl:Class ; skos:notation "crane" .')).toMatchObject({
			...used,
			typings: 1,
		});
		expect(await kept("c:ship a owl:Class .")).toMatchObject(used);
		const turned = HELD.replace("r:berths_at a owl:ObjectProperty", "r:berths_at a owl:DatatypeProperty");
		expect(await refusal((act) => act.put(turned))).toMatchObject({ ...used, facts: 1 });
	});

	test("a file is refused with its place", async () => {
		expect(await put("c:x a [ .")).toMatchObject({ code: "UTOPIA_RDF_MALFORMED" });
		expect(await put("<http://a b> a owl:Class .")).toMatchObject({ code: "UTOPIA_RDF_MALFORMED" });
		expect(await put("<relative> a owl:Class .")).toMatchObject({ reason: "iri_malformed" });
		const cases = {
			[`<urn:utopia:kb:${OTHER}:class:x> a owl:Class .`]: "foreign_base",
			[`ex:x rdfs:subClassOf <urn:utopia:kb:${OTHER}:class:x> .`]: "foreign_base",
			[`<${K}entity:00000000-0000-4000-8000-000000000001> a c:ship .`]: "not_of_ontology",
			[`<${K}declaration:00000000-0000-4000-8000-000000000001> a utopia:Declaration .`]: "not_of_ontology",
			"c:Ship a owl:Class .": "bad_key",
			"ex:x utopia:colour 'red' .": "unknown_term",
			"utopia:knownAs rdfs:label 'named' .": "builtin_fixed",
			"ex:x rdfs:subClassOf c:boat .": "unknown_class",
			"ex:p rdfs:subPropertyOf r:far .": "unknown_relation",
			"ex:Hoist a owl:Class ; skos:notation 'ship' .": "key_taken",
		};
		for (const [text, reason] of Object.entries(cases)) {
			const told = await put(text);
			expect(told, text).toMatchObject({ code: "UTOPIA_WRITE_REFUSED", reason });
			expect(told, text).toHaveProperty("field");
			expect(told, text).toHaveProperty("allowed");
		}
		const graph = `${HELD} ex:g { ex:x a owl:Class . }`;
		expect(await refusal((act) => act.put(graph, { format: "trig" }))).toMatchObject({
			reason: "named_graph",
		});
	});
});
