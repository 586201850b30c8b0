import { assertFacts } from "../../src/actions/assert-facts.ts";
import { type CorrectionWish, closeFact, correctFact } from "../../src/actions/correct-fact.ts";
import { deleteDocument, restoreDocument } from "../../src/actions/documents.ts";
import { createEntity, renameEntity, retypeEntity } from "../../src/actions/entities.ts";
import { mergeEntities, revertMerge } from "../../src/actions/merges.ts";
import { retractFact } from "../../src/actions/retract-fact.ts";
import type { FactWish } from "../../src/actions/wishes.ts";
import { UtopiaError } from "../../src/errors.ts";
import { namedNode } from "../../src/rdf/terms.ts";
import type { Action } from "../../src/writing/writer.ts";
import { HISTORY_ENTITIES, type HistoryBase, importedDocument, importedEntity } from "./history-base.ts";
import { type Choice, correctionOf, picked, wishOf } from "./history-picks.ts";
import type { Json } from "./history-reads.ts";
import type { ActionPick } from "./history-steps.ts";

/** A row that is held now, as its subject's facts show it; a name has no dates. */
export interface HeldNow {
	readonly id: string;
	readonly row: Json;
	readonly isName: boolean;
}

/** An action with all that it names, ready to be done, and what became of it. */
export type Done =
	| { readonly does: "assert"; readonly wishes: readonly FactWish[] }
	| { readonly does: "correct"; readonly fact: string; readonly wish: CorrectionWish }
	| { readonly does: "close"; readonly fact: string; readonly wish: ClosingWish }
	| { readonly does: "retract"; readonly fact: string }
	| { readonly does: "create"; readonly name: string; readonly type: string | undefined }
	| { readonly does: "rename"; readonly entity: string; readonly name: string }
	| { readonly does: "retype"; readonly entity: string; readonly type: string | null }
	| {
			readonly does: "merge";
			readonly a: string;
			readonly b: string;
			readonly survivor: string | undefined;
	  }
	| { readonly does: "revert"; readonly merge: string }
	| { readonly does: "delete" | "restore"; readonly document: string };
type ClosingWish = { validTo: string } | { endedUnknown: true; attestedTo: string };

export type Outcome = { readonly answer: Json } | { readonly refused: string };

/** Edo, who does everything. */
export const EDO = {
	person: namedNode(
		"urn:utopia:kb:00000000-0000-0000-0000-000000000000:person:a0000000-0000-4000-8000-000000000001",
	),
};
const ALONE: ReadonlySet<string> = new Set(["merge", "revert", "delete", "restore"]);

function actionOf(done: Done, { view }: HistoryBase): Action<object> {
	switch (done.does) {
		case "assert":
			return assertFacts(done.wishes, EDO, view);
		case "correct":
			return correctFact(done.fact, done.wish, EDO, view);
		case "close":
			return closeFact(done.fact, done.wish, EDO, view);
		case "retract":
			return retractFact(done.fact, view);
		case "create":
			return createEntity({ name: done.name, type: done.type }, EDO, view);
		case "rename":
			return renameEntity(done.entity, { name: done.name }, EDO, view);
		case "retype":
			return retypeEntity(done.entity, { type: done.type }, view);
		case "merge":
			return mergeEntities(done.a, done.b, { survivor: done.survivor }, view);
		case "revert":
			return revertMerge(done.merge, view);
		case "delete":
			return deleteDocument(done.document, view);
		case "restore":
			return restoreDocument(done.document, view);
	}
}

/** Carries out the steps of a history: picks become what there is at that time. */
export class HistoryRun {
	readonly base: HistoryBase;
	/** All entities that there ever were, in the order in which they came. */
	readonly entities: string[] = HISTORY_ENTITIES.map((_, n) => importedEntity(n + 1));
	readonly #merges: string[] = [];
	/** Entities that are merged into others now. */
	readonly #away = new Set<string>();
	readonly #deleted = new Set<string>();
	readonly #asserted: (readonly FactWish[])[] = [];

	constructor(base: HistoryBase) {
		this.base = base;
	}

	/** What the picks of an action name at present; nothing where there is nothing to pick from. */
	async resolved(pick: ActionPick): Promise<Done | undefined> {
		switch (pick.does) {
			case "assert":
				return { does: "assert", wishes: pick.facts.map((fact) => wishOf(fact, this.#choice)) };
			case "again": {
				const wishes = picked(this.#asserted, pick.nth);
				return wishes && { does: "assert", wishes };
			}
			case "correct": {
				const held = picked(await this.#changeable(), pick.correction.row);
				return (
					held && { does: "correct", fact: held.id, wish: correctionOf(pick.correction, held, this.#choice) }
				);
			}
			case "close": {
				const held = picked(await this.#changeable(), pick.row);
				const wish: ClosingWish =
					pick.end === undefined
						? { endedUnknown: true, attestedTo: pick.attestedTo }
						: { validTo: pick.end };
				return held && { does: "close", fact: held.id, wish };
			}
			case "retract": {
				const held = picked(await this.#changeable(), pick.row);
				return held && { does: "retract", fact: held.id };
			}
			case "rename":
			case "retype":
				return { ...pick, entity: this.#entity(pick.entity) };
			case "merge": {
				const apart = this.entities.filter((entity) => !this.#away.has(entity));
				const a = picked(apart, pick.a) ?? "";
				const b = picked(pick.b % 7 === 0 ? this.entities : apart, pick.b + 1) ?? "";
				return { ...pick, a, b, survivor: pick.survivor && { a, b }[pick.survivor] };
			}
			case "revert": {
				const merge = picked(this.#merges, pick.nth);
				return merge === undefined ? undefined : { does: "revert", merge };
			}
			case "delete":
			case "restore":
				return { ...pick, document: this.#document(pick) };
			case "create":
				return pick;
		}
	}

	/** Does it. What is refused must be refused with a reason of its own. */
	async perform(done: Done): Promise<Outcome> {
		try {
			const answer = (await this.#act(done)) as unknown as Json;
			this.#note(done, answer);
			return { answer };
		} catch (error) {
			if (!(error instanceof UtopiaError) || !REFUSALS.has(error.code)) throw error;
			return { refused: String(error.details?.["reason"] ?? error.code) };
		}
	}

	async #act(done: Done): Promise<object> {
		const alone = ALONE.has(done.does);
		const action = actionOf(done, this.base);
		return JSON.parse(await this.base.writer.write(action, (answer) => JSON.stringify(answer), { alone }));
	}

	#note(done: Done, answer: Json): void {
		if (done.does === "assert") {
			this.#asserted.push(done.wishes);
			this.entities.push(...(answer["created"] as readonly string[]));
		}
		if (done.does === "create") this.entities.push(String(answer["entity"]));
		if (done.does === "delete") this.#deleted.add(done.document);
		if (done.does === "restore") this.#deleted.delete(done.document);
		if (done.does === "merge") {
			this.#merges.push(String(answer["merge"]));
			this.#away.add(String(answer["source"]));
		}
		if (done.does === "revert") {
			this.#merges.splice(this.#merges.indexOf(done.merge), 1);
			this.#away.delete(String(answer["source"]));
		}
	}

	/** The rows held now in an order that no random id decides. */
	async held(): Promise<readonly HeldNow[]> {
		const found = new Map<string, HeldNow & { readonly key: string }>();
		for (const entity of this.entities) {
			const answer = await this.base.read("entity_facts", { entity_id: entity, limit: 300 });
			for (const row of answer["facts"] as readonly Json[]) found.set(String(row["id"]), heldNow(row, false));
			for (const row of answer["names"] as readonly Json[])
				found.set(String(row["fact_id"]), heldNow({ ...row, id: row["fact_id"] }, true));
		}
		return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
	}

	/** Of the rows held, the facts before the names: these are few to correct. */
	async #changeable(): Promise<readonly HeldNow[]> {
		const held = await this.held();
		const facts = held.filter(({ isName }) => !isName);
		return facts.length > 0 ? [...facts, ...facts, ...facts, ...held] : held;
	}

	#entity(which: number): string {
		return picked(this.entities, which) ?? importedEntity(1);
	}

	/** Mostly one that can be deleted or restored. */
	#document({ does, document }: { readonly does: "delete" | "restore"; readonly document: number }): string {
		const isDeleted = does === "restore";
		const fit = [1, 2, 3].map(importedDocument).filter((id) => this.#deleted.has(id) === isDeleted);
		return picked(fit, document) ?? importedDocument(document + 1);
	}

	/** What picks are taken from at present. */
	get #choice(): Choice {
		return { entity: (which) => this.#entity(which), deleted: this.#deleted };
	}
}

const REFUSALS: ReadonlySet<string> = new Set([
	"UTOPIA_WRITE_REFUSED",
	"UTOPIA_WRITE_OVERTAKEN",
	"UTOPIA_THING_NOT_FOUND",
]);

function heldNow(row: Json, isName: boolean): HeldNow & { readonly key: string } {
	const { id, supersedes: _, drawn_by: __, restores: ___, ...said } = row;
	return { id: String(id), row, isName, key: `${row["recorded_at"]} ${JSON.stringify(said)}` };
}
