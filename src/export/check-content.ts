import { owl, rdf, rdfs } from "../vocab/well-known.ts";
import type { ImportPlan } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";

/** Refuses a file that would leave nothing behind that a tool could read: an empty one, and one of another vocabulary only. */
export function checkContent({ file, kinds, relations }: ImportPlan, refusals: Refusals): void {
	if (file.table.length === 0 && file.graphClaims.length === 0) {
		refusals.add("the file is empty: it has no statement");
		return;
	}
	for (const kind of kinds.values()) if (kind !== undefined && kind !== "node") return;
	if (relations.size > 0) return;
	const type = file.name(rdf.type);
	const classes = [owl.Class, rdfs.Class].map((iri) => file.name(iri)).filter((term) => term >= 0);
	let declares = false;
	if (classes.length > 0)
		for (const subject of file.table.subjects())
			declares ||= classes.some((term) => file.table.description(subject).has(type, term));
	if (declares) return;
	refusals.add(
		"the file holds nothing of a knowledge base: it describes no urn:utopia:kb:{kb}:… thing, and declares no class and no relation",
	);
}
