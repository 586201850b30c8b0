import { readFileSync } from "node:fs";
import { Parser, Store } from "n3";
import Validator from "rdf-validate-shacl";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const fileText = (path: string) => readFileSync(new URL(path, root), "utf8");
const validator = new Validator(new Store(new Parser().parse(fileText("ontology/shapes.ttl"))));

/** The messages of the report, each once. */
async function messagesOf(turtle: string): Promise<readonly string[]> {
	const report = await validator.validate(new Store(new Parser().parse(turtle)));
	const said = report.results.flatMap((result) =>
		result.message.map(({ value }) => `${result.focusNode?.value}: ${value}`),
	);
	return [...new Set(said)];
}

const PREFIXES = fileText("data/demo.ttl")
	.split("\n")
	.filter((line) => line.startsWith("@prefix"))
	.join("\n");
const WHOLE = `e:01 rdfs:label "Ada" . e:02 rdfs:label "Bea" .
	doc:01 a prov:Entity ; rdfs:label "a.md" .
	f:01 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object e:02 ; schema:validFrom "2020"^^xsd:gYear ;
		prov:generatedAtTime "2021-01-01T00:00:00.000001Z"^^xsd:dateTime ;
		prov:invalidatedAtTime "2021-02-01T00:00:00.000001Z"^^xsd:dateTime ; utopia:confidence 0.50 .
	f:02 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object e:02 ; utopia:supersedes f:01 ;
		prov:generatedAtTime "2021-02-01T00:00:00.000001Z"^^xsd:dateTime ; prov:wasDerivedFrom doc:01 .`;

describe("the shapes of the ledger", () => {
	test.each(["data/demo.ttl", "test/story/harbour.ttl"])("%s has nothing to complain of", async (path) => {
		expect(await messagesOf(fileText(path))).toEqual([]);
	});

	test("a small whole ledger has nothing to complain of", async () => {
		expect(await messagesOf(`${PREFIXES}\n${WHOLE}`)).toEqual([]);
	});

	/** What is broken, what stands in the sound text, what stands there instead, and what the report must say. */
	test.each([
		[
			"a fact without subject",
			"rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object e:02 ; utopia:supersedes",
			"rdf:predicate r:knows ; rdf:object e:02 ; utopia:supersedes",
			/exactly one rdf:subject/,
		],
		[
			"a fact with two objects",
			"rdf:object e:02 ; schema",
			'rdf:object e:02 , "x" ; schema',
			/exactly one rdf:object/,
		],
		[
			"a fact without a word for its relation",
			"rdf:predicate r:knows ; rdf:object e:02 ; schema",
			"rdf:object e:02 ; schema",
			/needs an rdf:predicate/,
		],
		["a date that is text", '"2020"^^xsd:gYear', '"2020"', /schema:validFrom is one date/],
		[
			"a clock without its precision",
			'"2020"^^xsd:gYear',
			'"2020-01-01T10:00:00Z"^^xsd:dateTime',
			/needs utopia:validFromPrecision/,
		],
		[
			"a year with the precision of a clock",
			'"2020"^^xsd:gYear',
			'"2020"^^xsd:gYear ; utopia:validFromPrecision "hour"',
			/must not have it/,
		],
		[
			"a precision without a date",
			'schema:validFrom "2020"^^xsd:gYear',
			'utopia:validFromPrecision "hour"',
			/without schema:validFrom/,
		],
		[
			"an end both known and unknown",
			'"2020"^^xsd:gYear',
			'"2020"^^xsd:gYear ; schema:validThrough "2021"^^xsd:gYear ; utopia:endedUnknown true ; utopia:attestedTo "2021-01-01T00:00:00.000000Z"^^xsd:dateTime',
			/either known or unknown/,
		],
		[
			"an unknown end without attestation",
			'"2020"^^xsd:gYear',
			'"2020"^^xsd:gYear ; utopia:endedUnknown true',
			/needs utopia:attestedTo/,
		],
		["a confidence above one", "0.50", "1.50", /from 0 to 1/],
		[
			"invalidated before it was recorded",
			'"2021-02-01T00:00:00.000001Z"^^xsd:dateTime ; utopia:confidence',
			'"2020-02-01T00:00:00.000001Z"^^xsd:dateTime ; utopia:confidence',
			/before it was recorded/,
		],
		[
			"superseded a microsecond too late",
			'"2021-02-01T00:00:00.000001Z"^^xsd:dateTime ; utopia:confidence',
			'"2021-02-01T00:00:00.000002Z"^^xsd:dateTime ; utopia:confidence',
			/exactly the record instant/,
		],
		[
			"a successor of a row that is not there",
			"utopia:supersedes f:01",
			"utopia:supersedes f:09",
			/must be in the file/,
		],
		[
			"a successor with another predicate",
			"rdf:predicate r:knows ; rdf:object e:02 ; utopia:supersedes",
			"rdf:predicate r:likes ; rdf:object e:02 ; utopia:supersedes",
			/same predicate/,
		],
		["a document without a type", "doc:01 a prov:Entity ;", "doc:01", /must be in the file with type/],
		["a document without a name", 'a prov:Entity ; rdfs:label "a.md"', "a prov:Entity", /its file name/],
		[
			"a word where a closed list stands",
			"utopia:confidence 0.50",
			'utopia:confidence 0.50 ; utopia:cause "whim"',
			/utopia:cause is/,
		],
	])("%s is reported", async (_, sound, broken, said) => {
		expect(WHOLE).toContain(sound);
		const found = await messagesOf(`${PREFIXES}\n${WHOLE.replace(sound, broken)}`);
		expect(found.join("\n")).toMatch(said);
	});

	/** What stands beside the sound ledger, and what the report must say. */
	test.each([
		[
			"a second successor",
			'f:03 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object e:02 ; utopia:supersedes f:01 ; prov:generatedAtTime "2021-02-01T00:00:00.000001Z"^^xsd:dateTime .',
			/one successor at most/,
		],
		[
			"two canonical names at a time",
			'name:01 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate utopia:knownAs ; rdf:object "A" ; utopia:canonical true . name:02 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate utopia:knownAs ; rdf:object "B" ; utopia:canonical true .',
			/one canonical name at a time/,
		],
		[
			"a canonical fact that is no name",
			'f:03 a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object "B" ; utopia:canonical true .',
			/Only a name can be canonical/,
		],
		[
			"two typings at a time",
			"typing:01 a utopia:Typing ; utopia:entity e:01 . typing:02 a utopia:Typing ; utopia:entity e:01 .",
			/one typing at a time/,
		],
		["a typing of nothing", "typing:01 a utopia:Typing .", /names its one utopia:entity/],
		[
			"a merge into itself",
			'merge:01 a utopia:Merge ; utopia:source e:01 ; utopia:target e:01 ; prov:generatedAtTime "2021-01-01T00:00:00.000000Z"^^xsd:dateTime .',
			/merged into itself/,
		],
		[
			"a merge since nobody knows when",
			"merge:01 a utopia:Merge ; utopia:source e:01 ; utopia:target e:02 .",
			/since when it is in effect/,
		],
		[
			"a merged entity with a label",
			'e:03 a utopia:MergedEntity ; utopia:mergedInto e:01 ; rdfs:label "C" .',
			/no rdfs:label/,
		],
		["evidence for nothing", "ev:01 a utopia:Evidence .", /speaks for one fact/],
		[
			"evidence with a role of its own making",
			'ev:01 a utopia:Evidence ; utopia:supports f:01 ; utopia:role "maybe" .',
			/holds or ended/,
		],
		[
			"a quote that ends before it begins",
			"ev:01 a utopia:Evidence ; utopia:supports f:01 ; utopia:quoteStart 9 ; utopia:quoteEnd 3 .",
			/cannot end before it begins/,
		],
		[
			"a deletion of an unknown document",
			"deletion:01 a utopia:DocumentDeletion ; utopia:ofDocument doc:09 .",
			/must be in the file: utopia:ofDocument/,
		],
		["a chunk of nothing", "chunk:01 a utopia:Chunk .", /A chunk names its document/],
		[
			"a declaration without its time",
			'declaration:01 a rdf:Statement , utopia:Declaration ; rdf:subject r:knows ; rdf:predicate rdfs:label ; rdf:object "x" .',
			/since when it holds/,
		],
		[
			"a relation of an unknown temporal kind",
			'r:x a owl:ObjectProperty ; rdfs:label "x" ; utopia:temporal "state" .',
			/event or eternal/,
		],
		[
			"a relation that takes entities and values",
			'r:x a owl:ObjectProperty , owl:DatatypeProperty ; rdfs:label "x" .',
			/not both/,
		],
		["a class that nobody can read", "c:x a owl:Class .", /rdfs:label that people can read/],
		[
			"a derived fact without a rule",
			"f:03 a rdf:Statement ; utopia:derived true ; rdf:subject e:01 ; rdf:predicate r:knows ; rdf:object e:02 ; prov:used f:01 .",
			/names the rule/,
		],
		[
			"a conflict without its facts",
			'f:03 a utopia:FactConflict ; utopia:status "open" ; utopia:reason "no_time" .',
			/there first/,
		],
		["a manifest of a broken file", "f:03 a utopia:ExportManifest .", /export again/],
	])("%s is reported", async (_, piece, said) => {
		expect((await messagesOf(`${PREFIXES}\n${WHOLE}\n${piece}`)).join("\n")).toMatch(said);
	});
});
