import { readFileSync } from "node:fs";
import { Parser, Store } from "n3";
import Validator from "rdf-validate-shacl";
import { expect, test } from "vitest";
import { exportLedger } from "../../../src/export/export-ledger.ts";
import { conflicts } from "../../../src/ledger/conflicts.ts";
import { ontologyAt } from "../../../src/ontology/ontology.ts";
import { FIRST_INSTANT, type Instant, instantText } from "../../../src/time/instant.ts";
import { acting } from "../../support/acting.ts";
import { declaring, emptyBase } from "../../support/declaring.ts";
import { readingBase } from "../../support/reading.ts";
import { testQuery } from "../../support/stores.ts";
import { windable } from "../../support/windable.ts";

const KB = "00000000-0000-4000-8000-0000000000aa";
const K = `urn:utopia:kb:${KB}:`;
const PREFIXES = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix utopia: <urn:utopia:ns:> .
@prefix ex: <http://example.org/ns#> .
@prefix c: <${K}class:> .
@prefix r: <${K}relation:> .
`;
const PLAIN = `${PREFIXES}
c:ship a owl:Class ; rdfs:label "Ship" , "Schiff"@de-DE .
c:pier a owl:Class ; rdfs:label "Pier" .
r:berths_at a owl:ObjectProperty ; rdfs:label "berths at" ; rdfs:domain c:ship ; rdfs:range [ owl:unionOf ( c:pier ) ] .
r:length a owl:DatatypeProperty ; rdfs:range xsd:decimal ; ex:about 1.50 .
`;

test("an empty base gets a class and a relation, read at once and not before", async () => {
	await using base = await emptyBase(KB);
	const act = declaring(base);
	const before = base.view.clock.now();
	expect(await act.declareClass({ key: "ship", label: "Ship", description: "Floats." })).toMatchObject({
		iri: `${K}class:ship`,
	});
	await act.declareClass({
		key: "ferry",
		parents: ["ship"],
		primaryParent: "ship",
		color: "#123",
		shape: "hull",
	});
	await act.declareRelation({
		key: "near",
		symmetric: true,
		domains: ["ship"],
		ranges: ["ferry"],
		temporal: "event",
	});
	await act.declareRelation({
		key: "tons",
		kind: "attribute",
		datatype: "number",
		unit: "t",
		functional: true,
	});
	const { classes, relations } = await ontologyAt(base.view.clock.now(), base.view);
	expect(classes.get(`${K}class:ferry`)).toMatchObject({
		key: "ferry",
		label: "ferry",
		parents: [`${K}class:ship`],
		primaryParent: `${K}class:ship`,
		color: "#123",
		shape: "hull",
	});
	expect(relations.get(`${K}relation:near`)).toMatchObject({
		kind: "relation",
		symmetric: true,
		temporal: "event",
		domains: [`${K}class:ship`],
	});
	expect(relations.get(`${K}relation:tons`)).toMatchObject({
		kind: "attribute",
		unit: "t",
		functional: true,
	});
	expect((await ontologyAt(before, base.view)).classes.size).toBe(0);
});

test("a plain triple that is taken away is a declaration from then on, and the triple is gone with its spelling", async () => {
	await using base = await readingBase(KB, PLAIN);
	const act = declaring(base);
	const early = base.view.clock.now();
	const was = await act.triples(early);
	expect(was).toContain(`<${K}class:ship> <http://www.w3.org/2000/01/rdf-schema#label> "Schiff"@de-DE .`);
	await act.put(PLAIN.replace(', "Schiff"@de-DE', "").replace("; ex:about 1.50", ""));
	const now = await act.triples();
	expect(was.filter((line) => !now.includes(line))).toHaveLength(2);
	expect(await act.triples(early)).toEqual(was);
	expect(await act.triples(FIRST_INSTANT as Instant)).toEqual(was);
	const left = testQuery(
		`SELECT ?s WHERE { { GRAPH <${K}graph:ontology> { ?s <http://example.org/ns#about> ?o } } UNION { GRAPH <${K}graph:spelling> { ?s <http://example.org/ns#about> ?o } } }`,
	);
	expect(await base.store.select(left, "all")).toEqual([]);
});

test("a put of what is there, in whatever order and with whatever node labels, writes nothing", async () => {
	await using base = await readingBase(KB, PLAIN);
	const act = declaring(base);
	const head = base.view.head();
	const report = await act.put(
		`${PLAIN.replace("[ owl:unionOf ( c:pier ) ]", "_:u")} _:u owl:unionOf ( c:pier ) .`,
	);
	expect(report).toMatchObject({ statements: { added: 0, removed: 0 }, defects: [] });
	expect(report.classes).toEqual({ added: [], changed: [], removed: [] });
	expect(base.view.head()).toEqual(head);
	await act.declareClass({ key: "crane" });
	const added = await act.put(`${PLAIN} c:crane a owl:Class ; rdfs:label "crane" .`);
	expect(added.statements).toEqual({ added: 0, removed: 0 });
});

test("a dry run tells the same and writes nothing", async () => {
	await using base = await readingBase(KB, PLAIN);
	const act = declaring(base);
	const head = base.view.head();
	const next = `${PLAIN.replace('rdfs:label "Pier"', 'rdfs:label "Quay"')} ex:hasPart a owl:TransitiveProperty , owl:FunctionalProperty ; ex:see ex:x . ex:Crane a rdfs:Class .`;
	const dry = await act.put(next, { dryRun: true });
	expect(base.view.head()).toEqual(head);
	expect(dry).toMatchObject({
		classes: { added: ["crane"], changed: ["pier"], removed: [] },
		relations: { added: ["has_part"], changed: [], removed: [] },
		statements: { added: 7, removed: 1 },
		keptUnread: [
			{ property: "http://example.org/ns#about", count: 1 },
			{ property: "http://example.org/ns#see", count: 1 },
		],
		defects: [{ kind: "transitive_functional", subjects: ["http://example.org/ns#hasPart"] }],
		rewritten: 0,
	});
	expect(await act.put(next)).toEqual(dry);
	expect((await act.put(next)).statements).toEqual({ added: 0, removed: 0 });
});

test("keys of imported IRIs are made of their local names, once for all, and unique", async () => {
	await using base = await emptyBase(KB);
	const act = declaring(base);
	const file = `${PREFIXES} ex:HTTPServer a owl:Class . <http://a.example/x#hTTPServer> a owl:Class . <http://b.example/%C3%89tat> a owl:Class . <http://c.example/> a owl:Class . ex:kept a owl:Class ; skos:notation "mine" .`;
	const made = ["etat", "h_ttp_server", "http_c_example", "http_server", "mine"];
	expect((await act.put(file)).classes.added).toEqual(made);
	const { classes } = await ontologyAt(base.view.clock.now(), base.view);
	const key = classes.get("http://example.org/ns#HTTPServer")?.key;
	await act.put(file.replace("ex:kept", "<http://0.example/HttpServer> a owl:Class . ex:kept"));
	const after = await ontologyAt(base.view.clock.now(), base.view);
	expect(after.classes.get("http://example.org/ns#HTTPServer")?.key).toBe(key);
	expect(after.classes.get("http://0.example/HttpServer")?.key).toBe("http_server_2");
});

test("a change touches what it names: other languages, restrictions and others' triples stay", async () => {
	const rich = `${PREFIXES}
ex:Ship a owl:Class ; skos:notation "ship" ; rdfs:label "Ship"@en , "Schiff"@de ; rdfs:comment "Old." ;
  rdfs:subClassOf c:thing , [ a owl:Restriction ; owl:onProperty r:near ] .
c:thing a owl:Class . r:near a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( ex:Ship c:thing ) ] .
[] a owl:AllDisjointClasses ; owl:members ( c:thing ) .`;
	await using base = await readingBase(KB, rich);
	const act = declaring(base);
	const was = await act.triples();
	await act.changeClass("ship", { label: "Vessel", description: null, parents: [] });
	const now = await act.triples();
	const label = "<http://www.w3.org/2000/01/rdf-schema#label>";
	expect(now.filter((line) => !was.includes(line))).toEqual([
		`<http://example.org/ns#Ship> ${label} "Vessel"@en .`,
	]);
	expect(was.filter((line) => !now.includes(line))).toHaveLength(3);
	await act.changeRelation("near", { domains: ["thing"] });
	const last = await act.triples();
	expect(last.filter((line) => line.includes("unionOf"))).toEqual([]);
	expect(last.filter((line) => line.includes("rdf-syntax-ns#first"))).toHaveLength(1);
	await act.removeClass("http://example.org/ns#Ship");
	expect((await act.triples()).some((line) => line.includes("Ship") || line.includes("Restriction"))).toBe(
		false,
	);
});

const SPAN = `
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<${K}class:ship> a owl:Class . <${K}class:pier> a owl:Class . <${K}class:quay> a owl:Class ; rdfs:subClassOf <${K}class:pier> .
<${K}relation:berths_at> a owl:ObjectProperty .
`;

/** A ship with two berths: since 2020, and since 2022. */
async function berthed(base: Awaited<ReturnType<typeof readingBase>>, from: readonly [string, string]) {
	const act = acting(base, windable(base.view.clock.now()));
	const [ship = ""] = (
		await act.act.assert(
			...from.map((validFrom, n) => ({
				subject: { name: "Kestrel", type: "ship" },
				predicate: "berths_at",
				object: { name: `Pier ${n}`, type: "quay" },
				validFrom,
			})),
		)
	).facts.map(({ subject }) => subject);
	return { ...act, ship };
}

test("a relation that becomes functional draws ends, and takes them away when it is functional no more", async () => {
	await using base = await readingBase(KB, SPAN);
	const { ship, rows } = await berthed(base, ["2020", "2022-05"]);
	const act = declaring(base);
	const open = await rows(ship, "berths_at");
	const before = base.view.clock.now();
	expect(await act.changeRelation("berths_at", { functional: true })).toMatchObject({ rewritten: 1 });
	const drawn = await base.read("entity_facts", { entity_id: ship });
	expect(drawn["facts"]).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				other_name: "Pier 0",
				valid_to: "2022-05-01T00:00:00.000000Z",
				valid_to_origin: "timeline",
			}),
			expect.objectContaining({ other_name: "Pier 1", valid_to: null }),
		]),
	);
	const between = base.view.clock.now();
	// Declaring it twice changes nothing.
	expect(await act.changeRelation("berths_at", { functional: true })).toMatchObject({ rewritten: 0 });
	expect(await act.changeRelation("berths_at", { functional: false })).toMatchObject({ rewritten: 1 });
	expect(await rows(ship, "berths_at")).toEqual(open);
	const asOf = (at: Instant) => ({ as_of: instantText(at) });
	expect(await rows(ship, "berths_at", asOf(before))).toEqual(open);
	expect(await rows(ship, "berths_at", asOf(between))).not.toEqual(open);
});

test("conflicts come and go with what makes them", async () => {
	await using base = await readingBase(KB, SPAN);
	await berthed(base, ["2020", "2020"]);
	const act = declaring(base);
	const statuses = async () =>
		(await base.view.kept(conflicts)).list().map((one) => one.states.at(-1)?.status);
	expect(await statuses()).toEqual([]);
	await act.put(SPAN.replace("owl:ObjectProperty", "owl:ObjectProperty , owl:FunctionalProperty"));
	expect(await statuses()).toEqual(["open"]);
	await act.put(SPAN);
	expect(await statuses()).toEqual(["withdrawn"]);
	await act.changeRelation("berths_at", { functional: true });
	expect(await statuses()).toEqual(["open"]);
	await act.changeRelation("berths_at", { temporal: "event" });
	expect(await statuses()).toEqual(["withdrawn"]);
});

test("a relation of another temporal kind has its rows anew where they say something else then", async () => {
	await using base = await readingBase(KB, SPAN);
	const { ship, facts } = await berthed(base, ["2020", "2022-05"]);
	const act = declaring(base);
	const held = async () =>
		(await facts(ship, "berths_at"))
			.map((row) => [row["valid_from"], row["holds_from"], row["holds_to"]])
			.toSorted();
	const states = await held();
	await act.changeRelation("berths_at", { temporal: "event" });
	expect(await held()).toEqual([
		["2020-01-01T00:00:00.000000Z", "2020-01-01T00:00:00.000000Z", "2021-01-01T00:00:00.000000Z"],
		["2022-05-01T00:00:00.000000Z", "2022-05-01T00:00:00.000000Z", "2022-06-01T00:00:00.000000Z"],
	]);
	await act.changeRelation("berths_at", { temporal: "eternal" });
	expect((await held()).every(([from]) => from === null)).toBe(true);
	await act.changeRelation("berths_at", { temporal: "state" });
	expect(await held()).toEqual(states);
});

test("an assertion is told of ends outside a domain or range as these are declared then", async () => {
	await using base = await readingBase(KB, SPAN);
	const act = declaring(base);
	const { act: acts } = acting(base, windable(base.view.clock.now()));
	const violations = async () => {
		const { facts } = await acts.assert({
			subject: { name: "Kestrel", type: "ship" },
			predicate: "berths_at",
			object: { name: "Pier", type: "quay" },
		});
		return facts[0]?.violations;
	};
	expect(await violations()).toEqual([]);
	await act.changeRelation("berths_at", { domains: ["pier"], ranges: ["pier"] });
	expect(await violations()).toEqual([{ end: "subject", found: "ship", allowed: ["pier"] }]);
	await act.changeRelation("berths_at", { domains: ["pier", "ship"], ranges: ["ship"] });
	expect(await violations()).toEqual([{ end: "object", found: "quay", allowed: ["ship"] }]);
	await act.put(
		`${SPAN} <${K}relation:berths_at> rdfs:range [ owl:unionOf ( <${K}class:ship> <${K}class:pier> ) ] ; rdfs:domain owl:Thing .`,
	);
	expect(await violations()).toEqual([]);
});

const SHAPES = new Validator(
	new Store(
		new Parser().parse(readFileSync(new URL("../../../ontology/shapes.ttl", import.meta.url), "utf8")),
	),
);

test("what edits leave behind goes out in the shapes, removed relations and ended plain triples included", async () => {
	await using base = await readingBase(
		KB,
		PLAIN.replace("r:length a owl:DatatypeProperty", 'r:length a owl:DatatypeProperty ; rdfs:label "length"'),
	);
	const act = declaring(base);
	await act.declareRelation({ key: "near", iri: "http://example.org/ns#near", inverseOf: "berths_at" });
	await act.declareClass({ key: "crane" });
	await act.changeClass("ship", { label: "Vessel" });
	await act.changeRelation("berths_at", { ranges: ["crane"], transitive: true });
	await act.removeRelation("length");
	await act.removeRelation("near");
	let text = "";
	for await (const piece of exportLedger(base.view)) text += piece;
	const { results } = await SHAPES.validate(new Store(new Parser().parse(text)));
	expect(results.map(({ message, focusNode }) => `${focusNode?.value} ${message[0]?.value}`)).toEqual([]);
	await using copy = await readingBase(KB, text);
	expect(await declaring(copy).triples()).toEqual(await act.triples());
});
