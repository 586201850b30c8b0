/** Accents of Latin, points of Hebrew, vowel marks and the stretching line of Arabic. Vowel signs of Indic scripts stay: they are letters of the word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g;
/** Letters that have no decomposition and are written otherwise by those who lack the key. */
const SPELLED: ReadonlyMap<string, string> = new Map([
	["ß", "ss"],
	["æ", "ae"],
	["œ", "oe"],
	["ø", "o"],
	["ł", "l"],
	["đ", "d"],
	["ð", "d"],
	["þ", "th"],
	["ı", "i"],
]);
const SPELLED_LETTER = /[ßæœøłđðþı]/g;
const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"];
/** With the mark that lengthens a vowel, which belongs to two scripts at once. */
const UNSPACED = `[${SCRIPTS.map((script) => `\\p{sc=${script}}`).join("")}\\u30fc]+`;
const RUN = new RegExp(`(${UNSPACED})`, "u");
const WHOLE_RUN = new RegExp(`^${UNSPACED}$`, "u");
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/**
 * Text without case, width and accents (search-and-extraction 4). It is composed again at the end: syllables of Korean
 * and voiced kana of Japanese would fall apart otherwise.
 */
export function fold(text: string): string {
	const bare = text.normalize("NFKD").toLowerCase().replace(MARKS, "").normalize("NFC");
	return bare.replace(SPELLED_LETTER, (letter) => SPELLED.get(letter) ?? letter);
}

/** True of a piece in a script that puts no spaces between words. */
export function isUnspaced(piece: string): boolean {
	return WHOLE_RUN.test(piece);
}

/** The words of a text, folded; a stretch in a script without spaces is one run. */
export function runs(text: string): readonly string[] {
	const words = fold(text).match(WORD) ?? [];
	return words.flatMap((word) => word.split(RUN).filter((run) => run !== ""));
}

/** Pairs that overlap, and the last character alone: one character of a query is then found wherever it stands. */
function pairs(run: string): readonly string[] {
	const characters = [...run];
	return characters.map((character, at) => character + (characters[at + 1] ?? ""));
}

/** What of a text the index keeps, with repeats, before stop words go and words are stemmed. */
export function tokens(text: string): readonly string[] {
	return runs(text).flatMap((run) => (isUnspaced(run) ? pairs(run) : [run]));
}

/** As `tokens`, for a query: the last character alone of a longer run is left out, being there for the index only. */
export function queryTokens(query: string): readonly string[] {
	return runs(query).flatMap((run) => {
		if (!isUnspaced(run)) return [run];
		const all = pairs(run);
		return all.length > 1 ? all.slice(0, -1) : all;
	});
}
