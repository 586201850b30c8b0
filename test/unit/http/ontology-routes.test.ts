import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestServer, testServer } from "../../support/server.ts";
import { asked, type WritingServer } from "../../support/writing-server.ts";

const TURTLE = { "content-type": "text/turtle" };

describe("the ontology over HTTP", () => {
	let server: TestServer;
	let kb: string;
	let tokens: { readonly write: string; readonly read: string };
	beforeAll(async () => {
		server = await testServer({ demo: false });
		kb = await server.base("Empty");
		tokens = { write: await server.token({ scope: "write" }), read: await server.token() };
	});
	afterAll(() => server[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (method, path, body, asking = {}) =>
		asked(server.url, method, path, body, { kb, token: tokens.write, ...asking });

	test("an empty base gets classes and relations, and a first fact of them", async () => {
		const made = await ask("POST", "/classes", { key: "ship", label: "Ship", parents: null });
		expect(made.status).toBe(201);
		expect(made.headers.get("etag")).toBe(`"${made.body.head}"`);
		expect(made.body).toMatchObject({ key: "ship", label: "Ship", iri: null, builtin: false, defects: [] });
		await ask("POST", "/classes", { key: "pier", color: "#123456" });
		// The relation of the manual, as it stands there.
		await ask("POST", "/relations", { key: "has_part" });
		const relation = {
			...{ key: "part_of", label: "part of", kind: "relation", temporal: "state", transitive: true },
			...{ inverse_of: "has_part", sub_property_of: null, functional: false, inverse_functional: false },
			...{ symmetric: false, asymmetric: true, irreflexive: true, domains: ["pier"], ranges: ["ship"] },
			...{ iri: null, qualifiers: [], adopts: [] },
		};
		const declared = await ask("POST", "/relations", relation);
		expect(declared.status).toBe(201);
		const { adopts: _, ...told } = relation;
		expect(declared.body).toMatchObject({ ...told, facts_rewritten: 0, defects: [] });
		const asked = await ask("POST", "/relations", {
			...{ key: "berths_at", functional: true, domains: ["ship"], ranges: ["pier"] },
		});
		expect(asked.status).toBe(201);
		const fact = {
			subject: { name: "Kestrel", type: "ship" },
			predicate: "berths_at",
			object: { name: "Pier 1", type: "pier" },
			valid_from: "2020",
		};
		const { body, status } = await ask("POST", "/facts", { facts: [fact] });
		expect([status, body.facts[0].violations]).toEqual([200, []]);
	});

	test("one is read, listed, changed and removed by its key or IRI, and as it was", async () => {
		const iri = "http://example.org/ns#Crane";
		const { body: made } = await ask("POST", "/classes", { key: "crane", iri, label: "Crane" });
		expect(made.iri).toBe(iri);
		const byIri = await ask("GET", `/classes/${encodeURIComponent(iri)}`);
		expect(byIri.body).toMatchObject({ key: "crane", iri });
		const changed = await ask("PATCH", "/classes/crane", { label: "Hoist", parents: ["ship"], color: "red" });
		expect(changed.body).toMatchObject({ label: "Hoist", parents: ["ship"], color: "red" });
		expect((await ask("PATCH", "/classes/crane", { color: null, parents: [] })).body).toMatchObject({
			...{ label: "Hoist", parents: [], color: null },
		});
		expect((await ask("GET", `/classes/crane?as_of=${made.head}`)).body).toMatchObject({ label: "Crane" });
		const page = await ask("GET", "/classes?limit=2");
		expect(page.body).toMatchObject({
			total: 3,
			limit_reached: true,
			classes: [{ key: "crane" }, { key: "pier" }],
		});
		const rest = await ask("GET", `/classes?limit=2&cursor=${page.body.next_cursor}`);
		expect(rest.body.classes).toMatchObject([{ key: "ship" }]);
		const gone = await ask("DELETE", "/classes/crane");
		expect(gone.body).toMatchObject({ key: "crane", iri });
		expect((await ask("GET", "/classes/crane")).status).toBe(404);
		expect((await ask("DELETE", "/classes/crane")).body.error).toEqual({
			code: "NOT_FOUND",
			message: "No class with that key in this knowledge base",
			details: { resource: "class" },
		});
	});

	test("what every base has is listed, read and not edited", async () => {
		const { body } = await ask("GET", "/relations");
		const keys = body.relations.map((one: { key: string }) => one.key);
		expect(keys).toEqual(["berths_at", "has_part", "is_a", "known_as", "part_of"]);
		expect((await ask("GET", "/relations/known_as")).body).toMatchObject({
			...{ builtin: true, kind: "attribute", temporal: "eternal" },
		});
		expect((await ask("PATCH", "/relations/known_as", { label: "named" })).body.error.details).toMatchObject({
			reason: "builtin_fixed",
		});
	});

	test("what is used is not removed: 409 with how much uses it", async () => {
		const { status, body } = await ask("DELETE", "/relations/berths_at");
		expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
		expect(body.error.details).toMatchObject({ reason: "in_use", relation: "berths_at", facts: 1 });
		expect((await ask("DELETE", "/classes/pier")).body.error.details).toMatchObject({
			...{ class: "pier", typings: 1, declarations: 2 },
		});
	});

	test("a relation that is another kind settles its facts, and the answer says how many", async () => {
		const berth = { subject: { name: "Kestrel", type: "ship" }, predicate: "berths_at", valid_from: "2022" };
		await ask("POST", "/facts", { facts: [{ ...berth, object: { name: "Pier 2", type: "pier" } }] });
		expect((await ask("PATCH", "/relations/berths_at", { functional: false })).body).toMatchObject({
			...{ functional: false, facts_rewritten: 1 },
		});
		expect((await ask("PATCH", "/relations/berths_at", { functional: true })).body.facts_rewritten).toBe(1);
	});

	test("the whole is served as Turtle or JSON-LD, and putting it back changes nothing", async () => {
		const turtle = await ask("GET", "/ontology");
		expect(turtle.headers.get("content-type")).toBe("text/turtle; charset=utf-8");
		expect(turtle.text).toContain("berths_at");
		const json = await ask("GET", "/ontology", undefined, { headers: { accept: "application/ld+json" } });
		expect(json.headers.get("content-type")).toContain("application/ld+json");
		const preferred = { accept: "application/ld+json;q=0.5, text/turtle" };
		expect((await ask("GET", "/ontology", undefined, { headers: preferred })).text).toBe(turtle.text);
		expect((await ask("GET", "/ontology?format=jsonld")).text).toBe(json.text);
		const nothing = { added: 0, removed: 0 };
		const put = await ask("PUT", "/ontology", turtle.text, { headers: TURTLE });
		expect(put.body).toMatchObject({ statements: nothing, dry_run: false });
		const again = await ask("PUT", "/ontology", json.text, {
			headers: { "content-type": "application/ld+json" },
		});
		expect(again.body.statements).toEqual(nothing);
		expect(again.headers.get("etag")).toBe(turtle.headers.get("etag"));
	});

	test("a file is put with If-Match and a key, tried before, and read as of before", async () => {
		const { text, headers } = await ask("GET", "/ontology");
		const seen = headers.get("etag") ?? "";
		const more = `${text}\n<http://example.org/ns#p> a owl:ObjectProperty , owl:TransitiveProperty , owl:FunctionalProperty .`;
		const dry = await ask("PUT", "/ontology?dry_run=true", more, { headers: TURTLE });
		expect(dry.body).toMatchObject({
			...{ dry_run: true, relations: { added: ["p"] }, statements: { added: 4, removed: 0 } },
			defects: [{ kind: "transitive_functional", subjects: [{ key: "p", iri: "http://example.org/ns#p" }] }],
		});
		expect((await ask("GET", "/ontology")).text).toBe(text);
		const keyed = { ...TURTLE, "idempotency-key": "once", "if-match": seen };
		const put = await ask("PUT", "/ontology", more, { headers: keyed });
		expect(put.status).toBe(200);
		expect((await ask("PUT", "/ontology", more, { headers: keyed })).text).toBe(put.text);
		expect((await ask("PUT", "/ontology", text, { headers: keyed })).body.error.details.reason).toBe(
			"key_reused",
		);
		const late = await ask("PUT", "/ontology", text, { headers: { ...TURTLE, "if-match": seen } });
		expect(late.body.error.details.reason).toBe("head_moved");
		expect((await ask("GET", "/ontology/defects")).body.defects).toHaveLength(1);
		const before = seen.replaceAll('"', "");
		expect((await ask("GET", `/ontology/defects?as_of=${before}`)).body.defects).toEqual([]);
		expect((await ask("GET", `/ontology?as_of=${before}`)).text).toBe(text);
	});

	test("what cannot be read is refused with its place, in the envelope", async () => {
		const bad = await ask("PUT", "/ontology", "@prefix ex: <http://e/> .\nex:a ex:b", { headers: TURTLE });
		expect(bad.status).toBe(400);
		expect(bad.body.error.details).toMatchObject({ line: 2 });
		const type = await ask("PUT", "/ontology", "x", { headers: { "content-type": "text/html" } });
		expect(type.status).toBe(415);
		expect((await ask("PUT", "/ontology", "", { headers: TURTLE })).status).toBe(400);
		expect((await ask("PUT", "/ontology?dry=true", "x", { headers: TURTLE })).status).toBe(400);
		const read = await ask("PUT", "/ontology", "x", { headers: TURTLE, token: tokens.read });
		expect(read.status).toBe(403);
		const unknown = await ask("POST", "/classes", { key: "x", labels: [] });
		expect(unknown.body.error.details.issues[0]).toMatchObject({ path: "labels" });
		const key = await ask("POST", "/classes", { key: "Ship" });
		expect([key.status, key.body.error.details]).toMatchObject([422, { reason: "bad_key", field: "key" }]);
		const adopts = await ask("POST", "/relations", { key: "x", adopts: ["lies at"] });
		expect(adopts.body.error.details.issues[0].accepted).toContain("empty: sources' words");
	});

	test("all of it is described", async () => {
		const { paths } = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
			paths: Record<
				string,
				Record<string, { parameters: { name: string }[]; requestBody: { content: object } }>
			>;
		};
		const put = paths["/api/v1/kbs/{kb}/ontology"]?.["put"];
		expect(Object.keys(put?.requestBody.content ?? {})).toContain("text/turtle");
		expect(put?.parameters.map(({ name }) => name)).toEqual(["kb", "dry_run", "if-match", "idempotency-key"]);
		const one = paths["/api/v1/kbs/{kb}/relations/{key}"];
		expect(Object.keys(one ?? {}).sort()).toEqual(["delete", "get", "patch"]);
		expect(one?.["patch"]?.parameters.map(({ name }) => name)).toContain("key");
	});
});

describe("what a put does to conclusions", () => {
	let server: TestServer;
	let asking: { readonly kb: string; readonly token: string };
	beforeAll(async () => {
		server = await testServer({ demo: false });
		asking = { kb: await server.base("Places"), token: await server.token({ scope: "write" }) };
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const ask: WritingServer["ask"] = (method, path, body, more = {}) =>
		asked(server.url, method, path, body, { ...asking, ...more });
	const ontology = (axioms: string) => `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix r: <urn:utopia:kb:${asking.kb}:relation:> .
r:part_of a owl:ObjectProperty ${axioms} ; rdfs:label "part of" . r:near a owl:ObjectProperty ; rdfs:label "near" .`;
	const put = async (text: string, { dry = false } = {}) => {
		const { status, body } = await ask("PUT", `/ontology${dry ? "?dry_run=true" : ""}`, text, {
			headers: TURTLE,
		});
		expect([status, body.dry_run]).toEqual([200, dry]);
		return body;
	};
	const place = (n: number, predicate = "part_of") => ({
		...{ subject: { name: `place ${n}` }, predicate, object: { name: `place ${n + 1}` } },
	});
	const head = async () => (await ask("GET", "")).body.head;

	test("a dry run tells what the put draws, and then that nothing is left to draw", async () => {
		await put(ontology(""));
		const transitive = ontology(", owl:TransitiveProperty");
		await ask("POST", "/facts", { facts: [1, 2, 3, 4].map((n) => place(n)) });
		const before = await head();
		expect((await put(transitive, { dry: true })).conclusions).toEqual({ added: 6, removed: 0 });
		expect(await head()).toBe(before);
		// What is in memory is as it was: nothing follows from another fact.
		const more = await ask("POST", "/facts", { facts: [place(5)] });
		expect(more.body.derived).toEqual({ added: 0, removed: 0 });
		expect((await put(transitive, { dry: true })).conclusions).toEqual({ added: 10, removed: 0 });
		expect((await put(transitive)).conclusions).toEqual({ added: 10, removed: 0 });
		expect((await put(transitive, { dry: true })).conclusions).toEqual({ added: 0, removed: 0 });
		expect((await put(transitive)).conclusions).toEqual({ added: 0, removed: 0 });
	});

	test("a file that takes an axiom away tells the removals, and what stands goes on standing until then", async () => {
		const symmetric = ontology(", owl:SymmetricProperty");
		expect((await put(ontology(""), { dry: true })).conclusions).toEqual({ added: 0, removed: 10 });
		// Five facts turned round; that of ten conclusions none is symmetric goes without saying.
		expect((await put(symmetric, { dry: true })).conclusions).toEqual({ added: 5, removed: 10 });
		const more = await ask("POST", "/facts", { facts: [place(6)] });
		expect(more.body.derived).toEqual({ added: 5, removed: 0 });
		expect((await put(symmetric, { dry: true })).conclusions).toEqual({ added: 6, removed: 15 });
		expect((await put(symmetric)).conclusions).toEqual({ added: 6, removed: 15 });
		expect((await put(ontology(""))).conclusions).toEqual({ added: 0, removed: 6 });
	});

	test("a file that is refused tells nothing, and a base that draws nothing foresees nothing", async () => {
		expect((await ask("PUT", "/ontology?dry_run=true", "<x", { headers: TURTLE })).status).toBe(400);
		await ask("PATCH", "", { materialize_inferences: false });
		const transitive = ontology(", owl:TransitiveProperty");
		expect((await put(transitive, { dry: true })).conclusions).toEqual({ added: 0, removed: 0 });
		expect((await put(transitive)).conclusions).toEqual({ added: 0, removed: 0 });
		const on = await ask("PATCH", "", { materialize_inferences: true });
		expect(on.body.conclusions).toEqual({ added: 15, removed: 0 });
	});

	test("a dry run under a key is answered again as it was", async () => {
		const headers = { ...TURTLE, "idempotency-key": "dry" };
		const send = () => ask("PUT", "/ontology?dry_run=true", ontology(""), { headers });
		const first = await send();
		expect(first.body.conclusions).toEqual({ added: 0, removed: 15 });
		expect((await send()).text).toBe(first.text);
	});
});
