import type { RuleTrouble } from "../closure/premise.ts";
import type { Told } from "../derive/told.ts";
import type { LimitKind } from "../ledger/violations.ts";
import type { Found } from "./checks/found.ts";

const CRITERIA: Readonly<Record<RuleTrouble["kind"], string>> = {
	rule_capped: "more combinations of readings than are tried: these groups of conditions conclude nothing",
	division_by_zero: "a quotient has a divisor that is not zero",
	unit_mismatch: "a value is in the unit that its attribute is declared to have",
};

/** Where drawing conclusions stops, or cannot compute. `contradictions`: how many are not listed, by relation. */
export function limitsIn(told: Told, contradictions: ReadonlyMap<string, number>): readonly Found[] {
	return [
		...told.capped.map((relation) =>
			limit("predicate_capped", { relation, criterion: "more follows of this relation than may stand" }),
		),
		...[...contradictions].map(([relation, occurrences]) =>
			limit("contradictions_capped", {
				...{ relation, occurrences },
				criterion: "more contradicts what is asserted of this relation than is listed",
			}),
		),
		...troubles(told.troubles),
		...told.unreadable.map((rule) =>
			limit("expression_unreadable", {
				...{ relation: undefined, rule },
				criterion: "a rule is defined in a way that can be read",
			}),
		),
	];
}

/** One for each rule, and each attribute where one is to blame, with all that was counted. */
function troubles(all: readonly RuleTrouble[]): readonly Found[] {
	const counted = new Map<string, RuleTrouble>();
	for (const one of all) {
		const key = JSON.stringify([one.kind, one.rule, one.attribute]);
		counted.set(key, { ...one, count: one.count + (counted.get(key)?.count ?? 0) });
	}
	return [...counted.values()].map(({ kind, rule, attribute, count }) =>
		limit(kind, { relation: attribute, rule, occurrences: count, criterion: CRITERIA[kind] }),
	);
}

function limit(
	kind: LimitKind,
	said: Pick<Found, "relation" | "criterion" | "occurrences"> & { readonly rule?: string },
): Found {
	const { relation, criterion, occurrences, rule } = said;
	const rules = rule === undefined ? [] : [rule];
	const nothing = { statements: [], path: [], entities: [], scope: [] };
	return { ...{ kind, relation, about: rules, criterion, rules }, ...nothing, ...given(occurrences) };
}

const given = (occurrences: number | undefined) => (occurrences === undefined ? {} : { occurrences });
