import { UtopiaError } from "../errors.ts";

/** A file of a known kind that cannot be read; the sentence says why and what to do. */
export function unreadable(sentence: string, cause?: unknown): UtopiaError {
	return new UtopiaError("UTOPIA_FILE_UNREADABLE", sentence, {}, { cause });
}

/** A kind of file that nobody here reads. */
export function unsupported(sentence: string, mime: string): UtopiaError {
	return new UtopiaError("UTOPIA_FILE_UNSUPPORTED", sentence, { mime });
}
