import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { assertFacts } from "../../src/actions/assert-facts.ts";
import { namedNode } from "../../src/rdf/terms.ts";
import { Writer } from "../../src/writing/writer.ts";
import { readingBase } from "../support/reading.ts";

const KB = "3b1f0c52-9a0e-4f0b-8d65-3f0f4c1b2a77";
const BASE = `
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix e: <urn:utopia:kb:${KB}:entity:> .
@prefix r: <urn:utopia:kb:${KB}:relation:> .
r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .
r:holds a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:label "holds" .
e:e0000000-0000-4000-8000-000000000001 rdfs:label "Heron" ; prov:generatedAtTime "2026-01-01T00:00:00.000000Z"^^xsd:dateTime .
`;
const HERON = "e0000000-0000-4000-8000-000000000001";
const ACTOR = {
	person: namedNode(
		"urn:utopia:kb:00000000-0000-0000-0000-000000000000:person:a0000000-0000-4000-8000-000000000001",
	),
};

interface FactEntry {
	readonly id: string;
	readonly other_name: string;
	readonly valid_from: string;
	readonly valid_to: string | null;
}

async function allFacts(
	base: Awaited<ReturnType<typeof readingBase>>,
	entity: string,
): Promise<readonly FactEntry[]> {
	const found: FactEntry[] = [];
	let cursor: unknown;
	do {
		const answer = await base.read("entity_facts", {
			entity_id: entity,
			limit: 300,
			...(typeof cursor === "string" && { cursor }),
		});
		found.push(...(answer["facts"] as FactEntry[]));
		cursor = answer["next_cursor"];
	} while (typeof cursor === "string");
	return found.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1));
}

/** The n-th day from the first of January 2000. */
const day = (n: number) => `${new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10)}`;

/** Numbers below `count`, each once, in an order that is the same on every run and looks like none. */
function shuffled(count: number, step: number): readonly number[] {
	return Array.from({ length: count }, (_, n) => (n * step + 7) % count);
}

test("two clients, 500 writes each on one functional relation: none is lost, none overlap, none wait for ever", async () => {
	await using base = await readingBase(KB, BASE);
	const writer = new Writer(base.store, base.view);
	const client = async (days: readonly number[]) => {
		for (const n of days) {
			const wish = {
				subject: { id: HERON },
				predicate: "berths_at",
				object: { name: `Pier ${n}` },
				validFrom: day(n),
			};
			await writer.write(assertFacts([wish], ACTOR, base.view), () => "");
		}
	};
	const days = shuffled(1_000, 389);
	await Promise.all([client(days.slice(0, 500)), client(days.slice(500))]);
	const facts = await allFacts(base, HERON);
	expect(facts.map(({ other_name }) => other_name)).toEqual(
		Array.from({ length: 1_000 }, (_, n) => `Pier ${n}`),
	);
	for (const [n, fact] of facts.entries()) expect(fact.valid_to).toBe(facts[n + 1]?.valid_from ?? null);
}, 300_000);

test("many clients that name the same new entities at once make each of them once", async () => {
	await using base = await readingBase(KB, BASE);
	const writer = new Writer(base.store, base.view);
	const write = (n: number) =>
		writer.write(
			assertFacts(
				[
					{
						subject: { name: `Ship ${n % 5}` },
						predicate: "holds",
						object: { name: `Berth ${n % 5}` },
						validFrom: `20${10 + (n % 7)}`,
					},
				],
				ACTOR,
				base.view,
			),
			() => "",
		);
	await Promise.all(Array.from({ length: 70 }, (_, n) => write(n)));
	const found = await base.read("find_entities", { name: "ship", limit: 20 });
	expect((found["entities"] as { name: string }[]).map(({ name }) => name).sort()).toEqual(
		[0, 1, 2, 3, 4].map((n) => `Ship ${n}`),
	);
});

test("one request sent many times at once is done once, and answered with the same bytes", async () => {
	await using base = await readingBase(KB, BASE);
	const writer = new Writer(base.store, base.view);
	const key = randomUUID();
	const wish = {
		subject: { id: HERON },
		predicate: "berths_at",
		object: { name: "Pier 4" },
		validFrom: "2020",
	};
	const before = base.store.head().sequence;
	const answers = await Promise.all(
		Array.from({ length: 20 }, () =>
			writer.write(assertFacts([wish], ACTOR, base.view), (answer) => JSON.stringify(answer), {
				request: { caller: "Ada", key, asked: JSON.stringify(wish) },
			}),
		),
	);
	expect(new Set(answers).size).toBe(1);
	expect(base.store.head().sequence).toBe(before + 1);
	const other = writer.write(assertFacts([wish], ACTOR, base.view), () => "", {
		request: { caller: "Ada", key, asked: "something else" },
	});
	await expect(other).rejects.toMatchObject({ details: { reason: "key_reused" } });
});
