import { UtopiaError } from "../errors.ts";
import type { Position } from "./source-text.ts";

/** The one door through which every syntax error of a file gets its line and column. */
export function malformed(reason: string, at: Position, cause?: unknown): UtopiaError {
	return new UtopiaError(
		"UTOPIA_RDF_MALFORMED",
		`Line ${at.line}, column ${at.column}: ${reason}`,
		{ line: at.line, column: at.column, reason },
		{ cause },
	);
}
