import type { Clash, Triple } from "../../closure/premise.ts";
import type { Found } from "./found.ts";

/** What makes a contradiction between a conclusion and an asserted fact the one that it is, whenever the two hold. */
export function contradictionOf({
	axiom,
	concluded,
	asserted,
}: Clash): Pick<Found, "kind" | "relation" | "about"> {
	const ends = ({ subject, object }: Triple) => [subject, object];
	const about = [axiom, ...ends(concluded), ...ends(asserted)];
	// That classes are disjoint is no axiom of a relation.
	const relation = axiom === "disjoint_with" ? undefined : concluded.relation;
	return { kind: "derived_contradiction", relation, about };
}
