import { instantText } from "../../time/instant.ts";
import type { CommitLog, LogBlock } from "./commit-log.ts";
import { GENESIS } from "./commit-record.ts";

/**
 * The history of a base as lines of RDF Patch: per commit a comment with its place, record instant and hash, then `TX`, `D` and
 * `A` rows, `TC`. Each commit is checked as its last row is printed.
 * @throws UTOPIA_JOURNAL_DAMAGED where the journal is damaged; the commits closed by `TC` before are sound.
 */
export async function* patchLines(log: CommitLog, after = GENESIS): AsyncGenerator<string> {
	let current = after.sequence;
	for await (const block of log.blocks(after, log.head.sequence)) {
		const { sequence, recordedAt, hash } = block.record;
		if (sequence !== current) {
			if (current !== after.sequence) yield "TC .";
			current = sequence;
			yield `# commit ${sequence} recorded ${instantText(recordedAt)} sha256 ${hash}`;
			yield "TX .";
		}
		yield* rows(block);
	}
	if (current !== after.sequence) yield "TC .";
}

function* rows({ op, nquads }: LogBlock): Generator<string> {
	const row = op === "insert" ? "A" : "D";
	for (const line of Buffer.from(nquads).toString("utf8").split("\n")) {
		if (line !== "") yield `${row} ${line}`;
	}
}
