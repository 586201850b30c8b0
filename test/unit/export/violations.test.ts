import { expect, test } from "vitest";
import { exportLedger } from "../../../src/export/export-ledger.ts";
import { type Violation, violations } from "../../../src/ledger/violations.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { ACTING_KB, acting, actingBase } from "../../support/acting.ts";
import { type ReadingBase, readingBase } from "../../support/reading.ts";
import { violating } from "../../support/violating.ts";

async function exported({ view }: ReadingBase, asOf: Instant): Promise<string> {
	let text = "";
	for await (const part of exportLedger(view, { asOf })) text += part;
	return text;
}

const withoutPeople = ({ states, ...rest }: Violation) => ({
	...rest,
	around: rest.around.toSorted(),
	states: states.map((state) => ({ ...state, person: undefined })),
});
const all = async ({ view }: ReadingBase) => (await view.kept(violations)).list().map(withoutPeople);

const RING = (name: string) =>
	["1", "2", "3"].map((n, at, ends) => ({
		subject: { name: `${name}${n}` },
		predicate: "part_of",
		object: { name: `${name}${ends[(at + 1) % 3]}` },
	}));

test("violations come out with the fields of the contract and their states, and in again as they were", async () => {
	await using own = await actingBase(
		'r:part_of a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .',
	);
	const told = violating(own);
	await own.act.assert(...RING("A"), ...RING("B"));
	await told.revise();
	const [first] = await told.all();
	const found = own.view.head().recordedAt as Instant;
	const before = await exported(own, found);
	const violation = new RegExp(`<[^>]*:violation:${first?.id}> a utopia:AxiomViolation[\\s\\S]*? \\.\\n`);
	const [open = ""] = violation.exec(before) ?? [];
	expect(open).toContain('utopia:kind "cycle"');
	expect(open).toContain('utopia:status "open"');
	expect(open).toContain("utopia:onRelation");
	expect(open).toContain("utopia:criterion");
	expect(open).toContain("utopia:detectedAt");
	expect(open.match(/:pathmember:/g)).toHaveLength(3);
	expect(open.match(/:fact:/g)).toHaveLength(3);

	own.clock.advance(1_000_000n);
	await told.resolve(first?.id ?? "", { resolution: "accepted", note: "a round trip" });
	own.clock.advance(1_000_000n);
	const now = own.view.clock.now();
	const text = await exported(own, now);
	const [decided = ""] = violation.exec(text) ?? [];
	expect(decided).toContain('utopia:resolution "accepted"');
	expect(decided).toContain("utopia:closedAt");
	expect(decided).not.toContain("utopia:criterion");
	expect(await exported(own, found)).toBe(before);

	await using copy = await readingBase(ACTING_KB, text, { clock: own.clock });
	expect(await exported(copy, now)).toBe(text);
	expect(await exported(copy, found)).toBe(before);
	expect(await all(copy)).toEqual(await all(own));
	const again = violating(acting(copy, own.clock));
	const head = copy.store.head().sequence;
	await again.revise();
	expect(copy.store.head().sequence).toBe(head);
});

test("a violation that says itself where it stands is not found twice, and is decided like others", async () => {
	const AT = '"2026-02-01T10:00:00.000000Z"^^xsd:dateTime';
	const fact = (n: number, from: number, to: number) =>
		`f:0${n} a rdf:Statement ; rdf:subject e:0${from} ; rdf:predicate r:beside ; rdf:object e:0${to} ; prov:generatedAtTime ${AT} .\n`;
	await using own = await actingBase(`
r:beside a owl:ObjectProperty , owl:AsymmetricProperty ; rdfs:label "beside" .
e:01 rdfs:label "North Quay" . e:02 rdfs:label "South Quay" .
${fact(1, 1, 2)}${fact(2, 2, 1)}
<urn:utopia:kb:${ACTING_KB}:violation:c0000000-0000-4000-8000-000000000001> a utopia:AxiomViolation ; utopia:kind "asymmetry" ;
	utopia:onRelation r:beside ; utopia:onStatement f:01 , f:02 ; utopia:status "open" ; utopia:detectedAt ${AT} .`);
	const told = violating(own);
	await told.revise();
	expect(await told.shown()).toEqual(["asymmetry open -"]);
	await told.resolve("c0000000-0000-4000-8000-000000000001", { resolution: "accepted" });
	await told.revise();
	expect(await told.shown()).toEqual(["asymmetry resolved accepted"]);
	own.clock.advance(1_000_000n);
	const now = own.view.clock.now();
	const text = await exported(own, now);
	await using copy = await readingBase(ACTING_KB, text, { clock: own.clock });
	expect(await exported(copy, now)).toBe(text);
	expect(await all(copy)).toEqual(await all(own));
});
