import { UtopiaError } from "../../errors.ts";

/** The error for a commit that is not what was written: where it stands, what is wrong with it, and what to do. */
export function journalDamaged(kb: string, position: number, reason: string, cause?: unknown): UtopiaError {
	return new UtopiaError(
		"UTOPIA_JOURNAL_DAMAGED",
		`The journal of base ${kb} is damaged at commit ${position}: ${reason}. Run \`utopia verify\` to see how far it is sound, then restore a backup.`,
		{ kb, position, reason, lastGoodHead: position - 1 },
		{ cause },
	);
}
