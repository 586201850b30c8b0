import type { Json } from "../api/operation.ts";
import { line, list, rangeOf, restLine, some, text, valueText } from "./row-lines.ts";

function claimOf(fact: Json): string {
	const object = text(fact, "object_name") ?? valueText(fact);
	const range = rangeOf(fact);
	const gone = fact["is_held"] === true ? "" : ", not held any more";
	return `${fact["subject_name"]} · ${text(fact, "predicate_label") ?? "(no word for it)"} · ${object}${range && ` (${range})`}${gone}`;
}

function stateOf(state: Json): string {
	const resolution = text(state, "resolution");
	return `${state["status"]}${resolution ? ` as ${resolution}` : ""}`;
}

/** What it is: of a conflict why, of others which sort, and under which relation. */
function whatOf(finding: Json): string {
	return [
		text(finding, "reason") ?? String(finding["kind"]),
		...(text(finding, "relation_key") ?? "").split(" "),
	]
		.filter((word) => word !== "")
		.join(" of ");
}

/** What a finding names: two facts that clash, or what shows that something is not kept. */
function namedLines(finding: Json, { withIds }: { readonly withIds: boolean }): readonly string[] {
	const claim = (label: string, fact: Json) => [
		line(label, claimOf(fact)),
		...(withIds ? some("fact", text(fact, "id")) : []),
	];
	if (finding["kind"] === "conflict")
		return [...claim("old", finding["old_fact"] as Json), ...claim("new", finding["new_fact"] as Json)];
	const statements = list(finding, "statements").flatMap((statement) => {
		const fact = statement["fact"] as Json | null;
		return fact === null ? [line(String(statement["kind"]), String(statement["id"]))] : claim("says", fact);
	});
	const count = finding["occurrences"];
	return [
		...some("asked", text(finding, "criterion")),
		...some("of", [...(finding["subjects"] as string[]), ...(finding["rule_ids"] as string[])].join(", ")),
		...(count === null ? [] : [line("times", String(count))]),
		...statements,
	];
}

/** Findings, each with what it names. */
export function findingListLines(answer: Json): readonly string[] {
	const found = list(answer, "findings").flatMap((finding) => [
		`${finding["id"]} ${whatOf(finding)}, ${stateOf(finding)}${foundSince(finding)}`,
		...namedLines(finding, { withIds: false }),
	]);
	return found.length === 0 ? ["Nothing is found."] : [...found, ...restLine(answer)];
}

/** A defect is worked out of the ontology: nobody keeps since when it is there. */
function foundSince(finding: Json): string {
	const at = text(finding, "detected_at");
	if (at) return `, found ${at}`;
	return finding["family"] === "defect" ? "" : ", found before it was imported";
}

/** A finding with what it names and how it was decided. */
export function findingLines(finding: Json): readonly string[] {
	const history = list(finding, "history").map((state) => {
		const note = text(state, "note");
		const since =
			text(state, "recorded_at") ?? (finding["family"] === "defect" ? "" : "before it was imported");
		return line(stateOf(state), `${since}${note ? `: ${note}` : ""}`);
	});
	const resolutions = (finding["resolutions"] as readonly string[]).join(", ");
	return [
		`${finding["id"]} · ${whatOf(finding)} · ${stateOf(finding)}`,
		...namedLines(finding, { withIds: true }),
		...history,
		...some("resolve as", resolutions),
	];
}
