import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from "@xenova/transformers";
import type { ChildOrder, FromChild, ToChild } from "./child-protocol.ts";
import { readTokenizer } from "./tokenizer.ts";

/**
 * The process in which texts become vectors: it gets text and gives vectors, knows no data folder and asks no network. It ends
 * when its parent does.
 *
 * Texts go through the model one at a time. In a batch the rounded model would take one scale for all of them, and what is
 * near a text in the queue would then show in its vector (permissions NI-3).
 */
type Embed = (text: string) => Promise<Float32Array | undefined>;

const send = (message: FromChild) => {
	process.send?.(message);
};

/** More unknown pieces than this share of all, and a vector would mean nothing. */
const UNKNOWN_AT_MOST = 0.5;

async function loaded({ modelFolder, rounded, dims, pooling }: ChildOrder): Promise<Embed> {
	const { AutoModel, AutoTokenizer, env, mean_pooling } = await import("@xenova/transformers");
	env.allowRemoteModels = false;
	env.localModelPath = dirname(modelFolder);
	const name = basename(modelFolder);
	const tokenizer: PreTrainedTokenizer = await AutoTokenizer.from_pretrained(name);
	const model: PreTrainedModel = await AutoModel.from_pretrained(name, { quantized: rounded });
	const unknownShare = shareOfUnknown(modelFolder, tokenizer);
	return async (text) => {
		if (text.trim() === "") return undefined;
		const input = tokenizer([text], { padding: true, truncation: true }) as Readonly<Record<string, Tensor>>;
		const ids = (input["input_ids"] as Tensor).data as BigInt64Array;
		if (unknownShare(text, ids) > UNKNOWN_AT_MOST) return undefined;
		const { last_hidden_state: states } = (await model(input)) as { readonly last_hidden_state: Tensor };
		const pooled = pooling === "mean" ? mean_pooling(states, input["attention_mask"] as Tensor) : states;
		return ofLengthOne((pooled.data as Float32Array).subarray(0, dims));
	};
}

/** By our own count where the model splits as the shipped one does; by what the model gets where it has another way. */
function shareOfUnknown(
	modelFolder: string,
	tokenizer: PreTrainedTokenizer,
): (text: string, ids: BigInt64Array) => number {
	if (tokenizer.model.config.type === "Unigram") {
		const own = readTokenizer(modelFolder);
		return (text) => own.unknownShare(text);
	}
	const unknown = BigInt(tokenizer.unk_token_id ?? -1);
	return (_, ids) => ids.filter((id) => id === unknown).length / ids.length;
}

function ofLengthOne(vector: Float32Array): Float32Array {
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
	return length === 0 ? vector : vector.map((value) => value / length);
}

/** One request in work: where it stands and what it has come to. */
class Work {
	readonly asked: ToChild;
	readonly #dims: number;
	readonly #numbers: Float32Array;
	readonly #embedded: Uint8Array;
	#done = 0;

	constructor(asked: ToChild, dims: number) {
		this.asked = asked;
		this.#dims = dims;
		this.#numbers = new Float32Array(asked.texts.length * dims);
		this.#embedded = new Uint8Array(asked.texts.length);
	}

	/** Embeds the next text; answers when it was the last one. Says whether it was. */
	async step(embed: Embed): Promise<boolean> {
		const text = this.asked.texts[this.#done];
		const vector = text === undefined ? undefined : await embed(text);
		if (vector !== undefined) {
			this.#numbers.set(vector, this.#done * this.#dims);
			this.#embedded[this.#done] = 1;
		}
		this.#done++;
		if (this.#done < this.asked.texts.length) return false;
		send({ kind: "vectors", id: this.asked.id, numbers: this.#numbers, embedded: this.#embedded });
		return true;
	}
}

/** Takes what comes in, a text at a time and queries first. */
function serve(embed: Embed, dims: number): void {
	const works: Record<ToChild["lane"], Work[]> = { query: [], passage: [] };
	let running = false;
	const run = async () => {
		running = true;
		for (;;) {
			const lane = works.query.length > 0 ? works.query : works.passage;
			const [work] = lane;
			if (work === undefined) break;
			if (await work.step(embed)) lane.shift();
			// Lets a query in that has come meanwhile.
			await setImmediate();
		}
		running = false;
	};
	process.on("message", (asked: ToChild) => {
		works[asked.lane].push(new Work(asked, dims));
		// What the model fails with ends the process: the parent hears of it and starts another one.
		if (!running) run().catch(fail);
	});
}

function fail(error: unknown): void {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () => process.exit(1));
}

async function start(order: ChildOrder): Promise<void> {
	process.on("disconnect", () => process.exit(0));
	try {
		serve(await loaded(order), order.dims);
		send({ kind: "ready" });
	} catch (error) {
		const absent = (error as { readonly code?: unknown }).code === "ERR_MODULE_NOT_FOUND";
		const message = error instanceof Error ? error.message : String(error);
		send({ kind: "failed", reason: absent ? "model_missing" : "model_failed", message });
		process.disconnect();
	}
}

await start(JSON.parse(process.argv[2] as string) as ChildOrder);
