import { z } from "zod";
import { DEFAULT_SETTINGS, MOST } from "../access/derivation-settings.ts";
import { strict } from "../api/checked.ts";
import { isUuid } from "../mcp/arguments.ts";

const text = (longest: number, error: string) =>
	z
		.string({ error })
		.meta({ minLength: 1, maxLength: longest })
		.transform((given) => given.trim())
		.refine((given) => given !== "" && [...given].length <= longest, { error });

const moment = z.iso.datetime({ precision: 6 }).describe("An instant in UTC with microseconds.");

/** The id of a base, in any case and with or without `vs_`; read in lower case. */
export const kbId = z
	.string({ error: "must be a uuid" })
	.transform((given) => given.replace(/^vs_/, "").toLowerCase())
	.describe("The base's id.");

/** An id that a caller chooses. */
const chosenUuid = z
	.string({ error: "must be a uuid" })
	.refine(isUuid, { error: "must be a uuid" })
	.transform((given) => given.toLowerCase());

const visibility = z.enum(["private", "public"], { error: "must be private or public" });
const kbName = text(200, "must be a string of 1 to 200 characters");

export const newBase = z.object({
	name: kbName.describe("What people call the base."),
	id: chosenUuid
		.optional()
		.describe("A UUID of your choice, which keeps the IRIs of an export; without it one is made."),
	visibility: visibility.default("private").describe("Who sees the base; private by default."),
});

const CAP = `must be a whole number from 1 to ${MOST}`;
const cap = (meaning: string, standing: number) =>
	z
		.int({ error: CAP })
		.min(1, { error: CAP })
		.max(MOST, { error: CAP })
		.optional()
		.describe(`${meaning}; ${standing} unless the base says otherwise.`);
const materialize = z.boolean({ error: "must be true or false" });
const { caps: standard } = DEFAULT_SETTINGS;

export const changedBase = z.object({
	name: kbName.optional(),
	visibility: visibility.optional(),
	materialize_inferences: materialize
		.optional()
		.describe("Whether conclusions are drawn; false withdraws every derived fact, true draws them again."),
	caps: strict({
		per_predicate: cap("Derived facts of one relation that may stand", standard.perPredicate),
		rule_combinations: cap(
			"Combinations of readings that a rule looks at for one entity and group",
			standard.ruleCombinations,
		),
		contradictions_per_predicate: cap(
			"Contradictions of one relation that are listed",
			standard.contradictionsPerPredicate,
		),
	})
		.optional()
		.describe("How much is drawn at most; a cap that is left out stays."),
});

export const base = z.object({
	id: z.uuid(),
	name: z.string(),
	visibility,
	created_at: moment,
});

export const standingBase = base.extend({
	head: moment
		.nullable()
		.describe("The record instant of its last commit; null while it is empty. The ETag too."),
	materialize_inferences: materialize.describe("Whether conclusions are drawn."),
	caps: z
		.object({
			per_predicate: z.int(),
			rule_combinations: z.int(),
			contradictions_per_predicate: z.int(),
		})
		.describe("How much is drawn at most."),
});

export const rewrittenBase = standingBase.extend({
	conclusions: z
		.object({ added: z.int(), removed: z.int() })
		.optional()
		.describe("How many derived facts came and went with other settings."),
});

export const bases = z.object({ kbs: z.array(base) });

const DAYS = "must be a whole number of days from 1 to 3650, or 0 for never";

export const newToken = z.object({
	name: text(64, "must be a string of 1 to 64 characters").describe("For your own bookkeeping."),
	scope: z
		.enum(["read", "write"], { error: "must be read or write" })
		.default("read")
		.describe("A ceiling over what you may do; read by default."),
	kb_ids: z
		.array(chosenUuid, { error: "must be a list of uuids, or null for every base" })
		.min(1, { error: "must be a list of at least one uuid, or null for every base" })
		.max(200, { error: "must be a list of at most 200 uuids" })
		.nullable()
		.default(null)
		.describe("The bases the token is narrowed to; null, the default, is every base you can open."),
	expires_in_days: z
		.number({ error: DAYS })
		.refine((days) => Number.isInteger(days) && days >= 0 && days <= 3_650, { error: DAYS })
		.default(90)
		.describe("90 by default; 0 is never."),
});

const tokenInfo = z.object({
	id: z.uuid(),
	name: z.string(),
	prefix: z.string(),
	scope: z.enum(["read", "write"]),
	kb_ids: z.array(z.uuid()).nullable(),
	created_at: moment,
	expires_at: moment.nullable(),
	revoked_at: moment.nullable(),
	last_used_at: moment.nullable(),
});

export const issuedToken = z.object({
	token: z.string().describe("The value, shown here and never again."),
	info: tokenInfo,
});

export const tokens = z.object({ tokens: z.array(tokenInfo) });

const LOGIN = "must be a string of 1 to 1024 characters";
export const signIn = z.object({
	email: z.string({ error: LOGIN }).min(1, { error: LOGIN }).max(1_024, { error: LOGIN }),
	password: z.string({ error: LOGIN }).min(1, { error: LOGIN }).max(1_024, { error: LOGIN }),
});

const user = z.object({
	id: z.uuid(),
	email: z.string(),
	display_name: z.string(),
	server_admin: z.boolean(),
});
export const signedIn = z.object({
	user,
	csrf_token: z.string().describe("Repeat it as x-csrf-token in every changing request."),
});
export const me = z.object({
	user,
	credential: z.object({
		kind: z.enum(["session", "token"]),
		scope: z.enum(["read", "write"]),
		kb_ids: z.array(z.uuid()).nullable(),
	}),
});
