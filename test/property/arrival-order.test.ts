import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActingBase, actingBase, document, documentId } from "../support/acting.ts";

/** How many random orders, and of how many observations at most: `npm run test:orders` asks for 500 of up to 30. */
const ORDERS = Number(process.env["UTOPIA_TEST_ORDERS"] ?? 40);
const MOST = Number(process.env["UTOPIA_TEST_OBSERVATIONS"] ?? 10);

const ONTOLOGY = `
c:vessel a owl:Class ; rdfs:label "Vessel" .
r:berths_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "berths at" .
r:flagship_of a owl:ObjectProperty , owl:FunctionalProperty , owl:InverseFunctionalProperty ; rdfs:label "flagship of" .
r:seen_at a owl:ObjectProperty ; rdfs:label "seen at" .
${document(1)}${document(2, "2020-08-13")}`;

const DATES = [
	"2018",
	"2019-06",
	"2020",
	"2020-01-10",
	"2020-08",
	"2021-03-01",
	"2022",
	"2023-05-20",
] as const;
const date = fc.constantFrom(...DATES);
const observed = fc.oneof(
	{ weight: 4, arbitrary: date.map((validFrom) => ({ validFrom })) },
	{ weight: 2, arbitrary: date.map((validTo) => ({ validTo })) },
	{
		weight: 2,
		arbitrary: fc
			.tuple(date, date)
			.map(([a, b]) => (a.slice(0, 4) < b.slice(0, 4) ? { validFrom: a, validTo: b } : { validFrom: b })),
	},
	{ weight: 1, arbitrary: date.map((attestedTo) => ({ endedUnknown: true, attestedTo })) },
	{ weight: 2, arbitrary: date.map((attestedFrom) => ({ attestedFrom })) },
);
const PREDICATES = ["berths_at", "flagship_of", "seen_at"] as const;
/** One observation of a story about two vessels: which, at which berth, what is said of time, and by which paper. */
const observation = fc.record({
	vessel: fc.nat(1),
	berth: fc.nat(3),
	said: observed,
	paper: fc.constantFrom(1, 2, undefined),
	predicate: fc.constantFrom("berths_at", "flagship_of", "flagship_of", "seen_at"),
});
type Observation = typeof observation extends fc.Arbitrary<infer Value> ? Value : never;

let stories = 0;

/** Tells a story of vessels and berths of its own in this order; answers with all their rows, whatever they are called. */
async function told(story: readonly Observation[], base: ActingBase): Promise<readonly string[]> {
	const name = `Story ${++stories}`;
	await tell(name, story, base);
	const before = base.store.head().sequence;
	await tell(name, story, base);
	expect(base.store.head().sequence).toBe(before);
	const rows: string[] = [];
	for (const vessel of new Set(story.map((one) => one.vessel))) {
		for (const predicate of PREDICATES)
			for (const line of await base.rows(`${name}, vessel ${vessel}`, predicate))
				rows.push(`${vessel} ${predicate} ${line.replaceAll(name, "")}`);
	}
	return rows.sort();
}

async function tell(name: string, story: readonly Observation[], base: ActingBase): Promise<void> {
	for (const { vessel, berth, said, paper, predicate } of story) {
		const evidence = paper === undefined ? [] : [{ document: documentId(paper) }];
		const subject = { name: `${name}, vessel ${vessel}` };
		await base.act.assert({
			subject,
			predicate,
			object: { name: `${name}, berth ${berth}` },
			...said,
			evidence,
		});
	}
}

test("the rows are those of the story, in whatever order it is told, and telling it again writes nothing", async () => {
	await using base = await actingBase(ONTOLOGY);
	const story = fc.array(observation, { minLength: 2, maxLength: MOST });
	await fc.assert(
		fc.asyncProperty(story, fc.infiniteStream(fc.nat()), async (given, draws) => {
			const shuffled = given
				.map((one) => ({ one, at: draws.next().value as number }))
				.sort((a, b) => a.at - b.at);
			const rows = await told(given, base);
			expect(
				await told(
					shuffled.map(({ one }) => one),
					base,
				),
			).toEqual(rows);
		}),
		{ numRuns: ORDERS },
	);
}, 1_800_000);

test("four observations in each of their orders make the same rows", async () => {
	await using base = await actingBase(ONTOLOGY);
	const story: readonly Observation[] = [
		{ vessel: 0, berth: 0, said: { validFrom: "2018" }, paper: 1, predicate: "flagship_of" },
		{
			vessel: 1,
			berth: 0,
			said: { validFrom: "2020-01-10", validTo: "2021-03-01" },
			paper: 2,
			predicate: "flagship_of",
		},
		{ vessel: 0, berth: 0, said: { validTo: "2022" }, paper: 2, predicate: "flagship_of" },
		{ vessel: 1, berth: 2, said: { attestedFrom: "2020-08" }, paper: 1, predicate: "flagship_of" },
	];
	const rows = await told(story, base);
	for (const order of permutations(story)) expect(await told(order, base)).toEqual(rows);
}, 60_000);

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
	if (items.length <= 1) return [items];
	return items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}
