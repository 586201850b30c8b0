import { randomUUID } from "node:crypto";
import type { View } from "../access/view.ts";
import { fold } from "../ledger/fold.ts";
import { literal } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { Draft } from "../writing/draft.ts";
import type { Holding } from "../writing/locks.ts";
import { refused, unknownThing } from "../writing/refusal.ts";
import { type Action, ROUND } from "../writing/writer.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, stateOf } from "./base-state.ts";
import { ownWord } from "./checked-evidence.ts";
import { rowsOfClaim } from "./claim-changes.ts";
import { checkedName, classNamed, writeEntity, writeName } from "./entity-wishes.ts";
import { heldRows } from "./held-rows.ts";

export interface EntityWritten {
	readonly entity: string;
}

const PERSONS_WORD = { says: { ended: false } } as const;

/**
 * Makes an entity, also where another is called so already.
 * @throws UTOPIA_WRITE_REFUSED `blank_name`, `unknown_class`, `entity_exists`
 */
export function createEntity(
	wish: { readonly name: string; readonly type?: string | undefined; readonly id?: string | undefined },
	actor: Actor,
	view: View,
): Action<EntityWritten> {
	return async (holding) => {
		const id = wish.id ?? randomUUID();
		await holding.round(ROUND.names, [fold(wish.name)]);
		await holding.round(ROUND.entities, [id]);
		const state = await stateOf(view);
		if (state.index.isKnown(id)) {
			throw refused("entity_exists", "There is an entity with this id already", {
				field: "id",
				found: id,
				allowed: "a UUID that is free, or none",
			});
		}
		const name = checkedName(wish.name, { field: "name" });
		const type = wish.type === undefined ? undefined : classNamed(wish.type, state, { field: "type" }).iri;
		const draft = new Draft(view.kb);
		const entity = { id, name, type, evidence: [{ ...ownWord(actor.person), ...PERSONS_WORD }] };
		writeEntity(entity, draft);
		writeName(entity, draft);
		return { draft, answer: () => ({ entity: id }) };
	};
}

/** Holds an entity that stands for itself; one that is merged away answers with its survivor. */
async function holdEntity(
	id: string,
	holding: Holding,
	view: View,
): Promise<{ readonly id: string; readonly state: BaseState }> {
	const before = await stateOf(view);
	if (!before.index.exists(id, before.asOf)) throw unknownThing("entity");
	const owner = before.owners.owner(id);
	await holding.round(ROUND.entities, [owner]);
	return { id: owner, state: await stateOf(view) };
}

/**
 * Gives an entity a new canonical name; the old one stays as another name.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `blank_name`, `same_name`
 */
export function renameEntity(
	entity: string,
	wish: { readonly name: string },
	actor: Actor,
	view: View,
): Action<EntityWritten> {
	return async (holding) => {
		await holding.round(ROUND.names, [fold(wish.name)]);
		const { id, state } = await holdEntity(entity, holding, view);
		const name = checkedName(wish.name, { field: "name" });
		if (state.index.name(id, state.asOf) === name) {
			throw refused("same_name", "The entity is called so already", {
				field: "name",
				found: name,
				allowed: "another name",
			});
		}
		const draft = new Draft(view.kb);
		const old = await canonicalRow(id, state);
		const fact = randomUUID();
		const claim = { subject: id, predicate: utopia.knownAs, object: { value: literal(name) } };
		// A name that it has already is what it is called now, and no other name beside that.
		for (const other of await rowsOfClaim(claim, state))
			draft.end({ id: other.id, claim: other.claim }, { isRejected: true });
		const said = { endedUnknown: false, confidence: "1.00", cause: "corrected", qualifiers: [] } as const;
		draft.fact(
			{ ...said, ...claim, id: fact, canonical: true, supersedes: old?.id },
			old === undefined ? "name" : "renamed",
		);
		draft.evidence({ ...ownWord(actor.person), ...PERSONS_WORD, id: randomUUID(), fact });
		if (old !== undefined) {
			draft.end({ id: old.id, claim: old.claim }, { isRejected: false });
			keepAsAlias(old, draft);
		}
		return { draft, answer: () => ({ entity: id }) };
	};
}

type NameRow = NonNullable<Awaited<ReturnType<typeof canonicalRow>>>;

async function canonicalRow(entity: string, state: BaseState) {
	const fact = state.index.canonicalFact(entity, state.asOf);
	return fact === undefined ? undefined : (await heldRows([fact], state))[0];
}

/** The name that is replaced stays a name that the entity has: a further row of it, with its evidence. */
function keepAsAlias(old: NameRow, draft: Draft): void {
	const fact = randomUUID();
	const said = { endedUnknown: false, cause: "corrected", qualifiers: [] } as const;
	draft.fact(
		{ ...said, ...old.claim, id: fact, confidence: old.details.confidenceText, canonical: false },
		"name",
	);
	for (const { id: _, from: __, to: ___, ...evidence } of old.evidence) {
		draft.evidence({
			id: randomUUID(),
			fact,
			role: "holds",
			document: evidence.document,
			quote: evidence.quote,
			quoteStart: evidence.quoteStart,
			quoteEnd: evidence.quoteEnd,
			origin: evidence.origin,
			...PERSONS_WORD,
		});
	}
}

/**
 * Gives an entity another class, or none: that its class is undecided is a state of its own.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `unknown_class`, `same_type`
 */
export function retypeEntity(
	entity: string,
	wish: { readonly type: string | null },
	view: View,
): Action<EntityWritten> {
	return async (holding) => {
		const { id, state } = await holdEntity(entity, holding, view);
		const type = wish.type === null ? undefined : classNamed(wish.type, state, { field: "type" }).iri;
		if (state.index.type(id, state.asOf) === type?.value) {
			throw refused("same_type", "The entity has this class already", {
				field: "type",
				found: wish.type ?? "none",
				allowed: "another class, or null",
			});
		}
		const draft = new Draft(view.kb);
		const held = state.index.heldTyping(id, state.asOf);
		if (held !== undefined) draft.endTyping(held);
		draft.typing(randomUUID(), id, type, { isFirst: false });
		return { draft, answer: () => ({ entity: id }) };
	};
}
