import type { Json } from "../api/operation.ts";
import { instant } from "../time/instant.ts";
import { dateText, type Precision } from "../time/partial-date.ts";

type Text = string | null | undefined;
/** A field of an answer that is text, or nothing. */
export const text = (answer: Json, field: string) => answer[field] as Text;
/** A list in an answer. */
export const list = (answer: Json, field: string) => (answer[field] ?? []) as readonly Json[];
/** A line under a heading: what it is, and what it says. */
export const line = (label: string, words: string) => `  ${label.padEnd(12)} ${words}`;

/** Lines that are told only where there is something to tell. */
export function some(label: string, words: Text): readonly string[] {
	return words === null || words === undefined || words === "" ? [] : [line(label, words)];
}

/** What a batch of facts has become. */
export function batchLines(answer: Json): readonly string[] {
	const facts = list(answer, "facts").flatMap((fact) => {
		const replaced = text(fact, "supersedes");
		const violations = list(fact, "violations").map(
			({ end, found, allowed }) =>
				`  its ${end} is of the class ${found}; the relation asks for ${(allowed as readonly string[]).join(" or ")}`,
		);
		return [`${fact["outcome"]} ${fact["id"]}${replaced ? ` in place of ${replaced}` : ""}`, ...violations];
	});
	const created = (answer["created"] ?? []) as readonly string[];
	return [...facts, ...created.map((id) => `new entity ${id}`)];
}

/** A fact with all that is said of it. */
export function rowLines(row: Json): readonly string[] {
	const object = text(row, "object_name") ?? valueText(row);
	const evidence = list(row, "evidence").map((piece) => {
		const source = text(piece, "filename") ?? text(piece, "document_id") ?? "a person's own word";
		const quote = text(piece, "quote");
		return quote ? `${source}: "${quote}"` : source;
	});
	return [
		`${row["subject_name"]} · ${text(row, "predicate_label") ?? "(no word for it)"} · ${object}`,
		line("fact", String(row["id"])),
		line("subject", String(row["subject_id"])),
		...some("object", text(row, "object_id")),
		...some("valid", rangeOf(row)),
		line("confidence", String(row["confidence"])),
		...some("note", text(row, "note")),
		line("recorded", String(row["recorded_at"])),
		...some("ended", text(row, "invalidated_at")),
		...some("supersedes", text(row, "supersedes")),
		...some("restores", text(row, "restores")),
		...some("replaced by", text(row, "replaced_by")),
		...evidence.map((source) => line("evidence", source)),
	];
}

/** A value with its unit, as it was spelled. */
export function valueText(row: Json): string {
	const value = row["object_value"] as { readonly value?: unknown; readonly unit?: string } | null;
	const spelled = text(row, "object_lexical") ?? String(value?.value ?? "");
	return value?.unit === undefined ? spelled : `${spelled} ${value.unit}`;
}

/** When a fact holds. */
export function rangeOf(row: Json): string {
	const from = dateIn(row, "valid_from");
	const isUnknown = row["valid_to_precision"] === "unknown";
	const to = isUnknown ? `ended by ${row["attested_to"]}, date unknown` : dateIn(row, "valid_to");
	return from === "" && to === "" ? "" : `${from === "" ? "undated" : from} → ${to === "" ? "now" : to}`;
}

function dateIn(row: Json, field: string): string {
	const at = text(row, field);
	if (!at) return "";
	const precision = text(row, `${field}_precision`) ?? "second";
	return dateText({ at: instant(at), precision: precision as Precision });
}

/** An entity with its names and what is merged into it. */
export function entityLines(entity: Json): readonly string[] {
	const others = list(entity, "names").filter(({ name }) => name !== entity["name"]);
	return [
		`${entity["name"]} · ${text(entity, "type_label") ?? "untyped"}`,
		line("entity", String(entity["id"])),
		...some("stands for", text(entity, "merged_from")),
		...others.map(({ name }) => line("also called", String(name))),
		...list(entity, "merged").map((merge) =>
			line("merged", `${merge["name"]} ${merge["entity_id"]} (merge ${merge["merge_id"]})`),
		),
		line("facts", String(entity["fact_count"])),
	];
}

/** Candidates for a name. */
export function candidateLines(answer: Json): readonly string[] {
	const found = list(answer, "entities").map((entity) => {
		const also = entity["matched_name"] === entity["name"] ? "" : `, found as "${entity["matched_name"]}"`;
		const type = text(entity, "type_label") ?? "untyped";
		return `${entity["id"]} ${entity["name"]} · ${type} · ${entity["fact_count"]} facts${also}`;
	});
	return found.length === 0 ? ["Nothing is called so."] : [...found, ...restLine(answer)];
}

/** Changes to an entity, the latest first. */
export function historyLines(answer: Json): readonly string[] {
	const changes = list(answer, "changes").map((change) => {
		const merge = text(change, "merge_id");
		const subject = change["subject_name"];
		if (change["scope"] === "entity") {
			const [before, after] = [text(change, "before_text"), text(change, "after_text")];
			const of = merge ? ` (merge ${merge})` : "";
			return `${change["at"]} ${change["kind"]}: ${subject}, ${before ?? "nothing"} → ${after ?? "nothing"}${of}`;
		}
		const object = text(change, "object_name") ?? valueText(change);
		const claim = `${subject} · ${text(change, "predicate_label") ?? "(no word for it)"} · ${object}`;
		const range = rangeOf(change);
		return `${change["at"]} ${change["kind"]}: ${claim}${range && ` (${range})`} · fact ${change["fact_id"]}`;
	});
	return [...entityLines(answer["entity"] as Json), ...changes, ...restLine(answer)];
}

/** That a list goes on. */
export function restLine(answer: Json): readonly string[] {
	return answer["next_cursor"] === null ? [] : ["There is more: raise --limit."];
}

/** What a merge, or its reverting, has done. */
export function mergeLines(done: string, { merge_id, source_id, target_id }: Json): readonly string[] {
	return [`${done} merge ${merge_id}: ${source_id} into ${target_id}`];
}
