import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { tokens } from "../../src/search/fold.ts";
import { fuse, fusedScore } from "../../src/search/fusion.ts";
import { PassageWriter } from "../../src/search/passage-writer.ts";
import { emptyTables } from "../../src/search/tables.ts";
import { queryTerms, termOf } from "../../src/search/terms.ts";
import { wordScores } from "../../src/search/word-scores.ts";
import { asking, coreOf, histories, instant, type Lived, queries } from "../support/search-world.ts";

// fast-check prints the seed with what fails; SEARCH_SEED repeats it.
const RUNS = {
	numRuns: 300,
	seed: Number(process.env["SEARCH_SEED"] ?? Math.floor(Math.random() * 2 ** 31)),
};

const always = [{ from: 0n, to: undefined }];
const moments = fc.option(instant, { nil: undefined });

function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
	return values
		.map((value, n) => ({ value, key: Math.imul(n + 1, seed | 1) ^ (seed >>> 3) }))
		.sort((a, b) => a.key - b.key || 0)
		.map(({ value }) => value);
}

function passagesOf(versions: readonly Lived[]) {
	const seen = new Map<string, { id: string; title: string; text: string }>();
	for (const { filename, chunks } of versions)
		for (const { id, heading, text } of chunks) {
			const title = `${filename}\n${heading}`;
			seen.set(`${id} ${title}`, { id: `${id} ${title}`, title, text });
		}
	return [...seen.values()];
}

describe("scores of words", () => {
	test("are MiniSearch's own, over a view that is the whole index", () => {
		fc.assert(
			fc.property(histories, queries, (versions, query) => {
				const passages = passagesOf(versions);
				const mini = new MiniSearch({
					fields: ["title", "text"],
					tokenize: (text) => [...tokens(text)],
					processTerm: (token) => termOf(token) ?? null,
					searchOptions: { bm25: { k: 1.2, b: 0.7, d: 0.5 } },
				});
				mini.addAll(passages);
				const tables = emptyTables(0);
				const writer = new PassageWriter(tables);
				for (const { id, title, text } of passages) writer.add({ chunk: id, document: "d", title }, text);
				const mask = new Uint8Array(passages.length).fill(1);
				const terms = queryTerms(query);
				const lone = new Set(terms.filter((term) => term.lone).map(({ term }) => term));
				const tokenize = () => terms.map(({ term }) => term);
				const processTerm = (term: string) => term;
				let expected = mini.search("x", { tokenize, processTerm, prefix: (term) => lone.has(term) });
				if (expected.length === 0)
					expected = mini.search("x", { tokenize, processTerm, prefix: true, fuzzy: 0.2 });
				const found = wordScores(terms, {
					...tables,
					mask,
					size: passages.length,
					lengths: tables.passages.lengths,
				});
				expect(found.matched.map((n) => tables.passages.chunks[n]).sort()).toEqual(
					expected.map(({ id }) => id as string).sort(),
				);
				for (const { id, score } of expected) {
					const ours = found.scores[tables.passages.chunks.indexOf(id as string)] as number;
					expect(Math.abs(ours - score)).toBeLessThan(1e-12 * Math.max(1, score));
				}
			}),
			RUNS,
		);
	});
});

describe("answers", () => {
	const channels = fc.constantFrom({}, { vector: undefined });
	const exactness = fc.constantFrom(undefined, 0);

	test("are the same with and without what may not be read", () => {
		const rights = fc.uniqueArray(fc.nat(2));
		fc.assert(
			fc.property(
				histories,
				queries,
				rights,
				moments,
				exactness,
				channels,
				(all, query, groups, asOf, exactUpTo, channel) => {
					const request = asking(query, { groups: new Set(groups), asOf, ...channel });
					const readable = all.filter(({ group }) => groups.includes(group));
					const options = exactUpTo === undefined ? {} : { exactUpTo };
					const expected = coreOf(readable, options).search(request);
					expect(coreOf(all, options).search(request)).toEqual(expected);
					const documents = new Set(readable.map(({ document }) => document));
					expect(coreOf(all, options).search({ ...request, groups: undefined, documents })).toEqual(expected);
				},
			),
			RUNS,
		);
	});

	test("say that vectors are missing of what may be read alone", () => {
		const one = (document: string, group: number): Lived => ({
			...{ document, version: `${document}v`, filename: "a", group, spans: always },
			chunks: [{ id: `${document}c`, seq: 0, heading: "", text: "heron" }],
		});
		const core = coreOf([one("d0", 0)]);
		const { chunks, ...head } = one("d1", 1);
		core.begin(head);
		core.place(chunks);
		core.finish();
		expect(core.search(asking("heron", { groups: new Set([0]) })).incomplete).toBe(false);
		expect(core.search(asking("heron")).incomplete).toBe(true);
	});

	test("as of a moment are those of an index with what was held then", () => {
		fc.assert(
			fc.property(
				histories,
				queries,
				instant,
				exactness,
				channels,
				(all, query, asOf, exactUpTo, channel) => {
					const held = all.flatMap((version) => {
						const isHeld = version.spans.some(
							({ from, to }) => from <= asOf && (to === undefined || asOf < to),
						);
						return isHeld ? [version] : [];
					});
					// One version of a document is held at a moment; the generator does not know.
					const documents = held.map(({ document }) => document);
					fc.pre(new Set(documents).size === documents.length);
					const options = exactUpTo === undefined ? {} : { exactUpTo };
					const fresh = coreOf(
						held.map((version) => ({ ...version, spans: always })),
						options,
					);
					const replayed = coreOf(all, options).search(asking(query, { asOf, ...channel }));
					expect(replayed).toEqual(fresh.search(asking(query, channel)));
				},
			),
			{ ...RUNS, numRuns: 600 },
		);
	});

	test("of the past stay what they were, whatever is placed, ended and restored later", () => {
		fc.assert(
			fc.property(histories, histories, queries, instant, (before, after, query, asOf) => {
				const core = coreOf(before);
				const request = asking(query, { asOf });
				const answered = core.search(request);
				for (const [n, { chunks, ...head }] of after.entries()) {
					const spans = [{ from: 11n + BigInt(n), to: undefined }];
					core.begin({ ...head, version: `later${n}`, document: `later${head.document}`, spans });
					core.place(chunks.map((chunk) => ({ ...chunk, id: `later${chunk.id}` })));
					core.finish();
				}
				core.live(
					before.map(({ version, spans }) => ({
						version,
						spans: spans.flatMap(({ from, to }) =>
							to === undefined
								? [
										{ from, to: 12n },
										{ from: 14n, to: undefined },
									]
								: [{ from, to }],
						),
					})),
				);
				expect(core.search(request)).toEqual(answered);
			}),
			RUNS,
		);
	});

	test("do not depend on the order in which versions came, nor on what was forgotten", () => {
		fc.assert(
			fc.property(histories, queries, fc.nat(), moments, exactness, (all, query, seed, asOf, exactUpTo) => {
				const options = exactUpTo === undefined ? {} : { exactUpTo };
				const request = asking(query, { asOf });
				const gone = all.filter((_, n) => (seed >> (n % 8)) % 3 === 0);
				const stays = all.filter((version) => !gone.includes(version));
				const core = coreOf(shuffled(all, seed), options);
				for (const { version } of gone) core.forget(version);
				expect(core.search(request)).toEqual(coreOf(stays, options).search(request));
				expect(core.size).toBe(coreOf(stays).size);
			}),
			RUNS,
		);
	});

	test("are slices of one order, and a filter only removes", () => {
		fc.assert(
			fc.property(
				histories,
				queries,
				fc.nat(6),
				fc.integer({ min: 1, max: 5 }),
				exactness,
				(all, query, offset, limit, exactUpTo) => {
					const core = coreOf(all, exactUpTo === undefined ? {} : { exactUpTo });
					const whole = core.search(asking(query, { limit: 1_000 })).hits;
					const page = core.search(asking(query, { offset, limit }));
					expect(page.hits).toEqual(whole.slice(offset, offset + limit));
					expect(page.more).toBe(whole.length > offset + limit);
					const chunks = new Set(all.flatMap((version) => version.chunks.slice(0, 1).map(({ id }) => id)));
					const within = new Set(["d0", "d2", "d3"]);
					expect(core.search(asking(query, { chunks, within })).hits).toEqual(
						whole.filter(({ chunk, document }) => chunks.has(chunk) && within.has(document)),
					);
				},
			),
			RUNS,
		);
	});
});

describe("fusion", () => {
	const score = fc.integer({ min: 0, max: 40 }).map((n) => n / 40);
	const weights = fc.constantFrom({ words: 0.5, meaning: 0.5 }, { words: 0.8, meaning: 0.2 });

	test("with early stopping is the fusion of everything, ties by the tie-break", () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 400 }),
				fc.integer({ min: 1, max: 60 }),
				weights,
				(scores, wanted, weighed) => {
					const tie = (a: number, b: number) => ((a * 7919) % 401) - ((b * 7919) % 401);
					const channel = (n: 0 | 1) => {
						const order = scores
							.map((_, passage) => passage)
							.filter((passage) => (scores[passage]?.[n] ?? 0) > 0)
							.sort((a, b) => (scores[b]?.[n] ?? 0) - (scores[a]?.[n] ?? 0) || tie(a, b));
						return {
							best: scores.reduce((best, pair) => Math.max(best, pair[n]), 0),
							unranked: 0,
							scoreOf: (passage: number) => scores[passage]?.[n] ?? 0,
							ranked: (depth: number) => order.slice(0, depth),
						};
					};
					const fusion = { words: channel(0), meaning: channel(1), weights: weighed, tie };
					const everything = scores
						.map(([word, cosine], passage) => ({ passage, score: fusedScore(fusion, word, cosine) }))
						.filter((one) => one.score > 0)
						.sort((a, b) => b.score - a.score || tie(a.passage, b.passage));
					expect(fuse(fusion, wanted)).toEqual(everything.slice(0, wanted));
				},
			),
			{ ...RUNS, numRuns: 1_000 },
		);
	});
});
