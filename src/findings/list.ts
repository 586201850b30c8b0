import type { View } from "../access/view.ts";
import { type Conflict, type ConflictState, conflicts } from "../ledger/conflicts.ts";
import { type FindingStatus, raisedAt, stateAt } from "../ledger/finding-table.ts";
import { type Violation, type ViolationState, violations } from "../ledger/violations.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { byInstant, type Instant } from "../time/instant.ts";
import { defectsAsFindings } from "./defects.ts";

/** A finding as it stood at a record instant: a clash that a timeline cannot order, or one with what is declared. */
export type Finding =
	| { readonly conflict: Conflict; readonly violation?: never; readonly state: ConflictState }
	| { readonly conflict?: never; readonly violation: Violation; readonly state: ViolationState };

/** A base at a record instant, with the ontology of then. */
export interface FindingBasis {
	readonly view: View;
	readonly asOf: Instant;
	readonly ontology: Ontology;
}

export function idOf({ conflict, violation }: Finding): string {
	return conflict?.id ?? violation?.id ?? "";
}

/** `conflict`, or what sort of violation, limit or defect it is. */
export function kindOf({ violation }: Finding): string {
	return violation?.kind ?? "conflict";
}

/** The family of kinds that a finding is of. */
export function familyOf({ violation }: Finding): string {
	return violation?.thing ?? "conflict";
}

/** When it was found first; missing where it was not kept from then on. */
export function foundAt({ conflict, violation }: Finding): Instant | undefined {
	return raisedAt(conflict ?? (violation as Violation));
}

/** All findings of a record instant, of every kind, the latest first, then by id. */
export async function findingsAt(basis: FindingBasis): Promise<readonly Finding[]> {
	const { view, asOf } = basis;
	const clashes = (await view.kept(conflicts)).list().flatMap((conflict): readonly Finding[] => {
		const state = stateAt(conflict, asOf);
		return state === undefined ? [] : [{ conflict, state }];
	});
	const all = [...clashes, ...(await violationsAt(basis))];
	return all.sort((a, b) => byInstant(foundAt(b), foundAt(a)) || (idOf(a) < idOf(b) ? -1 : 1));
}

async function violationsAt({ view, asOf, ontology }: FindingBasis): Promise<readonly Finding[]> {
	const computed = new Map(defectsAsFindings({ ontology, view }).map((defect) => [defect.id, defect]));
	const kept = (await view.kept(violations)).list().flatMap((violation): readonly Finding[] => {
		const state = stateAt(violation, asOf);
		if (state === undefined) return [];
		const isThere = computed.delete(violation.id);
		return [{ violation, state: isOfOntology(violation) && !isThere ? gone(state) : state }];
	});
	const open = [...computed.values()].flatMap((violation): readonly Finding[] => {
		const [state] = violation.states;
		return state === undefined ? [] : [{ violation, state }];
	});
	return [...kept, ...open];
}

/** Whether it is a defect that was worked out here and decided on: it is there as long as the ontology says what it did. */
function isOfOntology({ thing, kind, states }: Violation): boolean {
	return thing === "defect" && kind !== "rules_disagree" && states.some(({ id }) => id !== undefined);
}

function gone(state: ViolationState): ViolationState {
	return { ...state, status: "withdrawn", resolution: undefined };
}

/** The finding with this id as it stood at a record instant; nothing where it was not found by then. */
export async function findingAt(id: string, basis: FindingBasis): Promise<Finding | undefined> {
	const { view, asOf } = basis;
	const conflict = (await view.kept(conflicts)).get(id);
	const state = conflict && stateAt(conflict, asOf);
	if (conflict !== undefined && state !== undefined) return { conflict, state };
	return (await violationsAt(basis)).find((finding) => idOf(finding) === id);
}

/** Whether a finding stood so; "all" is any way. */
export function hasStatus({ state }: Finding, wanted: FindingStatus | "all"): boolean {
	return wanted === "all" || state.status === wanted;
}
