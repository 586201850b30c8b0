import { type Conclusion, type Fact, temporalOf } from "../../ledger/facts.ts";
import type { Bound } from "../../time/holds.ts";
import { dateText } from "../../time/partial-date.ts";

/** What stands behind a range where an end is not the source's own (ledger 9). */
export interface RangeNotes {
	readonly drawnByName: string | undefined;
	readonly correctedEnds: string | undefined;
	readonly note: string | undefined;
}

const NOTE_LENGTH = 120;

/** When a fact holds, each end at its own precision, as ledger section 9 has it; empty for what holds always. */
export function rangeText(fact: Fact, notes?: RangeNotes): string {
	const range = bare(fact);
	const origin = [
		...(notes?.drawnByName === undefined ? [] : [`end drawn by ${notes.drawnByName}`]),
		...(notes?.correctedEnds === undefined ? [] : [corrected(notes.correctedEnds)]),
		...(notes?.note === undefined ? [] : [shortened(notes.note)]),
	];
	return [range, ...origin].filter((part) => part !== "").join("; ");
}

/** An end that an attestation set has no date of its own, as on the fact that it comes from. */
function concluded({ from, to }: Conclusion): string {
	const text = ({ at, precision }: Bound, undated: string) =>
		precision === undefined ? undated : dateText({ at, precision });
	const start = from === undefined ? "" : text(from, "undated");
	if (to !== undefined) return `${start} → ${text(to, "ended, date unknown")}`.trim();
	return start === "" ? "" : `${start} → now`;
}

function bare({ stated, relation, conclusion }: Fact): string {
	if (conclusion !== undefined) return concluded(conclusion);
	const { validFrom, validTo, endedUnknown, attestedFrom } = stated;
	const kind = temporalOf(relation);
	if (kind === "eternal") return "";
	if (kind === "event") {
		const date = validFrom ?? validTo;
		return date === undefined ? "undated" : dateText(date);
	}
	const attested = attestedFrom === undefined ? "" : "undated";
	const start = validFrom === undefined ? attested : dateText(validFrom);
	if (endedUnknown) return `${start} → ended, date unknown`.trim();
	if (validTo !== undefined) return `${start} → ${dateText(validTo)}`.trim();
	return start === "" ? "" : `${start} → now`;
}

function corrected(ends: string): string {
	return ends === "both" ? "corrected" : `${ends} corrected`;
}

function shortened(note: string): string {
	const plain = note.replaceAll("[", "(").replaceAll("]", ")");
	const points = [...plain];
	return points.length > NOTE_LENGTH ? `${points.slice(0, NOTE_LENGTH).join("")}…` : plain;
}
