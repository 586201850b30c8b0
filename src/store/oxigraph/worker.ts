import { parentPort } from "node:worker_threads";
import { Engine, isFatal } from "./engine.ts";
import type { EngineAnswer, EngineCalls, EngineMessage } from "./protocol.ts";

// The entry of an engine's thread: one engine, one message at a time, answers in the order of the questions.

const port = parentPort;
if (port === null) throw new TypeError("worker.ts is started as a worker thread only");
const engine = new Engine();

function answer(message: EngineMessage): unknown {
	switch (message.call) {
		case "query":
			return engine.query(message);
		case "check":
			return engine.check(message);
		case "apply":
			return engine.apply(message);
		case "stage":
			return engine.stage(message);
		case "replay":
			return engine.replay(message);
		case "foresee":
			return engine.foresee(message);
		case "stand":
			return engine.stand(message);
		case "restore":
			return engine.restore(message);
		case "snapshot":
			return engine.snapshot(message);
		case "copy":
			return engine.copy(message);
		case "memory":
			return engine.memory();
		case "count":
			return engine.count();
	}
}

async function handle(message: EngineMessage): Promise<void> {
	let reply: EngineAnswer;
	try {
		reply = { ok: true, value: await answer(message) };
	} catch (error) {
		reply = { ok: false, fatal: isFatal(error), message: String(error) };
	}
	const copied =
		reply.ok && message.call === "copy" ? (reply.value as EngineCalls["copy"]["answer"]) : undefined;
	port?.postMessage(reply, copied === undefined ? [] : [copied.memory]);
}

// Taking up an image waits for a file; whatever is asked meanwhile waits behind it.
let last = Promise.resolve();
port.on("message", (message: EngineMessage) => {
	last = last.then(() => handle(message));
});
