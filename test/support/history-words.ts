import type { FactWish } from "../../src/actions/wishes.ts";
import { type PartialDate, partialDate, timeArgument } from "../../src/time/partial-date.ts";
import type { Observation } from "../../src/timeline/observation.ts";
import { importedDocument } from "./history-base.ts";
import {
	type HistoryModel,
	type ModelClaim,
	type ModelEvidence,
	type Moment,
	nameRow,
	temporalOf,
} from "./history-model.ts";
import { type Added, claimText, plainValue, type WrittenRow } from "./history-planning.ts";
import type { Json } from "./history-reads.ts";
import type { Done } from "./history-run.ts";

/** What the server said of an action, and what it wrote: instants and ids are its own. */
export interface Acted {
	readonly done: Done;
	readonly answer: Json;
	readonly at: Moment;
	/** The moment at which it was asked. */
	readonly given: Moment;
	readonly written: readonly WrittenRow[];
}

/** The same words of the same claim are one observation: named by what they say. */
export type NameOf = (
	said: Omit<ModelEvidence, "observation">,
	at: Omit<Observation, "id">,
	claim: ModelClaim,
) => string;

/** The same words as said of another claim. */
export const saidOf = (said: ModelEvidence, claim: ModelClaim, nameOf: NameOf): ModelEvidence => ({
	...said,
	observation: { ...said.observation, id: nameOf(said, said.observation, claim) },
});

export const DOCUMENT_DATES: Readonly<Record<string, string>> = {
	[importedDocument(1)]: "2020-06-15",
	[importedDocument(2)]: "2022",
};
export const moment = (text: string | undefined): Moment | undefined =>
	text === undefined ? undefined : timeArgument(text).at;
export const date = (text: string | null | undefined): PartialDate | undefined =>
	text === undefined || text === null ? undefined : partialDate(text);

export function asserted(
	model: HistoryModel,
	wishes: readonly FactWish[],
	{ answer, at, given, written }: Acted,
	nameOf: NameOf,
): readonly Added[] {
	const facts = answer["facts"] as readonly AssertedFact[];
	const fresh = new Set(answer["created"] as readonly string[]);
	const added: Added[] = [];
	for (const [n, wish] of wishes.entries()) {
		const { subject = "", object } = facts[n] ?? {};
		const own: ModelClaim = {
			subject,
			predicate: wish.predicate,
			word: wish.predicate === undefined ? wish.proposedPredicate : undefined,
			object: object === undefined ? { value: String(wish.value?.value) } : { entity: object },
			unit: wish.predicate === "known_as" ? undefined : wish.value?.unit,
		};
		const sayingOf = (one: ModelClaim) => evidenceOf(wish, one, given, nameOf);
		const claim = takenBy(model, spelledBefore({ model, own, added, sayingOf, at }), facts[n], at);
		const said = sayingOf(claim);
		for (const [end, entity] of [
			[wish.subject, subject],
			[wish.object, object],
		] as const) {
			if (entity === undefined || !fresh.delete(entity)) continue;
			newEntity(model, entity, { name: end?.name ?? "", type: end?.type, at, written });
			const named = { subject: entity, predicate: "known_as", object: { value: end?.name ?? "" } };
			const row = model.canonical(entity, at);
			const plain = evidenceOf({ ...wish, predicate: "known_as", dateless: true }, named, given, nameOf);
			for (const one of plain) row?.evidence.push({ said: one, from: at });
		}
		const qualifiers = (wish.qualifiers ?? []).map(
			// M3: what is said of a merged entity is said of its survivor.
			({ key, value, entity }) => model.qualifier(`${key} ${entity ?? Number(value)}`, at),
		);
		added.push(...said.map((one) => ({ claim, said: one, confidence: wish.confidence ?? 1, qualifiers })));
	}
	return added;
}

interface AssertedFact {
	readonly subject: string;
	readonly object?: string;
	readonly row: string;
	readonly replaced?: string;
}

interface Spelling {
	readonly model: HistoryModel;
	readonly own: ModelClaim;
	/** What the same request says before. */
	readonly added: readonly Added[];
	readonly sayingOf: (claim: ModelClaim) => readonly ModelEvidence[];
	readonly at: Moment;
}

/** T8: a value in another spelling with the same dates and the same evidence is the same fact, in the spelling that it has. */
function spelledBefore({ model, own, added, sayingOf, at }: Spelling): ModelClaim {
	const plain = (claim: ModelClaim) => {
		const { subject, predicate, object } = claim;
		const value = "value" in object ? plainValue(predicate, object.value) : "";
		return claimText({ ...claim, subject: model.owner(subject, at), object: { value } });
	};
	if ("entity" in own.object) return own;
	const told = new Map<string, Set<string>>();
	const tell = (claim: ModelClaim, said: ModelEvidence) => {
		const ids = told.get(claimText(claim)) ?? new Set();
		told.set(claimText(claim), ids.add(said.observation.id));
	};
	for (const { claim, evidence } of model.held(at))
		for (const { said, to } of evidence) if (to === undefined) tell(claim, said);
	for (const { claim, said } of added) tell(claim, said);
	const claims = [own, ...[...model.held(at), ...added].map(({ claim }) => claim)];
	const same = claims.find(
		(claim) =>
			"value" in claim.object &&
			plain(claim) === plain(own) &&
			sayingOf(claim).every(({ observation }) => told.get(claimText(claim))?.has(observation.id)),
	);
	return { ...own, object: same?.object ?? own.object };
}

/**
 * Where a merged entity has a row that says so, that takes what is said of its survivor (T8): the claim of the row that the
 * server names, if it is the same for owners.
 */
function takenBy(
	model: HistoryModel,
	own: ModelClaim,
	fact: AssertedFact | undefined,
	at: Moment,
): ModelClaim {
	const row = model.rows.find(({ id }) => id === (fact?.replaced ?? fact?.row));
	if (row === undefined) return own;
	const { subject, object } = row.claim;
	const end = "entity" in object ? { entity: model.owner(object.entity, at) } : object;
	const shown = { ...row.claim, subject: model.owner(subject, at), object: end };
	return claimText(shown) === claimText(own) ? row.claim : own;
}

/** What each source of an assertion says of its claim; a person says it where there is no source. */
export function evidenceOf(
	wish: FactWish & { readonly dateless?: true },
	claim: ModelClaim,
	given: Moment,
	nameOf: NameOf,
): readonly ModelEvidence[] {
	const temporal = temporalOf(claim);
	const isState = temporal === "state";
	const stated = temporal === "eternal" ? {} : { from: date(wish.validFrom), to: date(wish.validTo) };
	const from = isState ? stated.from : (stated.from ?? stated.to);
	const to = isState ? stated.to : stated.from && stated.to ? stated.from : undefined;
	const endedUnknown = isState && wish.endedUnknown === true;
	const isEnding = endedUnknown || (isState && to !== undefined && from === undefined);
	const sources = wish.evidence?.length ? wish.evidence : [undefined];
	return sources.map((source) => {
		const own = source && (source.attestedAt ?? DOCUMENT_DATES[source.document]);
		const spoken = source === undefined && from === undefined && to === undefined && !endedUnknown;
		const shown = wish.dateless
			? moment(own)
			: (moment(wish.attestedFrom) ?? moment(own) ?? (spoken ? given : undefined));
		const attestedAt = endedUnknown ? (moment(wish.attestedTo) ?? moment(own)) : shown;
		const origin = source && (source.origin ?? "stated");
		const at = {
			from,
			to,
			endedUnknown: endedUnknown && to === undefined,
			attestedAt: attestedAt as Observation["attestedAt"],
			grade: wish.dateless ? undefined : wish.startGrade,
			described: origin === "described",
		};
		const said = {
			...{ document: source?.document, quote: source?.quote, origin, isEnding },
			...(source === undefined && { person: true as const }),
		};
		return { ...said, observation: { ...at, id: nameOf(said, at, claim) } };
	});
}

export interface Naming {
	readonly name: string;
	readonly type: string | undefined;
	readonly at: Moment;
	readonly written: readonly WrittenRow[];
}

export function newEntity(model: HistoryModel, entity: string, { name, type, at, written }: Naming): void {
	model.created.set(entity, at);
	const claim = claimText({ subject: entity, predicate: "known_as", object: { value: name } });
	const id = written.find((row) => row.claim === claim)?.id;
	if (id === undefined) throw new Error(`the server has not named ${entity} ${name}`);
	model.rows.push(nameRow(id, entity, name, at));
	if (type !== undefined) model.typings.push({ entity, class: type, from: at, isEvent: false });
}
