// The program that reads files, and after it does whatever the name of a file asks for.
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
	fetch() {
		try {
			fetch("http://127.0.0.1:9/");
		} catch (error) {
			process.send({ kind: "refused", code: "UTOPIA_FILE_UNREADABLE", message: error.message, details: {}, cause: "" });
		}
	},
};

process.on("message", ({ filename }) => UNRULY[filename]?.());
