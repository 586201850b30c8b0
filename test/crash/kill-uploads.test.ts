import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { World } from "../../src/cli/world.ts";
import { chunksOf } from "../../src/documents/chunks.ts";
import { documentTable } from "../../src/documents/document-table.ts";
import { originalOf } from "../../src/documents/original.ts";
import { versionText } from "../../src/documents/version-text.ts";
import { readChars } from "../../src/text/places.ts";
import { started } from "../support/command.ts";
import { temporaryFolder } from "../support/stores.ts";

const KILLS = Number(process.env["UPLOAD_KILLS"] ?? 3);
const KB = "00000000-0000-4000-8000-0000000000aa";
const TOKEN = `utp_pat_${"ab".repeat(32)}`;

/** Some lines to a few pages, so that files go over one piece of what is kept now and then. */
const textOf = (n: number) =>
	`# File ${n}\n\n${`Line of file ${n}. It has two sentences.\n`.repeat(n % 4 === 3 ? 6_000 : 1 + ((n * 7_919) % 60))}`;

/** Serves until the process is killed, with a base to write into. */
async function served(folder: string) {
	const child = started(["serve", "--data", folder, "--port", "0", "--no-demo"], {
		UTOPIA_BOOTSTRAP_TOKEN: TOKEN,
	});
	let out = "";
	child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
	child.stderr.resume();
	while (!out.includes("utopia ready")) {
		if (child.exitCode !== null) throw new Error(`the server ended: ${out}`);
		await delay(20);
	}
	const url = /utopia ready (\S+)/.exec(out)?.[1] ?? "";
	await fetch(`${url}/api/v1/kbs`, {
		method: "POST",
		headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
		body: JSON.stringify({ name: "Uploads", id: KB }),
	});
	return { child, url };
}

async function upload(url: string, n: number): Promise<boolean> {
	const form = new FormData();
	form.append("external_key", `file ${n % 5}`);
	form.append("file", new Blob([textOf(n)]), `file-${n}.md`);
	try {
		const headers = { authorization: `Bearer ${TOKEN}` };
		const answer = await fetch(`${url}/api/v1/kbs/${KB}/documents`, { method: "POST", headers, body: form });
		const said = await answer.text();
		expect(answer.ok, said).toBe(true);
		return true;
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return false; // killed in the middle: nothing was promised
	}
}

test(`of ${KILLS} kills during uploads none loses a document that was answered or leaves half of one`, async () => {
	const seed = randomInt(1_000_000);
	process.stdout.write(`uploads: ${KILLS} kills, seed ${seed}\n`);
	using folder = temporaryFolder();
	const answered = new Set<number>();
	let next = 0;
	for (let kill = 0; kill < KILLS; kill++) {
		const { child, url } = await served(folder.path);
		const dying = delay(2_500 + ((seed * (kill + 1) * 7_919) % 3_000)).then(() => child.kill("SIGKILL"));
		const closed = once(child, "close");
		while (child.exitCode === null && child.signalCode === null) {
			const n = next++;
			if (await upload(url, n)) answered.add(n);
		}
		await dying;
		await closed;
	}
	expect(answered.size).toBeGreaterThan(0);

	await using world = await World.existing(folder.path, () => undefined);
	const view = await world.view(KB);
	const kept = new Set<number>();
	for (const row of (await view.kept(documentTable)).list()) {
		for (const version of row.versions) {
			const n = Number(/^file-(\d+)\.md$/.exec(version.filename)?.[1]);
			kept.add(n);
			const original = await originalOf(row.id, version.number, view);
			const hash = createHash("sha256");
			for (const piece of original.pieces()) hash.update(piece);
			expect(hash.digest("hex")).toBe(createHash("sha256").update(textOf(n)).digest("hex"));
			const text = await versionText(row, version, view);
			expect(text?.complete).toBe(true);
			expect(text && (await readChars(text.text, 0, text.text.outline.chars))).toBe(textOf(n));
			let chunks = "";
			for await (const chunk of chunksOf(row, version, view)) chunks += chunk.text;
			expect(chunks).toBe(textOf(n));
		}
	}
	expect([...answered].filter((n) => !kept.has(n))).toEqual([]);
	expect([...kept].filter((n) => n >= next)).toEqual([]);
}, 300_000);
