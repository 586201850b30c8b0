/**
 * Text as names are compared: case, diacritics and width folded (NFKD, marks dropped, lower case), white space runs as one
 * space, ends trimmed.
 */
export function fold(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase()
		.replace(/\s+/g, " ")
		.trim();
}
