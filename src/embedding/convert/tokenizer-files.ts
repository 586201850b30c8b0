import { readFileSync } from "node:fs";
import { join } from "node:path";

type Piece = readonly [piece: string, logProbability: number];

/** The files of a model folder that tell how text becomes pieces, by name (search-and-extraction 1.4). */
export type TokenizerFiles = Readonly<
	Record<"tokenizer.json" | "tokenizer_config.json" | "config.json", string>
>;

const PIECES = 8000;
/** The table has two rows more than there are pieces; nothing reaches them. */
const ROWS = 8002;
const LONGEST = 128;
const NEVER = -100;
const UNKNOWN = "<unk>";

/** @throws Error where the package's vocabulary is not the one this converter was written for. */
export function tokenizerFiles(packageFolder: string): TokenizerFiles {
	const pairs = JSON.parse(
		readFileSync(join(packageFolder, "dist", "vocab.json"), "utf8"),
	) as readonly Piece[];
	if (pairs.length !== PIECES)
		throw new Error(`the vocabulary has ${pairs.length} pieces; ${PIECES} were expected`);
	const metaspace = { type: "Metaspace", replacement: "▁", add_prefix_space: true, prepend_scheme: "always" };
	const tokenizer = {
		version: "1.0",
		truncation: null,
		padding: null,
		added_tokens: [
			{
				id: 0,
				content: UNKNOWN,
				single_word: false,
				lstrip: false,
				rstrip: false,
				normalized: false,
				special: true,
			},
		],
		normalizer: { type: "NFKC" },
		pre_tokenizer: { ...metaspace, split: false },
		post_processor: null,
		decoder: metaspace,
		model: { type: "Unigram", unk_id: 0, vocab: pairs.map(unreachable), byte_fallback: false },
	};
	return {
		"tokenizer.json": JSON.stringify(tokenizer),
		"tokenizer_config.json": JSON.stringify({
			tokenizer_class: "PreTrainedTokenizer",
			unk_token: UNKNOWN,
			pad_token: UNKNOWN,
			model_max_length: LONGEST,
		}),
		"config.json": JSON.stringify({
			model_type: "bert",
			hidden_size: 512,
			vocab_size: ROWS,
			max_position_embeddings: LONGEST,
		}),
	};
}

/** The six reserved pieces get names and odds under which no text becomes one of them. */
function unreachable([piece, logProbability]: Piece, id: number): Piece {
	if (id === 0) return [UNKNOWN, 0];
	if (id <= 2) return [piece, NEVER];
	return id <= 5 ? [`<${piece}>`, NEVER] : [piece, logProbability];
}
