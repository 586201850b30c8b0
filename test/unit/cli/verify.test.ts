import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { wholeView } from "../../../src/access/view.ts";
import { importLedger } from "../../../src/export/import-ledger.ts";
import { BlobStore } from "../../../src/store/blobs/blob-store.ts";
import { journalFolder } from "../../../src/store/log/journal-reader.ts";
import { LogEnvironment } from "../../../src/store/log/log-environment.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import { serving, utopia } from "../../support/command.ts";
import { chainBase, DERIVED_KB as KB, nth } from "../../support/derived-base.ts";
import { temporaryFolder } from "../../support/stores.ts";

const k = (kind: string, n: number) => `<urn:utopia:kb:${KB}:${kind}:${nth(n)}>`;
const PART_OF = `urn:utopia:kb:${KB}:relation:part_of`;
const RECORDED = 'prov:generatedAtTime "2024-01-03T00:00:00.000000Z"^^xsd:dateTime';
const said = (kind: string, n: number, from: number, to: number) =>
	`${k(kind, n)} a rdf:Statement ; rdf:subject ${k("entity", from)} ; rdf:predicate <${PART_OF}> ; rdf:object ${k("entity", to)} ; ${RECORDED} .`;

/** A base whose file says what follows, imported as it is: nothing is drawn from it. */
async function imported(folder: string, text: string): Promise<void> {
	await using directory = await DataDirectory.open(folder, { warn: () => undefined });
	const store = await directory.kb(KB);
	await importLedger({ store, view: wholeView(store, KB) }, Readable.from([Buffer.from(text)]), {
		filename: "base.ttl",
	});
}

test("what a file leaves out of what follows is told", async () => {
	using folder = temporaryFolder();
	await imported(folder.path, chainBase(3));
	// The chain says what follows for its first place only.
	const { code, out, err } = await utopia(["verify", "--kb", KB, "--data", folder.path]);
	expect(code).toBe(70);
	expect(out).toContain(`${KB}\tconclusions\t2 derived facts\t1 differences\n`);
	expect(err.split("\n")[0]).toBe("UTOPIA_CONCLUSIONS_DIFFER");
	expect(err).toContain(`follows, does not stand: ${nth(1)} ${PART_OF} ${nth(3)} […, …)`);
	expect(err).not.toContain("stands, does not follow");
}, 180_000);

test("a derived fact that does not follow is told beside those that do, and drawing anew puts it right", async () => {
	using folder = temporaryFolder();
	const data = ["--data", folder.path];
	const wrong = [
		chainBase(2),
		`${k("entity", 9)} rdfs:label "place 9" .`,
		said("fact", 9, 2, 9),
		`${said("derived", 8, 2, 0).replace(/ \.$/, "")} ; utopia:derived true .`,
		`${k("proof", 8)} a utopia:Proof ; utopia:proofOf ${k("derived", 2)} ; prov:wasGeneratedBy ${k("rule", 1)} ; utopia:confidence 1.0 ; ${RECORDED} .`,
		`<urn:utopia:kb:${KB}:premise:${nth(8)}:1> a utopia:Premise ; utopia:ofProof ${k("proof", 8)} ; utopia:seq 1 ; utopia:statement ${k("fact", 9)} .`,
	];
	await imported(folder.path, wrong.join("\n"));
	await utopia(["kb", "create", "--name", "Chain", "--id", KB, ...data]);
	const found = await utopia(["verify", ...data]);
	expect(found.code).toBe(70);
	expect(found.out).toContain(`${KB}\tsound\t1 commits`);
	expect(found.out).toContain(`${KB}\tconclusions\t2 derived facts\t4 differences\n`);
	const lines = found.err.split("\n").filter((line) => line.startsWith(`  ${KB}`));
	expect(lines).toEqual(
		[
			`stands, does not follow: derived:${nth(8)}, ${nth(2)} ${PART_OF} ${nth(0)} […, …)`,
			`follows, does not stand: ${nth(1)} ${PART_OF} ${nth(9)} […, …)`,
			`follows, does not stand: ${nth(0)} ${PART_OF} ${nth(9)} […, …)`,
			`is kept as a proof, is none: ${nth(8)}, of derived:${nth(2)} by transitive of ${PART_OF} from fact:${nth(9)}, confidence 1`,
		].map((line) => `  ${KB}: ${line}`),
	);
	expect(found.err).toContain("utopia kb change ID --materialize-inferences");
	expect((await utopia(["verify", "--journal-only", ...data])).code).toBe(0);

	const { out } = await utopia(["kb", "change", KB, "--materialize-inferences", ...data]);
	expect(out).toContain("2 drawn, 1 withdrawn");
	const right = await utopia(["verify", ...data]);
	expect(right).toMatchObject({ code: 0, err: "" });
	expect(right.out).toContain(`${KB}\tconclusions\t3 derived facts\tfollow\n`);
}, 180_000);

test("settings count for what follows, and a server may run", async () => {
	using folder = temporaryFolder();
	const data = ["--data", folder.path];
	await imported(folder.path, chainBase(2));
	await utopia(["kb", "create", "--name", "Chain", "--id", KB, ...data]);
	expect((await utopia(["verify", ...data])).code).toBe(0);
	await utopia(["kb", "change", KB, "--no-materialize-inferences", ...data]);
	await using _server = await serving(folder.path, {}, ["--no-demo"]);
	const { code, out } = await utopia(["verify", ...data]);
	expect(code).toBe(0);
	expect(out).toContain(`${KB}\tconclusions\t0 derived facts\tfollow\n`);
}, 180_000);

test("the files of documents are compared with their hashes", async () => {
	using folder = temporaryFolder();
	{
		await using environment = LogEnvironment.open(journalFolder(folder.path));
		const blobs = new BlobStore(environment);
		const [first, second] = [await blobs.put(Buffer.from("one")), await blobs.put(Buffer.from("four"))];
		const { out } = await utopia(["verify", "--data", folder.path]);
		expect(out).toBe("files\tsound\t2 files\t7 bytes\n");
		await environment.write(() => void environment.blobs.put([second, 0], Buffer.from("five")));
		expect(blobs.isSound(first)).toBe(true);
	}
	const { code, err } = await utopia(["verify", "--data", folder.path]);
	expect(code).toBe(70);
	expect(err).toMatch(/^UTOPIA_JOURNAL_DAMAGED\nThe file with SHA-256 [0-9a-f]{64} is not what was kept/);
}, 60_000);
