import { parentPort } from "node:worker_threads";
import type { Instant } from "../time/instant.ts";
import { Concluding } from "./concluding.ts";
import type { Answered, Asked } from "./protocol.ts";

const port = parentPort;
if (port === null) throw new TypeError("conclusions are drawn in a thread of their own");
const concluding = new Concluding();

port.on("message", ({ kb, at, ask }: Asked) => {
	const answer = (answered: Answered) => port.postMessage(answered);
	try {
		answer({ answer: concluding.answer(ask, kb, at as Instant) });
	} catch (error) {
		answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
	}
});
