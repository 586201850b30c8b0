import { readFileSync } from "node:fs";
import { Parser, Store } from "n3";
import Validator from "rdf-validate-shacl";
import { describe, expect, test } from "vitest";
import { instant } from "../../../src/time/instant.ts";
import { DERIVED_BASE, DERIVED_KB, day, nth } from "../../support/derived-base.ts";
import { hashOf, importedBase } from "./imported.ts";

const shapes = readFileSync(new URL("../../../ontology/shapes.ttl", import.meta.url), "utf8");
const derived = (n: number) => `urn:utopia:kb:${DERIVED_KB}:derived:${nth(n)}`;

/** What an export says of a derived fact, by the last parts of the IRIs. */
function saidOf(turtle: string, n: number): Record<string, readonly string[]> {
	const short = (iri: string) =>
		iri.replace(/^.*[#/](?=[^#/]+$)/, "").replace(/^urn:utopia:(ns:|kb:[^:]*:)/, "");
	const said: Record<string, string[]> = {};
	for (const { subject, predicate, object } of new Parser().parse(turtle))
		if (subject.value === derived(n)) {
			const own = said[short(predicate.value)] ?? [];
			said[short(predicate.value)] = own;
			own.push(short(object.value));
		}
	return said;
}

describe("derived facts in an export", () => {
	test("say their rule, premises and confidence by the first proof held at the cut, and at their end by the last", async () => {
		await using base = await importedBase();
		await base.import(DERIVED_BASE, { format: "turtle" });
		const at = async (n: number, of = 1) => saidOf(await base.export({ asOf: instant(day(n)) }), of);
		const surer = {
			confidence: ["0.80"],
			wasGeneratedBy: [`rule:${nth(1)}`],
			used: [`fact:${nth(1)}`, `fact:${nth(2)}`],
		};
		const other = {
			confidence: ["0.70"],
			wasGeneratedBy: [`rule:${nth(1)}`],
			used: [`fact:${nth(5)}`, `fact:${nth(6)}`],
		};
		expect(await at(1)).toEqual({});
		expect(await at(4)).toMatchObject(surer);
		expect(await at(5)).toMatchObject(other);
		expect(await at(3, 2)).toMatchObject({
			wasGeneratedBy: [`rule:${nth(2)}`],
			ruleVersion: [`ruleversion:${nth(2)}:1`],
			subject: [`entity:${nth(5)}`],
			predicate: ["isA"],
			object: ["class:needs_dock"],
		});
		expect(await at(4, 2)).toMatchObject({ ruleVersion: [`ruleversion:${nth(2)}:2`] });
		expect(await at(6, 3)).toMatchObject({
			object: ["1.50"],
			used: [`derived:${nth(2)}`, `fact:${nth(3)}`],
			validThroughPrecision: ["none"],
		});
		expect(await at(6, 4)).toMatchObject({ confidence: ["0.50"], used: [`fact:${nth(1)}`] });
	});

	test("keep the shapes, and come in and go out again as they are, as of every day", async () => {
		await using base = await importedBase();
		await base.import(DERIVED_BASE, { format: "turtle" });
		const text = await base.export();
		const report = await new Validator(new Store(new Parser().parse(shapes))).validate(
			new Store(new Parser().parse(text)),
		);
		expect(report.results.map(({ focusNode, message }) => [focusNode?.value, message[0]?.value])).toEqual([]);
		await using again = await importedBase();
		await again.import(text, { format: "turtle" });
		for (const n of [1, 2, 3, 4, 5, 6]) {
			const asOf = instant(day(n));
			expect(hashOf(await again.export({ asOf }))).toBe(hashOf(await base.export({ asOf })));
		}
	});

	test("never make a plain triple", async () => {
		await using base = await importedBase();
		await base.import(DERIVED_BASE, { format: "turtle" });
		const text = await base.export({ asOf: instant(day(4)) });
		const plain = new Parser()
			.parse(text)
			.filter(({ predicate }) => predicate.value.endsWith(":relation:part_of"))
			.map(({ subject, object }) => `${subject.value.slice(-1)} ${object.value.slice(-1)}`);
		expect(plain.sort()).toEqual(["2 3", "3 7", "6 3"]);
	});

	/** What stands in the sound text, what stands there instead, and what the refusal must say. */
	test.each([
		[
			"another confidence than the first proof's",
			"utopia:confidence 0.70 ;",
			/utopia:confidence is not what the first proof/,
		],
		["another spelling of it", "utopia:confidence 0.800 ;", /utopia:confidence is not what the first proof/],
		[
			"a premise of another proof",
			`prov:used <urn:utopia:kb:${DERIVED_KB}:fact:${nth(5)}> ;`,
			/prov:used is not what/,
		],
		[
			"another rule",
			`prov:wasGeneratedBy <urn:utopia:kb:${DERIVED_KB}:rule:${nth(3)}> ;`,
			/prov:wasGeneratedBy is not what/,
		],
		[
			"a rule version under an axiom",
			`utopia:ruleVersion <urn:utopia:kb:${DERIVED_KB}:ruleversion:${nth(2)}:1> ;`,
			/utopia:ruleVersion is not what/,
		],
		["no number as confidence", "utopia:confidence 1.5 ;", /a number from 0 to 1/],
	])("with %s are refused", async (_, more, said) => {
		await using base = await importedBase();
		// The surer proof of the first one never ends here.
		const text = DERIVED_BASE.replace(
			`utopia:confidence 0.80 ; prov:generatedAtTime "${day(2)}"^^xsd:dateTime ; prov:invalidatedAtTime "${day(5)}"^^xsd:dateTime`,
			`utopia:confidence 0.80 ; prov:generatedAtTime "${day(2)}"^^xsd:dateTime`,
		).replace(`<${derived(1)}> utopia:derived true ;`, `<${derived(1)}> utopia:derived true ; ${more}`);
		expect(text).not.toBe(DERIVED_BASE);
		const failure = await base.import(text, { format: "turtle" }).catch((error: Error) => error);
		expect(JSON.stringify((failure as { details?: unknown }).details)).toMatch(said);
	});

	test.each([
		[
			"a derived fact that does not say so",
			"utopia:derived true ; a rdf:Statement",
			"a rdf:Statement",
			/without utopia:derived true/,
		],
		[
			"one without record time",
			`prov:generatedAtTime "${day(2)}"^^xsd:dateTime .`,
			".",
			/without prov:generatedAtTime/,
		],
		[
			"a bound that is no moment",
			'"2025-10-15T06:00:00Z"^^xsd:dateTime',
			'"2025"^^xsd:gYear',
			/precision \\"none\\"/,
		],
	])("%s is refused", async (_, sound, broken, said) => {
		await using base = await importedBase();
		const text = DERIVED_BASE.replace(sound, broken);
		expect(text).not.toBe(DERIVED_BASE);
		const failure = await base.import(text, { format: "turtle" }).catch((error: Error) => error);
		expect(JSON.stringify((failure as { details?: unknown }).details).replaceAll("\\\\", "\\")).toMatch(said);
	});
});
