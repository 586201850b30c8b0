import { writeSync } from "node:fs";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { PatchChunk } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
import { KB } from "../support/stores.ts";

// A process that writes until it is killed and says on its output which commits were answered. Run by kill.test.ts.
//
// Commit n inserts the subject n in GRAPHS graphs and removes the subject n - LIFE from all of them.

const [folder = "", mode = "", graphs = "", life = ""] = process.argv.slice(2);
const [GRAPHS, LIFE] = [Number(graphs), Number(life)];

const directory = await DataDirectory.open(folder, { warn: () => {}, imageEvery: 7 });
const store = await directory.kb(KB);

const p = namedNode("http://x/p");
const rows = (n: number) =>
	Array.from({ length: GRAPHS }, (_, g) =>
		quad(namedNode(`http://x/s${n}`), p, literal(String(n)), namedNode(`http://x/g${g}`)),
	);
const lines = (n: number, from: number, to: number) =>
	Array.from(
		{ length: to - from },
		(_, g) => `<http://x/s${n}> <http://x/p> "${n}" <http://x/g${from + g}> .\n`,
	).join("");

async function* pieces(n: number): AsyncGenerator<PatchChunk> {
	if (n > LIFE) yield { op: "remove", nquads: lines(n - LIFE, 0, GRAPHS) };
	for (let g = 0; g < GRAPHS; g += 10) {
		// As slow as a file that is being read, so that kills fall between pieces too.
		await new Promise((resolve) => setTimeout(resolve, 20));
		yield { op: "insert", nquads: lines(n, g, Math.min(g + 10, GRAPHS)) };
	}
}

const acknowledge = (n: number) => writeSync(1, `${n}\n`);
writeSync(1, "0\n");
for (let n = store.head().sequence + 1; ; n++) {
	const recordedAt = BigInt(n) as Instant;
	if (mode === "bulk") acknowledge((await store.commitBulk(pieces(n), () => ({ recordedAt }))).sequence);
	else {
		const commit = store.commit({ insert: rows(n), remove: n > LIFE ? rows(n - LIFE) : [], recordedAt });
		const answered = commit.then(({ sequence }) => acknowledge(sequence));
		if (n % 8 === 0) await answered;
	}
}
