import fc from "fast-check";
import type { LifeSpan, PlacedVersion } from "../../src/search/asked.ts";
import { packed } from "../../src/search/packed.ts";
import { SearchCore } from "../../src/search/search-core.ts";
import type { CoreRequest } from "../../src/search/searching.ts";
import { FakeEmbedder, fakeVector } from "./fake-embedder.ts";

/** A version as it is placed, with its life. */
export interface Lived extends PlacedVersion {
	readonly spans: readonly LifeSpan[];
}

const WORDS = [
	"harbour",
	"pier",
	"heron",
	"berth",
	"running",
	"the",
	"ran",
	"owned",
	"tarn",
	"认证系统",
	"证",
	"42",
];
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(" "));
/** Few, so that ends often meet. */
export const instant = fc.bigInt({ min: 0n, max: 10n });
const span = fc
	.tuple(instant, fc.option(instant, { nil: undefined }))
	.filter(([from, to]) => to === undefined || from < to)
	.map(([from, to]): LifeSpan => ({ from, to }));

/** A passage of few to draw from: the same chunk comes again in later versions, at other places, with other headings. */
const chunk = fc.record({ n: fc.nat(4), heading: fc.constantFrom("", "Moorings", "Pier > North") });
const version = fc.record({
	chunks: fc.uniqueArray(chunk, { selector: ({ n }) => n, minLength: 1, maxLength: 4 }),
	filename: fc.constantFrom("port-log.md", "board.md"),
	spans: fc.array(span, { maxLength: 2 }),
});
const document = fc.record({
	group: fc.nat(2),
	texts: fc.array(text, { minLength: 5, maxLength: 5 }),
	versions: fc.array(version, { minLength: 1, maxLength: 3 }),
});

/** Documents with versions that share chunks, each with a life of its own. */
export const histories = fc.array(document, { minLength: 1, maxLength: 6 }).map((documents) =>
	documents.flatMap(({ group, texts, versions }, d) =>
		versions.map(
			({ chunks, filename, spans }, v): Lived => ({
				document: `d${d}`,
				version: `d${d}v${v}`,
				filename,
				group,
				spans,
				chunks: chunks.map(({ n, heading }, seq) => ({
					id: `d${d}c${n}`,
					seq,
					heading,
					text: texts[n] as string,
				})),
			}),
		),
	),
);

/** With a word that is nowhere, one that is spelled nearly so, and stop words. */
export const queries = fc
	.array(fc.constantFrom(...WORDS, "harbor", "zebra", "pie", "系"), { minLength: 1, maxLength: 4 })
	.map((words) => words.join(" "));

/** Gives every passage that waits its vectors. */
export function settleAll(core: SearchCore): void {
	const meaning = new FakeEmbedder();
	for (let some = core.wanting(8); some.length > 0; some = core.wanting(8))
		core.settle(
			core.epoch,
			some.map(({ passage, text, heading }) => [
				passage,
				meaning.windows(text, heading).map((window) => packed(fakeVector(window))),
			]),
		);
}

/** An index in which versions were placed, one after the other; with vectors, unless it is told to be without. */
export function coreOf(
	versions: readonly Lived[],
	options: { exactUpTo?: number; isTextOnly?: boolean } = {},
) {
	const model = options.isTextOnly === true ? undefined : { id: "fake", dims: 64 };
	const core = new SearchCore(undefined, model, options.exactUpTo);
	for (const { chunks, ...head } of versions) {
		core.begin(head);
		core.place(chunks);
		core.finish();
	}
	settleAll(core);
	return core;
}

/** Everything a query answers, by words and meaning unless told otherwise. */
export function asking(query: string, rest: Partial<CoreRequest> = {}): CoreRequest {
	return {
		query,
		vector: packed(fakeVector(query)),
		weights: { words: 0.5, meaning: 0.5 },
		offset: 0,
		limit: 100,
		...rest,
	};
}
