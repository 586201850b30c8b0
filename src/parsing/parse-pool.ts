import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UtopiaError } from "../errors.ts";
import { opened, packed } from "./parcels.ts";
import { type Ending, ParseChild } from "./parse-child.ts";
import { DEFAULT_LIMITS, type ParsedFile, type ParseLimits } from "./parsed-file.ts";
import type { Ended, PieceSource, SentText, TextFigures } from "./protocol.ts";
import { unreadable } from "./refusals.ts";

/** A canonical text, ready to be kept. */
interface IngestedText {
	readonly utf8: Buffer;
	readonly figures: TextFigures;
	/** Where its chunks begin (`chunking/layout.ts`). */
	readonly layout: Buffer;
}

/** A file as it was read; its text, where it has one, cut into chunks. */
export interface IngestedFile extends Omit<ParsedFile, "text" | "anchors"> {
	readonly text: IngestedText | undefined;
}

/** How files are read. */
export interface PoolOptions {
	readonly limits?: ParseLimits;
	/** Processes at once. */
	readonly children?: number;
	/** Files that may wait for one. */
	readonly waiting?: number;
	/** Without it, pieces are estimated. */
	readonly pieces?: PieceSource;
	/** Where large files lie while they are read. Default: the machine's folder for what is temporary. */
	readonly folder?: string;
	/** Another program in place of the one that reads files. */
	readonly program?: URL;
}

/** What may be said about a file beside its bytes and its name. */
export interface ReadingOptions {
	/** Character set that came with the bytes, as in a `Content-Type`. */
	readonly charset?: string;
	readonly signal?: AbortSignal;
	/** Told when it begins to be read, and when its text, of so many characters, begins to be cut. */
	readonly progress?: (stage: "reading" | "cutting", chars: number) => void;
}

/** Share of its memory after which a process is replaced between two files. */
const GROWN = 0.5;
const WAITING = 64;

/**
 * Reads files in processes of their own, each with bounded memory and time and without network. One that hangs or dies takes its
 * file with it and nothing else: another one is started for the next file.
 */
export class ParsePool {
	readonly #options: PoolOptions;
	readonly #limits: ParseLimits;
	readonly #waiting: (() => void)[] = [];
	readonly #idle: ParseChild[] = [];
	readonly #children = new Set<ParseChild>();
	#taken = 0;
	#closed = false;

	constructor(options: PoolOptions = {}) {
		this.#options = options;
		this.#limits = options.limits ?? DEFAULT_LIMITS;
	}

	/**
	 * Reads a file, by what its bytes are, and cuts its text. The name tells kinds of text apart and nothing else.
	 * @throws UTOPIA_FILE_UNREADABLE and UTOPIA_FILE_UNSUPPORTED with what to do; UTOPIA_PARSER_BUSY when too many wait;
	 * UTOPIA_INTERRUPTED when the signal says so
	 */
	async read(bytes: Buffer, filename: string, options: ReadingOptions = {}): Promise<IngestedFile> {
		await this.#turn(options.signal);
		try {
			if (options.signal?.aborted === true || this.#closed) throw interrupted();
			return await this.#readIn(
				await mkdtemp(join(this.#options.folder ?? tmpdir(), "utopia-parsing-")),
				bytes,
				filename,
				options,
			);
		} finally {
			const next = this.#waiting.shift();
			if (next === undefined) this.#taken--;
			else next();
		}
	}

	/** Ends all processes; files that are being read or wait are interrupted. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed = true;
		for (const next of this.#waiting.splice(0)) next();
		await Promise.all([...this.#children].map((child) => child.close()));
	}

	/** Waits until a process may be used; whoever got one hands it on. */
	#turn(signal: AbortSignal | undefined): Promise<void> {
		if (this.#taken < (this.#options.children ?? 1)) {
			this.#taken++;
			return Promise.resolve();
		}
		if (this.#waiting.length >= (this.#options.waiting ?? WAITING)) {
			throw new UtopiaError("UTOPIA_PARSER_BUSY", "Too many files wait to be read; try again in a moment");
		}
		return new Promise((resolve, reject) => {
			const next = () => {
				signal?.removeEventListener("abort", leave);
				resolve();
			};
			const leave = () => {
				const at = this.#waiting.indexOf(next);
				if (at !== -1) this.#waiting.splice(at, 1);
				reject(interrupted());
			};
			this.#waiting.push(next);
			signal?.addEventListener("abort", leave, { once: true });
		});
	}

	/** Whatever a process leaves behind when it is killed lies in the folder, which goes with the job. */
	async #readIn(
		folder: string,
		bytes: Buffer,
		filename: string,
		options: ReadingOptions,
	): Promise<IngestedFile> {
		try {
			const order = {
				// Only its ending is asked for.
				filename: filename.slice(-64),
				...(options.charset === undefined ? {} : { charset: options.charset }),
				bytes: await packed(bytes, folder),
				limits: this.#limits,
				...(this.#options.pieces === undefined ? {} : { pieces: this.#options.pieces }),
				folder,
			};
			const child = this.#child();
			try {
				options.progress?.("reading", 0);
				const outcome = await child.read(order, options);
				if (outcome.kind === "ended") throw this.#failure(outcome.ending);
				return await ingested(outcome.answer);
			} finally {
				await this.#release(child);
			}
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	/** One that waits for work, or a new one. */
	#child(): ParseChild {
		if (this.#closed) throw interrupted();
		for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
			if (idle.alive) return idle;
			this.#children.delete(idle);
		}
		return this.#start();
	}

	#start(): ParseChild {
		const child = new ParseChild(this.#limits.memoryMb, this.#options.program);
		this.#children.add(child);
		return child;
	}

	async #release(child: ParseChild): Promise<void> {
		if (child.alive && !this.#closed && child.resident < GROWN * this.#limits.memoryMb * 2 ** 20) {
			this.#idle.push(child);
			return;
		}
		await child.close();
		this.#children.delete(child);
	}

	#failure(ending: Ending): Error {
		const { seconds, memoryMb } = this.#limits;
		switch (ending) {
			case "slow":
				return unreadable(
					`Reading the file took longer than ${seconds} seconds: split it, or save it in a simpler form`,
				);
			case "memory":
				return unreadable(
					`Reading the file takes more than ${memoryMb} MiB of memory: split it into smaller files`,
				);
			case "lost":
				return unreadable(
					"Reading the file broke off: it may be damaged; open and save it again, and upload that",
				);
			case "stopped":
				return interrupted();
			case "unstarted":
				return new Error("the process that reads files does not start");
		}
	}
}

async function ingested(answer: Ended): Promise<IngestedFile> {
	switch (answer.kind) {
		case "refused":
			throw new UtopiaError(answer.code, answer.message, answer.details, { cause: new Error(answer.cause) });
		case "failed":
			throw new Error(`reading a file failed: ${answer.stack}`);
		case "done": {
			const attachments = [];
			for (const { filename, bytes } of answer.attachments)
				attachments.push({ filename, bytes: await opened(bytes) });
			return { ...answer.file, text: answer.text && (await ingestedText(answer.text)), attachments };
		}
	}
}

async function ingestedText({ utf8, figures, layout }: SentText): Promise<IngestedText> {
	return { utf8: await opened(utf8), figures, layout: await opened(layout) };
}

function interrupted(): UtopiaError {
	return new UtopiaError("UTOPIA_INTERRUPTED", "Reading the file was stopped");
}
