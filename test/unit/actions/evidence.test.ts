// Where evidence stands and by what it attests, as it is written.
import { afterAll, describe, expect, test } from "vitest";
import type { EvidenceWish, FactWish } from "../../../src/actions/wishes.ts";
import { evidenceOf } from "../../../src/ledger/evidence.ts";
import { baseIri } from "../../../src/rdf/base-iris.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { type ActingBase, actingBase, document, documentId, EDO, refusalOf } from "../../support/acting.ts";

const chunkId = (n: number) => `c0000000-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;
const chunk = (n: number, of: number, text: string, origin = "stated") =>
	`chunk:0${n} a utopia:Chunk ; utopia:ofDocument doc:0${of} ; utopia:evidenceOrigin "${origin}" ; utopia:text ${JSON.stringify(text)} .\n`;
// Before the quote stand five code points that UTF-16 writes with two units each, and a letter of two code points.
const BASE = `
r:works_at a owl:ObjectProperty ; rdfs:label "works at" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" .
${document(1, "2024-02-20")}${document(2)}${document(3)}
${chunk(1, 1, "The yard, in general.")}
${chunk(2, 1, "𝔸𝔹🚢🚢🚢 e\u0301 Ann works at the yard.")}
${chunk(3, 2, "Ann works at the yard.")}
${chunk(4, 3, "A sign over the door reads Quay Estates.", "described")}
${chunk(5, 3, "Quay Estates, said the caller.", "transcribed")}`;

let opened: Promise<ActingBase> | undefined;
function shared(): Promise<ActingBase> {
	opened ??= actingBase(BASE);
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

/** The evidence of a fact that is asserted of a subject of its own. */
async function written(
	name: string,
	evidence: readonly EvidenceWish[] | undefined,
	more: Partial<FactWish> = {},
) {
	const base = await shared();
	const { facts } = await base.act.assert({
		subject: { name },
		predicate: "works_at",
		object: { name: "Yard" },
		evidence,
		...more,
	});
	const asOf = base.store.head().recordedAt as Instant;
	const iri = baseIri(base.kb, "fact", facts[0]?.row ?? "");
	return [...(await evidenceOf([iri], { view: base.view, asOf })).values()].flat();
}

describe("quotes", () => {
	test("are located in code points, in the passage that has them", async () => {
		const [piece] = await written("Ann", [{ document: documentId(1), quote: "Ann works" }]);
		// 5 + a space + e and its accent + a space = 9 code points stand before it, nine more are its own.
		expect(piece).toMatchObject({ quote: "Ann works", quoteStart: 9, quoteEnd: 18 });
		expect(piece?.chunk).toBe(`urn:utopia:kb:${(await shared()).kb}:chunk:${chunkId(2)}`);
	});

	test("that are not there word for word are kept without a place", async () => {
		const [piece] = await written("Bea", [{ document: documentId(1), quote: "Bea works" }]);
		expect(piece).toMatchObject({ quote: "Bea works", document: documentId(1) });
		expect([piece?.quoteStart, piece?.quoteEnd, piece?.chunk]).toEqual([undefined, undefined, undefined]);
	});

	test("are sought in the passage named alone", async () => {
		const [piece] = await written("Cem", [
			{ document: documentId(1), chunk: chunkId(1), quote: "Ann works" },
		]);
		expect([piece?.quoteStart, piece?.quoteEnd]).toEqual([undefined, undefined]);
		expect(piece?.chunk).toMatch(chunkId(1));
	});

	test.each([
		["of another document", chunkId(3)],
		["that nobody has", "c0000000-0000-4000-8000-000000000099"],
	])("of a passage %s are refused", async (_, id) => {
		const asked = () => written("Dora", [{ document: documentId(1), chunk: id, quote: "Ann works" }]);
		expect(await refusalOf(asked)).toEqual({
			code: "UTOPIA_WRITE_REFUSED",
			message: "No passage with that id in this document",
			reason: "unknown_chunk",
			fact: 0,
			field: "evidence.0.chunk_id",
			found: id,
			allowed: "the id of a passage of the document, or none",
		});
	});
});

describe("the origin of evidence", () => {
	const quote = "sign over the door";
	test.each<readonly [string, Omit<EvidenceWish, "document">, string]>([
		["that of the passage that has the quote", { quote }, "described"],
		["that of the passage named", { chunk: chunkId(5) }, "transcribed"],
		[
			"that of the passage named, whether it has the quote or not",
			{ chunk: chunkId(5), quote },
			"transcribed",
		],
		["what the writer says", { quote, origin: "ocr" }, "ocr"],
		["stated where no passage is known", { quote: "nobody wrote this" }, "stated"],
		["stated without quote and passage", {}, "stated"],
	])("is %s", async (what, wish, origin) => {
		const [piece] = await written(what, [{ document: documentId(3), ...wish }]);
		expect(piece?.origin).toBe(origin);
	});

	test("that a described passage gives closes nothing (T6)", async () => {
		const base = await shared();
		const landlord = (name: string, validFrom: string, evidence?: readonly EvidenceWish[]) => ({
			subject: { name: "Net loft" },
			predicate: "landlord",
			object: { name },
			validFrom,
			evidence,
		});
		await base.act.assert(landlord("Harbour Board", "2018"));
		await base.act.assert(landlord("Quay Estates", "2020", [{ document: documentId(3), quote }]));
		expect(await base.rows("Net loft")).toEqual(["Harbour Board: 2018 → open", "Quay Estates: 2020 → open"]);
	});
});

describe("attestation", () => {
	test("is the document's own date", async () => {
		const base = await shared();
		const [piece] = await written("Edda", [{ document: documentId(1) }]);
		expect(piece?.attestedAt).toBe(1_708_387_200_000_000n); // 2024-02-20T00:00:00Z
		expect(await base.rows("Edda")).toEqual(["Yard: AF 2024-02-20 → open"]);
	});

	test("is the date in force where it is said, with what that is called, before the document's", async () => {
		const base = await shared();
		const evidence = [{ document: documentId(1), attestedAt: "2023-05", attestedBy: "minutes of May" }];
		await written("Fay", evidence);
		const [row] = await base.facts("Fay");
		expect(row).toMatchObject({
			attested_from: "2023-05-01T00:00:00.000000Z",
			attested_from_name: "minutes of May",
		});
	});

	test("is none where neither is dated: the upload says nothing of the world", async () => {
		const base = await shared();
		const [piece] = await written("Gus", [{ document: documentId(2) }]);
		expect(piece?.attestedAt).toBeUndefined();
		expect(await base.rows("Gus")).toEqual(["Yard: … → open"]);
	});

	test("of a person's own word for a claim without dates is the moment at which it is given", async () => {
		const base = await shared();
		base.clock.advance(1_000_000n);
		const now = base.clock.now();
		const [piece] = await written("Hal", undefined);
		expect(piece).toMatchObject({ document: undefined, person: EDO.person.value, attestedAt: now });
	});

	test("of a person's own word with a date is none", async () => {
		const [piece] = await written("Ina", undefined, { validFrom: "2020" });
		expect(piece).toMatchObject({ person: EDO.person.value, attestedAt: undefined });
	});

	test("of what has ended, nobody knows when, is by when it had", async () => {
		const base = await shared();
		const [piece] = await written("Jan", [{ document: documentId(1) }], { endedUnknown: true });
		expect(piece).toMatchObject({ role: "ended", attestedAt: 1_708_387_200_000_000n });
		expect(await base.rows("Jan")).toEqual(["Yard: AF 2024-02-20 → AT 2024-02-20"]);
		const asked = () => written("Kim", [{ document: documentId(2) }], { endedUnknown: true });
		expect(await refusalOf(asked)).toMatchObject({ reason: "attested_to_missing", field: "attested_to" });
	});
});
