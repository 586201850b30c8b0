import type { View } from "../access/view.ts";
import { stateOf } from "../actions/base-state.ts";
import { Derivations } from "../derive/derivations.ts";
import { acceptedIn, type Told } from "../derive/told.ts";
import { violations } from "../ledger/violations.ts";
import type { Instant } from "../time/instant.ts";
import type { ConclusionCount, Conclusions } from "../writing/conclusions.ts";
import type { Draft } from "../writing/draft.ts";
import { type Found, keyOf, scopesOf, violationId } from "./checks/found.ts";
import { CONCLUSIONS, foundInTold, ownScope } from "./from-told.ts";
import { typesAround } from "./merged-types.ts";
import { isAnyAround, reviseViolations } from "./revise.ts";

/**
 * What comes of a commit, in that commit: what follows from it, and what it has against itself (K1, K2). What is in memory is
 * worked out with the first commit that needs it, and again whenever it was lost.
 */
export class Consequences implements Conclusions {
	readonly #view: View;
	readonly #derivations: Derivations;
	/** What drawing conclusions came to last, by its key; `undefined` where that is not known. */
	#told: ReadonlyMap<string, string> | undefined;
	#accepted: ReadonlySet<string> | undefined;
	/** Whether something was written that may have changed what is held unseen: everything has to be looked at again. */
	#isLost = false;
	/** Whether findings were drafted that may not be read yet. */
	#isAhead = false;
	#losses = 0;

	constructor(view: View, derivations = new Derivations(view)) {
		this.#view = view;
		this.#derivations = derivations;
	}

	async follow(draft: Draft, at: Instant, settled: () => Promise<unknown>): Promise<ConclusionCount> {
		const losses = this.#losses;
		if (this.#accepted === undefined) await settled();
		const accepted = await this.#acceptedWith(draft);
		const lookAt = this.#isLost ? await this.#allRelations() : [];
		const { count, told } = await this.#derivations.follow(draft, at, { accepted, lookAt });
		const closed = told === undefined ? [] : await this.#revise(told, draft, settled);
		if (this.#losses === losses) {
			this.#accepted = new Set([...accepted].filter((id) => !closed.includes(id)));
			this.#isLost = false;
		}
		return count;
	}

	async foresee(draft: Draft, at: Instant): Promise<ConclusionCount> {
		return this.#derivations.foresee(draft, at, { accepted: await this.#acceptedWith(draft), lookAt: [] });
	}

	lose(): void {
		this.#losses++;
		this.#told = undefined;
		this.#accepted = undefined;
		this.#isLost = true;
		this.#derivations.lose();
	}

	/** Ends the thread of conclusions, if there is one. */
	async close(): Promise<void> {
		await this.#derivations.close();
	}

	/** Contradictions that are accepted once the draft is written. */
	async #acceptedWith({ decisions }: Draft): Promise<ReadonlySet<string>> {
		const known = await this.#view.kept(violations);
		const all = new Set(this.#accepted ?? (await acceptedIn(this.#view)));
		for (const [id, { resolution }] of decisions) {
			if (resolution !== "accepted") all.delete(id);
			else if (known.get(id)?.kind === "derived_contradiction") all.add(id);
		}
		return all;
	}

	/** All relations that anything can be found of, or was. */
	async #allRelations(): Promise<readonly string[]> {
		const [{ ontology }, known] = [await stateOf(this.#view), await this.#view.kept(violations)];
		const named = known.list().flatMap(({ relation }) => relation ?? []);
		return [...new Set([...ontology.relations.keys(), ...named])];
	}

	/** Brings findings in step with what the commit comes to. Answers those that are closed. */
	async #revise(told: Told, draft: Draft, settled: () => Promise<unknown>): Promise<readonly string[]> {
		const losses = this.#losses;
		const types = await typesAround({
			...{ done: draft.done, ontology: told.ontology, view: this.#view, settled },
			isAll: told.isRedeclared || this.#isLost,
		});
		const { now, ...changed } = this.#changed(told, draft);
		const scope = new Set([...changed.scope, ...types.scope]);
		const found = [...changed.found, ...types.found];
		const isNothing = found.length === 0 && !this.#isAhead && !(await isAnyAround(scope, this.#view));
		let closed: readonly string[] = [];
		if (!isNothing) {
			// What is known of findings has to be all that is: they are kept under the same ids for ever.
			await settled();
			this.#isAhead = false;
			const isCriterionChanged = told.isRedeclared;
			const state = await stateOf(this.#view);
			closed = (await reviseViolations({ scope, found, isCriterionChanged, state, draft })).closed;
			this.#isAhead = true;
		}
		if (this.#losses === losses) this.#told = now;
		return closed;
	}

	/** Where something else is found than before, and what; what drawing conclusions tells is told whole each time. */
	#changed(told: Told, draft: Draft) {
		const all = foundInTold(told);
		const now = new Map(all.map((one) => [keyOf(one), JSON.stringify(one)]));
		const before = this.#told;
		const scope = new Set(told.around?.scope);
		if (before === undefined) scope.add(CONCLUSIONS);
		for (const key of before?.keys() ?? []) if (!now.has(key)) scope.add(ownScopeOf(key));
		const isConcerned = (one: Found) =>
			before?.get(keyOf(one)) !== now.get(keyOf(one)) ||
			draft.decisionOn(violationId(one, this.#view.kb)) !== undefined ||
			scopesOf(one).some((place) => scope.has(place));
		const found = [...(told.around?.found ?? []), ...all.filter(isConcerned)];
		return { scope, found, now };
	}
}

function ownScopeOf(key: string): string {
	const [kind, relation, ...about] = JSON.parse(key) as [Found["kind"], string | null, ...string[]];
	return ownScope({ kind, relation: relation ?? undefined, about });
}
