import { instantText } from "../../time/instant.ts";
import type { CommitLog } from "./commit-log.ts";
import { GENESIS } from "./commit-record.ts";

/**
 * The history of a base as lines of RDF Patch: per commit a comment with its place, record instant and hash, then `TX`, `D` and
 * `A` rows, `TC`. What is printed has been checked against its hash up to the commit before.
 * @throws UTOPIA_JOURNAL_DAMAGED where the journal is damaged; what came before is sound.
 */
export async function* patchLines(log: CommitLog, after = GENESIS): AsyncGenerator<string> {
	let current = after.sequence;
	for await (const { record, op, nquads } of log.blocks(after, log.head.sequence)) {
		if (record.sequence !== current) {
			if (current !== after.sequence) yield "TC .";
			current = record.sequence;
			yield `# commit ${record.sequence} recorded ${instantText(record.recordedAt)} sha256 ${record.hash}`;
			yield "TX .";
		}
		const row = op === "insert" ? "A" : "D";
		for (const line of Buffer.from(nquads).toString("utf8").split("\n")) {
			if (line !== "") yield `${row} ${line}`;
		}
	}
	if (current !== after.sequence) yield "TC .";
}
