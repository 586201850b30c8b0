import type { Json } from "../api/operation.ts";
import { line, list, restLine, some, text } from "./row-lines.ts";

const headLine = (answer: Json) =>
	`${answer["id"]} · ${answer["name"]} [${answer["enabled"] === true ? "on" : "off"}] · marks ${answer["matches"]}`;

/** A rule with what it says. */
export function ruleLines(answer: Json): readonly string[] {
	return [
		headLine(answer),
		...some("meaning", text(answer, "description")),
		...some("version", answer["version"] === null ? undefined : String(answer["version"])),
		...some("applies to", text(answer, "class_label")),
		...some("joined by", text(answer, "join_key")),
		line("where", String(answer["conditions_text"]) || "(no conditions)"),
		line("concludes", String(answer["conclusion_text"])),
	];
}

/** Rules, one a line. */
export function ruleListLines(answer: Json): readonly string[] {
	const found = list(answer, "rules").map(headLine);
	return found.length === 0 ? ["There are no rules."] : [...found, ...restLine(answer)];
}

/** The versions of a rule, one a line. */
export function versionLines(answer: Json): readonly string[] {
	return list(answer, "versions").map(({ number, text: said, recorded_at: from, invalidated_at: to }) => {
		const ended = to === null ? "" : ` until ${to}`;
		return `version ${number} · ${said} · since ${from ?? "ever"}${ended}`;
	});
}

/** What is held no more. */
export const deletedRuleLines = ({ id }: Json): readonly string[] => [`deleted ${id}`];
