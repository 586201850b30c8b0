import type { View } from "../access/view.ts";
import { fold } from "../ledger/fold.ts";
import { Draft } from "../writing/draft.ts";
import type { Holding } from "../writing/locks.ts";
import { type Action, type Decided, ROUND } from "../writing/writer.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, keysOf, stateOf } from "./base-state.ts";
import { ClaimChanges } from "./claim-changes.ts";
import { claimKey } from "./held-rows.ts";
import { type ReadFact, type Reading, readFacts } from "./read-facts.ts";
import { settle } from "./settle.ts";
import type { Brought, Outcome } from "./settling.ts";
import { type SignatureViolation, signatureViolations } from "./signature.ts";
import type { FactWish } from "./wishes.ts";

/** What became of one fact of a batch. */
export interface Asserted extends Outcome {
	readonly subject: string;
	/** The entity at the other end, where one is. */
	readonly object: string | undefined;
	/** Ends outside the relation's domain or range: recorded all the same. */
	readonly violations: readonly SignatureViolation[];
}

/** What became of a batch. */
export interface BatchAsserted {
	readonly facts: readonly Asserted[];
	/** Entities that were not there before. */
	readonly created: readonly string[];
}

/**
 * Asserts facts, all of them in one commit or none (ledger 4). Each is a new row, or evidence of the row that says so already,
 * or takes the place of one that says less.
 */
export function assertFacts(wishes: readonly FactWish[], actor: Actor, view: View): Action<BatchAsserted> {
	return async (holding) => {
		await holding.round(ROUND.names, wishes.flatMap(namesIn).map(fold));
		const state = await stateOf(view);
		const reading = await readFacts(wishes, actor, state);
		await holdEntities(reading.facts, holding, state);
		return write(reading, await stateOf(view));
	};
}

function namesIn({ subject, object }: FactWish): readonly string[] {
	return [subject, object].flatMap((end) => (end?.id === undefined ? (end?.name ?? []) : []));
}

/** Holds the owners at whose end only one value may hold; those that are new nobody else knows. */
async function holdEntities(facts: readonly ReadFact[], holding: Holding, state: BaseState): Promise<void> {
	const held = facts.flatMap(({ claim, relation }) => {
		const object =
			"entity" in claim.object && keysOf(relation).inverseFunctional ? [claim.object.entity] : [];
		return [claim.subject, ...object].map((entity) => state.owners.owner(entity));
	});
	await holding.round(ROUND.entities, held);
}

async function write(
	{ facts, entities, chunks }: Reading,
	state: BaseState,
): Promise<Decided<BatchAsserted>> {
	const draft = new Draft(state.view.kb);
	for (const chunk of chunks) draft.chunk(chunk);
	entities.write(draft, new Set(facts.map(({ claim }) => claimKey(claim))));
	const called = entities.names;
	const created = new Set(entities.made);
	const changes = new ClaimChanges(state, created);
	const brought = new Map<string, Brought>();
	const placed: (string | undefined)[] = [];
	for (const { claim, relation, bodies, brought: with_ } of facts) {
		const observed = await changes.add(claim, relation, bodies);
		const canonical = called.has(claimKey(claim));
		for (const { observation } of observed) brought.set(observation.id, { ...with_, canonical });
		placed.push(observed[0]?.observation.id);
	}
	const outcomes = await settle({ changes: changes.all, brought, cause: "asserted", state, draft });
	const told = facts.map(({ claim, relation, types }, n): Asserted => {
		const outcome = outcomes.get(placed[n] ?? "");
		if (outcome === undefined) throw new TypeError("an observation is nowhere");
		return {
			...outcome,
			subject: claim.subject,
			object: "entity" in claim.object ? claim.object.entity : undefined,
			violations: signatureViolations(claim, relation, { state, types }),
		};
	});
	return { draft, answer: () => ({ facts: told, created: [...created] }) };
}
