import type { View } from "../access/view.ts";
import type { Actor } from "../actions/actor.ts";
import { type BaseState, stateOf } from "../actions/base-state.ts";
import { closeRow } from "../actions/correct-fact.ts";
import { heldRows } from "../actions/held-rows.ts";
import { type ResolutionWish, resolveConflict } from "../actions/resolve-conflict.ts";
import { retractRow } from "../actions/retract-fact.ts";
import { goneSince, takeBackClosing, takeBackRetraction } from "../actions/take-back.ts";
import { conflicts } from "../ledger/conflicts.ts";
import { factsById } from "../ledger/facts.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import {
	type Violation,
	type ViolationResolution,
	type ViolationState,
	violations,
} from "../ledger/violations.ts";
import { instantText } from "../time/instant.ts";
import { checkTexts } from "../writing/checked-text.ts";
import { Draft } from "../writing/draft.ts";
import type { Holding } from "../writing/locks.ts";
import { overtaken, refused, unknownThing } from "../writing/refusal.ts";
import { type Action, ROUND } from "../writing/writer.ts";
import { axiomStands, DECISIONS, type Decision, decisionsOn } from "./decisions.ts";
import { defectsAsFindings, isComputed, keepDefect } from "./defects.ts";
import { type WrittenState, writeState } from "./write-state.ts";

/** What a person decides on a finding (accounts 4). */
export interface FindingWish extends ResolutionWish {
	/** Which of the facts named is retracted or closed. */
	readonly factId?: string | undefined;
}

/** The finding that was decided on. */
export interface FindingDecided {
	readonly finding: string;
}

/**
 * Decides on a finding of any kind, or takes the last decision back (F3): one commit with the finding's new state.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `unknown_resolution`, `fact_id_missing`, `fact_id_misplaced`, `unknown_fact`,
 * `valid_to_missing`, `valid_to_misplaced`, and what closing and retracting refuse; UTOPIA_WRITE_OVERTAKEN as for conflicts
 */
export function resolveFinding(
	id: string,
	wish: FindingWish,
	actor: Actor,
	view: View,
): Action<FindingDecided> {
	return async (holding) => {
		if ((await view.kept(conflicts)).get(id) !== undefined) {
			checkNoFact(wish);
			return resolveConflict(id, wish, actor, view)(holding);
		}
		checkTexts(wish);
		const deciding = { ...(await holdViolation(id, holding, view)), draft: new Draft(view.kb), wish, actor };
		const decision = decisionIn(deciding);
		if (decision === "reopened") await takeBack(deciding);
		else await decide(decision, deciding);
		return { draft: deciding.draft, answer: () => ({ finding: id }) };
	};
}

interface Deciding {
	readonly violation: Violation;
	readonly last: ViolationState;
	readonly state: BaseState;
	readonly draft: Draft;
	readonly wish: FindingWish;
	readonly actor: Actor;
}

/** Finds a violation and holds the owners of what it names. */
async function holdViolation(id: string, holding: Holding, view: View) {
	const before = await stateOf(view);
	const known = async (state: BaseState) =>
		(await view.kept(violations)).get(id) ?? defectsAsFindings(state).find((defect) => defect.id === id);
	const named = (await known(before))?.states.at(-1);
	if (named === undefined) throw unknownThing("finding");
	const facts = await factsById(factsIn(named), before);
	const owners = facts.flatMap(({ subject, object }) => [
		subject,
		...("entity" in object ? [object.entity] : []),
	]);
	await holding.round(ROUND.entities, [...owners, id]);
	const state = await stateOf(view);
	const violation = await known(state);
	const last = violation?.states.at(-1);
	if (violation === undefined || last === undefined) throw unknownThing("finding");
	return { violation, last, state };
}

const factsIn = ({ statements }: Pick<ViolationState, "statements">) =>
	statements.flatMap(({ kind, id }) => (kind === "fact" ? [id] : []));

function decisionIn({ violation, last, wish }: Deciding): Decision {
	const { resolution } = wish;
	const allowed = decisionsOn(violation.kind);
	const decision = DECISIONS.find((known) => known === resolution && allowed.includes(known));
	if (decision === undefined)
		throw refused("unknown_resolution", "This finding cannot be resolved like this", {
			field: "resolution",
			found: resolution,
			allowed: allowed.join(", "),
		});
	if (decision !== "fact_retracted" && decision !== "fact_closed") checkNoFact(wish);
	if (decision !== "fact_closed") checkNoEnd(decision, wish);
	checkStatus(decision, violation, last);
	return decision;
}

function checkNoFact({ factId, resolution }: FindingWish): void {
	if (factId === undefined) return;
	throw refused("fact_id_misplaced", `${resolution} is not said of one fact`, {
		field: "fact_id",
		found: factId,
		allowed: "fact_id beside fact_retracted and fact_closed",
	});
}

function checkNoEnd(decision: Decision, { validTo, validToPrecision }: FindingWish): void {
	const found = validTo ?? validToPrecision;
	if (found === undefined) return;
	throw refused("valid_to_misplaced", `${decision} ends no fact; only fact_closed takes an end`, {
		field: validTo === undefined ? "valid_to_precision" : "valid_to",
		found,
		allowed: "valid_to beside the resolution fact_closed",
	});
}

function checkStatus(
	decision: Decision,
	{ id }: Violation,
	{ status, resolution, from, ...last }: ViolationState,
): void {
	const stands = { finding: id, status, resolution: resolution ?? null, at: from ? instantText(from) : null };
	if (decision !== "reopened") {
		if (status === "open") return;
		const told =
			status === "withdrawn" ? "withdrawn, since what it names changed" : `resolved as ${resolution}`;
		throw overtaken("finding_decided", `This finding is ${told}`, stands);
	}
	if (status !== "resolved" || resolution === "criterion_changed")
		throw overtaken("finding_not_decided", "Only a decision can be taken back, and none stands", stands);
	if (last.id === undefined && resolution !== "accepted") {
		const sentence = "This was decided before the base was imported; correct or assert the facts instead";
		throw overtaken("decided_elsewhere", sentence, stands);
	}
}

/** Carries out a decision and drafts how the finding stands then; what the commit does may show that it is open all the same. */
async function decide(decision: ViolationResolution, deciding: Deciding): Promise<void> {
	const { violation, last, state, draft } = deciding;
	const resolved = { ...saidOf(last), status: "resolved", resolution: decision } as const;
	switch (decision) {
		case "criterion_changed":
			throw new TypeError("nobody decides that a criterion has changed");
		case "accepted":
			return stand(deciding, resolved);
		case "axiom_relaxed": {
			const isOpen = axiomStands(violation, state.ontology);
			return stand(deciding, isOpen ? { ...resolved, status: "open", resolution: undefined } : resolved);
		}
		case "fact_retracted": {
			const row = await rowMeant(deciding);
			await retractRow(row, { state, draft });
			return stand(deciding, { ...resolved, decidedOn: row.id });
		}
		case "fact_closed": {
			const { validTo, validToPrecision } = deciding.wish;
			const row = await rowMeant(deciding);
			if (validTo === undefined)
				throw refused("valid_to_missing", "A fact is closed at a date", {
					field: "valid_to",
					allowed: "the date at which the fact ended",
				});
			const closed = await closeRow(row, { validTo, validToPrecision }, { state, draft });
			return stand(deciding, { ...resolved, decidedOn: closed.row });
		}
	}
}

function saidOf({ statements, criterion, occurrences }: ViolationState) {
	return { statements, criterion, occurrences };
}

function stand({ violation, last, state, draft, wish, actor }: Deciding, now: WrittenState): void {
	const said = { note: wish.note, person: actor.person };
	const { kb } = state.view;
	const isKept = !isComputed(violation);
	const write = () => {
		if (!isKept) keepDefect(violation, { kb, draft });
		writeState(violation, { ...now, ...said }, { last: isKept ? last : undefined, kb, draft });
	};
	const status = now.status === "open" ? "open" : "resolved";
	draft.decide(violation.id, { status, resolution: now.resolution, ...said, write });
}

/** The held row of the fact that the request names, or of the only one that there is. */
async function rowMeant({ last, state, wish }: Deciding) {
	const named = factsIn(last);
	const live = await liveRowsOf(named, state);
	const meant = wish.factId === undefined ? (named.length === 1 ? named[0] : undefined) : wish.factId;
	if (meant === undefined)
		throw refused("fact_id_missing", "This finding names several facts; say which", {
			field: "fact_id",
			allowed: named.map((fact) => live.get(fact) ?? fact).join(", "),
		});
	const fact = named.find((one) => one === meant || live.get(one) === meant);
	if (fact === undefined)
		throw refused("unknown_fact", "This finding does not name that fact", {
			field: "fact_id",
			found: meant,
			allowed: named.map((one) => live.get(one) ?? one).join(", "),
		});
	const [row] = await heldRows([live.get(fact) ?? goneSince(fact)], state);
	return row ?? goneSince(fact);
}

/** Gives the fact its interval from before the decision; the finding is open then, if it still stands (F3). */
async function takeBack(deciding: Deciding): Promise<void> {
	const { last, state, draft, violation } = deciding;
	const { decidedOn, resolution } = last;
	const open = {
		...saidOf(last),
		criterion: lastCriterion(violation),
		status: "open",
		resolution: undefined,
	} as const;
	if (decidedOn !== undefined) {
		const live = (await liveRowsOf([decidedOn], state)).get(decidedOn);
		const isTouched = resolution === "fact_closed" ? live !== decidedOn : live !== undefined;
		if (isTouched && live === undefined) goneSince(decidedOn);
		if (isTouched)
			throw overtaken("row_replaced", "A fact that was decided on has been rewritten since", {
				finding: violation.id,
				fact: decidedOn,
				replaced_by: live,
			});
		const takeBackRow = resolution === "fact_closed" ? takeBackClosing : takeBackRetraction;
		await takeBackRow(decidedOn, { state, draft });
	}
	stand(deciding, open);
}

const lastCriterion = ({ states }: Violation) =>
	states.findLast(({ criterion }) => criterion !== undefined)?.criterion;
