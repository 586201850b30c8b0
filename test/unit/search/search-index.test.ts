import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LifeSpan, PlacedVersion } from "../../../src/search/asked.ts";
import { SearchIndex, type SearchIndexOptions } from "../../../src/search/search-index.ts";
import { FakeEmbedder } from "../../support/fake-embedder.ts";

function folder() {
	const path = mkdtempSync(join(tmpdir(), "utopia-search-"));
	return {
		path,
		file: join(path, "search.index"),
		[Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
	};
}

const lasting: readonly LifeSpan[] = [{ from: 1n, to: undefined }];
const TEXTS = [
	"The heron berths at pier four.",
	"Harbour dues are owed by Tarn.",
	"A storm closed the north pier.",
	"认证系统使用JWT令牌",
];

function versionOf(n: number, texts: readonly string[] = TEXTS): PlacedVersion {
	const chunks = texts.map((text, seq) => ({
		id: `chunk-${n}-${text}`,
		seq,
		heading: `Part ${seq}`,
		text: `${text} ${n}`,
	}));
	return { document: `document-${n}`, version: `version-${n}`, filename: "log.md", group: n % 2, chunks };
}

function open(path: string, meaning: SearchIndexOptions["meaning"], warnings: string[] = []) {
	return SearchIndex.open(path, { meaning, warn: (message) => warnings.push(message) });
}

async function placed(index: SearchIndex, numbers: readonly number[], spans = lasting): Promise<void> {
	for (const n of numbers) await index.place(versionOf(n), { version: `version-${n}`, spans });
	await index.vectorsSettled();
}

const asked = (query: string, rest: object = {}) => ({ query, offset: 0, limit: 10, ...rest });
const QUESTIONS = ["heron pier", "证", "harbour dues of Tarn", "nothing at all", "harbuor"];

async function answers(index: SearchIndex) {
	const moments = [undefined, 1n, 4n];
	return Promise.all(
		QUESTIONS.flatMap((query) => moments.map((asOf) => index.search(asked(query, { asOf })))),
	);
}

describe("what is on disk", () => {
	test("answers as before it was closed, and as an index built in another order", async () => {
		using one = folder();
		using other = folder();
		let before: unknown;
		{
			await using index = await open(one.path, new FakeEmbedder());
			await placed(index, [0, 1, 2, 3]);
			await index.live([{ version: "version-2", spans: [{ from: 1n, to: 4n }] }]);
			before = await answers(index);
		}
		await using again = await open(one.path, new FakeEmbedder());
		expect(await again.versions()).toEqual(new Set(["version-0", "version-1", "version-2", "version-3"]));
		expect(await answers(again)).toEqual(before);
		await using rebuilt = await open(other.path, new FakeEmbedder());
		await placed(rebuilt, [3, 1, 0]);
		await placed(rebuilt, [2], [{ from: 1n, to: 4n }]);
		expect(await answers(rebuilt)).toEqual(before);
		await placed(again, [4]);
		await placed(rebuilt, [4]);
		expect(await answers(again)).toEqual(await answers(rebuilt));
	});

	test("is taken for nothing where a bit is wrong, it is cut short or of another version", async () => {
		using place = folder();
		{
			await using index = await open(place.path, new FakeEmbedder());
			await placed(index, [0]);
		}
		const whole = readFileSync(place.file);
		const bent = (at: number) => {
			const bytes = Buffer.from(whole);
			bytes[at] = (bytes[at] as number) ^ 1;
			return bytes;
		};
		const other = Buffer.from(
			whole.toString("latin1").replace("utopia-search-1", "utopia-search-0"),
			"latin1",
		);
		const damages = [
			bent(3),
			bent(30),
			bent(whole.length >> 1),
			bent(whole.length - 70),
			whole.subarray(0, 900),
		];
		for (const bytes of [...damages, other, Buffer.alloc(0)]) {
			writeFileSync(place.file, bytes);
			const warnings: string[] = [];
			await using index = await open(place.path, new FakeEmbedder(), warnings);
			expect(warnings.length).toBe(1);
			expect(await index.versions()).toEqual(new Set());
			expect((await index.search(asked("heron"))).hits).toEqual([]);
			await placed(index, [0]);
			expect((await index.search(asked("heron"))).hits[0]?.document).toBe("document-0");
		}
	});

	test("is the last that was whole: half of a newer one beside it is not looked at", async () => {
		using place = folder();
		{
			await using index = await open(place.path, "model_missing");
			await placed(index, [0]);
		}
		writeFileSync(`${place.file}.new`, "half");
		appendFileSync(`${place.file}.new`, "written");
		await using index = await open(place.path, "model_missing");
		expect(await index.versions()).toEqual(new Set(["version-0"]));
	});

	test("holds nothing any more of what was forgotten", async () => {
		using place = folder();
		await using index = await open(place.path, new FakeEmbedder());
		await placed(index, [0]);
		const secret = versionOf(7, ["zebrafish"]);
		await index.place(secret, { version: secret.version, spans: lasting });
		await index.save();
		expect(readFileSync(place.file).includes("chunk-7")).toBe(true);
		await index.forget(secret.version);
		const bytes = readFileSync(place.file);
		expect([bytes.includes("chunk-7"), bytes.includes("zebra")]).toEqual([false, false]);
		expect(
			(await index.search(asked("zebrafish", { asOf: 2n }))).hits.map(({ document }) => document),
		).not.toContain("document-7");
		expect(existsSync(`${place.file}.new`)).toBe(false);
	});

	test("has versions whose vectors are missing placed again", async () => {
		using place = folder();
		{
			await using index = await open(place.path, "model_missing");
			await placed(index, [0]);
		}
		await using index = await open(place.path, new FakeEmbedder());
		expect(await index.versions()).toEqual(new Set());
		expect(await index.search(asked("heron"))).toMatchObject({
			degraded: true,
			reason: "vectors_incomplete",
		});
		await placed(index, [0]);
		expect(await index.versions()).toEqual(new Set(["version-0"]));
		expect(await index.search(asked("heron"))).toMatchObject({ mode: "hybrid", degraded: false });
	});

	test("never ranks vectors of one model by a query of another", async () => {
		using place = folder();
		{
			await using index = await open(place.path, new FakeEmbedder("one"));
			await placed(index, [0]);
		}
		await using index = await open(place.path, new FakeEmbedder("two"));
		expect(await index.versions()).toEqual(new Set());
		expect(index.state()).toMatchObject({ model: "two", passages: 4, withoutVectors: 4 });
	});
});

describe("versions and moments", () => {
	test("a chunk that a later version repeats is one passage; a hit names the version held at the moment", async () => {
		using place = folder();
		await using index = await open(place.path, "model_missing");
		const first = versionOf(0);
		await index.place(first, { version: "version-0", spans: [{ from: 1n, to: 5n }] });
		const chunks = first.chunks.slice(1).map((chunk, seq) => ({ ...chunk, seq: seq + 2 }));
		await index.place(
			{ ...first, version: "version-0b", chunks },
			{ version: "version-0b", spans: [{ from: 5n, to: undefined }] },
		);
		expect(index.state().passages).toBe(4);
		const at = async (asOf?: bigint) => (await index.search(asked("storm", { asOf }))).hits[0];
		expect(await at(4n)).toMatchObject({ version: "version-0", seq: 2 });
		expect(await at(5n)).toMatchObject({ version: "version-0b", seq: 3 });
		expect(await at()).toMatchObject({ version: "version-0b", seq: 3 });
		expect(await at(0n)).toBeUndefined();
		await index.live([
			{
				version: "version-0b",
				spans: [
					{ from: 5n, to: 8n },
					{ from: 9n, to: undefined },
				],
			},
		]);
		expect([await at(8n), (await at(9n))?.version]).toEqual([undefined, "version-0b"]);
	});
});

describe("without all of it", () => {
	test("no model: words alone, the best of them at 1, and it is said why", async () => {
		using place = folder();
		await using index = await open(place.path, "model_failed");
		await placed(index, [0]);
		const answer = await index.search(asked("heron pier"));
		expect(answer).toMatchObject({ mode: "text-only", degraded: true, reason: "model_failed" });
		expect(answer.hits[0]?.score).toBe(1);
		expect(index.state()).toMatchObject({ mode: "text-only", reason: "model_failed", passages: 4 });
	});

	test("an embedder that fails in the middle of a call: answered by words, and it is said", async () => {
		using place = folder();
		const meaning = new FakeEmbedder();
		const warnings: string[] = [];
		await using index = await open(place.path, meaning, warnings);
		await placed(index, [0]);
		meaning.isBroken = true;
		expect(await index.search(asked("heron"))).toMatchObject({
			...{ mode: "text-only", degraded: true, reason: "embedder_down" },
			hits: [{ score: 1, document: "document-0" }],
		});
		expect(warnings.length).toBe(1);
		meaning.isBroken = false;
		expect(await index.search(asked("heron"))).toMatchObject({ mode: "hybrid", degraded: false });
	});

	test("passages are found by words while their vectors wait for an embedder that works", async () => {
		using place = folder();
		const meaning = new FakeEmbedder();
		await using index = await open(place.path, meaning);
		meaning.isBroken = true;
		await index.place(versionOf(0), { version: "version-0", spans: lasting });
		meaning.isBroken = false;
		expect((await index.search(asked("heron"))).hits[0]?.document).toBe("document-0");
		await index.vectorsSettled();
		expect(await index.search(asked("heron"))).toMatchObject({ degraded: false });
	});

	test("a query of unknown pieces is answered by words; a passage of them waits for nothing", async () => {
		using place = folder();
		await using index = await open(place.path, new FakeEmbedder());
		const strange = versionOf(0, ["unknowable runes"]);
		await index.place(strange, { version: strange.version, spans: lasting });
		await index.vectorsSettled();
		expect(await index.search(asked("runes"))).toMatchObject({ mode: "hybrid", degraded: false });
		expect(await index.search(asked("unknowable"))).toMatchObject({
			mode: "text-only",
			reason: "query_not_embeddable",
		});
	});

	test("a search that is given up is given up", async () => {
		using place = folder();
		await using index = await open(place.path, "model_missing");
		await expect(index.search(asked("heron"), AbortSignal.abort())).rejects.toMatchObject({
			code: "UTOPIA_INTERRUPTED",
		});
	});

	test("a folder that is not there is told when saving", async () => {
		using place = folder();
		const index = await open(join(place.path, "nowhere"), "model_missing");
		await placed(index, [0]);
		await expect(index.save()).rejects.toMatchObject({ code: "UTOPIA_PATH_UNUSABLE" });
		await expect(index[Symbol.asyncDispose]()).rejects.toThrow("could not be saved");
	});
});
