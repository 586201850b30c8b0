import { join } from "node:path";
import type { View } from "../access/view.ts";
import { type Embedder, openEmbedder } from "../embedding/embedder.ts";
import { readTokenizer } from "../embedding/tokenizer.ts";
import { windowsOf } from "../embedding/windows.ts";
import { UtopiaError } from "../errors.ts";
import type { DegradedReason } from "../search/asked.ts";
import type { Meaning } from "../search/meaning.ts";
import { Shelf, type ShelfState } from "./shelf.ts";

/** What the shelves of a data folder stand on. */
export interface ShelvesOptions {
	/** The folder below which each base has one for its index. */
	readonly folder: string;
	/** The folder of the model. One that does not load leaves words alone, which every answer says. */
	readonly model: string;
	view(kb: string): Promise<View>;
	warn(line: string): void;
}

/** How searching is at this moment, over all shelves that are open (search-and-extraction 7). Names no base. */
export interface SearchHealth {
	readonly mode: "hybrid" | "text-only";
	readonly model: string | undefined;
	readonly dims: number | undefined;
	readonly degraded: boolean;
	readonly reason: Exclude<DegradedReason, "query_not_embeddable"> | "index_pending" | undefined;
}

type Model = Meaning | "model_missing" | "model_failed";
/** Of several reasons the first here is told. */
const GRAVEST = ["embedder_down", "index_pending", "vectors_incomplete"] as const;

/** The findable passages of every base that is asked for, and the one model that they share. */
export class Shelves implements AsyncDisposable {
	readonly #options: ShelvesOptions;
	readonly #opening = new Map<string, Promise<Shelf>>();
	readonly #open: Shelf[] = [];
	#loading: Promise<Model> | undefined;
	#model: Model | undefined;
	#embedder: Embedder | undefined;

	constructor(options: ShelvesOptions) {
		this.#options = options;
	}

	/** The passages of a base, kept in step with it. */
	of(kb: string): Promise<Shelf> {
		const known = this.#opening.get(kb);
		if (known !== undefined) return known;
		const opening = this.#shelf(kb);
		this.#opening.set(kb, opening);
		opening.catch(() => this.#opening.delete(kb));
		return opening;
	}

	/** Loads the model before somebody has to wait for it. */
	async loadModel(): Promise<void> {
		this.#loading ??= this.#load();
		this.#model = await this.#loading;
	}

	/** Nothing until the model was loaded, or was found not to load. */
	health(): SearchHealth | undefined {
		if (this.#model === undefined) return undefined;
		if (typeof this.#model === "string") {
			return { mode: "text-only", model: undefined, dims: undefined, degraded: true, reason: this.#model };
		}
		const { id: model, dims } = this.#model.embedder.card;
		const reasons = new Set(this.#open.map((shelf) => reasonOf(shelf.state())));
		const reason = GRAVEST.find((one) => reasons.has(one));
		return { mode: "hybrid", model, dims, degraded: reason !== undefined, reason };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const shelf of await Promise.allSettled(this.#opening.values()))
			if (shelf.status === "fulfilled") await shelf.value[Symbol.asyncDispose]();
		await this.#loading;
		await this.#embedder?.[Symbol.asyncDispose]();
	}

	async #shelf(kb: string): Promise<Shelf> {
		await this.loadModel();
		const { folder, view, warn } = this.#options;
		const meaning = this.#model as Model;
		const shelf = await Shelf.open(await view(kb), join(folder, kb), { meaning, warn });
		this.#open.push(shelf);
		return shelf;
	}

	async #load(): Promise<Model> {
		const { model, warn } = this.#options;
		try {
			const embedder = await openEmbedder(model);
			this.#embedder = embedder;
			const tokenizer = readTokenizer(model);
			const { window } = embedder.card;
			return {
				embedder,
				windows: (text, heading) => windowsOf(text, heading, window, (piece) => tokenizer.count(piece)),
			};
		} catch (error) {
			if (!(error instanceof UtopiaError)) throw error;
			const reason = error.details["reason"] === "model_missing" ? "model_missing" : "model_failed";
			warn(`Passages are found by words alone (${reason}): ${error.message} The model's folder is ${model}.`);
			return reason;
		}
	}
}

const reasonOf = ({ isPending, reason }: ShelfState) => (isPending ? "index_pending" : reason);
