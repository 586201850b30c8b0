import type { View } from "../access/view.ts";
import type { Actor } from "../actions/actor.ts";
import { readOntology } from "../ontology/ontology.ts";
import type { Action } from "../writing/writer.ts";
import { checkKeysOnce, checkTriples } from "./check-file.ts";
import { withKeys } from "./given-keys.ts";
import { type FileTriples, type OntologyFile, readFile } from "./ontology-file.ts";
import { redeclare } from "./redeclare.ts";
import { type OntologyReport, reportOf } from "./report.ts";
import { withHeldNodes } from "./same-nodes.ts";
import { standingOf, triplesOf } from "./standing.ts";

/**
 * Makes the ontology what a file says, all of it: what is there already stays untouched, what the file does not say is held no
 * more. A dry run tells the same and writes nothing. Nobody else may write meanwhile.
 * @throws UTOPIA_RDF_MALFORMED, and whatever {@link readFile}, {@link checkTriples}, {@link checkKeysOnce} and {@link redeclare}
 * refuse
 */
export function putOntology(
	file: OntologyFile,
	{ dryRun }: { readonly dryRun: boolean },
	actor: Actor,
	view: View,
): Action<OntologyReport> {
	let reading: Promise<FileTriples> | undefined;
	return async () => {
		reading ??= readFile(file, view.kb);
		const { triples, fresh } = await reading;
		const standing = await standingOf(view);
		const { ontology } = standing.state;
		const said = triplesOf(withHeldNodes(triples, fresh, standing.triples.values()));
		checkTriples(said, standing);
		const after = withKeys(said, readOntology(said.values()), ontology);
		checkKeysOnce(readOntology(after.values()), ontology);
		const redeclared = await redeclare(standing, after, actor);
		const report = reportOf(redeclared, { before: standing.triples, after });
		return { draft: redeclared.draft, answer: () => report, isDryRun: dryRun };
	};
}
