import { UtopiaError } from "../errors.ts";
import { literal } from "../rdf/terms.ts";
import { type Place, refused } from "../writing/refusal.ts";

/** Fields that callers spell in another way than the parts of a wish. */
const SPELLED: Readonly<Record<string, string>> = {
	document: "document_id",
	chunk: "chunk_id",
	entity: "entity_id",
	attestedBy: "attested_name",
};
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Refuses a wish with a text that no base can keep: one with half of a surrogate pair, as cut text has it.
 * @throws UTOPIA_WRITE_REFUSED `malformed_text`
 */
export function checkTexts(wish: unknown, place: Place = {}): void {
	if (typeof wish === "string") {
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

/** @throws UTOPIA_WRITE_REFUSED `malformed_text` where it is no language tag */
export function checkLanguage(language: string | undefined, place: Place): void {
	if (language === undefined) return;
	try {
		literal("", { language });
	} catch (error) {
		if (!(error instanceof UtopiaError)) throw error;
		const allowed = "a language tag such as de or en-GB, or none";
		throw refused("malformed_text", `${place.field} is no language tag`, {
			...place,
			found: language,
			allowed,
		});
	}
}
