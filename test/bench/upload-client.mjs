import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

// Asks from a thread of its own, so that a bench measures the server's event loop alone.
parentPort.on("message", async ({ id, url, token, filename, path, message }) => {
	const headers = {
		authorization: `Bearer ${token}`,
		...(message && { "content-type": "application/json" }),
	};
	const started = performance.now();
	const body = message ? JSON.stringify(message) : await form(filename, path);
	const response = await fetch(url, { method: "POST", headers, body });
	const answer = await response.text();
	parentPort.postMessage({ id, status: response.status, answer, milliseconds: performance.now() - started });
});

async function form(filename, path) {
	const form = new FormData();
	form.append("file", new Blob([await readFile(path)]), filename);
	return form;
}
