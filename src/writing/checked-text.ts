import { UtopiaError } from "../errors.ts";
import { MAX_IRI, MAX_LITERAL } from "../rdf/bounds.ts";
import { literal } from "../rdf/terms.ts";
import { type Place, refused } from "./refusal.ts";

/** Fields that callers spell in another way than the parts of a wish. */
const SPELLED: Readonly<Record<string, string>> = {
	document: "document_id",
	chunk: "chunk_id",
	entity: "entity_id",
	attestedBy: "attested_name",
};
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Refuses a wish with a text that no base can keep: one with half of a surrogate pair, as cut text has it, or one that is
 * longer than an import takes, so that every base can be exported and imported again.
 * @throws UTOPIA_WRITE_REFUSED `malformed_text`
 */
export function checkTexts(wish: unknown, place: Place = {}): void {
	if (typeof wish === "string") {
		checkLength(wish, place);
		const at = wish.search(/\p{Surrogate}/u);
		if (at < 0) return;
		throw refused("malformed_text", `${place.field} holds half of a character`, {
			...place,
			found: `U+${wish.charCodeAt(at).toString(16).toUpperCase()} at ${[...wish.slice(0, at)].length}`,
			allowed: "text whose characters are whole",
		});
	}
	if (typeof wish !== "object" || wish === null) return;
	for (const [name, part] of Object.entries(wish)) {
		const field = SPELLED[name] ?? snakeCase(name);
		checkTexts(part, { ...place, field: place.field === undefined ? field : `${place.field}.${field}` });
	}
}

function checkLength({ length }: string, place: Place): void {
	if (length <= MAX_LITERAL) return;
	throw refused("malformed_text", `${place.field} is longer than 4 MiB`, {
		...place,
		found: `${length} characters`,
		allowed: `a text of at most ${MAX_LITERAL} characters`,
	});
}

/** @throws UTOPIA_WRITE_REFUSED `malformed_text` where it is no language tag */
export function checkLanguage(language: string | undefined, place: Place): void {
	if (language === undefined) return;
	if (language.length <= MAX_IRI && isLanguage(language)) return;
	throw refused("malformed_text", `${place.field} is no language tag`, {
		...place,
		found: language,
		allowed: "a language tag such as de or en-GB, or none",
	});
}

function isLanguage(language: string): boolean {
	try {
		literal("", { language });
		return true;
	} catch (error) {
		if (!(error instanceof UtopiaError)) throw error;
		return false;
	}
}
