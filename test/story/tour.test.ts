// The README is read as it stands: its questions are asked of the demo base, and its answers must be what comes back.
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { exportLedger } from "../../src/export/export-ledger.ts";
import { type ReadingBase, readingBase } from "../support/reading.ts";
import { HARBOUR, harbour, standing } from "./harbour.ts";

const root = new URL("../../", import.meta.url);
const README = readFileSync(new URL("README.md", root), "utf8");
const DEMO = readFileSync(new URL("data/demo.ttl", root), "utf8");
const DEMO_KB = "7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17";
const NOW = "2026-07-01T00:00:00.000000Z";

interface Stop {
	readonly question: string;
	readonly call: { readonly name: string; readonly arguments: Record<string, unknown> };
	/** The words of the answer; what stands in bold there must stand in the tool's text. */
	readonly words: string;
	readonly part: Record<string, unknown>;
}

/** The stops of the tour: a heading with a number, a call, words, and a part of the structure. */
function stopsOf(readme: string): readonly Stop[] {
	const tour = readme.split(/^## /m).find((section) => section.startsWith("A guided tour")) ?? "";
	return tour
		.split(/^### /m)
		.slice(1)
		.map((section) => {
			const question = section.slice(0, section.indexOf("\n"));
			const found = [...section.matchAll(/```json\n(.*?)```/gs)];
			if (found.length !== 2) throw new TypeError(`${question}: a call and an answer are wanted`);
			const [call, part] = found.map(([, text]) => JSON.parse(text ?? ""));
			return { question, call, part, words: section.replace(/```.*?```/gs, "") };
		});
}

const STOPS = stopsOf(README);
let opened: Promise<ReadingBase> | undefined;
function demo(): Promise<ReadingBase> {
	opened ??= readingBase(DEMO_KB, DEMO, { clock: standing(NOW) });
	return opened;
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]());

describe("the guided tour", () => {
	test("has ten questions, numbered in order", () => {
		expect(STOPS.map(({ question }) => question.split(".")[0])).toEqual(
			Array.from({ length: 10 }, (_, n) => String(n + 1)),
		);
	});

	test.each(STOPS.map((stop) => [stop.question, stop] as const))("%s", async (_, { call, words, part }) => {
		const answer = await (await demo()).call(call.name, call.arguments);
		expect(answer.isError ?? false).toBe(false);
		expect(answer._meta).toBeUndefined();
		expect(answer.structuredContent).toMatchObject(part);
		const text = (answer.content[0] as { text: string }).text;
		const bold = [...words.matchAll(/\*\*(.+?)\*\*/g)].map(([, phrase]) => phrase ?? "");
		expect(bold.length).toBeGreaterThan(0);
		for (const phrase of bold) expect(text).toContain(phrase);
	});

	/** What the words say beside the call they stand under. */
	test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
		[
			"3: with as_of it is Ferry Steps",
			"entity_facts",
			{ entity_id: "Kestrel", predicate: "berths", at: "2014-05-20", as_of: "2018-04-09T10:21:33.500012Z" },
			{ facts: [{ other_name: "Ferry Steps", valid_from_origin: "person" }] },
		],
		[
			"5: the two did not hold at one moment",
			"paths_between",
			{ from: "Jon Aalto", to: "Salt House", max_hops: 2, at: "1990" },
			{ paths: [] },
		],
		[
			"5: nor later",
			"paths_between",
			{ from: "Jon Aalto", to: "Salt House", max_hops: 2, at: "2012" },
			{ paths: [] },
		],
		[
			"6: in 2014-09 J. Aalto is somebody of his own",
			"entity_facts",
			{ entity_id: "e0000000-0000-4000-8000-000000000023", as_of: "2014-09" },
			{ entity: { name: "J. Aalto" }, total_facts: 1 },
		],
		[
			"7: in 2017-06 nobody leases the house",
			"entity_facts",
			{ entity_id: "Salt House", predicate: "leases", at: "2017-06" },
			{ facts: [] },
		],
		[
			"7: on the last day of February somebody did",
			"entity_facts",
			{ entity_id: "Salt House", predicate: "leases", at: "2017-02-28" },
			{ facts: [{ other_name: "Tolsand Ferry Company" }] },
		],
		[
			"9: in 2016 it is her name",
			"find_entities",
			{ name: "marigold", as_of: "2016" },
			{ entities: [{ name: "Marigold" }] },
		],
		[
			"10: corrected to 1.55",
			"entity_facts",
			{ entity_id: "Kestrel", predicate: "draught" },
			{ entity: { type_key: "ferry" }, facts: [{ object_value: { value: 1.55 } }] },
		],
	])("%s", async (_, name, args, part) => {
		expect(await (await demo()).read(name, args)).toMatchObject(part);
	});
});

/** The lines of an export without prefixes and manifest, as a set: one statement each, however it is laid out. */
async function triplesOf(turtle: string): Promise<readonly string[]> {
	const { Parser } = await import("n3");
	return new Parser()
		.parse(turtle)
		.filter(({ subject }) => !subject.value.endsWith(":manifest"))
		.map(({ subject, predicate, object }) => {
			const term = object as unknown as { readonly id: string };
			return `${subject.value} ${predicate.value} ${term.id}`;
		})
		.sort();
}

async function exported(base: ReadingBase): Promise<string> {
	let text = "";
	for await (const piece of exportLedger(base.view)) text += piece;
	return text;
}

/** What the shapes have to say about a file, each complaint once. */
async function complaintsAbout(turtle: string): Promise<readonly string[]> {
	const { Parser, Store } = await import("n3");
	const { default: Validator } = await import("rdf-validate-shacl");
	const shapes = new Store(new Parser().parse(readFileSync(new URL("ontology/shapes.ttl", root), "utf8")));
	const report = await new Validator(shapes).validate(new Store(new Parser().parse(turtle)));
	return [...new Set(report.results.flatMap(({ message }) => message.map(({ value }) => value)))];
}

describe("the bases in the project are what an export of them writes", () => {
	test("Tolsand", async () => {
		expect(await triplesOf(await exported(await demo()))).toEqual(await triplesOf(DEMO));
	});

	test("Harbour", async () => {
		await using base = await harbour();
		expect(await triplesOf(await exported(base))).toEqual(await triplesOf(HARBOUR));
	});

	test("and the shapes have nothing to say about it, manifest included", async () => {
		const turtle = await exported(await demo());
		expect(turtle).toContain("utopia:ExportManifest");
		expect(await complaintsAbout(turtle)).toEqual([]);
		expect(await complaintsAbout(turtle.replace("utopia:complete", "utopia:note"))).toEqual([
			expect.stringContaining("export again"),
		]);
	});
});
