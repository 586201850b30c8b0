import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { testServer, toolCall } from "../support/server.ts";
import { temporaryFolder } from "../support/stores.ts";

// How fast do files come in, from the upload to the search that finds them, and how long does the server's event loop stand still?
// Arguments: documents (400), megabytes of one large text (20).
const DOCUMENTS = Number(process.argv[2] ?? 400);
const MEGABYTES = Number(process.argv[3] ?? 20);
const AT_ONCE = 8;
const WORDS =
	"harbour berth pilot tide quay crane cargo ledger manifest customs heron gull mooring channel buoy dredger ferry lock sluice keel".split(
		" ",
	);
let state = 7;
const random = (below: number) => {
	state = (state * 48_271) % 2_147_483_647;
	return state % below;
};
const sentence = () =>
	`The ${Array.from({ length: 8 + random(10) }, () => WORDS[random(WORDS.length)]).join(" ")}.`;
const paragraph = () => Array.from({ length: 3 + random(4) }, sentence).join(" ");
const section = (n: number) => `## Part ${n}\n\n${paragraph()}\n\n${paragraph()}\n\n`;
const markdown = (n: number) =>
	`# Report ${n}\n\n${Array.from({ length: 5 }, (_, at) => section(at)).join("")}`;

using folder = temporaryFolder();
await using server = await testServer({ demo: false });
const kb = await server.base("Bench");
const token = await server.token({ scope: "write" });
const url = `${server.url}/api/v1/kbs/${kb}/documents`;
const client = new Worker(new URL("./upload-client.mjs", import.meta.url));
const answers = new Map<number, (answer: Answer) => void>();
client.on("message", ({ id, ...answer }) => answers.get(id)?.(answer));
let asked = 0;

interface Answer {
	readonly status: number;
	readonly answer: string;
	readonly milliseconds: number;
}

async function ask(what: Readonly<Record<string, unknown>>, expected: number): Promise<Answer> {
	const id = asked++;
	const answered = new Promise<Answer>((resolve) => answers.set(id, resolve));
	client.postMessage({ id, token, ...what });
	const answer = await answered;
	answers.delete(id);
	if (answer.status !== expected) throw new Error(`${answer.status} ${answer.answer}`);
	return answer;
}

async function upload(filename: string, text: string): Promise<void> {
	const path = join(folder.path, filename);
	await writeFile(path, text);
	await ask({ url, filename, path }, 201);
}

/** Milliseconds of a search. */
async function found(query: string): Promise<number> {
	const message = toolCall("search_chunks", { query });
	const { answer, milliseconds } = await ask({ url: server.mcp(kb), message }, 200);
	if (JSON.parse(answer).result.isError) throw new Error(answer);
	return milliseconds;
}

const passages = async () => (await server.world.shelf(kb)).state().passages;

/** What a stretch of work costs: its time, its passages, and the longest time that nobody else had a turn. */
async function measured(what: string, work: () => Promise<void>): Promise<void> {
	const before = await passages();
	const delay = monitorEventLoopDelay({ resolution: 2 });
	delay.enable();
	const started = performance.now();
	await work();
	const seconds = (performance.now() - started) / 1_000;
	delay.disable();
	const more = (await passages()) - before;
	console.log(
		`${what}: ${seconds.toFixed(2)} s, ${more} passages, ${Math.round(more / seconds)} passages/s, ` +
			`longest block ${(delay.max / 1e6).toFixed(0)} ms, p99.9 ${(delay.percentile(99.9) / 1e6).toFixed(0)} ms`,
	);
}

// Code that runs for the first time is slow.
for (let n = 0; n < 20; n++) {
	await upload(`first-${n}.md`, markdown(-n));
	await found("pilot");
}

await measured(`${DOCUMENTS} Markdown documents, searchable by words`, async () => {
	let next = 0;
	const bring = async () => {
		for (let n = next++; n < DOCUMENTS; n = next++) await upload(`${n}.md`, markdown(n));
	};
	await Promise.all(Array.from({ length: AT_ONCE }, bring));
});

async function searches(count: number): Promise<string> {
	const times: number[] = [];
	for (let n = 0; n < count; n++) times.push(await found(`${WORDS[n % 20]} ${WORDS[(n * 7 + 3) % 20]}`));
	times.sort((a, b) => a - b);
	return `p50 ${times[Math.floor(count / 2)]?.toFixed(0)} ms, p95 ${times[Math.floor(count * 0.95)]?.toFixed(0)} ms`;
}

const prose = Array.from({ length: 500 }, paragraph).join("\n\n");
const large = `${prose}\n\n`.repeat(Math.ceil((MEGABYTES * 1e6) / prose.length));
let during = "";
await measured(`one text of ${MEGABYTES} MB, searchable by words`, async () => {
	let isThere = false;
	const uploading = upload("large.txt", large).then(() => {
		isThere = true;
	});
	const times: number[] = [];
	while (!isThere) times.push(await found("sluice ferry"));
	await uploading;
	times.sort((a, b) => a - b);
	during = `${times.length} searches meanwhile: p50 ${times[times.length >> 1]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms`;
});
console.log(during);
await measured("searches while vectors are made", async () => console.log(await searches(50)));
const { withoutVectors } = (await server.world.shelf(kb)).state();
console.log(`passages still without vectors: ${withoutVectors}`);
console.log(
	`peak memory of the server's process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB; load of the machine ${loadavg()[0]?.toFixed(1)}`,
);
await client.terminate();
