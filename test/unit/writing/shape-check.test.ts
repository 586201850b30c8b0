import { describe, expect, test } from "vitest";
import { baseIri, graphsOf } from "../../../src/rdf/base-iris.ts";
import { literal, quad } from "../../../src/rdf/terms.ts";
import * as utopia from "../../../src/vocab/utopia.gen.ts";
import { prov, rdf, xsd } from "../../../src/vocab/well-known.ts";
import { checkShapes } from "../../../src/writing/shape-check.ts";
import { actingBase, refusalOf } from "../../support/acting.ts";

const KB = "2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d";
const GRAPH = graphsOf(KB).ledger;
const ROW = baseIri(KB, "fact", "f0000000-0000-4000-8000-000000000001");
type Said = readonly [Parameters<typeof quad>[1], Parameters<typeof quad>[2]];
const row = (type: Said[1], ...said: readonly Said[]) =>
	[[rdf.type, type] as Said, ...said].map(([property, value]) => quad(ROW, property, value, GRAPH));

describe("a row is checked against its shapes before it is written", () => {
	test("what conforms passes", () => {
		const sound = row(
			rdf.Statement,
			[utopia.confidence, literal("0.5", xsd.decimal)],
			[utopia.cause, literal("asserted")],
			[prov.generatedAtTime, literal("2026-01-01T00:00:00.000000Z", xsd.dateTime)],
		);
		expect(() => checkShapes(sound, KB)).not.toThrow();
	});

	/** What is wrong, the row, the property that is named, what was found, and what the shape says. */
	test.each([
		[
			"a word that is not allowed",
			row(rdf.Statement, [utopia.cause, literal("whim")]),
			"utopia:cause",
			"whim",
			/asserted/,
		],
		[
			"a number out of range",
			row(rdf.Statement, [utopia.confidence, literal("1.5", xsd.decimal)]),
			"utopia:confidence",
			"1.5",
			/from 0 to 1/,
		],
		[
			"a value of another datatype",
			row(rdf.Statement, [utopia.confidence, literal("1")]),
			"utopia:confidence",
			"1",
			/xsd:decimal/,
		],
		[
			"two values where one is allowed",
			row(rdf.Statement, [utopia.endOrigin, literal("stated")], [utopia.endOrigin, literal("person")]),
			"utopia:endOrigin",
			"stated, person",
			/stated, timeline or person/,
		],
		[
			"a date that is none",
			row(utopia.Evidence, [utopia.saysFrom, literal("2020")]),
			"utopia:saysFrom",
			"2020",
			/one date at its own precision/,
		],
		[
			"a pattern that is not kept",
			row(utopia.FactConflict, [utopia.betweenClaims, literal("abc")]),
			"utopia:betweenClaims",
			"abc",
			/64 lower-case/,
		],
		[
			"a property that is told by itself",
			row(utopia.Entity, [utopia.endedUnknown, literal("false", xsd.boolean)]),
			"utopia:endedUnknown",
			"false",
			/true or absent/,
		],
	])("%s is refused", async (_, quads, field, found, said) => {
		expect(await refusalOf(async () => checkShapes(quads, KB))).toMatchObject({
			code: "UTOPIA_WRITE_REFUSED",
			reason: "shape",
			field,
			found,
			message: expect.stringMatching(said),
		});
	});

	test("an action whose rows do not conform writes nothing", async () => {
		await using base = await actingBase('r:landlord a owl:ObjectProperty ; rdfs:label "landlord" .');
		const wish = {
			subject: { name: "North Quay" },
			predicate: "landlord",
			object: { name: "Harbour Board" },
		};
		const head = base.view.head();
		const broken = { ...wish, validFrom: "2020", startGrade: "D" as "C" };
		expect(await refusalOf(() => base.act.assert(broken))).toMatchObject({
			reason: "shape",
			found: "D",
		});
		expect(base.view.head()).toEqual(head);
		expect((await base.act.assert({ ...wish, validFrom: "2020" })).facts[0]?.outcome).toBe("recorded");
	});
});
