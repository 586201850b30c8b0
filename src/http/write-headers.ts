import { z } from "zod";
import { tryInstant } from "../time/instant.ts";
import type { WriteOptions } from "../writing/writer.ts";

const KEY = "must be 1 to 200 printable ASCII characters";
const MATCH = 'must be the ETag that an answer had, such as "2026-03-20T12:00:00.123456Z", in quotes';

/** Headers of a write: the head it was decided on, and a key under which it may be sent again. */
export const writeHeaders = z.object({
	"if-match": z
		.string({ error: MATCH })
		.transform((text, context): WriteOptions["ifMatch"] => {
			const head = /^"([^"]+)"$/.exec(text.trim())?.[1] ?? "";
			const at = head === "empty" ? head : tryInstant(head);
			if (at === undefined) context.addIssue({ code: "custom", message: MATCH });
			return at;
		})
		.optional()
		.describe(
			"The ETag of the answer that the write is decided on; refused with 409 when the base has moved on.",
		),
	"idempotency-key": z
		.string({ error: KEY })
		.regex(/^[\x20-\x7e]{1,200}$/, { error: KEY })
		.optional()
		.describe("The same key and request within 24 hours is answered the same, and done once."),
});

/** The head of a base as an ETag has it. */
export const etag = (head: string) => `"${head}"`;
