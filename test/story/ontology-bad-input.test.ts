import { expect, test } from "vitest";
import { writingServer } from "../support/writing-server.ts";

const PREFIXES =
	"@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix utopia: <urn:utopia:ns:> .\n";

test("keys that are not known are refused by name in relations, classes and rules, and change nothing", async () => {
	await using base = await writingServer();
	const before = await base.ask("GET", "/ontology");
	for (const [path, body] of [
		["/relations", { key: "joins", label: "joins", kind: "relation", temporal: "state", transitve: true }],
		["/classes", { key: "pier", label: "Pier", colour: "red" }],
		["/rules", { name: "Late", class: "pier", conditions: [], conclusion: { kind: "mark" }, priority: 1 }],
	] as const) {
		const { status, body: answer } = await base.ask("POST", path, body);
		const named = Object.keys(body).at(-1);
		expect({ status, code: answer.error.code }, path).toEqual({ status: 400, code: "VALIDATION_ERROR" });
		expect(answer.error.details.issues, path).toContainEqual(
			expect.objectContaining({ path: named, got: "a field that is not known" }),
		);
	}
	expect((await base.ask("GET", "/ontology")).text).toBe(before.text);
});

test("what a file says beside our terms is kept as it is; what misspells one of ours is refused, and nothing of the file is taken", async () => {
	await using base = await writingServer();
	const kb = await base.server.base("Empty");
	const shown = () => base.ask("GET", "/ontology", undefined, { kb });
	const put = (text: string) =>
		base.ask("PUT", "/ontology", `${PREFIXES}${text}`, { kb, headers: { "content-type": "text/turtle" } });
	const kept = await put(
		'<https://example.org/joins> a owl:ObjectProperty ; rdfs:label "joins" ; <https://example.org/colour> "red" .',
	);
	expect(kept.status, kept.text).toBe(200);
	const { text } = await shown();
	expect(text).toContain('<https://example.org/colour> "red"');
	const misspelt = await put(
		'<https://example.org/leaves> a owl:ObjectProperty ; utopia:temporalKnd "state" .',
	);
	expect(misspelt.status).toBe(422);
	expect(misspelt.text).toContain("temporalKnd");
	expect((await shown()).text).toBe(text);
});
