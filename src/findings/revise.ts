import type { View } from "../access/view.ts";
import type { BaseState } from "../actions/base-state.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import {
	LIMIT_KINDS,
	type Named,
	type Violation,
	type ViolationState,
	type Violations,
	violations,
} from "../ledger/violations.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { digestOf } from "../rdf/computed-id.ts";
import { literal, namedNode } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import type { Draft } from "../writing/draft.ts";
import { type Found, scopesOf, violationId } from "./checks/found.ts";
import { type WrittenState, writeState } from "./write-state.ts";

/** What a commit comes to: where was looked, and what is found there once it is written. */
export interface Revising {
	readonly scope: Iterable<string>;
	readonly found: readonly Found[];
	/** Whether the commit changes what is declared: what is found no more was closed by that, and not by what is held. */
	readonly isCriterionChanged: boolean;
	/** The base before the commit. */
	readonly state: BaseState;
	readonly draft: Draft;
}

/**
 * Brings violations, limits and disagreements of rules in step with what is found: opens them, opens those again that were
 * closed, withdraws those that are found no more in the scope (F4). What a person accepted stays silent while what it names
 * lasts; a decision of this commit that does not help is put aside, and the violation is open again. Answers the ids of those
 * that it closed.
 */
export async function reviseViolations({
	scope,
	found,
	isCriterionChanged,
	state,
	draft,
}: Revising): Promise<{ readonly closed: readonly string[] }> {
	const { kb } = state.view;
	const known = await state.view.kept(violations);
	const ids = new Map(found.map((one) => [violationId(one, kb), one]));
	const gone = standingIn(scope, known, kb).filter(({ id }) => !ids.has(id));
	const standing = [...ids.keys()].flatMap((id) => known.get(id) ?? []);
	const imported = known.list().filter(({ around }) => around.length === 0);
	const rows = await rowsNow([...gone, ...standing, ...imported], state, draft);
	const revision: Revision = { known, kb, draft, rows, isCriterionChanged };
	const told = new Set(
		imported.filter(isStill).map((one) => tellingOf(one.kind, one.relation, statementsNow(one, rows))),
	);
	for (const [id, one] of ids) {
		const isTold = known.get(id) === undefined && told.has(tellingOf(one.kind, one.relation, one.statements));
		if (!isTold) raise(id, one, revision);
	}
	return { closed: gone.filter((violation) => close(violation, revision)).map(({ id }) => id) };
}

/** Whether anything that is known, or was, is looked for there. */
export async function isAnyAround(scope: Iterable<string>, view: View): Promise<boolean> {
	return standingIn(scope, await view.kept(violations), view.kb).length > 0;
}

interface Revision {
	readonly known: Violations;
	readonly kb: string;
	readonly draft: Draft;
	/** The rows that stand for facts after this commit; nothing for those that are held no more. */
	readonly rows: ReadonlyMap<string, string>;
	readonly isCriterionChanged: boolean;
}

/** Violations that are looked for where was looked, and may have to be closed. */
function standingIn(scope: Iterable<string>, known: Violations, kb: string): readonly Violation[] {
	if (known.table.isEmpty) return [];
	const found = new Map<string, Violation>();
	for (const place of scope)
		for (const one of known.around(digestOf(place, kb))) found.set(`${one.thing} ${one.id}`, one);
	return [...found.values()];
}

/** Whether a violation that came with a file tells of what it names. */
function isStill({ states }: Violation): boolean {
	const last = states.at(-1);
	return last?.status === "open" || last?.resolution === "accepted";
}

function tellingOf(kind: string, relation: string | undefined, statements: readonly Named[]): string {
	return JSON.stringify([kind, relation ?? null, ...statements.map(({ id }) => id).sort()]);
}

/** Which rows stand for the facts that violations name, once the draft is written. */
async function rowsNow(
	of: readonly Violation[],
	state: BaseState,
	draft: Draft,
): Promise<ReadonlyMap<string, string>> {
	const named = of.flatMap(({ states }) => states.at(-1)?.statements ?? []);
	const facts = [...new Set(named.flatMap(({ kind, id }) => (kind === "fact" ? [id] : [])))];
	const { successors } = draft;
	const ended = new Set(draft.endings.map(({ id }) => id));
	const live = await liveRowsOf(facts, state);
	const now = new Map<string, string>();
	for (const fact of facts) {
		const row = live.get(fact) ?? fact;
		const next = successors.get(row) ?? (ended.has(row) || !live.has(fact) ? undefined : row);
		if (next !== undefined) now.set(fact, next);
	}
	return now;
}

function statementsNow({ states }: Violation, rows: Revision["rows"]): readonly Named[] {
	const statements = states.at(-1)?.statements ?? [];
	return statements.map(({ kind, id }) => ({ kind, id: kind === "fact" ? (rows.get(id) ?? id) : id }));
}

function raise(id: string, found: Found, revision: Revision): void {
	const { known, kb, draft } = revision;
	const violation = known.get(id);
	const decision = draft.decisionOn(id);
	// A decision that is taken back opens it; one that leaves it as it was is put aside.
	if (decision?.status === "open") return;
	if (decision?.resolution === "accepted") return;
	if (decision === undefined && violation !== undefined && stands(found, violation, revision)) return;
	draft.putAside(id);
	if (violation === undefined) draftViolation(id, found, revision);
	const { statements, criterion, occurrences } = found;
	const now: WrittenState = { status: "open", resolution: undefined, statements, criterion, occurrences };
	const said = decision && { note: decision.note, person: decision.person };
	writeState(
		{ thing: thingOf(found), id },
		{ ...now, ...said },
		{ last: violation?.states.at(-1), kb, draft },
	);
}

/** Whether a violation that is found again is told already as it is found, or was accepted. */
function stands(found: Found, violation: Violation, { rows }: Revision): boolean {
	const last = violation.states.at(-1);
	const sameCount = last?.occurrences === found.occurrences;
	if (last?.status === "resolved" && last.resolution === "accepted") return sameCount;
	if (last?.status !== "open" || !sameCount || last.criterion !== found.criterion) return false;
	const names = (statements: readonly Named[]) => statements.map(({ id }) => id).join(" ");
	return names(statementsNow(violation, rows)) === names(found.statements);
}

const LIMITS: ReadonlySet<string> = new Set(LIMIT_KINDS);

function thingOf({ kind }: Pick<Found, "kind">): string {
	if (kind === "rules_disagree") return "defect";
	return LIMITS.has(kind) ? "limit" : "violation";
}

const CLASSES = {
	violation: utopia.AxiomViolation,
	limit: utopia.DerivationLimit,
	defect: utopia.OntologyDefect,
} as const;

function draftViolation(id: string, found: Found, { kb, draft }: Revision): void {
	const thing = thingOf(found) as keyof typeof CLASSES;
	const { kind, relation, rules = [] } = found;
	const around = new Set(scopesOf(found).map((place) => digestOf(place, kb)));
	const said = [
		[rdf.type, CLASSES[thing]],
		[utopia.kind, literal(kind)],
		[utopia.onRelation, relation === undefined ? undefined : namedNode(relation)],
		...rules.map((rule) => [utopia.onResource, baseIri(kb, "rule", rule)] as const),
		...[...around].map((place) => [utopia.foundAround, literal(place)] as const),
	] as const;
	draft.row(baseIri(kb, thing, id), said, graphsOf(kb).derivations, utopia.detectedAt);
}

/**
 * Closes what is found no more: withdrawn where what is held has changed, by its criterion where what is declared has. Answers
 * whether it does.
 */
function close(violation: Violation, { kb, draft, rows, isCriterionChanged }: Revision): boolean {
	const { id, states } = violation;
	const last = states.at(-1);
	const decision = draft.decisionOn(id);
	if (last === undefined || decision?.status === "resolved") return false;
	if (decision === undefined && !isToBeClosed(last, rows)) return false;
	draft.putAside(id);
	const byCriterion = isCriterionChanged && decision === undefined && violation.thing === "violation";
	const now = byCriterion
		? ({ status: "resolved", resolution: "criterion_changed" } as const)
		: ({ status: "withdrawn", resolution: undefined } as const);
	const { statements, occurrences } = last;
	const said = decision && { note: decision.note, person: decision.person };
	writeState(
		violation,
		{ ...now, statements, occurrences, criterion: undefined, ...said },
		{ last, kb, draft },
	);
	return true;
}

/** What was accepted is forgotten once something that it names is held no more; other decisions have closed it already. */
function isToBeClosed({ status, resolution, statements }: ViolationState, rows: Revision["rows"]): boolean {
	if (status === "open") return true;
	if (status !== "resolved" || resolution !== "accepted") return false;
	return statements.length === 0 || statements.some(({ kind, id }) => kind !== "fact" || !rows.has(id));
}
