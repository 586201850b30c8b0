import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Collection } from "./retrieval.ts";

/** Judgements of these grades count as yes; 5, and the odd −1, as no. */
const YES = new Set(["1", "2", "3", "4"]);

/** What stands under each field of the records of a file: `.I number`, then `.T`, `.A`, `.B`, `.W` with lines of text. */
function recordsOf(text: string): readonly ReadonlyMap<string, string>[] {
	return text
		.split(/^\.I /m)
		.slice(1)
		.map((record) => {
			const [number = "", ...parts] = record.split(/^\.([TABW])[ \t]*\r?\n/m);
			const fields = new Map([["I", number.trim()]]);
			for (let n = 0; n < parts.length; n += 2) fields.set(parts[n] ?? "", (parts[n + 1] ?? "").trim());
			return fields;
		});
}

/**
 * The Cranfield collection as it is handed round: `cran.all.1400`, `cran.qry`, `cranqrel`. Judgements name questions by their
 * place in the file, not by their number.
 * @throws ENOENT where a file is missing.
 */
export function cranfield(folder: string): Collection {
	const read = (name: string) => readFileSync(join(folder, name), "latin1");
	const passages = recordsOf(read("cran.all.1400")).map((record) => ({
		id: record.get("I") ?? "",
		text: record.get("W") ?? "",
	}));
	const relevant = new Map<string, string[]>();
	for (const line of read("cranqrel").split("\n")) {
		const [question = "", passage = "", grade = ""] = line.trim().split(/\s+/);
		if (YES.has(grade)) relevant.set(question, [...(relevant.get(question) ?? []), passage]);
	}
	const questions = recordsOf(read("cran.qry")).map((record, n) => ({
		text: (record.get("W") ?? "").replace(/\s+/g, " "),
		kind: "cranfield",
		relevant: relevant.get(String(n + 1)) ?? [],
	}));
	return { passages, questions: questions.filter((question) => question.relevant.length > 0) };
}
