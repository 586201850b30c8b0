import type { View } from "../access/view.ts";
import type { Violation } from "../ledger/violations.ts";
import { type Defect, defectsOf } from "../ontology/defects.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { computedId, digestOf } from "../rdf/computed-id.ts";
import { literal, namedNode } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import type { Draft } from "../writing/draft.ts";

const computed = new WeakSet<Violation>();

/**
 * What an ontology has against itself, as findings that nobody has decided on. They are worked out and not kept: each is named
 * by all that it says, so that a decision on it lasts until what it names changes.
 */
export function defectsAsFindings({
	ontology,
	view: { kb },
}: {
	readonly ontology: Ontology;
	readonly view: Pick<View, "kb">;
}): readonly Violation[] {
	return defectsOf(ontology).map((defect) => asFinding(defect, kb));
}

/** Whether a finding was worked out of an ontology, and nothing is kept of it. */
export function isComputed(finding: Violation): boolean {
	return computed.has(finding);
}

function asFinding({ kind, subjects, detail }: Defect, kb: string): Violation {
	const found: Violation = {
		thing: "defect",
		id: computedId(digestOf(JSON.stringify([kind, subjects, detail]), kb)),
		...{ kind, subjects, relation: undefined, rules: [], around: [] },
		states: [
			{
				...{ id: undefined, status: "open", resolution: undefined, note: undefined, person: undefined },
				...{ statements: [], criterion: detail, occurrences: undefined, decidedOn: undefined },
			},
		],
	};
	computed.add(found);
	return found;
}

/** Drafts that a defect is a finding of its own from now on, on which somebody decides. */
export function keepDefect(
	{ id, kind, subjects }: Violation,
	{ kb, draft }: { readonly kb: string; readonly draft: Draft },
): void {
	const said = [
		[rdf.type, utopia.OntologyDefect],
		[utopia.kind, literal(kind)],
		...subjects.map((subject) => [utopia.onResource, namedNode(subject)] as const),
	] as const;
	draft.row(baseIri(kb, "defect", id), said, graphsOf(kb).derivations, utopia.detectedAt);
}
