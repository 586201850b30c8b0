import { expect, test } from "vitest";
import { assertFacts } from "../../../src/actions/assert-facts.ts";
import { retractFact } from "../../../src/actions/retract-fact.ts";
import { exportLedger } from "../../../src/export/export-ledger.ts";
import { EDO } from "../../support/acting.ts";
import {
	DERIVING_KB,
	DERIVING_PREFIXES,
	DERIVING_THINGS,
	DerivingBase,
	ontologyFile,
	RECORDED,
	thing,
} from "../../support/derivation-base.ts";
import { headOf, recomputed, Written } from "../../support/derivation-reading.ts";

const flags = { inverseOf: [], subPropertyOf: [], temporal: "state" } as const;
const AXIOMS = ontologyFile([
	{ ...flags, key: "part_of", types: ["owl:TransitiveProperty"], inverseOf: ["has_part"] },
	{ ...flags, key: "has_part", types: [] },
	{ ...flags, key: "touches", types: ["owl:SymmetricProperty"] },
]);
const LATER = RECORDED.replace("2026-01-15", "2026-07-02");
const DAYS = 3n * 86_400_000_000n;
const said = (n: number, subject: number, key: string, object: number, more = "", recorded = RECORDED) =>
	`f:${String(n).padStart(2, "0")} a rdf:Statement ; rdf:subject e:0${subject} ; rdf:predicate r:${key} ; rdf:object e:0${object} ; ${more} ${recorded} .`;
const year = (from: number) => `schema:validFrom "${from}"^^xsd:gYear ;`;
const FACTS = [
	said(1, 1, "part_of", 2, year(2019)),
	said(2, 2, "part_of", 3, `${year(2020)} utopia:confidence 0.8 ;`),
	// An end that is only attested, to the microsecond.
	said(
		3,
		3,
		"part_of",
		4,
		'utopia:endedUnknown true ; utopia:attestedTo "2025-10-15T08:00:00.000003Z"^^xsd:dateTime ;',
	),
	said(4, 1, "touches", 4),
].join("\n");

async function expectExact(base: DerivingBase): Promise<number> {
	const written = await Written.of(base.now);
	const now = written.at(headOf(base.now));
	const fresh = await recomputed(base.now);
	expect(new Map([...now].map(([line, { proofs }]) => [line, [...proofs.keys()].sort()]))).toEqual(
		fresh.proofs,
	);
	return now.size;
}

async function exported(base: DerivingBase): Promise<string> {
	let text = "";
	for await (const piece of exportLedger(base.now.view)) text += piece;
	return text;
}
/** The canonical hash of an export, and which moment it is of is no part of it. */
const hashOf = (text: string) => /utopia:canonicalHash "([0-9a-f]+)"/.exec(text)?.[1];
const sequence = (base: DerivingBase) => base.now.store.head().sequence;

test("what follows from an imported file is drawn in one commit after it", async () => {
	await using base = await DerivingBase.fresh(`${AXIOMS}${DERIVING_THINGS}${FACTS}`);
	expect(sequence(base)).toBe(2);
	// Three more pairs, all six turned round, and the way back of what touches.
	expect(await expectExact(base)).toBe(3 + 6 + 1);
	for (const { derivedAt } of (await Written.of(base.now)).at(headOf(base.now)).values())
		expect(derivedAt).toBe(headOf(base.now));
});

test("a second file adds what follows from both in one commit, and none where nothing follows", async () => {
	await using base = await DerivingBase.fresh(`${AXIOMS}${DERIVING_THINGS}${FACTS}`);
	const before = (await Written.of(base.now)).at(headOf(base.now));
	base.clock.advance(DAYS);
	await base.import(`${DERIVING_PREFIXES}${said(5, 4, "part_of", 5, "", LATER)}`);
	expect(sequence(base)).toBe(4);
	await expectExact(base);
	const after = (await Written.of(base.now)).at(headOf(base.now));
	for (const [line, { id, derivedAt }] of before)
		expect([after.get(line)?.id, after.get(line)?.derivedAt]).toEqual([id, derivedAt]);
	base.clock.advance(DAYS);
	await base.import(`${DERIVING_PREFIXES}e:07 rdfs:label "G" ; ${LATER.replace("07-02", "07-04")} .`);
	expect(sequence(base)).toBe(5);
});

test("an export of a base with conclusions is imported without any more being drawn, and exported with the same hash", async () => {
	await using base = await DerivingBase.fresh(`${AXIOMS}${DERIVING_THINGS}${FACTS}`);
	const { view, writer } = base.now;
	// What was concluded and withdrawn, proofs that ended, and a bound that the clock has set are all in the file.
	const wish = { subject: { id: thing(2) }, predicate: "part_of", object: { id: thing(5) } };
	const told = await writer.write(assertFacts([wish], EDO, view), (answer) => JSON.stringify(answer));
	const { facts } = JSON.parse(told) as { facts: { row: string }[] };
	await writer.write(
		assertFacts([{ ...wish, subject: { id: thing(1) }, object: { id: thing(4) } }], EDO, view),
		() => "",
	);
	base.clock.advance(1_000_000n);
	await writer.write(retractFact("f0000000-0000-4000-8000-000000000001", view), () => "");
	await writer.write(assertFacts([{ ...wish, object: { id: thing(6) } }], EDO, view), () => "");
	expect(facts).toHaveLength(1);
	const first = await exported(base);
	await using copy = await DerivingBase.fresh(first, DAYS);
	expect(sequence(copy)).toBe(1);
	expect((await Written.of(copy.now)).size).toBe((await Written.of(base.now)).size);
	await expectExact(copy);
	expect(hashOf(await exported(copy))).toBe(hashOf(first));
	// And the next commit there changes nothing of them.
	await copy.reopen();
	const { view: there, writer: other } = copy.now;
	const size = (await Written.of(copy.now)).size;
	await other.write(
		assertFacts([{ subject: { id: thing(1) }, predicate: "depth", value: { value: "3" } }], EDO, there),
		() => "",
	);
	expect((await Written.of(copy.now)).size).toBe(size);
});

test("of what a file says was concluded, that stays once which follows, with its id; the rest goes in the commit after it", async () => {
	const k = (kind: string, n: number) =>
		`<urn:utopia:kb:${DERIVING_KB}:${kind}:a0000000-0000-4000-8000-00000000000${n}>`;
	const concluded = (n: number, object: number, span: string, rule = k("rule", 1)) =>
		[
			`${k("derived", n)} utopia:derived true ; a rdf:Statement ; rdf:subject e:01 ; rdf:predicate r:part_of ; rdf:object e:0${object} ; ${span} ${RECORDED} .`,
			`${k("proof", n)} a utopia:Proof ; utopia:proofOf ${k("derived", n)} ; prov:wasGeneratedBy ${rule} ; utopia:confidence 0.80 ; ${RECORDED} .`,
			...[1, 2].map(
				(place) =>
					`<urn:utopia:kb:${DERIVING_KB}:premise:a0000000-0000-4000-8000-00000000000${n}:${place}> a utopia:Premise ; utopia:ofProof ${k("proof", n)} ; utopia:seq ${place} ; utopia:statement f:0${place} .`,
			),
		].join("\n");
	const brought = [
		`${k("rule", 1)} a prov:Activity , utopia:AxiomRule ; rdfs:label "transitive" ; utopia:axiomKind "transitive" ; utopia:declaredOn r:part_of .`,
		`${k("rule", 2)} a prov:Activity ; rdfs:label "a rule of its own" .`,
		// What follows, twice; the same over another span; and what does not follow at all.
		...[concluded(1, 3, year(2020)), concluded(2, 3, year(2020))],
		...[concluded(3, 3, year(2021)), concluded(4, 6, year(2020), k("rule", 2))],
	].join("\n");
	await using base = await DerivingBase.fresh(`${AXIOMS}${DERIVING_THINGS}${FACTS}\n${brought}`);
	expect(sequence(base)).toBe(2);
	await expectExact(base);
	const now = (await Written.of(base.now)).at(headOf(base.now));
	const [kept] = [...now].filter(([line]) => line.startsWith(`${thing(1)} part_of ${thing(3)}`));
	expect(["a0000000-0000-4000-8000-000000000001", "a0000000-0000-4000-8000-000000000002"]).toContain(
		kept?.[1].id,
	);
});
