import { assertFacts } from "../../src/actions/assert-facts.ts";
import { closeFact, correctFact } from "../../src/actions/correct-fact.ts";
import { deleteDocument, restoreDocument } from "../../src/actions/documents.ts";
import { renameEntity, retypeEntity } from "../../src/actions/entities.ts";
import { mergeEntities, revertMerge } from "../../src/actions/merges.ts";
import { retractFact } from "../../src/actions/retract-fact.ts";
import type { FactWish } from "../../src/actions/wishes.ts";
import { putOntology } from "../../src/declaring/put-ontology.ts";
import { changeRelation, removeRelation } from "../../src/declaring/relations.ts";
import { UtopiaError } from "../../src/errors.ts";
import type { ConclusionCount } from "../../src/writing/conclusions.ts";
import type { Action } from "../../src/writing/writer.ts";
import { EDO } from "./acting.ts";
import {
	DERIVING_RELATIONS,
	type DerivingBase,
	ontologyFile,
	PAPERS,
	type RelationFlags,
	THINGS,
} from "./derivation-base.ts";
import { asText, heldFacts } from "./derivation-reading.ts";
import type { ActionPick, FactPick, FilePick } from "./derivation-steps.ts";

/** What became of an action: what followed from it, or why nothing was done. */
export type Outcome = { readonly concluded: ConclusionCount } | { readonly refused: string };

const ALONE: ReadonlySet<string> = new Set([
	...["merge", "revert", "delete", "restore"],
	...["change", "remove", "put"],
]);
const REFUSALS: ReadonlySet<string> = new Set([
	"UTOPIA_WRITE_REFUSED",
	"UTOPIA_WRITE_OVERTAKEN",
	"UTOPIA_THING_NOT_FOUND",
]);
const thingAt = (n: number) => THINGS[n] as string;
const paperAt = (n: number) => PAPERS[n] as string;
const picked = <Item>(items: readonly Item[], which: number): Item | undefined =>
	items[which % Math.max(1, items.length)];

/** Carries out picks in a base: what they pick is what there is at that time. */
export class DerivationRun {
	readonly base: DerivingBase;
	readonly #merges: string[] = [];
	readonly #deleted = new Set<string>();

	constructor(base: DerivingBase) {
		this.base = base;
	}

	/** Does it; nothing where there is nothing to do it to. */
	async perform(pick: ActionPick): Promise<Outcome | undefined> {
		if (pick.does === "reopen") await this.base.reopen();
		if (pick.does === "lose") this.base.now.derivations.lose();
		const action = await this.#action(pick);
		if (action === undefined) return undefined;
		try {
			return { concluded: await this.#write(pick, action) };
		} catch (error) {
			if (!(error instanceof UtopiaError) || !REFUSALS.has(error.code)) throw error;
			return { refused: String(error.details?.["reason"] ?? error.code) };
		}
	}

	async #write({ does }: ActionPick, action: Action<object>): Promise<ConclusionCount> {
		let concluded: ConclusionCount = { added: 0, removed: 0 };
		const counting: Action<object> = async (holding) => {
			const { draft, answer } = await action(holding);
			const told: typeof answer = (at, count) => {
				concluded = count;
				return answer(at, count);
			};
			return { draft, answer: told };
		};
		const alone = ALONE.has(does);
		const text = await this.base.now.writer.write(counting, (answer) => JSON.stringify(answer), { alone });
		const { merge = "", document = "" } = JSON.parse(text) as { merge?: string; document?: string };
		if (does === "merge") this.#merges.push(merge);
		if (does === "revert") this.#merges.splice(this.#merges.indexOf(merge), 1);
		if (does === "delete") this.#deleted.add(document);
		if (does === "restore") this.#deleted.delete(document);
		return concluded;
	}

	async #action(pick: ActionPick): Promise<Action<object> | undefined> {
		const { view } = this.base.now;
		switch (pick.does) {
			case "assert":
				return assertFacts(
					pick.facts.map((one) => this.#wish(one)),
					EDO,
					view,
				);
			case "correct": {
				const fact = await this.#fact(pick.row);
				const { from, to, attestedTo, object } = pick;
				const wish = {
					...(from !== undefined && { validFrom: from }),
					...(to === "unknown" ? { endedUnknown: true, attestedTo } : to !== undefined && { validTo: to }),
					...(object !== undefined && { object: { id: thingAt(object) } }),
				};
				return fact === undefined ? undefined : correctFact(fact, wish, EDO, view);
			}
			case "close": {
				const fact = await this.#fact(pick.row);
				const { end, attestedTo } = pick;
				const wish = end === undefined ? { endedUnknown: true as const, attestedTo } : { validTo: end };
				return fact === undefined ? undefined : closeFact(fact, wish, EDO, view);
			}
			case "retract": {
				const fact = await this.#fact(pick.row);
				return fact === undefined ? undefined : retractFact(fact, view);
			}
			case "merge": {
				const [a, b] = [thingAt(pick.a), thingAt(pick.b)];
				return mergeEntities(a, b, { survivor: pick.survivor && { a, b }[pick.survivor] }, view);
			}
			case "revert": {
				const merge = picked(this.#merges, pick.nth);
				return merge === undefined ? undefined : revertMerge(merge, view);
			}
			case "delete":
				return deleteDocument(this.#paper(pick), view);
			case "restore":
				return restoreDocument(this.#paper(pick), view);
			case "rename":
				return renameEntity(thingAt(pick.entity), { name: pick.name }, EDO, view);
			case "retype":
				return retypeEntity(thingAt(pick.entity), { type: pick.type }, view);
			case "change":
				return changeRelation(pick.relation, pick.wish, EDO, view);
			case "remove":
				return removeRelation(pick.relation, EDO, view);
			case "put":
				return putOntology(
					{ body: Buffer.from(ontologyFile(pick.file.map(flagged))), format: "turtle" },
					{ dryRun: false },
					EDO,
					view,
				);
			// What is lost, or closed and opened again, is followed by a write that has nothing to do with conclusions.
			case "lose":
			case "reopen":
				return renameEntity(thingAt(0), { name: `I${this.base.now.store.head().sequence}` }, EDO, view);
		}
	}

	#wish({ relation, subject, object, from, to, attestedFrom, attestedTo, ...pick }: FactPick): FactWish {
		const [first, last] = inOrder(from, to === "unknown" ? attestedTo : to);
		const isDeleted = (document: number) => this.#deleted.has(paperAt(document));
		return {
			subject: { id: thingAt(subject) },
			predicate: relation,
			...(relation === "depth" ? { value: { value: "12.50" } } : { object: { id: thingAt(object) } }),
			validFrom: first,
			...(to === "unknown" ? { endedUnknown: true, attestedTo: last } : { validTo: last }),
			attestedFrom: first === undefined ? attestedFrom : undefined,
			confidence: pick.confidence,
			evidence: pick.evidence
				.filter(({ document }) => !isDeleted(document))
				.map(({ document, ...said }) => ({ document: paperAt(document), ...said })),
		};
	}

	/** Mostly one that can be deleted or restored. */
	#paper({ does, document }: { readonly does: "delete" | "restore"; readonly document: number }): string {
		const fit = PAPERS.filter((id) => this.#deleted.has(id) === (does === "restore"));
		return picked(fit, document) ?? paperAt(document);
	}

	/** One of the facts held now, in an order that no random id decides. */
	async #fact(which: number): Promise<string | undefined> {
		const held = await heldFacts(this.base.now);
		const known = held.map(({ id, ...said }) => ({ id, key: asText(said) }));
		known.sort((a, b) => (a.key < b.key ? -1 : 1));
		return picked(known, which)?.id.slice("fact:".length);
	}
}

/** Two dates with the earlier one first; of two that begin together, the first is dropped. */
function inOrder(from: string | undefined, to: string | undefined): readonly (string | undefined)[] {
	if (from === undefined || to === undefined) return [from, to];
	if (to.startsWith(from) || from.startsWith(to)) return [undefined, to];
	return from < to ? [from, to] : [to, from];
}

function flagged({ temporal, ...said }: FilePick[number]): RelationFlags {
	return { ...said, temporal: temporal ?? DERIVING_RELATIONS[said.key] };
}
