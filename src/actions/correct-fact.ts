import type { View } from "../access/view.ts";
import { temporalOf } from "../ledger/facts.ts";
import { checkLanguage, checkTexts } from "../writing/checked-text.ts";
import { checkedValue } from "../writing/checked-value.ts";
import { Draft } from "../writing/draft.ts";
import { refused } from "../writing/refusal.ts";
import type { Cause, Claim } from "../writing/rows.ts";
import type { Action } from "../writing/writer.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, isNameRelation } from "./base-state.ts";
import {
	type CheckedDates,
	checkEnds,
	checkedDates,
	checkKnownBy,
	checkNameUndated,
} from "./checked-dates.ts";
import { ownWord } from "./checked-evidence.ts";
import { rowsOfClaim } from "./claim-changes.ts";
import { checkedName, EntityWishes, nameLiteral } from "./entity-wishes.ts";
import { holdFact } from "./held-fact.ts";
import { claimKey, type HeldRow } from "./held-rows.ts";
import { type ClaimChange, sameDate } from "./plan.ts";
import type { InHand } from "./revise-conflicts.ts";
import { settle } from "./settle.ts";
import type { Outcome } from "./settling.ts";
import type { EntityWish, ValueWish } from "./wishes.ts";

/** What a person corrects of a fact. `null` takes an end away; what is not named stays. */
export interface CorrectionWish {
	readonly validFrom?: string | null | undefined;
	readonly validFromPrecision?: string | undefined;
	readonly validTo?: string | null | undefined;
	readonly validToPrecision?: string | undefined;
	readonly endedUnknown?: boolean | undefined;
	readonly attestedTo?: string | undefined;
	readonly object?: EntityWish | undefined;
	readonly value?: ValueWish | undefined;
	readonly note?: string | undefined;
}

/** The end that a person gives a state. */
export type ClosingWish =
	| { readonly validTo: string; readonly validToPrecision?: string | undefined }
	| { readonly endedUnknown: true; readonly attestedTo: string };

/** The row that stands for a fact after an action, and the one it took the place of. */
export interface Rewritten {
	readonly row: string;
	readonly replaced: string;
}

/** Corrects a fact: a row that supersedes it, whose ends the timeline never moves again where the person set them (T14, T15). */
export function correctFact(id: string, wish: CorrectionWish, actor: Actor, view: View): Action<Rewritten> {
	return async (holding) => {
		const { row, state } = await holdFact(id, holding, view);
		checkTexts(wish);
		const entities = new EntityWishes(state);
		const claim = correctedClaim(row, wish, { state, entities, actor });
		const dates = correctedDates(row, wish);
		const corrected = correctedEnds(row, dates, wish);
		const isSame =
			claimKey(claim) === claimKey(row.claim) &&
			corrected === undefined &&
			(wish.note === undefined || wish.note === row.details.note);
		if (isSame) {
			throw refused("nothing_to_change", "The correction says what the fact says already", {
				field: fieldsNamed(wish),
				found: id,
				allowed: "a start, an end, an object or value, or a note that differs",
			});
		}
		const draft = new Draft(view.kb);
		const note = wish.note ?? row.details.note;
		const rewriting = { row, claim, dates, corrected, cause: "corrected", note, entities } as const;
		const { row: now } = await rewrite(rewriting, { state, draft });
		return { draft, answer: () => ({ row: now, replaced: row.id }) };
	};
}

const FIELDS = {
	validFrom: "valid_from",
	validTo: "valid_to",
	endedUnknown: "ended_unknown",
	object: "object",
	value: "value",
	note: "note",
} as const;

/** The fields that a correction names, as its caller spells them. */
function fieldsNamed(wish: CorrectionWish): string | undefined {
	const named = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((field) => wish[field] !== undefined);
	return named.length === 0 ? undefined : named.map((field) => FIELDS[field]).join(", ");
}

/** Closes a state at a date, or as ended at an unknown one: a row that supersedes it, its end set by the person. */
export function closeFact(id: string, wish: ClosingWish, _actor: Actor, view: View): Action<Rewritten> {
	return async (holding) => {
		const { row, state } = await holdFact(id, holding, view);
		const draft = new Draft(view.kb);
		const { row: now } = await closeRow(row, wish, { state, draft });
		return { draft, answer: () => ({ row: now, replaced: row.id }) };
	};
}

/** What a row that is rewritten is written into, and the conflict that is decided with it. */
export interface RewritingIn {
	readonly state: BaseState;
	readonly draft: Draft;
	readonly inHand?: InHand | undefined;
}

/** A row that took another's place, and what became of the others that settled around it, by their old ids. */
export interface RowRewritten {
	readonly row: string;
	readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Closes a held row, as {@link closeFact} does. */
export async function closeRow(row: HeldRow, wish: ClosingWish, into: RewritingIn): Promise<RowRewritten> {
	const { stated } = row.fact;
	checkEndable(row, wish);
	const end = checkedDates({ ...wish }, "state");
	checkKnownBy(end);
	const dates = { ...end, from: stated.validFrom };
	checkEnds(sinceSeen(dates, stated));
	if (row.details.endOrigin === "person" && sameEnds(row, dates)) {
		throw refused("nothing_to_change", "The fact is closed at this end already", {
			field: dates.to === undefined ? "attested_to" : "valid_to",
			found: row.id,
			allowed: "an end that differs",
		});
	}
	const entities = new EntityWishes(into.state);
	const corrected = withEnd(row.details.correctedEnds);
	const { note } = row.details;
	return rewrite({ row, claim: row.claim, dates, corrected, cause: "closed", note, entities }, into);
}

function checkEndable({ claim, fact: { relation } }: HeldRow, wish: ClosingWish): void {
	const temporal = temporalOf(relation);
	const isName = isNameRelation(claim.predicate);
	if (temporal === "state" && !isName) return;
	const what = isName ? "A name" : temporal === "event" ? "An event" : "An eternal fact";
	throw refused("not_a_state", `${what} does not end; only a state can be closed`, {
		field: "validTo" in wish ? "valid_to" : "ended_unknown",
		found: relation?.key ?? "known_as",
		allowed: "the id of a fact whose relation is a state",
	});
}

/** The dates with the start that counts where none is stated: since when it was seen to hold (W1). */
function sinceSeen(dates: CheckedDates, { attestedFrom }: HeldRow["fact"]["stated"]): CheckedDates {
	if (dates.from !== undefined || attestedFrom === undefined) return dates;
	return { ...dates, from: { at: attestedFrom, precision: "second" } };
}

/** Gives a row the dates of an earlier one of the same claim again, ends that nobody had fixed then included. */
export async function reopenRow(row: HeldRow, before: HeldRow, into: RewritingIn): Promise<RowRewritten> {
	const { validFrom, validTo, endedUnknown, attestedTo } = before.fact.stated;
	const entities = new EntityWishes(into.state);
	const { claim } = row;
	const { note } = before.details;
	const dates = { from: validFrom, to: validTo, endedUnknown, attestedTo };
	return rewrite(
		{ row, claim, dates, corrected: undefined, cause: "corrected", note, entities, before },
		into,
	);
}

interface CorrectingClaim {
	readonly state: BaseState;
	readonly entities: EntityWishes;
	readonly actor: Actor;
}

function correctedClaim(
	{ claim, fact }: HeldRow,
	{ object, value }: CorrectionWish,
	{ state, entities, actor }: CorrectingClaim,
): Claim {
	const { relation } = fact;
	if (object !== undefined && value !== undefined)
		throw refused("object_twice", "A fact says one thing: an object or a value, not both", {
			field: "object",
			allowed: "object or value",
		});
	if (object !== undefined) {
		if (!("entity" in claim.object))
			throw refused("value_expected", "This fact has a value and links no entities", {
				field: "object",
				allowed: "value: {value, unit?}",
			});
		const body = { ...ownWord(actor.person), says: { ended: false } };
		const found = entities.find(object, { field: "object" }, [body]).id;
		// The owner of the present end is the present end: a correction moves nothing between merged entities.
		return found === state.owners.owner(claim.object.entity)
			? claim
			: { ...claim, object: { entity: found } };
	}
	if (value === undefined) return claim;
	checkLanguage(value.language, { field: "value.language" });
	if ("entity" in claim.object)
		throw refused("entity_expected", "This fact links entities and takes no value", {
			field: "value",
			allowed: "object: {id} or {name, type?}",
		});
	if (isNameRelation(claim.predicate)) {
		const name = checkedName(String(value.value), { field: "value.value" });
		return { ...claim, object: { value: nameLiteral(name, value.language) } };
	}
	return {
		...claim,
		object: { value: checkedValue(value, relation, { field: "value.value" }) },
		unit: value.unit ?? claim.unit,
		relative: value.relative ?? claim.relative,
	};
}

/** The dates of the row with what the person changes; ends that the timeline drew stay as dates (T14). */
function correctedDates({ fact, claim }: HeldRow, wish: CorrectionWish): CheckedDates {
	const { stated, relation } = fact;
	const isName = isNameRelation(claim.predicate);
	if (isName) checkNameUndated(wish);
	const temporal = isName ? "eternal" : temporalOf(relation);
	const asked = checkedDates(
		{ ...wish, validFrom: wish.validFrom ?? undefined, validTo: wish.validTo ?? undefined },
		temporal,
	);
	if (temporal === "eternal") return asked;
	if (temporal === "event") return correctedMoment(asked, stated, wish);
	const from = wish.validFrom === undefined ? stated.validFrom : asked.from;
	const namesEnd = wish.validTo !== undefined || wish.endedUnknown !== undefined;
	const end = namesEnd
		? asked
		: { to: stated.validTo, endedUnknown: stated.endedUnknown, attestedTo: stated.attestedTo };
	checkKnownBy(end);
	const dates = { from, to: end.to, endedUnknown: end.endedUnknown, attestedTo: end.attestedTo };
	checkEnds(namesEnd ? sinceSeen(dates, stated) : dates, {}, namesEnd ? "valid_to" : "valid_from");
	return dates;
}

/** W12: an event has one moment; one that was told as a span has it for both dates. */
function correctedMoment(
	asked: CheckedDates,
	stated: HeldRow["fact"]["stated"],
	wish: CorrectionWish,
): CheckedDates {
	const moment = asked.from ?? (wish.validFrom === null ? undefined : stated.validFrom);
	const isSpan = asked.to !== undefined || (stated.validTo !== undefined && wish.validTo !== null);
	return { ...asked, from: moment, to: isSpan ? moment : undefined };
}

/** Which ends a person has set once this correction is written: those that change, and a drawn end that is kept (T14). */
function correctedEnds(
	row: HeldRow,
	dates: CheckedDates,
	wish: CorrectionWish,
): "start" | "end" | "both" | undefined {
	const { fact, details } = row;
	const startSet = !sameDate(dates.from, fact.stated.validFrom);
	const endSet = !sameEnds(row, dates);
	const namesEnd = wish.validTo !== undefined || wish.endedUnknown !== undefined;
	const drawnKept = details.endOrigin === "timeline" && !endSet && (startSet || namesEnd);
	if (!startSet && !endSet && !drawnKept) return undefined;
	const before = details.correctedEnds;
	const start = startSet || before === "start" || before === "both";
	const end = endSet || drawnKept || before === "end" || before === "both";
	return start && end ? "both" : start ? "start" : "end";
}

const withEnd = (before: string | undefined) => (before === "start" || before === "both" ? "both" : "end");

function sameEnds({ fact }: HeldRow, dates: CheckedDates): boolean {
	const { stated } = fact;
	return (
		sameDate(dates.to, stated.validTo) &&
		dates.endedUnknown === stated.endedUnknown &&
		dates.attestedTo === stated.attestedTo
	);
}

interface RewritingOf {
	readonly row: HeldRow;
	readonly claim: Claim;
	readonly dates: CheckedDates;
	readonly corrected: "start" | "end" | "both" | undefined;
	readonly cause: Cause;
	readonly note: string | undefined;
	readonly entities: EntityWishes;
	/** The row whose ends, and whoever set them, come back. */
	readonly before?: HeldRow;
}

/** Supersedes the row by one as it is to be, and settles the timeline around it in the same commit (T15). */
async function rewrite(
	{ row, claim, dates, corrected, cause, note, entities, before = row }: RewritingOf,
	{ state, draft, inHand }: RewritingIn,
): Promise<RowRewritten> {
	entities.write(draft);
	const { correctedEnds, startOrigin, endOrigin } = before.details;
	const ends = corrected ?? (correctedEnds as typeof corrected);
	const isFixed = (end: "start" | "end") => ends === end || ends === "both";
	const { from: validFrom, to: validTo, endedUnknown, attestedTo } = dates;
	const wanted: HeldRow = {
		...row,
		claim,
		fact: { ...row.fact, stated: { ...row.fact.stated, validFrom, validTo, endedUnknown, attestedTo } },
		details: {
			...row.details,
			correctedEnds: ends,
			startOrigin: originOf(validFrom !== undefined, isFixed("start"), startOrigin),
			endOrigin: originOf(validTo !== undefined || endedUnknown, isFixed("end"), endOrigin),
		},
	};
	const rewritten = new Map([[row.id, { held: row, cause, note }]]);
	const changes: ClaimChange[] = [];
	const others = (await rowsOfClaim(row.claim, state)).filter(({ id }) => id !== row.id);
	if (claimKey(claim) === claimKey(row.claim)) {
		changes.push({ claim, relation: row.fact.relation, rows: [...others, wanted], added: [], rewritten });
	} else {
		const there = await rowsOfClaim(claim, state);
		changes.push({ claim: row.claim, relation: row.fact.relation, rows: others, added: [] });
		changes.push({ claim, relation: row.fact.relation, rows: [...there, wanted], added: [], rewritten });
	}
	const outcomes = await settle({ changes, cause, state, draft, inHand });
	const outcome = outcomes.get(row.id);
	if (outcome === undefined) throw new TypeError(`fact ${row.id} was not rewritten`);
	return { row: outcome.row, outcomes };
}

function originOf(isThere: boolean, isFixed: boolean, before: string | undefined): string | undefined {
	if (!isThere) return undefined;
	return isFixed ? "person" : (before ?? "stated");
}
