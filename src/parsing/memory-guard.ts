import { workerData } from "node:worker_threads";

/** Milliseconds between two looks. */
const PERIOD = 50;

// A heap has its own limit; buffers lie outside it. A thread sees them grow while a parser gives nobody else a turn.
const { residentBytes } = workerData as { readonly residentBytes: number };
setInterval(() => {
	if (process.memoryUsage.rss() > residentBytes) process.kill(process.pid, "SIGKILL");
}, PERIOD);
