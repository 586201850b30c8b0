import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fresh, stand } from "./engine-builder.ts";
import type { EngineWorker } from "./engine-worker.ts";

const LINE = (n: number) =>
	`<urn:utopia:self-test:${n}> <urn:utopia:self-test:p> "${n}" <urn:utopia:self-test:g> .\n`;
const STANDING = { sequence: 1, hash: "self-test" };
const COUNT = "SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }";
const ROWS = 200;

/**
 * Whether memory images work with this engine on this machine: writes one of a tiny store, takes it up in another thread, reads
 * it, commits to it, removes from it. Answers why not.
 */
export async function imageTrouble(folder: string): Promise<string | undefined> {
	const path = join(folder, "self-test.image");
	const workers: EngineWorker[] = [];
	try {
		mkdirSync(folder, { recursive: true });
		const [source, copy] = [fresh(), fresh()];
		workers.push(source, copy);
		const nquads = Buffer.from(Array.from({ length: ROWS }, (_, n) => LINE(n)).join(""));
		await source.ask("replay", { op: "insert", nquads });
		await stand(source, STANDING);
		await source.ask("snapshot", { path, kb: "self-test" });
		const found = await copy.ask("restore", { path, kb: "self-test" });
		if (typeof found === "string") return found;
		if ((await counted(copy)) !== ROWS) return "a restored store has lost rows";
		const change = { remove: LINE(0) + LINE(1), insert: LINE(ROWS) };
		await copy.ask("apply", { sequence: 2, hash: "", ...change });
		await source.ask("apply", { sequence: 2, hash: "", ...change });
		const [a, b] = [await counted(source), await counted(copy)];
		return a === b && b === ROWS - 1 ? undefined : "a restored store does not take commits";
	} catch (error) {
		return String(error);
	} finally {
		await Promise.all(workers.map((worker) => worker.terminate("its self-test is over")));
		rmSync(path, { force: true });
	}
}

async function counted(worker: EngineWorker): Promise<number> {
	const tsv = await worker.ask("query", { text: COUNT, graphs: undefined, form: "select" });
	return Number(String(tsv).split("\n")[1]);
}
