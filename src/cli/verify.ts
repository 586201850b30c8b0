import { ACCOUNTS_KB } from "../access/accounts-base.ts";
import { JournalReader } from "../store/log/journal-reader.ts";
import { type Command, type Given, textFlag } from "./command.ts";

async function run(given: Given): Promise<void> {
	const only = textFlag(given, "kb")?.toLowerCase();
	await using journals = JournalReader.open(given.config.data);
	for (const kb of only === undefined ? journals.list() : [only]) {
		const { head, bytes } = await journals.log(kb).verify();
		const name = kb === ACCOUNTS_KB ? "accounts" : kb;
		console.log(`${name}\tsound\t${head.sequence} commits\t${bytes} bytes\tsha256 ${head.hash}`);
	}
}

/** `utopia verify` */
export const verify: Command = {
	name: "verify",
	summary: "check the journal of every base, byte by byte",
	help: `utopia verify [--kb ID] [--data DIR]

Walks the chain of commits of every base, or of one, and compares every byte with its hash. Ends with code 70 at the first
commit that is not what was written. Works beside a running server. A file is
checked, with its manifest, by utopia import FILE --dry-run.

Example:
  utopia verify --data /var/lib/utopia`,
	options: { kb: { type: "string" } },
	wordsHint:
		"It checks the journals of a data folder; utopia import FILE --dry-run checks a file, with its manifest.",
	settings: ["data"],
	run,
};
