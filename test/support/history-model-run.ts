import { observationOf } from "../../src/actions/observations.ts";
import { literal, namedNode } from "../../src/rdf/terms.ts";
import { type Instant, instant } from "../../src/time/instant.ts";
import { xsd } from "../../src/vocab/well-known.ts";
import { act } from "./history-acting.ts";
import { HISTORY_KB, importedChunk, importedDocument } from "./history-base.ts";
import { writtenName, writtenRow } from "./history-compare.ts";
import { HistoryModel, type ModelClaim, type Moment } from "./history-model.ts";
import type { WrittenRow } from "./history-planning.ts";
import type { Json } from "./history-reads.ts";
import { type Done, EDO, type HistoryRun, type Outcome } from "./history-run.ts";
import type { NameOf } from "./history-words.ts";

const IMPORTED = instant("2026-01-15T09:00:00.000000Z");
const QUOTES: Readonly<Record<string, number>> = { "Heron lay here.": 0, "lay there": 22 };

/** Observations are named as the server names them: where two begin together, the smaller name is told first. */
const nameOf: NameOf = (said, at, claim) => {
	const start = said.document === importedDocument(1) ? QUOTES[said.quote ?? ""] : undefined;
	const { from, to, attestedAt, grade, endedUnknown } = at;
	const body = {
		...{ document: said.document, quote: said.quote, origin: said.origin },
		role: said.isEnding ? ("ended" as const) : ("holds" as const),
		...(start !== undefined && { chunk: importedChunk(1), quoteStart: start }),
		...{ attestedAt, word: claim.word, person: said.person && EDO.person },
		says: { from, to, ended: endedUnknown, grade },
	};
	return observationOf(body, serverClaim(claim) as never).id;
};

const NUMBERS: ReadonlySet<string> = new Set(["tonnage", "depth"]);

function serverClaim({ subject, predicate, word, object, unit }: ModelClaim) {
	const known = predicate === "known_as";
	const iri = known ? "urn:utopia:ns:knownAs" : `urn:utopia:kb:${HISTORY_KB}:relation:${predicate}`;
	const datatype = NUMBERS.has(predicate ?? "")
		? xsd.decimal
		: predicate === "inspected"
			? xsd.boolean
			: xsd.string;
	return {
		...{ subject, word, unit },
		predicate: predicate === undefined ? undefined : namedNode(iri),
		object: "entity" in object ? object : { value: literal(object.value, datatype) },
	};
}

/** A history with the model of it beside: each action is done in both. */
export class ModelRun {
	readonly model = new HistoryModel(IMPORTED);
	readonly #run: HistoryRun;

	constructor(run: HistoryRun) {
		this.#run = run;
	}

	/** Does the action; answers with when it was recorded, or nothing where nothing was written. */
	async perform(done: Done): Promise<Outcome & { readonly at: Moment | undefined }> {
		const { base } = this.#run;
		const given = base.view.clock.now();
		const before = base.store.head();
		const outcome = await this.#run.perform(done);
		const head = base.store.head();
		if ("refused" in outcome) {
			if (head.sequence !== before.sequence) throw new Error(`refused, and written: ${outcome.refused}`);
			return { ...outcome, at: undefined };
		}
		// What writes nothing is judged after everything recorded, which the present may be the instant of.
		const at = head.sequence === before.sequence ? given + 1n : (head.recordedAt as Moment);
		const written = await this.#written(at as Instant);
		act(this.model, { done, answer: outcome.answer, at, given, written }, nameOf);
		return { ...outcome, at: head.sequence === before.sequence ? undefined : at };
	}

	async #written(at: Instant): Promise<readonly WrittenRow[]> {
		const found = new Map<string, WrittenRow>();
		for (const entity of this.#run.entities) {
			const answer = await this.#run.base.read("entity_facts", { entity_id: entity, limit: 300 });
			const owner = String((answer["entity"] as Json)["id"]);
			const now = ({ recorded_at: recorded }: Json) => instant(String(recorded)) === at;
			for (const row of (answer["facts"] as readonly Json[]).filter(now))
				if (row["direction"] === "out") found.set(String(row["id"]), writtenRow(owner, row));
			for (const row of (answer["names"] as readonly Json[]).filter(now))
				found.set(String(row["fact_id"]), writtenName(owner, row));
		}
		return [...found.values()];
	}
}
