import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtFile } from "../built.ts";
import type { Answer, Ended, Order } from "./protocol.ts";

/** How a job ended that the child gave no answer to. */
export type Ending = "slow" | "stopped" | "memory" | "lost" | "unstarted";

/** What came of an order. */
export type Outcome =
	| { readonly kind: "answer"; readonly answer: Ended }
	| { readonly kind: "ended"; readonly ending: Ending };

/** How an order is followed by whoever gave it. */
interface Following {
	readonly signal?: AbortSignal;
	/** Told when the text, of so many characters, begins to be cut. */
	readonly progress?: ((stage: "cutting", chars: number) => void) | undefined;
}

/** Signals by which a process ends that wants more memory than it may have: its own limits, or the system's. */
const OUT_OF_MEMORY: ReadonlySet<string> = new Set(["SIGABRT", "SIGKILL", "SIGTRAP", "SIGILL"]);
/** Exit code of the runtime when its heap is full, where there are no signals. */
const ABORTED = 134;
/** Text for which cutting it may take as long as reading a file. */
const CHARS_PER_SPELL = 8 * 2 ** 20;

/** A process that reads files, one at a time. After an ending that is no answer it is of no use any more. */
export class ParseChild {
	readonly #process: ChildProcess;
	#ended: Ending | undefined;
	#settle: ((outcome: Outcome) => void) | undefined;
	#timer: NodeJS.Timeout | undefined;
	#seconds = 0;
	#progress: Following["progress"];
	#ready = false;
	#resident = 0;

	constructor(memoryMb: number, program?: URL) {
		this.#process = fork(fileURLToPath(program ?? builtFile(import.meta.url, "ingest-worker.js")), [], {
			serialization: "advanced",
			execArgv: [`--max-old-space-size=${memoryMb}`],
			// It needs none of the server's secrets, and says nothing to its terminal.
			env: {},
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		this.#process.on("message", (answer: Answer) => this.#take(answer));
		this.#process.on("exit", (code, signal) => this.#end(this.#ready ? endingOf(code, signal) : "unstarted"));
		this.#process.on("error", () => this.#end("unstarted"));
		this.#rest();
	}

	get alive(): boolean {
		return this.#ended === undefined;
	}

	/** Bytes that its process held after the last file. */
	get resident(): number {
		return this.#resident;
	}

	/** Reads a file. The clock runs from here; with the first words on the text it begins anew, longer for a longer text. */
	read(order: Order, { signal, progress }: Following = {}): Promise<Outcome> {
		if (this.#settle !== undefined) throw new TypeError("a parsing process is asked one thing at a time");
		if (this.#ended !== undefined) return Promise.resolve({ kind: "ended", ending: this.#ended });
		const stop = () => this.#kill("stopped");
		signal?.addEventListener("abort", stop, { once: true });
		this.#process.ref();
		this.#process.channel?.ref();
		this.#seconds = order.limits.seconds;
		this.#progress = progress;
		this.#wind(1);
		return new Promise<Outcome>((resolve) => {
			this.#settle = resolve;
			this.#process.send(order, (error) => {
				// Whatever ended it says more; that is told when it exits.
				if (error !== null) this.#process.kill("SIGKILL");
			});
			if (signal?.aborted === true) stop();
		}).finally(() => signal?.removeEventListener("abort", stop));
	}

	/** Ends it, whatever it does. */
	async close(): Promise<void> {
		if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
		const gone = new Promise((resolve) => this.#process.once("exit", resolve));
		this.#kill("stopped");
		// Killing lets it rest; but its end is waited for.
		this.#process.ref();
		await gone;
	}

	#take(answer: Answer): void {
		if (answer.kind === "ready") {
			this.#ready = true;
			return;
		}
		if (answer.kind === "done") this.#resident = answer.resident;
		if (answer.kind === "parsed") {
			this.#wind(1 + Math.floor(answer.chars / CHARS_PER_SPELL));
			this.#progress?.("cutting", answer.chars);
			return;
		}
		this.#done({ kind: "answer", answer });
	}

	#wind(spells: number): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#kill("slow"), spells * this.#seconds * 1_000);
	}

	#kill(ending: Ending): void {
		this.#end(ending);
		this.#process.kill("SIGKILL");
	}

	#end(ending: Ending): void {
		this.#ended ??= ending;
		this.#done({ kind: "ended", ending: this.#ended });
	}

	#done(outcome: Outcome): void {
		clearTimeout(this.#timer);
		this.#rest();
		const settle = this.#settle;
		this.#settle = undefined;
		settle?.(outcome);
	}

	/** While it has nothing to do it keeps no server alive. */
	#rest(): void {
		this.#process.unref();
		this.#process.channel?.unref();
	}
}

function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
	return code === ABORTED || OUT_OF_MEMORY.has(signal ?? "") ? "memory" : "lost";
}
