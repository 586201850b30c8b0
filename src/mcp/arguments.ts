import { z } from "zod";
import { UtopiaError } from "../errors.ts";
import { type TimeArgument, timeArgument } from "../time/partial-date.ts";

/** A time argument as understood, with the text it was read from, for the answer to say "2023 read as …". */
export type When = TimeArgument & { readonly asked: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is read as an id rather than a name (G8). */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}

const codePoints = (text: string) => [...text].length;

/** Which argument another one is a second spelling of (G10). Read by `sift`, never by tools. */
export const spellings = z.registry<{ of: string }>();

/**
 * A string argument, NUL characters removed and both ends trimmed, so that one of nothing else is blank. The length is
 * counted in code points. Every refusal carries the one phrase that says what is accepted.
 */
function textOf(longest: number, what: string) {
	const accepted = `must be a string: ${what}, 1 to ${longest} characters`;
	return z
		.string({ error: accepted })
		.meta({ minLength: 1, maxLength: longest })
		.transform((text) => text.replaceAll("\0", "").trim())
		.refine((text) => text !== "" && codePoints(text) <= longest, { error: accepted });
}

const ACCEPTED_TIME =
	"must be a string: a date or moment such as 2023, 2023-06, 2023-06-15, 2023-06-15T14Z or 2023-06-15T14:32:07.123456Z";

/** A moment on either clock: `2023` to a full RFC 3339 instant (graph-tools P1 to P4). */
export const when = z
	.string({ error: ACCEPTED_TIME })
	.meta({ minLength: 1, maxLength: 64 })
	.transform((text, context): When => {
		const asked = text.replaceAll("\0", "");
		try {
			return { ...timeArgument(asked), asked };
		} catch (error) {
			if (!(error instanceof UtopiaError)) throw error;
			context.addIssue({ code: "custom", message: ACCEPTED_TIME });
			return z.NEVER;
		}
	});

/** An entity by its id or by one of its names (G8, G9); an id comes in lower case. */
export const idOrName = textOf(512, "the uuid of an entity or one of its names").transform((text) =>
	isUuid(text) ? text.toLowerCase() : text,
);

const A_RULE = "must be a string: the uuid of a rule";

/** A rule by its id, in lower case. */
export const ruleId = z
	.string({ error: A_RULE })
	.meta({ minLength: 1, maxLength: 64 })
	.transform((text) => text.replaceAll("\0", "").trim().toLowerCase())
	.refine(isUuid, { error: A_RULE });

/** A part of a label or key that narrows a list. */
export const filterText = textOf(512, "a part of the key or label looked for");

/** Plain words that are looked for. */
export const queryText = textOf(8_192, "plain words to look for");

/** A document by its id, in lower case. */
const A_DOCUMENT = "must be a uuid: the id of a document";
export const documentId = z
	.string({ error: A_DOCUMENT })
	.meta({ minLength: 1, maxLength: 64 })
	.transform((text) => text.replaceAll("\0", "").trim().toLowerCase())
	.refine(isUuid, { error: A_DOCUMENT });

/** A name or a part of one. */
export const nameText = textOf(512, "a name or a part of one");

/** The place in a list where the page before ended. Opened before the tool runs. */
export const cursorText = z
	.string({ error: "must be a string: the next_cursor of the page before" })
	.meta({ minLength: 1, maxLength: 4_096 });

/** A whole number from 1; above `most` it is read as `most`, below 1 it is refused (G6). */
export function limitOf(standing: number, most: number) {
	const error = `must be a whole number of at least 1 (more than ${most} is read as ${most})`;
	return z
		.number({ error })
		.meta({ type: "integer", minimum: 1, maximum: most })
		.refine((number) => Number.isInteger(number) && number >= 1, { error })
		.transform((number) => Math.min(number, most))
		.prefault(standing);
}

/** A list of some of these words, without repetition; an empty one filters nothing. */
export function someOf<const Words extends readonly [string, ...string[]]>(words: Words) {
	const error = `must be a list of ${words.join(", ")}`;
	return z
		.array(z.enum(words, { error }), { error })
		.max(words.length * 4, { error })
		.transform((chosen) => [...new Set(chosen)]);
}

/**
 * A second spelling of the argument `of`: what is given here reaches the tool under that name, and the required one is
 * then there. Both given and different is refused (G10).
 */
export function spellingOf(of: string, piece: z.ZodType = idOrName) {
	const optional = piece.optional().describe(`The same as ${of}.`);
	spellings.add(optional, { of });
	return optional;
}
