// The worked examples of conclusions from axioms, each under its number: written by actions, read by entity_facts and by their proofs.
import { describe, expect, test } from "vitest";
import type { FactWish } from "../../src/actions/wishes.ts";
import type { ReadOperation } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { performRead } from "../../src/api/perform.ts";
import { violationsAround } from "../../src/findings/checks/around.ts";
import { instant, instantText } from "../../src/time/instant.ts";
import { dateText, type Precision } from "../../src/time/partial-date.ts";
import { type ActingBase, actingBase, document, documentId, type Json } from "../support/acting.ts";
import { declaring } from "../support/declaring.ts";
import { checkedIn } from "../support/violating.ts";

const NAMES = "ABCDEFGHIJKLMN";
const ORDINARY = `
r:part_of a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .
r:spouse a owl:ObjectProperty , owl:SymmetricProperty ; rdfs:label "spouse" .
r:employs a owl:ObjectProperty ; rdfs:label "employs" .
r:works_at a owl:ObjectProperty ; rdfs:label "works at" .
r:affiliated_with a owl:ObjectProperty ; rdfs:label "affiliated with" .
r:ceo_of a owl:ObjectProperty ; rdfs:label "CEO of" .
${document(1, "2025-10-15")}${document(2)}
${[...NAMES].map((name, n) => `e:${String(n + 1).padStart(2, "0")} rdfs:label "${name}" .`).join("\n")}`;

const entity = (name: string) =>
	`e0000000-0000-4000-8000-0000000000${String(NAMES.indexOf(name) + 1).padStart(2, "0")}`;

const base = (...lines: readonly string[]) => actingBase(`${ORDINARY}\n${lines.join("\n")}`);
const INVERSE = "r:employs owl:inverseOf r:works_at .";
const BACK = "r:works_at owl:inverseOf r:employs .";
const ABOVE = "r:ceo_of rdfs:subPropertyOf r:works_at . r:works_at rdfs:subPropertyOf r:affiliated_with .";

type More = Omit<FactWish, "subject" | "predicate" | "object">;
/** `A part_of B`, from and to; a person says it. */
const said = (claim: string, from?: string, to?: string, more: More = {}): FactWish => {
	const [subject = "", predicate, object = ""] = claim.split(" ");
	const ends = { subject: { id: entity(subject) }, object: { id: entity(object) } };
	return { ...ends, predicate, validFrom: from, validTo: to, ...more };
};
/** An undated document says it: no date, and nothing that shows one. */
const undated: More = { evidence: [{ document: documentId(2) }] };

function bound(row: Json, end: "from" | "to"): string {
	const [at, precision] = [row[`valid_${end}`], row[`valid_${end}_precision`]];
	if (at === null) return "∞";
	if (precision === null) return `${String(at).replace(/T00:00:00\.000000Z$/, "")} (no precision)`;
	return dateText({ at: instant(String(at)), precision: precision as Precision });
}

/** A derived fact as a line: `A part_of C [2022, 2023) 0.8`. */
const line = (row: Json) =>
	`${row["subject"]} ${row["predicate_id"]} ${row["object"]} [${bound(row, "from")}, ${bound(row, "to")}) ${row["confidence"]}`;

/** The derived facts of some entities, each once. */
async function derived(acting: ActingBase, names: string, asked: Json = {}): Promise<readonly Json[]> {
	const found = new Map<unknown, Json>();
	for (const name of names) {
		const answer = await acting.read("entity_facts", { entity_id: entity(name), ...asked });
		for (const row of answer["derived_facts"] as readonly Json[]) found.set(row["id"], row);
	}
	return [...found.values()];
}
const lines = async (acting: ActingBase, names: string, asked?: Json) =>
	(await derived(acting, names, asked)).map(line).sort();

async function one(acting: ActingBase, start: string, asked?: Json): Promise<Json> {
	const found = (await derived(acting, start[0] ?? "", asked)).filter((row) => line(row).startsWith(start));
	expect(found).toHaveLength(1);
	return found[0] as Json;
}

const operation = OPERATIONS.find(({ path }) => path === "/derived/:id/proof") as ReadOperation;
// biome-ignore lint/suspicious/noExplicitAny: proofs are trees of every shape
type Proof = any;
/** What `GET derived/{id}/proof` answers. */
const proof = ({ view }: ActingBase, id: unknown, query: Record<string, string> = {}): Promise<Proof> =>
	performRead(operation, { id: String(id), query }, {
		view,
		signal: new AbortController().signal,
		cursor: { opened: () => undefined, seal: () => "" },
	} as never) as Promise<Proof>;

/** The facts that a proof ends in, in the order in which they are read. */
function leaves(node: Proof): readonly string[] {
	if (node.kind === "fact") return [`${node.fact.subject_name}→${node.fact.object_name}`];
	return node.premises.flatMap(leaves);
}
const ids = async (acting: ActingBase, ...wishes: FactWish[]) =>
	(await acting.act.assert(...wishes)).facts.map(({ row }) => row);

describe("axioms", () => {
	test("D1: two edges of a transitive relation conclude a third, over their common time, as sure as the weaker one", async () => {
		await using acting = await base();
		const [ab, bc] = await ids(
			acting,
			said("A part_of B", "2020", "2023", { confidence: 0.9 }),
			said("B part_of C", "2022", undefined, { confidence: 0.8 }),
		);
		expect(await lines(acting, "ABC")).toEqual(["A part_of C [2022, 2023) 0.8"]);
		const { id, rule, premises } = await one(acting, "A part_of C");
		expect([rule, premises]).toEqual(["transitive", [ab, bc]]);
		const tree = await proof(acting, id);
		expect([tree.rule_text, leaves(tree)]).toEqual(["part of is transitive", ["A→B", "B→C"]]);
	});

	test("D2: intervals that touch conclude nothing", async () => {
		await using acting = await base();
		await acting.act.assert(said("A part_of B", "2020", "2021"), said("B part_of C", "2021"));
		expect(await lines(acting, "ABC")).toEqual([]);
	});

	const D3 = [
		said("A part_of B", "2000", "2005"),
		said("A part_of B", "2010", "2015"),
		said("B part_of C", "2001"),
	];
	const TWO = ["A part_of C [2001, 2005) 1", "A part_of C [2010, 2015) 1"];
	test("D3: two intervals apart are two derived facts", async () => {
		await using acting = await base();
		await acting.act.assert(...D3);
		expect(await lines(acting, "ABC")).toEqual(TWO);
	});

	test("D4: an assertion that covers no conclusion leaves both; one without dates and attestation contains both", async () => {
		await using acting = await base();
		await acting.act.assert(...D3);
		await acting.act.assert(said("A part_of C", "2001", "2003"));
		expect(await lines(acting, "ABC")).toEqual(TWO);
		await using other = await base();
		await other.act.assert(...D3);
		const [wide] = await ids(other, said("A part_of C", undefined, undefined, undated));
		expect(await lines(other, "ABC")).toEqual([]);
		// K5: they are drawn anew with the commit that takes the assertion away.
		await other.act.retract(wide as string);
		expect(await lines(other, "ABC")).toEqual(TWO);
	});

	test("D5: a symmetric relation concludes the way back", async () => {
		await using acting = await base();
		const rows = await ids(acting, said("A spouse B", "1999", "2010", { confidence: 0.7 }));
		expect(await lines(acting, "AB")).toEqual(["B spouse A [1999, 2010) 0.7"]);
		expect(await one(acting, "B spouse A")).toMatchObject({ rule: "symmetric", premises: rows });
	});

	test.each([
		["one side", INVERSE],
		["the other side", BACK],
		["both sides", `${INVERSE} ${BACK}`],
	])("D6: an inverse works in both directions, declared on %s", async (_, declared) => {
		await using acting = await base(declared);
		await acting.act.assert(said("A works_at B", "2020"), said("C employs D", "2021"));
		expect(await lines(acting, "ABCD")).toEqual(["B employs A [2020, ∞) 1", "D works_at C [2021, ∞) 1"]);
		const rules = await Promise.all([one(acting, "B employs A"), one(acting, "D works_at C")]);
		expect(rules.map(({ rule }) => rule)).toEqual(["inverse", "inverse"]);
		// `declaredOn` is the relation of the premise, whichever side says it (A1).
		const texts = await Promise.all(rules.map(async ({ id }) => (await proof(acting, id)).rule_text));
		expect(texts).toEqual(["works at is the inverse of employs", "employs is the inverse of works at"]);
	});

	test("D7: sub-properties conclude step by step, and both expand to the one quoted sentence", async () => {
		await using acting = await base(ABOVE);
		const quote = "A leads B as its CEO.";
		const [fact] = await ids(
			acting,
			said("A ceo_of B", "2020", undefined, { evidence: [{ document: documentId(1), quote }] }),
		);
		expect(await lines(acting, "AB")).toEqual([
			"A affiliated_with B [2020, ∞) 1",
			"A works_at B [2020, ∞) 1",
		]);
		const works = await one(acting, "A works_at B");
		const affiliated = await one(acting, "A affiliated_with B");
		expect([works["premises"], affiliated["premises"]]).toEqual([[fact], [works["id"]]]);
		const [near, far] = [await proof(acting, works["id"]), await proof(acting, affiliated["id"])];
		expect(near.premises[0].evidence).toMatchObject([{ document_id: documentId(1), quote }]);
		expect(far.premises[0].premises[0]).toEqual(near.premises[0]);
	});

	test("D8: a circle concludes the other directions, never a loop, and is one finding that starts at the smallest id", async () => {
		await using acting = await base();
		await acting.act.assert(
			...["B part_of C", "C part_of A", "A part_of B"].map((claim) => said(claim, "2020")),
		);
		expect(await lines(acting, "ABC")).toEqual([
			"A part_of C [2020, ∞) 1",
			"B part_of A [2020, ∞) 1",
			"C part_of B [2020, ∞) 1",
		]);
		const checked = await checkedIn(acting);
		const { found } = violationsAround({ relations: checked.ontology.relations.keys() }, checked);
		expect(found.map(({ kind, entities }) => [kind, entities])).toEqual([["cycle", [..."ABC"].map(entity)]]);
	});

	test("D9: an end that only an attestation sets is the end of the conclusion, without precision", async () => {
		await using acting = await base();
		await acting.act.assert(
			said("A part_of B", "2020", undefined, { endedUnknown: true, attestedTo: "2025-10-15" }),
			said("B part_of C", "2019"),
		);
		expect(await lines(acting, "ABC")).toEqual(["A part_of C [2020, 2025-10-15 (no precision)) 1"]);
	});

	test("D10: a chain of 13 edges concludes all 78 pairs; the longest stores two premises and expands to 13 leaves in path order", async () => {
		await using acting = await base();
		const edges = [...NAMES].slice(1).map((to, n) => `${NAMES[n]} part_of ${to}`);
		// From both ends inwards: the order of arrival has no influence.
		const order = edges.map((_, n) => edges[n % 2 === 0 ? n / 2 : edges.length - (n + 1) / 2] as string);
		for (const edge of order) await acting.act.assert(said(edge, "2020"));
		expect(await derived(acting, NAMES)).toHaveLength(78);
		const { id, premises } = await one(acting, "A part_of N");
		expect(premises).toHaveLength(2);
		expect(leaves(await proof(acting, id))).toEqual(edges.map((edge) => edge.replace(" part_of ", "→")));
	});

	test("D11: a premise retracted ends the conclusion with that commit; as of before it stands, its proof tells what was retracted", async () => {
		await using acting = await base();
		const [ab] = await ids(acting, said("A part_of B", "2020", "2023"), said("B part_of C", "2022"));
		const before = instantText(acting.view.clock.now());
		const { id } = await one(acting, "A part_of C");
		acting.clock.advance(1_000_000n);
		await acting.act.retract(ab as string);
		expect(await lines(acting, "ABC")).toEqual([]);
		const then = await one(acting, "A part_of C", { as_of: before });
		const fact = (await acting.facts(entity("A"), "part_of", { as_of: before }))[0];
		expect(then["id"]).toBe(id);
		expect(then["invalidated_at"]).toBe(fact?.["invalidated_at"]);
		expect(then["invalidated_at"]).not.toBeNull();
		const tree = await proof(acting, id, { as_of: before });
		expect(tree.premises.map((leaf: Proof) => leaf.retracted_at)).toEqual([then["invalidated_at"], null]);
		await expect(proof(acting, id)).rejects.toMatchObject({ code: "UTOPIA_THING_NOT_FOUND" });
	});

	test("D12: two routes are one derived fact with two proofs, which stands until the last is gone", async () => {
		await using acting = await base();
		const routes = ["A part_of B", "B part_of D", "A part_of C", "C part_of D"];
		const [ab, , ac] = await ids(acting, ...routes.map((claim) => said(claim, "2020")));
		expect(await lines(acting, "ABCD")).toEqual(["A part_of D [2020, ∞) 1"]);
		const { id, derived_at: at } = await one(acting, "A part_of D");
		const tree = await proof(acting, id, { all: "true" });
		expect(tree.other_proofs).toHaveLength(1);
		acting.clock.advance(1_000_000n);
		await acting.act.retract(ab as string);
		expect(await one(acting, "A part_of D")).toMatchObject({ id, derived_at: at });
		expect((await proof(acting, id, { all: "true" })).other_proofs).toEqual([]);
		await acting.act.retract(ac as string);
		expect(await lines(acting, "ABCD")).toEqual([]);
	});
});

describe("intervals through conclusions", () => {
	test("25: each bound has the precision of the premise that set it", async () => {
		await using acting = await base();
		await acting.act.assert(said("A part_of B", "2020", "2022"), said("B part_of C", "2021-06"));
		expect(await lines(acting, "ABC")).toEqual(["A part_of C [2021-06, 2022) 1"]);
		expect(await one(acting, "A part_of C")).toMatchObject({
			...{ valid_from: "2021-06-01T00:00:00.000000Z", valid_from_precision: "month" },
			...{ valid_to: "2022-01-01T00:00:00.000000Z", valid_to_precision: "year" },
		});
		await acting.act.assert(said("E part_of F", "2020", "2021"), said("F part_of G", "2021", "2022"));
		expect(await lines(acting, "EFG")).toEqual([]);
	});

	test("26: a start that an attestation sets has no precision", async () => {
		await using acting = await base();
		// A first premise without a start, later than the second one's: the bound is its attestation.
		await acting.act.assert(
			said("A part_of B", undefined, undefined, { attestedFrom: "2024-02-20" }),
			said("B part_of C", "2023"),
		);
		expect(await lines(acting, "ABC")).toEqual(["A part_of C [2024-02-20 (no precision), ∞) 1"]);
	});

	test("32: attestations bound a chain on both sides, and what they bound is gone after them", async () => {
		await using acting = await base();
		await acting.act.assert(
			said("A part_of B", "2022-01-01"),
			said("B part_of C", undefined, undefined, { attestedFrom: "2024-02-20" }),
			said("C part_of D", "2020-01-01", undefined, { endedUnknown: true, attestedTo: "2025-10-15" }),
		);
		const short = "[2024-02-20 (no precision), 2025-10-15 (no precision)) 1";
		expect(await lines(acting, "ABCD")).toEqual([
			"A part_of C [2024-02-20 (no precision), ∞) 1",
			`A part_of D ${short}`,
			`B part_of D ${short}`,
		]);
		expect(await lines(acting, "ABCD", { at: "2026-01-01" })).toEqual([
			"A part_of C [2024-02-20 (no precision), ∞) 1",
		]);
	});

	test("33: the later start stands, with its precision", async () => {
		await using acting = await base();
		await acting.act.assert(said("A part_of B", "2020"), said("B part_of C", "2022-06-01"));
		expect(await one(acting, "A part_of C")).toMatchObject({
			...{ valid_from: "2022-06-01T00:00:00.000000Z", valid_from_precision: "day" },
			...{ valid_to: null, valid_to_precision: null },
		});
	});
});

test("A6: an axiom that is withdrawn takes its conclusions in that commit, and declared again uses the same rule", async () => {
	await using acting = await base();
	const axioms = declaring(acting);
	await acting.act.assert(said("A part_of B", "2020"), said("B part_of C", "2021"));
	const before = await one(acting, "A part_of C");
	acting.clock.advance(1_000_000n);
	await axioms.changeRelation("part_of", { transitive: false });
	expect(await lines(acting, "ABC")).toEqual([]);
	acting.clock.advance(1_000_000n);
	await axioms.changeRelation("part_of", { transitive: true });
	const after = await one(acting, "A part_of C");
	expect(after["rule_id"]).toBe(before["rule_id"]);
	expect(after["id"]).not.toBe(before["id"]);
});
