import type { CorrectionWish } from "../../src/actions/correct-fact.ts";
import type { EvidenceWish, FactWish } from "../../src/actions/wishes.ts";
import { HISTORY_RELATIONS, importedDocument, importedEntity } from "./history-base.ts";
import type { HeldNow } from "./history-run.ts";
import type { CorrectionPick, FactPick } from "./history-steps.ts";

/** What picks are taken from. */
export interface Choice {
	readonly entity: (which: number) => string;
	readonly deleted: ReadonlySet<string>;
}

/** Values in several spellings, by what takes them. */
const VALUES = ["12", "12.0", "12.50", "7", "true", "HX-1"] as const;
const VALUES_OF: Readonly<Record<string, readonly string[]>> = {
	tonnage: ["12", "12.0", "12.50", "7"],
	depth: ["12", "12.0", "7"],
	inspected: ["true", "false"],
};
const QUALIFIERS_OF: Readonly<Record<string, readonly number[]>> = { berths_at: [0, 1, 2], serves: [0, 1] };
const qualifiersOf = (value: number) => [
	{ key: "depth", value: "3.50" },
	{ key: "depth", value: "4" },
	{ key: "under", entity: importedEntity(value % 2 === 1 ? 6 : 3) },
];

export function wishOf(
	{ relation, value, dates, qualifier, wild, ...pick }: FactPick,
	choice: Choice,
): FactWish {
	const text = picked((!wild && VALUES_OF[relation ?? ""]) || VALUES, value) ?? "";
	const isLink = relation !== "known_as" && (!relation || HISTORY_RELATIONS[relation].kind === "relation");
	const carried = wild ? [0, 1, 2] : (QUALIFIERS_OF[relation ?? ""] ?? []);
	const detail = qualifier === undefined ? undefined : picked(carried, qualifier);
	return {
		subject: endOf(choice, pick.subject),
		...(relation === undefined
			? { proposedPredicate: value < 3 ? "hails" : "greets" }
			: { predicate: relation }),
		...(isLink && (relation || value !== 5)
			? { object: endOf(choice, pick.object) }
			: { value: { value: text, ...(value === 2 && { unit: "kt" }) } }),
		...(relation === "known_as" && !wild ? { attestedFrom: dates.attestedFrom } : datesOf(dates)),
		confidence: pick.confidence,
		evidence: evidenceOf(pick, choice.deleted),
		...(detail !== undefined && { qualifiers: qualifiersOf(value).slice(detail, detail + 1) }),
	};
}

/** What is deleted is seldom cited. */
function evidenceOf(
	{ evidence }: Pick<FactPick, "evidence">,
	deleted: ReadonlySet<string>,
): readonly EvidenceWish[] {
	return evidence.flatMap(({ document, origin, ...rest }, n) => {
		const id = importedDocument(document + 1);
		if (deleted.has(id) && (n > 0 || document > 0)) return [];
		return { ...rest, document: id, origin: origin as "described" | "ocr" | undefined };
	});
}

export function correctionOf(
	{ start, end, attestedTo, object, value, note }: CorrectionPick,
	{ row }: HeldNow,
	choice: Choice,
): CorrectionWish {
	const hasValue = row["other_id"] === undefined || row["other_id"] === null;
	return {
		...(start !== undefined && { validFrom: start }),
		...(end === "unknown" ? { endedUnknown: true, attestedTo } : end !== undefined && { validTo: end }),
		...(object !== undefined && !hasValue && row["direction"] === "out" && { object: endOf(choice, object) }),
		...(value !== undefined && hasValue && { value: { value: picked(VALUES, value) ?? "" } }),
		...(note !== undefined && { note }),
	};
}

function endOf({ entity }: Choice, pick: number | string): { readonly id?: string; readonly name?: string } {
	return typeof pick === "string" ? { name: pick } : { id: entity(pick) };
}

/** The dates as they are written: the earlier end first, unless they are to be refused. */
function datesOf({ from, end, attestedTo, attestedFrom, grade, wild }: FactPick["dates"]): Partial<FactWish> {
	const last = end === "unknown" ? attestedTo : end;
	const swapped = !wild && from !== undefined && last !== undefined && last <= from;
	const [first, second] = swapped ? [last, from] : [from, last];
	const span = first !== undefined && second !== undefined && second.startsWith(first);
	const start = span && !wild ? undefined : first;
	return {
		validFrom: start,
		...(end === "unknown" ? { endedUnknown: true, attestedTo: second } : { validTo: end && second }),
		attestedFrom,
		startGrade: start === undefined ? undefined : (grade as "A" | "B" | "C" | undefined),
	};
}

export function picked<Item>(items: readonly Item[], which: number): Item | undefined {
	return items[which % Math.max(1, items.length)];
}
