import type { PartialDate } from "../../src/time/partial-date.ts";
import {
	type HistoryModel,
	type ModelClaim,
	type ModelRow,
	type Moment,
	temporalOf,
} from "./history-model.ts";
import type { Done } from "./history-run.ts";
import { type Acted, date, moment, type NameOf, saidOf } from "./history-words.ts";

export function corrected(
	model: HistoryModel,
	done: Extract<Done, { does: "correct" | "close" }>,
	{ at }: Acted,
	nameOf: NameOf,
) {
	const row = model.row(done.fact);
	const dates = done.does === "close" ? closing(row, done.wish) : correctedDates(row, done.wish);
	const isClosed = done.does === "close";
	const startSet = !sameDate(dates.from, row.from);
	const endSet =
		!sameDate(dates.to, row.to) ||
		dates.endedUnknown !== row.endedUnknown ||
		dates.attestedTo !== row.attestedTo;
	const wish = done.wish as { validTo?: unknown; endedUnknown?: unknown; note?: string };
	const namesEnd = wish.validTo !== undefined || wish.endedUnknown !== undefined;
	const keepsDrawn = row.toOrigin === "timeline" && !endSet && (startSet || namesEnd);
	const start = startSet || row.corrected === "start" || row.corrected === "both";
	const end = endSet || keepsDrawn || isClosed || row.corrected === "end" || row.corrected === "both";
	const ends = start && end ? "both" : start ? "start" : end ? "end" : undefined;
	const hasEnd = dates.to !== undefined || dates.endedUnknown;
	const claim = correctedClaim(model, row, done, at);
	const wanted: ModelRow = {
		...row,
		...dates,
		claim,
		evidence:
			claim === row.claim
				? row.evidence
				: row.evidence.map((one) => ({ ...one, said: saidOf(one.said, claim, nameOf) })),
		corrected: ends,
		fromOrigin: dates.from && (start ? "person" : (row.fromOrigin ?? "stated")),
		toOrigin: hasEnd ? (end ? "person" : (row.toOrigin ?? "stated")) : undefined,
		note: wish.note ?? row.note,
	};
	return { rewritten: [wanted] };
}

export const sameDate = (a: PartialDate | undefined, b: PartialDate | undefined) =>
	a?.at === b?.at && a?.precision === b?.precision;

export type Dates = Pick<ModelRow, "from" | "to" | "endedUnknown" | "attestedTo">;

export function closing(row: ModelRow, wish: Extract<Done, { does: "close" }>["wish"]): Dates {
	return "validTo" in wish
		? { from: row.from, to: date(wish.validTo), endedUnknown: false, attestedTo: undefined }
		: { from: row.from, to: undefined, endedUnknown: true, attestedTo: moment(wish.attestedTo) };
}

export function correctedDates(row: ModelRow, wish: Extract<Done, { does: "correct" }>["wish"]): Dates {
	const { from, to, endedUnknown, attestedTo } = row;
	const kept = { from, to, endedUnknown, attestedTo };
	const temporal = temporalOf(row.claim);
	if (temporal === "eternal") return kept;
	if (temporal === "event") {
		// Its one moment moves; one told with both ends keeps both at it (W12).
		const set = wish.validFrom ?? wish.validTo;
		if (set === undefined && wish.validFrom === undefined && wish.validTo === undefined) return kept;
		const at = date(set) ?? (wish.validFrom === null ? undefined : from);
		const spans =
			wish.validTo === null ? false : wish.validTo !== undefined && wish.validFrom ? true : to !== undefined;
		return { ...kept, from: at, to: spans ? at : undefined };
	}
	const start = wish.validFrom === undefined ? from : date(wish.validFrom);
	if (wish.endedUnknown)
		return { from: start, to: undefined, endedUnknown: true, attestedTo: moment(wish.attestedTo) };
	if (wish.validTo === undefined) return { ...kept, from: start };
	return { from: start, to: date(wish.validTo), endedUnknown: false, attestedTo: undefined };
}

export function correctedClaim(
	model: HistoryModel,
	{ claim }: ModelRow,
	done: Extract<Done, { does: "correct" | "close" }>,
	at: Moment,
): ModelClaim {
	if (done.does === "close") return claim;
	const { object, value } = done.wish;
	if (object !== undefined && "entity" in claim.object) {
		const found = model.owner(object.id ?? "", at);
		return found === model.owner(claim.object.entity, at) ? claim : { ...claim, object: { entity: found } };
	}
	return value === undefined
		? claim
		: { ...claim, object: { value: String(value.value) }, unit: value.unit ?? claim.unit };
}
