import { parentPort } from "node:worker_threads";
import { UtopiaError } from "../errors.ts";
import type { Budget } from "./budget.ts";
import { FetchedTexts } from "./fetched-texts.ts";
import { grep } from "./grep.ts";
import type { FromMatching, Job, MatchingCalls, ToMatching } from "./matching-protocol.ts";
import { substitute } from "./substitute.ts";

// The entry of a matching thread: one job at a time.

type Answer = MatchingCalls[keyof MatchingCalls]["answer"];

/** A thread ends its own job when this share of the time is over: it is stopped from outside when all is. */
const OWN_SHARE = 0.85;
/** What is found is told on the way after this share of the time, or when more bytes than that come without a pause. */
const TELL_SHARE = 0.1;
const TELL_BEFORE = 64 * 1024;

const port = parentPort;
if (port === null) throw new TypeError("matching-worker.ts is started as a worker thread only");
let current: { readonly number: number; readonly texts: FetchedTexts } | undefined;

port.on("message", (message: ToMatching) => {
	if (message.kind === "job") {
		void run(message);
		return;
	}
	if (current?.number !== message.number) return;
	if (message.kind === "pages") current.texts.arrive(message.pages);
	else current.texts.fail();
});

function tell(message: FromMatching): void {
	port?.postMessage(message);
}

async function run(job: Job): Promise<void> {
	const { number } = job;
	const texts = new FetchedTexts(job.texts, (pages) => tell({ kind: "wanted", number, pages }));
	current = { number, texts };
	tell({ kind: "begun", number });
	try {
		tell({ kind: "answer", number, answer: await answered(job, texts) });
	} catch (error) {
		tell(told(number, error));
	}
}

async function answered(job: Job, texts: FetchedTexts): Promise<Answer> {
	const budget = budgetOf(job);
	switch (job.call) {
		case "grep":
			return grep(texts, job.request, job.at, budget);
		case "substitute":
			return substitute(await texts.open(0), job.request, job.at, budget);
	}
}

function budgetOf({ number, budget }: Job): Budget<Answer> {
	const begun = performance.now();
	let toldAt = begun;
	return {
		over(soFar, ahead) {
			const now = performance.now();
			if (now - begun > budget * OWN_SHARE) return true;
			if (ahead < TELL_BEFORE && now - toldAt < budget * TELL_SHARE) return false;
			toldAt = now;
			const answer = soFar();
			if (answer !== undefined) tell({ kind: "so-far", number, answer });
			return false;
		},
	};
}

function told(number: number, error: unknown): FromMatching {
	if (error instanceof UtopiaError)
		return { kind: "refused", number, code: error.code, message: error.message, details: error.details };
	return {
		kind: "failed",
		number,
		message: error instanceof Error ? (error.stack ?? error.message) : String(error),
	};
}
