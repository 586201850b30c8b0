// The program that reads files, and after it does whatever the name of a file asks for.
import { connect } from "node:net";
import "../../dist/parsing/ingest-worker.js";

const UNRULY = {
	hang() {
		for (;;);
	},
	heap() {
		const kept = [];
		for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
	},
	buffers() {
		const kept = [];
		for (;;) kept.push(Buffer.alloc(4 << 20, 1));
	},
	exit() {
		process.exit(3);
	},
	async fetch() {
		const attempts = [() => fetch("http://127.0.0.1:9/"), () => connect(9, "127.0.0.1")];
		const said = [];
		for (const attempt of attempts) {
			try {
				await attempt();
				said.push("connected");
			} catch (error) {
				said.push(error.message);
			}
		}
		const message = said.join("; ");
		process.send({ kind: "refused", code: "UTOPIA_FILE_UNREADABLE", message, details: {}, cause: "" });
	},
};

process.on("message", ({ filename }) => UNRULY[filename]?.());
