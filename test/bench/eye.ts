import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { EyeAnswer } from "./eye-child.ts";
import { type Axiom, type Edge, type EyeForm, eyeTask } from "./eye-rules.ts";

// EYE, a rule engine for RDF, as the other side of a comparison: https://github.com/eyereasoner/eye, its WebAssembly build.

/** How EYE is asked, and when it is stopped. */
export interface EyeOptions {
	/** `counted` if it is not said. */
	readonly form?: EyeForm;
	/** After so many seconds EYE is stopped; 120 if it is not said. Its memory is limited by its build: 2 GiB. */
	readonly withinSeconds?: number;
}

/**
 * What EYE did. `seconds`: reading the facts, closing and counting them, not starting the engine; `reasoningSeconds`: EYE's own word
 * for the part after reading; `cpuSeconds` are those of the process, for machines that do something else too. `conclusions` are the
 * distinct pairs of two different things that were not told. `no answer`: EYE ended without a word, and
 * without what it was asked, as it does when memory runs out (which in the forward form nobody notices).
 */
export type EyeRun =
	| {
			readonly outcome: "closed";
			readonly seconds: number;
			readonly reasoningSeconds: number;
			readonly cpuSeconds: number;
			readonly peakMegabytes: number;
			readonly conclusions: number;
	  }
	| { readonly outcome: "out of time" | "out of memory" | "no answer"; readonly seconds: number };

const CHILD = fileURLToPath(new URL("./eye-child.ts", import.meta.url));

/** Closes the edges under the axioms with EYE, in a process of its own. Throws what EYE says when it fails at anything but its limits. */
export async function eyeClosure(
	edges: readonly Edge[],
	axioms: readonly Axiom[],
	options: EyeOptions = {},
): Promise<EyeRun> {
	const { form = "counted", withinSeconds = 120 } = options;
	const task = eyeTask(edges, axioms, form);
	const begun = performance.now();
	const child = fork(CHILD, [], { execArgv: ["--import", "tsx"], serialization: "advanced" });
	let timer: NodeJS.Timeout | undefined;
	try {
		const answer = await new Promise<EyeAnswer | "out of time">((resolve, reject) => {
			timer = setTimeout(() => resolve("out of time"), withinSeconds * 1_000);
			child.once("message", (told: EyeAnswer) => resolve(told));
			child.once("error", reject);
			child.once("exit", (code, signal) =>
				reject(new Error(`EYE ended without an answer: ${code ?? signal}`)),
			);
			child.send(task);
		});
		const seconds = (performance.now() - begun) / 1_000;
		if (answer === "out of time") return { outcome: answer, seconds };
		if (answer.closed) {
			const { closed: _, ...figures } = answer;
			return { outcome: "closed", ...figures };
		}
		if (answer.complaint === undefined) return { outcome: "no answer", seconds };
		if (/memory|resource_error/i.test(answer.complaint)) return { outcome: "out of memory", seconds };
		throw new Error(answer.complaint);
	} finally {
		clearTimeout(timer);
		child.kill("SIGKILL");
	}
}
