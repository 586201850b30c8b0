import { readFileSync, statSync } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import { UtopiaError } from "../errors.ts";
import { isUuid } from "../mcp/arguments.ts";
import { type Command, type Given, textFlag } from "./command.ts";
import { batchLines, rowLines } from "./row-lines.ts";
import { BASE_FLAGS, fields, runVerb, unlessNone, type Verb, word } from "./verbs.ts";

const ENDS = {
	"valid-from": "valid_from",
	"valid-from-precision": "valid_from_precision",
	"valid-to": "valid_to",
	"valid-to-precision": "valid_to_precision",
	"attested-to": "attested_to",
};

/** The facts of a file: a body as the API takes it, a list of facts, or one. */
async function batchIn(file: string): Promise<unknown> {
	const isThere = file === "-" || statSync(file, { throwIfNoEntry: false })?.isFile() === true;
	if (!isThere) throw new UtopiaError("UTOPIA_SETTING_INVALID", `There is no file ${file}`);
	const text = file === "-" ? await textOf(process.stdin) : readFileSync(file, "utf8");
	let said: unknown;
	try {
		said = JSON.parse(text);
	} catch (cause) {
		const name = file === "-" ? "What came over standard input" : file;
		const why = cause instanceof Error ? cause.message : "";
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${name} is not JSON: ${why}`, {}, { cause });
	}
	if (Array.isArray(said)) return { facts: said };
	const isOne = typeof said === "object" && said !== null && !Object.hasOwn(said, "facts");
	return isOne ? { facts: [said] } : said;
}

function unknownEnd({ flags }: Given) {
	return flags["ended-unknown"] === undefined ? {} : { ended_unknown: flags["ended-unknown"] };
}

function correctionOf(given: Given): Record<string, unknown> {
	const body: Record<string, unknown> = { ...fields(given, { ...ENDS, note: "note" }), ...unknownEnd(given) };
	for (const field of ["valid_from", "valid_to"]) {
		const said = body[field];
		if (typeof said === "string") body[field] = unlessNone(said);
	}
	const object = textFlag(given, "object");
	const type = textFlag(given, "object-type");
	if (object !== undefined && isUuid(object))
		body["object"] = { id: object, ...(type !== undefined && { type }) };
	else if (object !== undefined) body["object"] = { name: object, ...(type !== undefined && { type }) };
	const value = textFlag(given, "value");
	const unit = textFlag(given, "unit");
	if (value !== undefined) body["value"] = { value, ...(unit !== undefined && { unit }) };
	return body;
}

const verbs: Readonly<Record<string, Verb>> = {
	assert: {
		words: ["FILE"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("POST /facts", { body: await batchIn(word(given)) });
			return { answer, lines: batchLines(answer) };
		},
	},
	correct: {
		words: ["FACT"],
		flags: [...Object.keys(ENDS), "ended-unknown", "object", "object-type", "value", "unit", "note"],
		async run(given, target) {
			const body = correctionOf(given);
			const answer = await target.ask("POST /facts/:id/correct", { id: word(given), body });
			return { answer, lines: rowLines(answer) };
		},
	},
	close: {
		words: ["FACT"],
		flags: ["valid-to", "valid-to-precision", "ended-unknown", "attested-to"],
		async run(given, target) {
			const body = { ...fields(given, ENDS), ...unknownEnd(given) };
			const answer = await target.ask("POST /facts/:id/close", { id: word(given), body });
			return { answer, lines: rowLines(answer) };
		},
	},
	retract: {
		words: ["FACT"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("POST /facts/:id/retract", { id: word(given) });
			return { answer, lines: rowLines(answer) };
		},
	},
	show: {
		words: ["FACT"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const query = fields(given, { "as-of": "as_of", before: "before" });
			const answer = await target.ask("GET /facts/:id", { id: word(given), query });
			return { answer, lines: rowLines(answer) };
		},
	},
};

const string = { type: "string" } as const;

/** `utopia fact` */
export const fact: Command = {
	name: "fact",
	summary: "assert, correct, close, retract and show facts",
	help: `utopia fact assert FILE --kb ID
utopia fact correct FACT --kb ID [--valid-from DATE|none] [--valid-to DATE|none] [--ended-unknown --attested-to MOMENT]
                                 [--object ID|NAME [--object-type KEY]] [--value VALUE [--unit UNIT]] [--note TEXT]
utopia fact close FACT --kb ID --valid-to DATE
utopia fact close FACT --kb ID --ended-unknown --attested-to MOMENT
utopia fact retract FACT --kb ID
utopia fact show FACT --kb ID [--as-of MOMENT | --before MOMENT]

FILE holds JSON, one fact, a list, or {"facts": […]}, recorded in one commit or not at all; - is standard input. A corrected or
closed fact keeps its row as it was: the new row is printed. Dates are written at their own precision (2023, 2023-06-15); none takes
an end away. --json prints the answer of the API. Works on the data folder of a server that does not run (--data DIR), or with a
running one (--url, --token).

Examples:
  utopia fact assert facts.json --kb 7d1f3c52-…
  echo '{"subject":{"name":"Kestrel"},"predicate":"berths_at","object":{"name":"North Berth"},"valid_from":"2023"}' \\
    | utopia fact assert - --kb 7d1f3c52-…
  utopia fact correct f0000000-… --kb 7d1f3c52-… --valid-from 2023-06 --note "the log says June"
  utopia fact close f0000000-… --kb 7d1f3c52-… --valid-to 2024-07-01 --url http://127.0.0.1:1516
  utopia fact show f0000000-… --kb 7d1f3c52-… --as-of 2024 --json`,
	options: {
		...BASE_FLAGS,
		"valid-from": string,
		"valid-from-precision": string,
		"valid-to": string,
		"valid-to-precision": string,
		"ended-unknown": { type: "boolean" },
		"attested-to": string,
		object: string,
		"object-type": string,
		value: string,
		unit: string,
		note: string,
		"as-of": string,
		before: string,
	},
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("fact", verbs, given),
};
