import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { JournalReader } from "../../src/store/log/journal-reader.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { KB, temporaryFolder, testQuery } from "../support/stores.ts";

const WRITER = fileURLToPath(new URL("writer.ts", import.meta.url));
const LIFE = 50;
const everything = testQuery("SELECT ?s (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?s");

/** A small generator of numbers from a seed (mulberry32): the same seed, the same moments. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Starts a writer, kills it `delay` after its first answer could come, and tells the last commit it was answered. */
async function killedWriter(folder: string, mode: string, graphs: number, delay: number): Promise<number> {
	const child = spawn(process.execPath, ["--import", "tsx", WRITER, folder, mode, `${graphs}`, `${LIFE}`], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let output = "";
	child.stdout.on("data", (text: Buffer) => {
		output += text.toString();
	});
	await once(child.stdout, "data");
	const closed = once(child, "close");
	await new Promise((resolve) => setTimeout(resolve, delay));
	child.kill("SIGKILL");
	const [, signal] = (await closed) as [number | null, string | null];
	expect(signal).toBe("SIGKILL");
	// The last line may have been cut by the kill.
	return Math.max(...output.slice(0, output.lastIndexOf("\n")).split("\n").map(Number));
}

interface State {
	readonly head: number;
	readonly state: Map<string, number>;
	readonly warnings: readonly string[];
}

async function stateOf(folder: string): Promise<State> {
	const warnings: string[] = [];
	await using directory = await DataDirectory.open(folder, { warn: (line) => warnings.push(line) });
	const store = await directory.kb(KB);
	const rows = await store.select(everything, "all");
	const state = new Map(rows.map((row) => [row.get("s")?.value ?? "", Number(row.get("n")?.value)]));
	return { head: store.head().sequence, state, warnings };
}

/** What the base must hold at a head: the last commits whole, of the others nothing. */
function expected(head: number, graphs: number): Map<string, number> {
	const first = Math.max(1, head - LIFE + 1);
	return new Map(Array.from({ length: head - first + 1 }, (_, i) => [`http://x/s${first + i}`, graphs]));
}

test.each([
	["commits", 30, 3, 150],
	["bulk", 20, 60, 600],
])(
	"%s: of %d kills none loses what was answered or leaves half a commit",
	{ timeout: 300_000 },
	async (mode, kills, graphs, longest) => {
		const seed = Number(process.pid);
		process.stdout.write(`${mode}: ${kills} kills, seed ${seed}\n`);
		const next = random(seed);
		using folder = temporaryFolder();
		let [answered, heads, swept] = [0, 0, 0];
		for (let kill = 0; kill < kills; kill++) {
			const acknowledged = await killedWriter(folder.path, mode, graphs, next() * longest);
			// Every other time the images are gone, so that the log alone has to do.
			if (kill % 2 === 1) rmSync(join(folder.path, "images"), { recursive: true, force: true });
			const { head, state, warnings } = await stateOf(folder.path);
			expect(head).toBeGreaterThanOrEqual(Math.max(acknowledged, heads));
			expect(new Map([...state].sort())).toEqual(new Map([...expected(head, graphs)].sort()));
			[answered, heads] = [Math.max(answered, acknowledged), head];
			if (warnings.some((line) => line.includes("unfinished commit"))) swept++;
		}
		await using journal = JournalReader.open(folder.path);
		expect((await journal.log(KB).verify()).head.sequence).toBe(heads);
		expect(heads).toBeGreaterThan(0);
		if (mode === "bulk") expect(swept).toBeGreaterThan(0);
		process.stdout.write(
			`${mode}: ${heads} commits, ${answered} answered to killed writers, ${swept} cut off in the middle\n`,
		);
	},
);
