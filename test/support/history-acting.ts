import { createHash } from "node:crypto";
import { corrected } from "./history-corrections.ts";
import {
	type HistoryModel,
	isHeld,
	isName,
	type ModelClaim,
	type ModelEvidence,
	type ModelRow,
	type Moment,
	nameRow,
} from "./history-model.ts";
import { claimText } from "./history-planning.ts";
import type { Done } from "./history-run.ts";
import { Settling } from "./history-settling.ts";
import { type Acted, asserted, type NameOf, newEntity, saidOf } from "./history-words.ts";

/** Does in the model what the server has done. */
export function act(model: HistoryModel, acted: Acted, nameOf: NameOf): void {
	const { done, answer, at } = acted;
	const settling = new Settling(model, at, acted.written);
	switch (done.does) {
		case "assert":
			settling.settle({ added: asserted(model, done.wishes, acted, nameOf) });
			return;
		case "correct":
		case "close":
			settling.settle(corrected(model, done, acted, nameOf));
			return;
		case "retract":
			settling.settle({ rejected: [done.fact] });
			return;
		case "create":
			created(model, String(answer["entity"]), done, acted);
			return;
		case "rename":
			renamed(model, done.entity, done.name, acted);
			return;
		case "retype": {
			const entity = model.owner(done.entity, at);
			for (const typing of model.typings) if (typing.entity === entity) typing.to ??= at;
			model.typings.push({ entity, class: done.type ?? undefined, from: at, isEvent: true });
			return;
		}
		case "merge":
			merged(model, done, acted);
			settling.settle({});
			return;
		case "revert":
			for (const merge of model.merges) if (merge.id === done.merge) merge.to = at;
			settling.settle({});
			return;
		case "delete":
			settling.settle({ rejected: deleted(model, done.document, at) });
			return;
		case "restore":
			settling.settle(restored(model, done.document, at, nameOf));
			return;
	}
}

const EDOS_WORD = (name: string): ModelEvidence => ({
	person: true,
	isEnding: false,
	observation: {
		id: createHash("sha256").update(name).digest("hex"),
		endedUnknown: false,
		described: false,
	},
});

function created(
	model: HistoryModel,
	entity: string,
	{ name, type }: Extract<Done, { does: "create" }>,
	{ at, written }: Acted,
): void {
	newEntity(model, entity, { name, type, at, written });
	model.canonical(entity, at)?.evidence.push({ said: EDOS_WORD(name), from: at });
}

/** The new name takes the place of the old one, which stays as another name; a name the entity had already is not had twice. */
function renamed(model: HistoryModel, of: string, name: string, { at, written }: Acted): void {
	const entity = model.owner(of, at);
	const old = model.canonical(entity, at);
	const claim = { subject: entity, predicate: "known_as", object: { value: name } };
	const idOf = (text: ModelClaim, canonical: boolean) => {
		const found = written.find((row) => row.claim === claimText(text) && row.canonical === canonical);
		if (found === undefined) throw new Error(`the server has not written the name ${claimText(text)}`);
		return found.id;
	};
	for (const row of model.held(at))
		if (isName(row) && claimText(row.claim) === claimText(claim)) row.invalidated = at;
	if (old !== undefined) {
		old.invalidated = at;
		const evidence = old.evidence.filter(({ to }) => to === undefined);
		const kept = { ...old, id: idOf(old.claim, false), canonical: false, recorded: at, event: undefined };
		const { invalidated: _, ...alias } = { ...kept, supersedes: undefined, restores: undefined };
		model.rows.push({ ...alias, evidence: evidence.map(({ said }) => ({ said, from: at })) });
	}
	const fresh = { ...nameRow(idOf(claim, true), entity, name, at), supersedes: old?.id };
	const evidence = [{ said: EDOS_WORD(name), from: at }];
	model.rows.push({ ...fresh, evidence, event: old === undefined ? undefined : "renamed" });
}

/** M1: the survivor is the one named, else the one with more held facts, else the smaller id. */
function merged(
	model: HistoryModel,
	{ a, b, survivor }: Extract<Done, { does: "merge" }>,
	acted: Acted,
): void {
	const { at, answer } = acted;
	const count = (owner: string) =>
		model
			.held(at - 1n)
			.filter((row) => !isName(row))
			.filter(({ claim: { subject, object } }) =>
				[subject, "entity" in object ? object.entity : ""].some((end) => model.owner(end, at - 1n) === owner),
			).length;
	const [first, second] = [count(a), count(b)];
	const target = survivor ?? (first !== second ? (first > second ? a : b) : a < b ? a : b);
	const source = target === a ? b : a;
	if (answer["target"] !== target) throw new Error(`M1: ${String(answer["target"])} survives, not ${target}`);
	model.merges.push({ id: String(answer["merge"]), source, target, from: at });
}

/** Takes a document's evidence away; answers with the rows that nothing else supports. */
function deleted(model: HistoryModel, document: string, at: Moment): readonly string[] {
	const gone: { row: string; said: ModelEvidence }[] = [];
	const retired: string[] = [];
	for (const row of model.rows) {
		const own = row.evidence.filter(({ to, said }) => to === undefined && said.document === document);
		for (const one of own) {
			one.to = at;
			gone.push({ row: row.id, said: one.said });
		}
		const rest = row.evidence.some(({ to }) => to === undefined);
		if (own.length > 0 && isHeld(row, at) && !rest && !(isName(row) && row.canonical)) retired.push(row.id);
	}
	model.deletions.push({ document, evidence: gone, retired });
	return retired;
}

/** Evidence joins the row that stands for its fact now; a fact that is still retired for want of it comes back. */
function restored(model: HistoryModel, document: string, at: Moment, nameOf: NameOf) {
	const deletion = model.deletions.findLast((one) => one.document === document && one.to === undefined);
	if (deletion === undefined) throw new Error(`the model has not deleted ${document}`);
	deletion.to = at;
	const returning = new Map<string, ModelEvidence[]>();
	const revived = new Map<string, { row: ModelRow; said: ModelEvidence[] }>();
	for (const { row: id, said } of deletion.evidence) {
		const live = model.live(id, at);
		if (live !== undefined) {
			const own = live.claim === model.row(id).claim ? said : saidOf(said, live.claim, nameOf);
			returning.set(live.id, [...(returning.get(live.id) ?? []), own]);
			continue;
		}
		const wasRetired = model.deletions.some(({ retired }) => retired.includes(id));
		const cameBack = model.rows.some(({ restores }) => restores === id);
		if (!wasRetired || cameBack) continue;
		const one = revived.get(id) ?? { row: model.row(id), said: [] };
		revived.set(id, { ...one, said: [...one.said, said] });
	}
	return { returning, revived: [...revived.values()] };
}
