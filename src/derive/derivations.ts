import type { View } from "../access/view.ts";
import { Axioms } from "../closure/axioms.ts";
import type { AxiomRule, ClosureChange } from "../closure/premise.ts";
import { entityIndex } from "../ledger/entity-index.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import { rulesInForce } from "../rules/rules.ts";
import { FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { type ConclusionCount, type Conclusions, NO_CONCLUSIONS } from "../writing/conclusions.ts";
import type { Draft } from "../writing/draft.ts";
import { attributesOf, axiomsOf, classesOf } from "./axioms-of.ts";
import { Changing } from "./changing.ts";
import { axiomRuleId } from "./computed-ids.ts";
import { ConclusionsThread } from "./conclusions-thread.ts";
import type { Ask, SentWorld } from "./protocol.ts";
import { readBy } from "./read-rule.ts";
import { AxiomRules, recalled } from "./recalled.ts";
import { ConclusionRows } from "./rows.ts";

/** How many conclusions of one relation may stand, unless a base says otherwise (L1). */
export const CAP = 200_000;
/** How many combinations of readings a group of conditions may have (L2). */
const MOST_COMBINATIONS = 64;

/** What is known of a base between two commits. */
interface Standing {
	readonly thread: ConclusionsThread;
	readonly rules: AxiomRules;
	world: SentWorld;
}

/**
 * The conclusions of one base, kept up to every commit in that commit (K1, K2). What is in memory is worked out from the base
 * with the first commit that needs it, and again whenever it was lost; what differs then from what stands is written.
 */
export class Derivations implements Conclusions {
	readonly #view: View;
	#standing: Standing | undefined;

	constructor(view: View) {
		this.#view = view;
	}

	async follow(draft: Draft, at: Instant): Promise<ConclusionCount> {
		const asOf = this.#view.head().recordedAt ?? FIRST_INSTANT;
		const [index, before] = await Promise.all([this.#view.kept(entityIndex), ontologyAt(asOf, this.#view)]);
		const ontology = draft.done.ontology ?? before;
		const axioms = axiomsOf(ontology);
		const rules = draft.done.rules ?? (await rulesInForce(asOf, this.#view));
		const world: SentWorld = {
			axioms,
			cap: CAP,
			rules,
			mostCombinations: MOST_COMBINATIONS,
			classes: classesOf(ontology),
			attributes: attributesOf(ontology),
		};
		const changing = new Changing(draft.done, {
			view: this.#view,
			asOf,
			merges: index.merges,
			before,
			ontology,
			axioms: new Axioms(axioms),
			read: readBy(rules),
			index,
		});
		try {
			const standing = this.#standing;
			const change =
				standing === undefined
					? await this.#begin(world, changing, at)
					: await this.#go(standing, world, { changing, at });
			return change === undefined ? NO_CONCLUSIONS : this.#write(change, draft);
		} catch (error) {
			this.lose();
			throw error;
		}
	}

	lose(): void {
		const standing = this.#standing;
		this.#standing = undefined;
		standing?.thread.close().catch(() => undefined);
	}

	/** Ends the thread, if there is one. */
	async close(): Promise<void> {
		const standing = this.#standing;
		this.#standing = undefined;
		await standing?.thread.close();
	}

	/** From the base as it stands, and as it will with this commit. */
	async #begin(world: SentWorld, changing: Changing, at: Instant): Promise<ClosureChange | undefined> {
		const rules = await AxiomRules.of(this.#view);
		const told = await recalled(this.#view, rules);
		// A base in which nothing follows from anything needs no thread.
		if (told.length === 0 && !changing.isAnythingConcerned) return undefined;
		const premises = await changing.all();
		const standing = { thread: new ConclusionsThread(this.#view.kb), rules, world };
		this.#standing = standing;
		const types = changing.types();
		return standing.thread.ask({ kind: "restart", world, premises, recalled: told, types }, at);
	}

	async #go(
		standing: Standing,
		world: SentWorld,
		{ changing, at }: { readonly changing: Changing; readonly at: Instant },
	): Promise<ClosureChange | undefined> {
		const former = standing.world;
		const isSame = JSON.stringify(world) === JSON.stringify(former);
		const change = await changing.since(new Axioms(former.axioms), readBy(former.rules));
		const types = isSame ? changing.typesChanged() : changing.types();
		if (isSame && change.removed.length + change.added.length + types.length === 0) return undefined;
		standing.world = world;
		const ask: Ask = isSame ? { kind: "change", change, types } : { kind: "rebase", world, change, types };
		return standing.thread.ask(ask, at);
	}

	/** The id of the rule that an axiom is; it is written with its first proof. */
	#axiomRule(rule: AxiomRule, rules: AxiomRules, rows: ConclusionRows): string {
		const known = rules.id(rule);
		if (known !== undefined) return known;
		const id = axiomRuleId(this.#view.kb, rule);
		rules.set(id, rule);
		rows.rule(id, rule);
		return id;
	}

	#write({ drawn, withdrawn, proofsBegun, proofsEnded }: ClosureChange, draft: Draft): ConclusionCount {
		const { rules } = this.#standing ?? {};
		if (rules === undefined) throw new TypeError("conclusions of a base that was lost");
		const rows = new ConclusionRows(this.#view.kb, draft);
		for (const { id } of withdrawn) rows.endConclusion(id);
		for (const { id } of proofsEnded) rows.endProof(id);
		for (const conclusion of drawn) rows.conclusion(conclusion);
		for (const proof of proofsBegun)
			rows.proof(
				proof,
				proof.rule.kind === "business" ? undefined : this.#axiomRule(proof.rule, rules, rows),
			);
		return { added: drawn.length, removed: withdrawn.length };
	}
}
