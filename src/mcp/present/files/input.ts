import { z } from "zod";

// The arguments of file tools (file-tools CM-4, CM-5). Nothing is trimmed: a blank at an end of a pattern or a name means itself.

/** A number as the call goes on with it. */
export interface Bounded {
	readonly value: number;
	/** Whether more was asked for than may be. */
	readonly isClamped: boolean;
}

interface Bounds {
	readonly most: number;
	/** Default: 1. */
	readonly least?: number;
	/** Said to who gives a number below 0. */
	readonly hint?: string;
}

/** A whole number: above `most` it is read as `most`, below `least` it is refused. */
export function bounded({ most, least = 1, hint }: Bounds) {
	const plain = `must be a whole number of at least ${least} (more than ${most} is read as ${most})`;
	const error = ({ input }: { readonly input?: unknown }) =>
		hint !== undefined && typeof input === "number" && input < 0 ? `${plain}; ${hint}` : plain;
	return z
		.number({ error: plain })
		.meta({ type: "integer", minimum: least, maximum: most })
		.refine((number) => Number.isInteger(number) && number >= least, { error })
		.transform((number): Bounded => ({ value: Math.min(number, most), isClamped: number > most }));
}

/** As {@link bounded}, with what is taken when nothing is given. */
export function boundedOf({ standing, ...bounds }: Bounds & { readonly standing: number }) {
	return bounded(bounds).prefault(standing);
}

/** The number of a line, from 1. */
export const lineNumber = z
	.number({ error: "must be a whole number of at least 1" })
	.meta({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER - 1 })
	.refine((number) => Number.isInteger(number) && number >= 1, {
		error: "must be a whole number of at least 1",
	})
	.transform((number) => Math.min(number, Number.MAX_SAFE_INTEGER - 1));

const lengthOf = (text: string) => [...text].length;

/** A text that is not blank, as it was sent but for lone surrogates, of at most so many code points. */
export function plainText(longest: number, what: string) {
	const accepted = `must be a string: ${what}, 1 to ${longest} characters, not blank`;
	return z
		.string({ error: accepted })
		.meta({ minLength: 1, maxLength: longest })
		.transform((text) => text.toWellFormed())
		.refine((text) => text.trim() !== "" && lengthOf(text) <= longest, { error: accepted });
}

/** As {@link plainText}, for what is looked for line by line. */
export function patternText(longest: number) {
	return plainText(longest, "what is looked for, within one line").refine((text) => !/[\n\r]/.test(text), {
		error: "must be a string without line break: texts are matched line by line",
	});
}

/** A text that may be empty, of at most so many code points. */
export function anyText(longest: number, what: string) {
	const accepted = `must be a string: ${what}, at most ${longest} characters`;
	return z
		.string({ error: accepted })
		.meta({ minLength: 0, maxLength: longest })
		.transform((text) => text.toWellFormed())
		.refine((text) => lengthOf(text) <= longest, { error: accepted });
}

/** Yes or no. */
export function flagOf(standing: boolean) {
	return z.boolean({ error: "must be true or false" }).prefault(standing);
}

/** One of some words; the first is what stands when none is given. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
	return z.enum(words, { error: `must be one of ${words.join(", ")}` });
}

/** A document by id or name (CM-1). However long a name is, it is a name that no document may have (CM-3). */
export const documentText = plainText(100_000, "the id or the exact name of a document");

/** The document of a call. */
export const documentInput = {
	document: documentText.describe("The document: its id (vsf_… or a uuid) or its exact name."),
};

/** How many documents a call may name. */
export const MOST_DOCUMENTS = 50;
const A_LIST = `must be a list of 1 to ${MOST_DOCUMENTS} documents`;

/** Several documents of a call. */
export const documentTexts = z
	.array(documentText, { error: A_LIST })
	.min(1, { error: A_LIST })
	.max(MOST_DOCUMENTS, { error: A_LIST });

/** A folder: the beginning of names up to a slash. */
export const pathInput = {
	path: plainText(1_024, "a folder, the beginning of names up to a slash")
		.optional()
		.describe("Only documents whose name begins with this folder. Default: all."),
};

/** How much document text goes into one answer (CM-8). */
export const maxCharsInput = {
	max_chars: boundedOf({ standing: 24_000, most: 100_000 }).describe(
		"Characters of document text in one answer, at most 100000. Default: 24000.",
	),
};

/** How much of a list goes into one answer. */
export function limitInput(standing: number, most: number, what: string) {
	return {
		limit: boundedOf({ standing, most }).describe(`${what}, at most ${most}. Default: ${standing}.`),
	};
}

/** The sentences that say which numbers were taken down to what may be (CM-4). */
export function clampLines(numbers: Readonly<Record<string, Bounded>>): readonly string[] {
	return Object.entries(numbers).flatMap(([name, { value, isClamped }]) =>
		isClamped ? [`[${name} was clamped to ${value}]`] : [],
	);
}
