import type { Store as Oxistore, Quad } from "oxigraph";
import { piecesOf } from "../log/pieces.ts";
import { firstBadLine } from "./canonical-lines.ts";
import { type EngineModule, loadEngine, reserve, webAssembly } from "./engine-module.ts";
import { Foresight } from "./foresight.ts";
import { imageHeader, readImage, writeImage } from "./image.ts";
import type { EngineCalls, Lines, Standing } from "./protocol.ts";

const NQUADS = "application/n-quads";
const PARSED_BYTES = 2 ** 16;
/** Bytes of memory that a byte of text takes while it is loaded, about. */
const TAKES = 4;
/** Memory of which there may be a copy for as long as it takes to write it. */
const COPIED_MOST = 2 ** 30;
const TSV = "text/tab-separated-values";

/** The engine of one base, alone in its thread: an Oxigraph store and where it stands in the log. */
export class Engine {
	readonly #module: EngineModule;
	#made: Oxistore | undefined;
	#foresight = new Foresight();
	#standing: Standing = { sequence: 0, hash: "" };

	constructor() {
		this.#module = loadEngine();
	}

	/**
	 * Made on first use. A store that was made before an image is taken up would be freed by JavaScript's collector, at an address
	 * that means something else by then.
	 */
	get #store(): Oxistore {
		this.#made ??= new this.#module.oxigraph.Store();
		return this.#made;
	}

	query({ text, graphs, form }: EngineCalls["query"]["request"]): string | boolean {
		const { namedNode } = this.#module.oxigraph;
		const named = graphs?.map((iri) => namedNode(iri));
		const dataset =
			named === undefined
				? { use_default_graph_as_union: true }
				: { default_graph: named, named_graphs: named };
		// An ASK has no TSV form and answers a boolean by itself.
		try {
			const options = form === "select" ? { ...dataset, results_format: TSV } : dataset;
			return this.#store.query(text, options) as string | boolean;
		} finally {
			for (const term of named ?? []) free(term);
		}
	}

	check({ remove, insert }: EngineCalls["check"]["request"]): string | undefined {
		return this.#refusal(remove) ?? this.#refusal(insert);
	}

	apply({ sequence, hash, remove, insert }: EngineCalls["apply"]["request"]): number {
		if (sequence > this.#standing.sequence) {
			if (sequence !== this.#standing.sequence + 1) {
				throw new RangeError(`commit ${sequence} cannot follow ${this.#standing.sequence}`);
			}
			this.#delete(remove);
			if (insert !== "") this.#store.load(insert, { format: NQUADS });
			this.#standing = { sequence, hash };
		}
		return this.memory();
	}

	stage({ op, nquads }: Lines): EngineCalls["stage"]["answer"] {
		const refusal = firstBadLine(Buffer.from(nquads.buffer).toString("utf8")) ?? this.#staged(op, nquads);
		return { refusal, memoryBytes: this.memory() };
	}

	replay({ op, nquads }: Lines): undefined {
		const left = op === "insert" ? this.#foresight.lasting(nquads) : nquads;
		if (op === "remove") this.#foresight.removed(nquads);
		if (left.byteLength > 0) this.#take(op, left);
	}

	foresee({ nquads }: EngineCalls["foresee"]["request"]): undefined {
		this.#foresight.foresee(nquads);
	}

	stand({ sequence, hash }: Standing): undefined {
		this.#standing = { sequence, hash };
		this.#foresight = new Foresight();
	}

	async restore({ path, kb }: EngineCalls["restore"]["request"]): Promise<Standing | string> {
		if (this.#made !== undefined) return "the engine is not fresh";
		const found = await readImage(path, kb, this.#module);
		if (typeof found === "string") return found;
		this.#made = found.store;
		this.#standing = found.standing;
		return found.standing;
	}

	async snapshot({ path, kb }: EngineCalls["snapshot"]["request"]): Promise<undefined> {
		const header = imageHeader(kb, this.#module, this.#store, this.#standing);
		await writeImage(path, header, new Uint8Array(this.#module.exports.memory.buffer));
	}

	copy({ kb }: EngineCalls["copy"]["request"]): EngineCalls["copy"]["answer"] {
		if (this.memory() > COPIED_MOST) return undefined;
		const header = imageHeader(kb, this.#module, this.#store, this.#standing);
		return { header, memory: this.#module.exports.memory.buffer.slice(0) };
	}

	memory(): number {
		return this.#module.exports.memory.buffer.byteLength;
	}

	count(): number {
		return this.#store.size;
	}

	#staged(op: Lines["op"], nquads: Uint8Array): string | undefined {
		try {
			this.#take(op, nquads);
		} catch (error) {
			if (isFatal(error)) throw error;
			return String(error);
		}
		return undefined;
	}

	#refusal(nquads: string): string | undefined {
		if (nquads === "") return undefined;
		const bad = firstBadLine(nquads);
		if (bad !== undefined) return bad;
		try {
			for (const quad of this.#parsed(nquads)) free(quad);
		} catch (error) {
			if (isFatal(error)) throw error;
			return String(error);
		}
		return undefined;
	}

	#take(op: Lines["op"], nquads: Uint8Array): void {
		// In pieces, and not `no_transaction`: that takes some 240 MB more, which are never given back, and is no faster.
		if (op === "remove") this.#delete(nquads);
		else {
			reserve(this.#module.exports, TAKES * nquads.byteLength);
			this.#store.load(nquads, { format: NQUADS });
		}
	}

	#delete(nquads: string | Uint8Array): void {
		if (nquads.length === 0) return;
		for (const quad of this.#parsed(nquads)) {
			this.#store.delete(quad);
			free(quad);
		}
	}

	/** Some hundred quads at a time: the engine's memory never shrinks, and an array of all would stay in it. */
	*#parsed(nquads: string | Uint8Array): Generator<Quad> {
		for (const piece of piecesOf(Buffer.from(nquads as string), PARSED_BYTES)) {
			yield* this.#module.oxigraph.parse(piece, { format: NQUADS });
		}
	}
}

/** The glue frees its objects when JavaScript's collector finds them, which is too late for millions of them in one call. */
function free(wrapped: object): void {
	(wrapped as { free?: () => void }).free?.();
}

/** Anything that comes from inside the engine and not from its parser: memory, stack, abort. The instance is not to be used again. */
export function isFatal(error: unknown): boolean {
	return (
		error instanceof webAssembly.RuntimeError || error instanceof RangeError || error instanceof TypeError
	);
}
