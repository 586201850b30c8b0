import { ACCOUNTS_KB } from "../access/accounts-base.ts";
import { UtopiaError } from "../errors.ts";
import type { BlobStore } from "../store/blobs/blob-store.ts";
import { JournalReader } from "../store/log/journal-reader.ts";
import { checkConclusions } from "./check-conclusions.ts";
import { type Command, type Given, textFlag } from "./command.ts";

const MOST_TOLD = 20;

async function run(given: Given): Promise<void> {
	const only = textFlag(given, "kb")?.toLowerCase();
	await using journals = JournalReader.open(given.config.data);
	checkFiles(journals.blobs);
	const wrong: string[] = [];
	for (const kb of only === undefined ? journals.list() : [only]) {
		const { head, bytes } = await journals.log(kb).verify();
		const name = kb === ACCOUNTS_KB ? "accounts" : kb;
		console.log(`${name}\tsound\t${head.sequence} commits\t${bytes} bytes\tsha256 ${head.hash}`);
		if (kb === ACCOUNTS_KB || given.flags["journal-only"] === true) continue;
		const { standing, differences } = await checkConclusions(kb, journals, (line) => console.error(line));
		const outcome = differences.length === 0 ? "follow" : `${differences.length} differences`;
		console.log(`${name}\tconclusions\t${standing} derived facts\t${outcome}`);
		wrong.push(...differences.map((difference) => `${kb}: ${difference}`));
	}
	if (wrong.length > 0) throw differing(wrong);
}

/** Reads every file and every text of documents. @throws UTOPIA_JOURNAL_DAMAGED at the first that is not what was kept */
function checkFiles(blobs: BlobStore): void {
	let [files, bytes] = [0, 0];
	for (const sha256 of blobs.digests()) {
		if (!blobs.isSound(sha256))
			throw new UtopiaError(
				"UTOPIA_JOURNAL_DAMAGED",
				`The file with SHA-256 ${sha256} is not what was kept`,
				{ sha256 },
			);
		files++;
		bytes += blobs.info(sha256)?.bytes ?? 0;
	}
	console.log(`files\tsound\t${files} files\t${bytes} bytes`);
}

function differing(wrong: readonly string[]): UtopiaError {
	const more = wrong.length > MOST_TOLD ? `, of which ${MOST_TOLD} are told` : "";
	const sentence = `What stands as concluded is not what follows: ${wrong.length} differences${more}`;
	return new UtopiaError("UTOPIA_CONCLUSIONS_DIFFER", sentence, { refusals: wrong.slice(0, MOST_TOLD) });
}

/** `utopia verify` */
export const verify: Command = {
	name: "verify",
	summary: "check the journal of every base, byte by byte, and its conclusions",
	help: `utopia verify [--kb ID] [--journal-only] [--data DIR]

Walks the chain of commits of every base, or of one, and compares every byte with its hash. Ends with code 70 at the first
commit that is not what was written; the files of documents are read and compared with their hashes too. Then draws the base's conclusions afresh, in a copy in memory that the journal makes, and
compares them and their proofs with those that stand; where they differ it tells both sides and ends with code 70.
--journal-only leaves that out. Works beside a running server and takes its lock nowhere. A file is checked, with its manifest,
by utopia import FILE --dry-run.

Example:
  utopia verify --data /var/lib/utopia`,
	options: { kb: { type: "string" }, "journal-only": { type: "boolean" } },
	wordsHint:
		"It checks the journals of a data folder; utopia import FILE --dry-run checks a file, with its manifest.",
	settings: ["data"],
	run,
};
