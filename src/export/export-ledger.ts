import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { baseIri } from "../rdf/base-iris.ts";
import { isIri, XSD } from "../rdf/terms.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import { type Instant, instantText } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import { type CountName, type ExportContext, exportContext } from "./export-context.ts";
import { exportDerivations } from "./export-derivations.ts";
import { exportDocuments } from "./export-documents.ts";
import { exportEntities } from "./export-entities.ts";
import { exportFacts } from "./export-facts.ts";
import { exportOntology } from "./export-ontology.ts";

export interface ExportOptions {
	/** `turtle`, which is also what is served when nothing is said. */
	readonly format?: string | undefined;
	/** Another beginning for the IRIs of the base: an absolute `http` or `https` IRI. */
	readonly base?: string | undefined;
	/** The record instant to export at; else the instant at which the export begins. */
	readonly asOf?: Instant | undefined;
	readonly signal?: AbortSignal | undefined;
}

const SERVED: readonly string[] = ["turtle", "ttl"];

/**
 * A whole base as Turtle, piece by piece, the manifest last (contract 3 to 8). What is written meanwhile is not in it. An
 * export that fails ends without manifest.
 * @throws UTOPIA_ARGUMENT_INVALID for a format that is not served and for a base that is no base, before the first piece.
 */
export async function* exportLedger(view: View, options: ExportOptions = {}): AsyncGenerator<string> {
	const { format = "turtle", signal } = options;
	if (!SERVED.includes(format.toLowerCase())) {
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			`format must be one of ${SERVED.join(", ")}, not "${format.slice(0, 40)}"`,
			{ argument: "format", accepted: SERVED },
		);
	}
	const base = options.base === undefined ? undefined : checkedBase(options.base);
	const { asOf } = options;
	const moment = asOf === undefined ? view.clock.now() : await view.clock.settled(asOf);
	const at = asOf ?? moment;
	const head = view.head().recordedAt;
	// What an import brings meanwhile lies after the head, but not always after now.
	const cut = head === undefined || moment < head ? moment : head;
	const context = await exportContext(view, { cut, now: at }, { base, signal });
	yield context.sink.taken();
	for (const part of [exportOntology, exportDocuments, exportEntities, exportFacts, exportDerivations]) {
		for await (const _ of part(context)) {
			if (signal?.aborted) throw new UtopiaError("UTOPIA_INTERRUPTED", "The export was stopped");
			const text = context.sink.taken();
			if (text !== "") yield text;
		}
	}
	context.sink.apart(baseIri(view.kb, "manifest", "").value.replace(/:$/, ""), manifest(context, at));
	yield context.sink.taken();
}

/** Rule Z1. */
function checkedBase(given: string): string {
	if (!/^https?:\/\/[^/?#]/.test(given) || !isIri(given) || /[?#]/.test(given)) {
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			"base must be an absolute http or https IRI without query and fragment",
			{ argument: "base", got: given.slice(0, 200) },
		);
	}
	return given.replace(/\/+$/, "");
}

const COUNTS: Readonly<Record<CountName, { readonly value: string }>> = {
	class: utopia.classCount,
	relation: utopia.relationCount,
	document: utopia.documentCount,
	entity: utopia.entityCount,
	fact: utopia.factCount,
	evidence: utopia.evidenceCount,
	rule: utopia.ruleCount,
	derived: utopia.derivedCount,
	finding: utopia.findingCount,
};

function manifest({ counts, sink }: ExportContext, at: Instant): readonly Said[] {
	const integer = (value: number) => `"${value}"^^<${XSD}integer>`;
	const says = ({ value }: { readonly value: string }, object: string): Said => ({
		predicate: value,
		object,
	});
	return [
		says(rdf.type, `<${utopia.ExportManifest.value}>`),
		says(utopia.contractVersion, '"1"'),
		says(utopia.form, '"triples"'),
		says(utopia.recordInstant, `"${instantText(at)}"^^<${XSD}dateTime>`),
		...Object.entries(COUNTS).map(([name, iri]) => says(iri, integer(counts[name as CountName]))),
		says(utopia.statementCount, integer(sink.hash.count)),
		says(utopia.canonicalHash, `"${sink.hash.hex()}"`),
		says(utopia.complete, `"true"^^<${XSD}boolean>`),
	];
}
