import { UtopiaError } from "../errors.ts";
import { type DerivationWish, MOST } from "./derivation-settings.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function demand(met: boolean, argument: string, accepted: string): void {
	if (met) return;
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${argument} must be ${accepted}.`, {
		issues: [{ path: argument, accepted }],
	});
}

const lengthOf = (text: string) => [...text.trim()].length;

/** @throws UTOPIA_ARGUMENT_INVALID for a name or a lifetime that no token may have. */
export function checkTokenWish({ name, days }: { readonly name: string; readonly days: number }): void {
	demand(lengthOf(name) >= 1 && lengthOf(name) <= 64, "name", "1 to 64 characters");
	const whole = Number.isInteger(days) && days >= 0 && days <= 3_650;
	demand(whole, "expires_in_days", "a whole number from 1 to 3650, or 0 for never");
}

/** @throws UTOPIA_ARGUMENT_INVALID for an id or a name that no base may have. */
export function checkBaseWish({ id, name }: { readonly id: string; readonly name: string }): void {
	demand(UUID.test(id), "id", "a uuid in lower case");
	demand(lengthOf(name) >= 1 && lengthOf(name) <= 200, "name", "1 to 200 characters");
}

/** @throws UTOPIA_ARGUMENT_INVALID for a cap that no base may have. */
export function checkCapsWish({ caps = {} }: DerivationWish): void {
	const names = {
		perPredicate: "per_predicate",
		ruleCombinations: "rule_combinations",
		contradictionsPerPredicate: "contradictions_per_predicate",
	} as const;
	for (const [cap, name] of Object.entries(names) as [keyof typeof names, string][]) {
		const wished = caps[cap];
		const met = wished === undefined || (Number.isInteger(wished) && wished >= 1 && wished <= MOST);
		demand(met, `caps.${name}`, `a whole number from 1 to ${MOST}`);
	}
}
