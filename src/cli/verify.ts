import { ACCOUNTS_KB } from "../access/accounts-base.ts";
import { CommitLog } from "../store/log/commit-log.ts";
import { type Command, type Given, textFlag } from "./command.ts";
import { journalOf } from "./world.ts";

async function run(given: Given): Promise<void> {
	const only = textFlag(given, "kb")?.toLowerCase();
	await using environment = journalOf(given.config.data);
	for (const kb of environment.bases().filter((id) => only === undefined || id === only)) {
		const { head, bytes } = await CommitLog.reader(environment, kb).verify();
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
commit that is not what was written. Works beside a running server.

Example:
  utopia verify --data /var/lib/utopia`,
	options: { kb: { type: "string" } },
	settings: ["data"],
	run,
};
