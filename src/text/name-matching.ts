import { RE2JS } from "re2js";
import { globSource } from "./glob.ts";
import { compiled } from "./pattern-syntax.ts";

/** How a name is compared with what is asked for. */
export interface NameRequest {
	readonly pattern: string;
	readonly mode: "substring" | "glob" | "exact";
	readonly ignoreCase: boolean;
}

/**
 * Tells which names are meant. Both sides are brought to NFC; case is ignored by simple folding (FI-4). A glob without `/`
 * is held against what follows the last `/` of a name, every other pattern against all of it. Time is linear in the name.
 * @throws UTOPIA_PATTERN_INVALID for a glob that is not finished
 */
export function nameMatcher({ pattern, mode, ignoreCase }: NameRequest): (name: string) => boolean {
	const wanted = pattern.toWellFormed().normalize("NFC");
	const source = mode === "glob" ? globSource(wanted) : RE2JS.quote(wanted);
	const re = compiled(source, (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | RE2JS.DOTALL);
	const lastPartOnly = mode === "glob" && !wanted.includes("/");
	return (name) => {
		const whole = name.toWellFormed().normalize("NFC");
		const compared = lastPartOnly ? whole.slice(whole.lastIndexOf("/") + 1) : whole;
		return mode === "substring" ? re.test(compared) : re.testExact(compared);
	};
}
