import { openEmbedder } from "../../src/embedding/embedder.ts";
import { SHIPPED_MODEL } from "../../src/embedding/model-files.ts";
import { readTokenizer } from "../../src/embedding/tokenizer.ts";
import { windowsOf } from "../../src/embedding/windows.ts";
import type { FusionWeights } from "../../src/search/asked.ts";
import { SearchIndex } from "../../src/search/search-index.ts";
import { type SearchQuality, searchQuality } from "./search-quality.ts";
import { temporaryFolder } from "./stores.ts";

/** Texts, and questions of which somebody has said which texts answer them. */
export interface Collection {
	readonly passages: readonly { readonly id: string; readonly text: string }[];
	readonly questions: readonly Question[];
}

export interface Question {
	readonly text: string;
	readonly kind: string;
	/** Ids of passages; yes or no, without grades. */
	readonly relevant: readonly string[];
}

export const CHANNELS = ["words", "meaning", "fused"] as const;
export type Channel = (typeof CHANNELS)[number];

const DEPTH = 10;

/** What each way of finding gives each question of a collection: ids, best first. */
export type Rankings = Readonly<Record<Channel, readonly (readonly string[])[]>>;

/** Asks the real index, with the model that ships: words alone, meaning alone, and both as its card weighs them. */
export async function rankingsOf({ passages, questions }: Collection): Promise<Rankings> {
	using folder = temporaryFolder();
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const tokenizer = readTokenizer(SHIPPED_MODEL);
	const { card } = embedder;
	const weights: Readonly<Record<Channel, FusionWeights>> = {
		words: { words: 1, meaning: 0 },
		meaning: { words: 0, meaning: 1 },
		fused: card.fusion,
	};
	let fusion = card.fusion;
	const meaning = {
		embedder: {
			card: {
				...card,
				get fusion() {
					return fusion;
				},
			},
			embed: embedder.embed.bind(embedder),
			embedQuery: embedder.embedQuery.bind(embedder),
		},
		windows: (text: string, heading: string) =>
			windowsOf(text, heading, card.window, (piece) => tokenizer.count(piece)),
	};
	const warnings: string[] = [];
	await using index = await SearchIndex.open(folder.path, { meaning, warn: (line) => warnings.push(line) });
	for (const { id, text } of passages) {
		const chunks = [{ id, seq: 0, heading: "", text }];
		await index.place(
			{ document: id, version: id, filename: "", group: 0, chunks },
			{ version: id, spans: [{ from: 0n, to: undefined }] },
		);
	}
	await index.vectorsSettled();
	const found: Record<Channel, string[][]> = { words: [], meaning: [], fused: [] };
	for (const channel of CHANNELS) {
		fusion = weights[channel];
		for (const { text } of questions) {
			const { hits } = await index.search({ query: text, offset: 0, limit: DEPTH });
			found[channel].push(hits.map(({ document }) => document));
		}
	}
	if (warnings.length > 0) throw new Error(warnings.join("\n"));
	return found;
}

/** How good the rankings of a channel are, over the questions of one kind or all. */
export function qualityFor(
	questions: readonly Question[],
	rankings: readonly (readonly string[])[],
	kind?: string,
): SearchQuality {
	const judged = questions.map((question, n) => ({
		kind: question.kind,
		found: rankings[n] ?? [],
		relevant: new Set(question.relevant),
	}));
	return searchQuality(judged.filter((one) => kind === undefined || one.kind === kind));
}

/** The collection's figures as a table, channel by channel and kind by kind. */
export function tableOf({ questions }: Collection, rankings: Rankings): readonly string[] {
	const kinds = [undefined, ...new Set(questions.map(({ kind }) => kind))];
	const row = (cells: readonly string[]) => cells.map((cell) => cell.padEnd(12)).join("");
	return [
		row(["questions", "found by", "nDCG@10", "recall@6"]),
		...kinds.flatMap((kind) =>
			CHANNELS.map((channel) => {
				const { ndcgAt10, recallAt6 } = qualityFor(questions, rankings[channel], kind);
				return row([kind ?? "all", channel, ndcgAt10.toFixed(3), recallAt6.toFixed(3)]);
			}),
		),
	];
}
