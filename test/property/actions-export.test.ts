import { readFileSync } from "node:fs";
import fc from "fast-check";
import { Parser, Store } from "n3";
import Validator from "rdf-validate-shacl";
import { expect, test } from "vitest";
import type { FactWish } from "../../src/actions/wishes.ts";
import { UtopiaError } from "../../src/errors.ts";
import { exportLedger } from "../../src/export/export-ledger.ts";
import { conflicts } from "../../src/ledger/conflicts.ts";
import { entityIndex } from "../../src/ledger/entity-index.ts";
import type { Instant } from "../../src/time/instant.ts";
import {
	ACTING_KB,
	type ActingBase,
	actingBase,
	document,
	documentId,
	everything,
	type Json,
} from "../support/acting.ts";
import { type ReadingBase, readingBase } from "../support/reading.ts";
import { hashOf } from "../unit/export/imported.ts";

const ONTOLOGY = `
c:quay a owl:Class ; rdfs:label "Quay" .
c:firm a owl:Class ; rdfs:label "Firm" .
r:landlord a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "landlord" ; utopia:allowsQualifier r:rent .
r:office a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:label "office" .
r:met a owl:ObjectProperty ; rdfs:label "met" ; utopia:temporal "event" .
r:depth a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:label "depth" ; rdfs:range xsd:decimal ; utopia:unit "m" .
r:rent a owl:DatatypeProperty ; rdfs:label "rent" ; rdfs:range xsd:decimal .
${document(1, "2020-08-13")}${document(2, "2024-05-01")}${document(3)}
chunk:01 a utopia:Chunk ; utopia:ofDocument doc:01 ; utopia:text "The quay belongs to the board since 2019." .
`;
const SUBJECTS = ["North Quay", "South Quay"] as const;
const OBJECTS = ["Harbour Board", "Quay Estates"] as const;
const DATES = [undefined, undefined, "2019", "2020-08", "2020-08-13", "2023-02-03T14:32Z"];
const ENDS = [undefined, undefined, undefined, "2024-07", "2025"];
const RESOLUTIONS = ["closed", "kept_both", "rejected_new", "reopened"];
const SHAPES = new Validator(
	new Store(new Parser().parse(readFileSync(new URL("../../ontology/shapes.ttl", import.meta.url), "utf8"))),
);

/** One action with the choices that it makes. */
const step = fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 999 }), fc.nat({ max: 999 }), fc.nat({ max: 999 }));
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const pick = <Item>(list: readonly Item[], n: number): Item => list[n % list.length] as Item;

function wish(n: number, a: number, b: number, c: number): FactWish {
	const document = { document: documentId((a % 3) + 1), quote: "the board since 2019" };
	const origin = a % 5 === 0 ? { origin: "described" as const } : {};
	return {
		subject: { name: pick(SUBJECTS, a), type: "quay" },
		validFrom: pick(DATES, b),
		validTo: pick(ENDS, c),
		confidence: 0.7,
		startGrade: b % 7 === 0 ? "C" : undefined,
		evidence: c % 4 === 0 ? [] : [{ ...document, ...origin }],
		...pick<Partial<FactWish>>(
			[
				{
					predicate: "landlord",
					object: { name: pick(OBJECTS, b) },
					qualifiers: [{ key: "rent", value: "1.50" }],
				},
				{ predicate: "office", object: { name: pick(OBJECTS, c) } },
				{ predicate: "depth", value: { value: pick(["7.50", "8", "07.5"], b), unit: "m" } },
				{ predicate: "met", object: { name: pick(OBJECTS, b) } },
				{ proposedPredicate: "looks at", object: { name: pick(OBJECTS, c) } },
				{
					predicate: "known_as",
					value: { value: pick(["Nordkai", "The Quay"], b) },
					validFrom: undefined,
					validTo: undefined,
				},
			],
			n,
		),
	};
}

/** Carries a step out; one that is refused does nothing. */
async function take(base: ActingBase, [n, a, b, c]: Step): Promise<void> {
	const { act, view } = base;
	const index = await view.kept(entityIndex);
	const asOf = view.clock.now();
	const entities = [...SUBJECTS, ...OBJECTS].flatMap((name) =>
		index.namesContaining(name.toLowerCase(), asOf).map(({ entity }) => entity),
	);
	const entity = entities.length === 0 ? "" : pick(entities, a);
	const facts: readonly Json[] = entity === "" ? [] : await base.facts(entity);
	const fact = facts.length === 0 ? "" : String(pick(facts, b)["id"]);
	const merge = pick(["", ...merges], a);
	const finding = pick((await view.kept(conflicts)).list(), a);
	switch (n) {
		case 0:
			return void (await act.correct(fact, {
				validFrom: pick([null, "2021", "2018-03"], c),
				note: "[seen]",
			}));
		case 1:
			return void (await act.correct(fact, { validTo: pick([null, "2024-02"], c) }));
		case 2:
			return void (await act.close(fact, { validTo: "2026-01" }));
		case 3:
			return void (await act.close(fact, { endedUnknown: true, attestedTo: "2026-02-01" }));
		case 4:
			return void (await act.retract(fact));
		case 5:
			return void merges.push((await act.merge(entity, pick(entities, b))).merge);
		case 6:
			return void (await act.revert(merge));
		case 7:
			return void (await act.delete(documentId((a % 3) + 1)));
		case 8:
			return void (await act.restore(documentId((a % 3) + 1)));
		case 9:
			return void (await act.rename(entity, pick(["West Quay", "North Quay"], b)));
		case 10:
			return void (await act.retype(entity, pick([null, "firm", "quay"], b)));
		case 11:
			return void (await act.create({ name: pick(OBJECTS, b) }));
		case 12:
		case 13:
			if (finding !== undefined)
				await act.resolve(finding.id, {
					resolution: pick(RESOLUTIONS, b),
					note: "decided",
					validTo: pick(ENDS, c),
				});
			return;
		default:
			return void (await act.assert(wish(n, a, b, c), wish(n + 1, b, c, a)));
	}
}
let merges: string[] = [];

async function exported(base: ReadingBase, asOf: Instant): Promise<string> {
	let text = "";
	for await (const part of exportLedger(base.view, { asOf })) text += part;
	return text;
}

async function complaints(turtle: string): Promise<readonly string[]> {
	const report = await SHAPES.validate(new Store(new Parser().parse(turtle)));
	return report.results.map(
		({ focusNode, message }) => `${focusNode?.value}: ${message.map(({ value }) => value).join()}`,
	);
}

const NAMES = ["North Quay", "South Quay", "West Quay", "Harbour Board", "Quay Estates", "Nordkai"];

async function answers(base: ReadingBase, ids: readonly string[], asOf: string): Promise<readonly string[]> {
	const told = await everything(base, [...NAMES, ...ids], { as_of: asOf });
	return [...told, JSON.stringify(await base.call("changes", { since: "2026", until: asOf }))];
}

async function entitiesOf(base: ReadingBase): Promise<readonly string[]> {
	const index = await base.view.kept(entityIndex);
	const all = NAMES.flatMap((name) => index.namesContaining(name.toLowerCase(), base.view.clock.now()));
	return [...new Set(all.map(({ entity }) => entity))].sort();
}

/** The conflicts with their histories; who decided stays in the base. */
async function findingsOf(base: ReadingBase) {
	const all = (await base.view.kept(conflicts)).list();
	return all.map((one) => ({ ...one, states: one.states.map((state) => ({ ...state, person: undefined })) }));
}

const instantOf = (at: Instant) => {
	const text = new Date(Number(at / 1000n)).toISOString();
	return text.replace("Z", `${String(at % 1000n).padStart(3, "0")}Z`);
};

test("what actions wrote goes out, keeps the shapes, comes in and answers the same; an export at a moment stays what it was", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 8 }), async (steps) => {
			await using base = await actingBase(ONTOLOGY);
			merges = [];
			await base.act.assert(wish(0, 1, 2, 1), wish(0, 3, 1, 1), wish(2, 2, 3, 1));
			const before: { at: Instant; hash: string }[] = [];
			for (const [n, one] of steps.entries()) {
				base.clock.advance(1_000_000n);
				try {
					await take(base, one);
				} catch (error) {
					if (!(error instanceof UtopiaError)) throw error;
				}
				if (n % 3 !== 0) continue;
				const at = base.view.clock.now();
				before.push({ at, hash: hashOf(await exported(base, at)) });
			}
			for (const { at, hash } of before) expect(hashOf(await exported(base, at))).toBe(hash);

			base.clock.advance(1_000_000n);
			const head = base.view.clock.now();
			const text = await exported(base, head);
			expect(text).not.toMatch(/:person:|byPerson|:request:/);
			expect(await complaints(text)).toEqual([]);
			await using again = await readingBase(ACTING_KB, text, { clock: base.clock });
			expect(await exported(again, head)).toBe(text);
			for (const { at, hash } of before) expect(hashOf(await exported(again, at))).toBe(hash);
			expect(await findingsOf(again)).toEqual(await findingsOf(base));
			const ids = await entitiesOf(base);
			for (const at of [...before.slice(-1).map((one) => one.at), head]) {
				const told = await answers(base, ids, instantOf(at));
				const retold = await answers(again, ids, instantOf(at));
				expect(retold.filter((answer, n) => answer !== told[n])).toEqual([]);
			}
		}),
		{ numRuns: 20 },
	);
}, 900_000);
