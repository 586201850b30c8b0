import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UtopiaError } from "../../../src/errors.ts";
import type { Refusal } from "../../../src/export/refusals.ts";
import { bytes, type ImportedBase, importedBase, iri, PREFIXES } from "./imported.ts";

const A = iri("entity", 1);
const B = iri("entity", 2);
const F = iri("fact", 1);
const G = iri("fact", 2);
const H = iri("fact", 3);
const GROUND = `${PREFIXES}
<urn:utopia:kb:00000000-0000-4000-8000-000000000001:relation:leads> a owl:ObjectProperty ; rdfs:label "leads" .
<urn:utopia:kb:00000000-0000-4000-8000-000000000001:relation:met> a owl:ObjectProperty ; rdfs:label "met" ; utopia:temporal "event" .
${A} rdfs:label "Ada" . ${B} rdfs:label "Bo" .
`;
const LEADS = "<urn:utopia:kb:00000000-0000-4000-8000-000000000001:relation:leads>";
const MET = "<urn:utopia:kb:00000000-0000-4000-8000-000000000001:relation:met>";
const CLAIM = `a rdf:Statement ; rdf:subject ${A} ; rdf:predicate ${LEADS} ; rdf:object ${B}`;
const AT = (text: string) => `"${text}"^^xsd:dateTime`;
const RECORDED = `prov:generatedAtTime ${AT("2020-01-01T00:00:00Z")}`;
const fact = (more: string, own = F) => `${own} ${CLAIM} ; ${RECORDED} ; ${more} .`;

let base: ImportedBase;
beforeAll(async () => {
	base = await importedBase();
});
afterAll(() => base[Symbol.asyncDispose]());

async function refused(text: string): Promise<readonly Refusal[]> {
	const outcome = await base.import(text, { format: "turtle" }).catch((error: unknown) => error);
	expect(outcome).toBeInstanceOf(UtopiaError);
	const { code, details } = outcome as UtopiaError;
	expect(code).toBe("UTOPIA_IMPORT_REFUSED");
	expect(base.temporary.store.head().sequence).toBe(0);
	return details["refusals"] as readonly Refusal[];
}

/** Case, the text after the ground, what the reason says. The line is that of the last line of the text. */
const CASES: readonly (readonly [string, string, string])[] = [
	[
		"an IRI of another base",
		fact(`utopia:drawnBy ${iri("fact", 9, "99999999-0000-4000-8000-000000000001")}`),
		"another base",
	],
	["an unknown term", fact("utopia:colour 1"), "utopia:colour is no term"],
	[
		"a missing subject",
		`${F} a rdf:Statement ; rdf:predicate ${LEADS} ; rdf:object ${B} ; ${RECORDED} .`,
		"without rdf:subject",
	],
	[
		"a missing predicate",
		`${F} a rdf:Statement ; rdf:subject ${A} ; rdf:object ${B} ; ${RECORDED} .`,
		"without rdf:predicate",
	],
	[
		"a missing object",
		`${F} a rdf:Statement ; rdf:subject ${A} ; rdf:predicate ${LEADS} ; ${RECORDED} .`,
		"without rdf:object",
	],
	["both entity and literal", fact('rdf:object "text"'), "both an entity and a literal"],
	["two subjects", fact(`rdf:subject ${B}`), "2 values"],
	["no record time", `${F} ${CLAIM} .`, "without prov:generatedAtTime"],
	[
		"a precision that does not fit",
		fact('schema:validFrom "2020"^^xsd:gYear ; utopia:validFromPrecision "month"'),
		"does not fit",
	],
	[
		"a date-time finer than its precision",
		fact(`schema:validFrom ${AT("2020-01-01T10:30:00Z")} ; utopia:validFromPrecision "hour"`),
		"finer",
	],
	["a date-time without precision", fact(`schema:validFrom ${AT("2020-01-01T10:00:00Z")}`), "precision"],
	["a precision without date", fact('utopia:validThroughPrecision "hour"'), "without its date"],
	["a date that no calendar has", fact('schema:validFrom "2021-02-29"^^xsd:date'), "no date"],
	[
		"an end before its start",
		fact('schema:validFrom "2020-05"^^xsd:gYearMonth ; schema:validThrough "2020"^^xsd:gYear'),
		"before its start",
	],
	[
		"an end at its start",
		fact('schema:validFrom "2020-01-01"^^xsd:date ; schema:validThrough "2020"^^xsd:gYear'),
		"at its start",
	],
	["an unknown end without attestation", fact("utopia:endedUnknown true"), "without attestation"],
	[
		"an end known and unknown",
		fact(
			`utopia:endedUnknown true ; utopia:attestedTo ${AT("2020-01-01T00:00:00Z")} ; schema:validThrough "2019"^^xsd:gYear`,
		),
		"known or unknown",
	],
	["a dangling supersedes", fact(`utopia:supersedes ${G}`), "nowhere described"],
	[
		"invalidated before recorded",
		fact(`prov:invalidatedAtTime ${AT("2019-01-01T00:00:00Z")}`),
		"before it was recorded",
	],
	[
		"a future record time",
		`${F} ${CLAIM} ; prov:generatedAtTime ${AT("2027-01-01T00:00:00Z")} .`,
		"in the future",
	],
	[
		"a record time finer than microseconds",
		`${F} ${CLAIM} ; prov:generatedAtTime ${AT("2020-01-01T00:00:00.1234567Z")} .`,
		"finer than a microsecond",
	],
	[
		"a record time without zone",
		`${F} ${CLAIM} ; prov:generatedAtTime ${AT("2020-01-01T00:00:00")} .`,
		"zoned",
	],
	["two record times", fact(`prov:generatedAtTime ${AT("2020-01-02T00:00:00Z")}`), "two values"],
	["a reference to nothing", fact(`prov:wasDerivedFrom ${iri("document", 7)}`), "nowhere described"],
	[
		"an unknown relation of the base",
		fact("<urn:utopia:kb:00000000-0000-4000-8000-000000000001:relation:nope> 1"),
		"nowhere described",
	],
	[
		"an id that is no UUID",
		"<urn:utopia:kb:00000000-0000-4000-8000-000000000001:entity:7> rdfs:label 1 .",
		"UUID",
	],
	[
		"a kind that is none",
		"<urn:utopia:kb:00000000-0000-4000-8000-000000000001:thing:7> rdfs:label 1 .",
		"no kind of thing",
	],
	["two values of one thing", fact("utopia:confidence 0.5, 0.6"), "2 values"],
	["a confidence above 1", fact("utopia:confidence 1.5"), "from 0 to 1"],
	["a plain triple that no fact supports", `${B} ${LEADS} ${A} .`, "no fact supports"],
	["a statement that is no fact", `${A} a rdf:Statement .`, "IRI of a fact"],
	["evidence of nothing", `${iri("evidence", 1)} a utopia:Evidence .`, "without utopia:supports"],
	[
		"a literal in the place of a relation",
		`${F} a rdf:Statement ; rdf:subject ${A} ; rdf:predicate "leads" ; rdf:object ${B} ; ${RECORDED} .`,
		"literal",
	],
	[
		"a blank node as object",
		fact("utopia:confidence 1").replace(B, "[ rdfs:label 1 ]"),
		"rdf:object is a blank node",
	],
	[
		"an address of the outside as object",
		fact("utopia:confidence 1").replace(B, "<http://example.org/x>"),
		"rdf:object is <http://example.org/x>",
	],
	["a relation as object", fact("utopia:confidence 1").replace(B, MET), "rdf:object is a relation"],
	["a relation as subject", fact("utopia:confidence 1").replace(A, MET), "rdf:subject is a relation"],
	[
		"a blank node as subject",
		fact("utopia:confidence 1").replace(A, "[ rdfs:label 1 ]"),
		"rdf:subject is a blank node",
	],
	...["INF", "-INF", "NaN", "1e400"].map(
		(text) =>
			[
				`${text} as a value`,
				fact("utopia:confidence 1").replace(B, `"${text}"^^xsd:double`),
				`"${text}" is no number`,
			] as const,
	),
	[
		"a decimal that is none",
		fact("utopia:confidence 1").replace(B, '"abc"^^xsd:decimal'),
		"is no xsd:decimal",
	],
	[
		"a day that no calendar has",
		fact("utopia:confidence 1").replace(B, '"2020-02-30"^^xsd:date'),
		"is no xsd:date",
	],
	["a qualifier that is no decimal", fact(`${MET} "abc"^^xsd:decimal`), '"abc" is no xsd:decimal'],
	["a qualifier that is no number", fact(`${MET} "NaN"^^xsd:float`), '"NaN" is no number'],
	["an invalid IRI", fact("rdfs:seeAlso <http://x/%zz>"), 'cannot hold "%"'],
];

describe("a file is refused as a whole, with the place and the reason", () => {
	test.each(CASES)("%s", async (_, text, reason) => {
		const [first, ...others] = await refused(GROUND + text);
		expect(first?.reason).toContain(reason);
		expect(first?.line).toBe((GROUND + text).split("\n").length);
		expect(others.length).toBeLessThan(3);
	});

	test("supersedes in a circle, second for one row, of another claim, without the invalidation", async () => {
		const ended = `prov:invalidatedAtTime ${AT("2020-01-01T00:00:00Z")}`;
		const circle = [fact(`utopia:supersedes ${G} ; ${ended}`), fact(`utopia:supersedes ${F} ; ${ended}`, G)];
		expect((await refused(GROUND + circle.join("\n"))).map(({ reason }) => reason)).toEqual([
			expect.stringContaining("circle"),
		]);
		const second = [fact(ended), fact(`utopia:supersedes ${F}`, G), fact(`utopia:supersedes ${F}`, H)];
		expect((await refused(GROUND + second.join("\n"))).map(({ reason }) => reason)).toEqual([
			expect.stringContaining("one successor"),
		]);
		const other = fact(`utopia:supersedes ${F}`, G).replace(LEADS, MET);
		expect((await refused(`${GROUND}${fact(ended)}\n${other}`)).map(({ reason }) => reason)).toEqual([
			expect.stringContaining("another predicate"),
		]);
		const open = [fact("utopia:confidence 1"), fact(`utopia:supersedes ${F}`, G)];
		expect((await refused(GROUND + open.join("\n"))).map(({ reason }) => reason)).toEqual([
			expect.stringContaining("must have prov:invalidatedAtTime"),
		]);
	});

	test("up to a hundred reasons, and the count of all", async () => {
		const text = Array.from({ length: 250 }, (_, n) => fact("utopia:confidence 7", iri("fact", n))).join(
			"\n",
		);
		expect(await refused(GROUND + text)).toHaveLength(100);
		const error: unknown = await base.import(GROUND + text, { format: "turtle" }).catch((thrown) => thrown);
		expect((error as UtopiaError).details["count"]).toBe(250);
	});

	test.each([
		["an unknown term", "utopia:colour 1"],
		["a reference to nothing", `prov:wasDerivedFrom ${iri("document", 7)}`],
		["an IRI of another base", `utopia:drawnBy ${iri("fact", 9, "99999999-0000-4000-8000-000000000001")}`],
		["a bad IRI", "rdfs:seeAlso <http://x/%zz>"],
		["a value that is none", `${MET} "NaN"^^xsd:double`],
		["a record time in the future", `prov:invalidatedAtTime ${AT("2027-01-01T00:00:00Z")}`],
	])("the true count of %s in 250 facts, each with its line", async (_, more) => {
		const lines = Array.from({ length: 250 }, (_none, n) => fact(more, iri("fact", n)));
		const error: unknown = await base
			.import(GROUND + lines.join("\n"), { format: "turtle" })
			.catch((thrown) => thrown);
		const { refusals, count } = (error as UtopiaError).details as {
			refusals: readonly Refusal[];
			count: number;
		};
		expect(count).toBe(250);
		const first = GROUND.split("\n").length;
		expect(refusals.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_none, n) => first + n));
		for (const { subject, column } of refusals) expect(subject ?? column).toBeDefined();
	});

	test("a class that is declared, one of another vocabulary too, and a foreign datatype may be said of an entity", async () => {
		await using own = await importedBase();
		const classes = `<http://example.org/Boat> a owl:Class . k:class:ship a owl:Class .\n`;
		const said = (object: string, n: number) =>
			fact("utopia:confidence 1", iri("fact", n)).replace(B, object);
		const text = [
			said("<http://example.org/Boat>", 1),
			said("k:class:ship", 2),
			said('"NaN"^^<http://example.org/colour>', 3),
			said('"12345678901234567890123456789012345678901234567890"^^xsd:integer', 4),
		];
		await own.import(GROUND + classes + text.join("\n"), { format: "turtle" });
		const later = said("<http://example.org/Boat>", 5).replace("2020-01-01", "2021-01-01");
		const more = `${PREFIXES}${later}`;
		expect(await own.import(more, { format: "turtle" })).toMatchObject({ facts: 1 });
	});

	test.each([
		["an empty file", "", "empty"],
		["a file of comments and prefixes", PREFIXES, "empty"],
		[
			"another vocabulary",
			"<http://example.org/a> <http://example.org/b> [ <http://example.org/c> 1 ] .",
			"nothing of a knowledge base",
		],
	])("%s leaves no commit", async (_, text, reason) => {
		const [first] = await refused(text);
		expect(first?.reason).toContain(reason);
	});

	test("of two imports at one moment the second is told that another came first", async () => {
		await using own = await importedBase();
		const files = [1, 2, 3].map((n) => GROUND + fact("utopia:confidence 1", iri("fact", n)));
		const outcomes = await Promise.allSettled(files.map((text) => own.import(text, { format: "turtle" })));
		const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
		expect(lost).toHaveLength(2);
		for (const error of lost)
			expect(error).toMatchObject({
				code: "UTOPIA_COMMIT_CONFLICT",
				message: expect.stringMatching(/Another import or write .* came first.* send it again/),
			});
	});

	test("what the base says more is shown with whole IRIs, long text cut inside its quotes", async () => {
		await using own = await importedBase();
		const long = "x".repeat(1_000);
		const said = (more: string) => `${GROUND}${fact(`utopia:note "${long}" ; ${more}`)}`;
		await own.import(said(`rdfs:seeAlso <urn:x:${long}> ; utopia:cause "c"`), { format: "turtle" });
		const error: unknown = await own
			.import(`${GROUND}${fact("utopia:confidence 1")}`)
			.catch((thrown) => thrown);
		const { refusals } = (error as UtopiaError).details as { refusals: readonly Refusal[] };
		const more = refusals.find(({ reason }) => reason.includes("says more"))?.reason ?? "";
		expect(more.split("<").length).toBe(more.split(">").length);
		expect(more).not.toMatch(/urn:x:x*…/);
	});

	test("broken Turtle in line 9,000 of 10,000 loses nothing", async () => {
		const lines = Array.from({ length: 10_000 }, (_, n) => fact("utopia:confidence 1", iri("fact", n)));
		lines[8_999 - GROUND.split("\n").length + 1] = `${F} rdf:subject ; .`;
		const error: unknown = await base
			.import(GROUND + lines.join("\n"), { format: "turtle" })
			.catch((thrown) => thrown);
		expect(error).toMatchObject({
			code: "UTOPIA_RDF_MALFORMED",
			details: { line: 9_000, column: F.length + 14 },
		});
		expect(base.temporary.store.head().sequence).toBe(0);
	});

	test("a manifest that does not agree", async () => {
		await using whole = await importedBase();
		await whole.import(GROUND + fact("utopia:confidence 1.0"), { format: "turtle" });
		const text = await whole.export();
		expect((await refused(text.replace('"1.0"', '"0.9"')))[0]?.reason).toContain("canonicalHash");
		expect((await refused(text.replace('factCount "1"', 'factCount "2"')))[0]?.reason).toContain(
			"factCount 2, the file has 1",
		);
		expect((await refused(text.replace('complete "true"', 'complete "false"')))[0]?.reason).toContain(
			"complete",
		);
	});
});

describe("long text", () => {
	test.each([
		["x", 4],
		['\\"', 1],
	])(
		"a long literal comes in, goes out and comes in again: %s, %i MiB",
		async (char, mib) => {
			await using one = await importedBase();
			const text = `${GROUND}${iri("entity", 3)} rdfs:label "Long" ; utopia:description "${char.repeat(mib * 1024 * 1024)}" .\n`;
			await one.import(text, { format: "turtle" });
			const out = await one.export();
			expect(out.length).toBeGreaterThan(mib * 1024 * 1024);
			await using two = await importedBase();
			await two.import(out, { format: "turtle" });
			expect((await two.import(out, { format: "turtle" })).quads).toBe(0);
		},
		60_000,
	);

	test("a longer one is refused with line and column", async () => {
		for (const mib of [5, 9, 15]) {
			const text = `${GROUND}${A} utopia:description "${"x".repeat(mib * 1024 * 1024)}" .`;
			await expect(base.import(text, { format: "turtle" })).rejects.toMatchObject({
				code: "UTOPIA_RDF_MALFORMED",
				details: { line: GROUND.split("\n").length, column: expect.any(Number) },
			});
		}
		expect(base.temporary.store.head().sequence).toBe(0);
	}, 60_000);

	test("an IRI longer than 64 KiB is refused", async () => {
		const [first] = await refused(`${GROUND}${A} rdfs:seeAlso <urn:x:${"x".repeat(64 * 1024)}> .`);
		expect(first?.reason).toContain("an IRI longer than 64 KiB");
		await expect(
			base.import(`${GROUND}${A} rdfs:seeAlso <urn:x:${"x".repeat(9 * 1024 * 1024)}> .`),
		).rejects.toMatchObject({ message: expect.not.stringContaining("call stack") });
	}, 60_000);
});

describe("nothing is left behind", () => {
	const text =
		GROUND + Array.from({ length: 3_000 }, (_, n) => fact("utopia:confidence 1", iri("fact", n))).join("\n");

	test("by a dry run", async () => {
		expect(await base.import(text, { format: "turtle", dryRun: true })).toMatchObject({
			facts: 3_000,
			quads: 0,
		});
		expect(base.temporary.store.head().sequence).toBe(0);
	});

	test.each(["reading", "checking", "writing"] as const)(
		"by an import that is stopped while %s",
		async (phase) => {
			const controller = new AbortController();
			const onProgress = (progress: { readonly phase: string }) => {
				if (progress.phase === phase) controller.abort();
			};
			await expect(
				base.import(text, { format: "turtle", signal: controller.signal, onProgress }),
			).rejects.toMatchObject({
				code: "UTOPIA_INTERRUPTED",
			});
			expect(base.temporary.store.head().sequence).toBe(0);
		},
	);

	test("by a body that breaks off", async () => {
		async function* broken(): AsyncGenerator<Uint8Array> {
			for await (const piece of bytes(text)) {
				yield piece;
				throw new Error("the line is dead");
			}
		}
		await expect(base.import(broken(), { format: "turtle" })).rejects.toThrow("the line is dead");
		expect(base.temporary.store.head().sequence).toBe(0);
	});
});
