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

/** Findings, each with the two facts that clash. */
export function findingListLines(answer: Json): readonly string[] {
	const found = list(answer, "findings").flatMap((finding) => [
		`${finding["id"]} ${finding["reason"]}, ${stateOf(finding)}, found ${finding["detected_at"] ?? "before it was imported"}`,
		line("old", claimOf(finding["old_fact"] as Json)),
		line("new", claimOf(finding["new_fact"] as Json)),
	]);
	return found.length === 0 ? ["Nothing is found."] : [...found, ...restLine(answer)];
}

/** A finding with the facts that it names and how it was decided. */
export function findingLines(finding: Json): readonly string[] {
	const [old, incoming] = [finding["old_fact"] as Json, finding["new_fact"] as Json];
	const history = list(finding, "history").map((state) => {
		const note = text(state, "note");
		return line(
			stateOf(state),
			`${state["recorded_at"] ?? "before it was imported"}${note ? `: ${note}` : ""}`,
		);
	});
	return [
		`${finding["id"]} · ${finding["reason"]} · ${stateOf(finding)}`,
		line("old", claimOf(old)),
		...some("fact", text(old, "id")),
		line("new", claimOf(incoming)),
		...some("fact", text(incoming, "id")),
		...history,
	];
}
