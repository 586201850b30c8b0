import type { RelationDeclared } from "../ontology/ontology.ts";
import { stored } from "../writing/quads.ts";
import type { Claim } from "../writing/rows.ts";
import type { BaseState, Owners } from "./base-state.ts";
import { claimKey, type HeldRow, heldRows, idsOfClaim } from "./held-rows.ts";
import { type Carried, carriedBy, type EvidenceBody, observationOf } from "./observations.ts";
import { type ClaimChange, planned } from "./plan.ts";

/** The rows held of exactly this claim; those of other spellings of its value are other facts (T8). */
export async function rowsOfClaim(claim: Claim, state: BaseState): Promise<readonly HeldRow[]> {
	const key = claimKey(claim);
	return (await rowsLike(claim, state)).filter((row) => claimKey(row.claim) === key);
}

async function rowsLike(claim: Claim, state: BaseState): Promise<readonly HeldRow[]> {
	return heldRows(await idsOfClaim(claim, state), state);
}

/** The claims of which a batch says something, with what it says of each. */
export class ClaimChanges {
	readonly #state: BaseState;
	readonly #created: ReadonlySet<string>;
	readonly #changes = new Map<string, ClaimChange>();
	/** The claims of the changes by what makes them equal but for the spelling of their value. */
	readonly #spelled = new Map<string, Claim[]>();
	readonly #rows = new Map<string, Promise<readonly HeldRow[]>>();

	/** `created` are the entities that the batch makes: nothing is held of them. */
	constructor(state: BaseState, created: ReadonlySet<string>) {
		this.#state = state;
		this.#created = created;
	}

	get all(): readonly ClaimChange[] {
		return [...this.#changes.values()];
	}

	/**
	 * Adds what is observed of a claim whose ends are owners. Where entities are merged, one of them may have a row that says so,
	 * or that it ends: then that takes it (T8, T3), and goes back with its entity (M3). Answers with the observations.
	 */
	async add(
		given: Claim,
		relation: RelationDeclared | undefined,
		bodies: readonly EvidenceBody[],
	): Promise<readonly Carried[]> {
		const claim = await this.#asSpelledBefore(given, relation, bodies);
		const others = asserted(claim, this.#state.owners).slice(1);
		const own = await this.#change(claim, relation);
		let taking = { before: own, added: observedOf(claim, bodies) };
		if (others.length > 0 && !takes(own, taking.added)) {
			for (const other of others) {
				const before = await this.#change(other, relation);
				const added = observedOf(other, bodies);
				if (before.rows.length === 0 || !takes(before, added)) continue;
				taking = { before, added };
				break;
			}
		}
		const { before, added } = taking;
		this.#note({ ...before, added: [...before.added, ...added] });
		return added;
	}

	/**
	 * T8: another spelling of a value with the same dates and the same evidence is no other fact: then the claim is spelled as
	 * the row that has them, whichever of the entities that are one it is of.
	 */
	async #asSpelledBefore(
		claim: Claim,
		relation: RelationDeclared | undefined,
		bodies: readonly EvidenceBody[],
	): Promise<Claim> {
		if ("entity" in claim.object) return claim;
		for (const member of asserted(claim, this.#state.owners)) {
			const key = valueKey(member);
			const held = (await this.#rowsLike(member)).map((row) => row.claim);
			const said = this.#spelled.get(key) ?? [];
			for (const other of [member, ...held.filter((one) => valueKey(one) === key), ...said]) {
				const { rows, added } = await this.#change(other, relation);
				const known = new Set(
					[...rows.flatMap((row) => carriedBy(row)), ...added].map(({ observation }) => observation.id),
				);
				if (bodies.every((body) => known.has(observationOf(body, other).id)))
					return { ...claim, object: other.object };
			}
		}
		return claim;
	}

	#note(change: ClaimChange): void {
		const { claim } = change;
		const [key, value] = [claimKey(claim), valueKey(claim)];
		if (!this.#changes.has(key)) this.#spelled.set(value, [...(this.#spelled.get(value) ?? []), claim]);
		this.#changes.set(key, change);
	}

	async #change(claim: Claim, relation: RelationDeclared | undefined): Promise<ClaimChange> {
		const key = claimKey(claim);
		const known = this.#changes.get(key);
		if (known !== undefined) return known;
		const rows = await this.#rowsLike(claim);
		return { claim, relation, added: [], rows: rows.filter((row) => claimKey(row.claim) === key) };
	}

	/** The rows held of the claim, however its value is spelled; read once for all its spellings. */
	#rowsLike(claim: Claim): Promise<readonly HeldRow[]> {
		if (this.#created.has(claim.subject)) return Promise.resolve([]);
		const key = valueKey(claim);
		const rows = this.#rows.get(key) ?? rowsLike(claim, this.#state);
		this.#rows.set(key, rows);
		return rows;
	}
}

/** The text under which claims are equal that differ in the spelling of their value only. */
function valueKey(claim: Claim): string {
	const { object } = claim;
	return claimKey("entity" in object ? claim : { ...claim, object: { value: stored(object.value) } });
}

/** The claims that may have been asserted where owners make this one: itself first. */
function asserted(claim: Claim, owners: Owners): readonly Claim[] {
	const { object } = claim;
	const objects = "entity" in object ? owners.members(object.entity).map((entity) => ({ entity })) : [object];
	return owners
		.members(claim.subject)
		.flatMap((subject) => objects.map((end) => ({ ...claim, subject, object: end })));
}

function observedOf(claim: Claim, bodies: readonly EvidenceBody[]): readonly Carried[] {
	return bodies.map((body) => ({
		observation: observationOf(body, claim),
		evidence: [body],
		rows: [],
		pieces: [],
		isWritten: false,
	}));
}

/** Whether the rows that there are take in what is observed, so that it makes no further one. */
function takes(change: ClaimChange, added: readonly Carried[]): boolean {
	const fresh = (one: ClaimChange) => planned(one).rows.filter(({ held }) => held === undefined).length;
	return fresh({ ...change, added: [...change.added, ...added] }) <= fresh(change);
}
