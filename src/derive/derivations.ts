import { DEFAULT_SETTINGS, type DerivationSettings } from "../access/derivation-settings.ts";
import type { View } from "../access/view.ts";
import { Axioms } from "../closure/axioms.ts";
import type { AxiomRule, ClosureChange } from "../closure/premise.ts";
import { entityIndex } from "../ledger/entity-index.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import { rulesInForce } from "../rules/rules.ts";
import { FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { type ConclusionCount, type Conclusions, NO_CONCLUSIONS } from "../writing/conclusions.ts";
import { Draft } from "../writing/draft.ts";
import { attributesOf, axiomsOf, classesOf } from "./axioms-of.ts";
import { Changing } from "./changing.ts";
import { axiomRuleId } from "./computed-ids.ts";
import { ConclusionsThread } from "./conclusions-thread.ts";
import type { Ask, SentWorld } from "./protocol.ts";
import { readBy } from "./read-rule.ts";
import { AxiomRules, recalled } from "./recalled.ts";
import { ConclusionRows } from "./rows.ts";

/** What is to be drawn with a commit: by what, and from what. */
interface Wanted {
	/** Without axioms and rules where the base draws nothing. */
	readonly world: SentWorld;
	readonly materialize: boolean;
	readonly changing: Changing;
}

/** What is known of a base between two commits. */
interface Standing {
	readonly thread: ConclusionsThread;
	readonly rules: AxiomRules;
	readonly materialize: boolean;
	world: SentWorld;
}

/** Conclusions drawn afresh, and what differs then from those that stood. */
interface Begun {
	readonly standing: Standing;
	/** How many derived facts stood. */
	readonly stood: number;
	readonly change: ClosureChange;
}

/** What a recomputation has found. */
export interface Recomputed {
	/** How many derived facts stand. */
	readonly standing: number;
	readonly change: ClosureChange | undefined;
}

/**
 * The conclusions of one base, kept up to every commit in that commit (K1, K2). What is in memory is worked out from the base
 * with the first commit that needs it, and again whenever it was lost; what differs then from what stands is written.
 */
export class Derivations implements Conclusions {
	readonly #view: View;
	readonly #settings: () => Promise<DerivationSettings>;
	readonly #threads = new Set<ConclusionsThread>();
	#standing: Standing | undefined;

	/** `settings` is asked with every commit. */
	constructor(view: View, settings: () => Promise<DerivationSettings> = async () => DEFAULT_SETTINGS) {
		this.#view = view;
		this.#settings = settings;
	}

	async follow(draft: Draft, at: Instant): Promise<ConclusionCount> {
		const wanted = await this.#wanted(draft);
		try {
			const standing = await this.#standingFor(wanted);
			if (standing !== undefined) {
				const change = await this.#go(standing, wanted, at);
				return change === undefined ? NO_CONCLUSIONS : this.#write(change, standing, draft);
			}
			const begun = await this.#begin(wanted, at);
			this.#standing = begun?.standing;
			return begun === undefined ? NO_CONCLUSIONS : this.#write(begun.change, begun.standing, draft);
		} catch (error) {
			this.lose();
			throw error;
		}
	}

	async foresee(draft: Draft, at: Instant): Promise<ConclusionCount> {
		const wanted = await this.#wanted(draft);
		const standing = this.#standing;
		if (standing?.materialize === wanted.materialize && (await askFor(standing, wanted)) === undefined)
			return NO_CONCLUSIONS;
		const { drawn = [], withdrawn = [] } = (await this.#apart(wanted, at))?.change ?? {};
		return { added: drawn.length, removed: withdrawn.length };
	}

	/** What drawing everything afresh would change of what stands: nothing, where all is well (K7). Writes nothing. */
	async recomputed(): Promise<Recomputed> {
		const wanted = await this.#wanted(new Draft(this.#view.kb));
		return (await this.#apart(wanted, this.#view.clock.now())) ?? { standing: 0, change: undefined };
	}

	lose(): void {
		this.#standing = undefined;
		for (const thread of this.#threads) this.#end(thread).catch(() => undefined);
	}

	/** Ends the threads, where there are some. */
	async close(): Promise<void> {
		this.#standing = undefined;
		await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
	}

	async #wanted({ done }: Draft): Promise<Wanted> {
		const view = this.#view;
		const asOf = view.head().recordedAt ?? FIRST_INSTANT;
		const [index, before, { materialize, caps }] = await Promise.all([
			view.kept(entityIndex),
			ontologyAt(asOf, view),
			this.#settings(),
		]);
		const ontology = done.ontology ?? before;
		const axioms = materialize ? axiomsOf(ontology) : [];
		const rules = materialize ? (done.rules ?? (await rulesInForce(asOf, view))) : [];
		const world: SentWorld = {
			axioms,
			cap: caps.perPredicate,
			rules,
			mostCombinations: caps.ruleCombinations,
			classes: classesOf(ontology),
			attributes: attributesOf(ontology),
		};
		const { merges } = index;
		const by = { axioms: new Axioms(axioms), read: readBy(rules) };
		const changing = new Changing(done, { view, asOf, merges, before, ontology, index, ...by });
		return { world, materialize, changing };
	}

	/** What is in memory, where that can be brought to what is wanted: a base that begins or ends to draw begins anew. */
	async #standingFor({ materialize }: Wanted): Promise<Standing | undefined> {
		const standing = this.#standing;
		if (standing === undefined || standing.materialize === materialize) return standing;
		this.#standing = undefined;
		await this.#end(standing.thread);
		return undefined;
	}

	/** From the base as it stands, and as it will with this commit. */
	async #begin({ world, materialize, changing }: Wanted, at: Instant): Promise<Begun | undefined> {
		const rules = await AxiomRules.of(this.#view);
		const told = await recalled(this.#view, rules);
		// A base in which nothing follows from anything needs no thread.
		if (told.length === 0 && !changing.isAnythingConcerned) return undefined;
		const premises = await changing.all();
		const types = changing.types();
		const thread = new ConclusionsThread(this.#view.kb);
		this.#threads.add(thread);
		try {
			const change = await thread.ask({ kind: "restart", world, premises, recalled: told, types }, at);
			return { standing: { thread, rules, materialize, world }, stood: told.length, change };
		} catch (error) {
			await this.#end(thread);
			throw error;
		}
	}

	/** In a thread of its own that ends with it. */
	async #apart(wanted: Wanted, at: Instant): Promise<Recomputed | undefined> {
		const begun = await this.#begin(wanted, at);
		if (begun === undefined) return undefined;
		await this.#end(begun.standing.thread);
		return { standing: begun.stood, change: begun.change };
	}

	async #go(standing: Standing, wanted: Wanted, at: Instant): Promise<ClosureChange | undefined> {
		const ask = await askFor(standing, wanted);
		if (ask === undefined) return undefined;
		standing.world = wanted.world;
		return standing.thread.ask(ask, at);
	}

	async #end(thread: ConclusionsThread): Promise<void> {
		this.#threads.delete(thread);
		await thread.close();
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

	#write(
		{ drawn, withdrawn, proofsBegun, proofsEnded }: ClosureChange,
		{ rules }: Standing,
		draft: Draft,
	): ConclusionCount {
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

/** What to ask of the thread that stands, so that it comes to what is wanted: nothing where that changes nothing. */
async function askFor({ world: former }: Standing, { world, changing }: Wanted): Promise<Ask | undefined> {
	const isSame = JSON.stringify(world) === JSON.stringify(former);
	const change = await changing.since(new Axioms(former.axioms), readBy(former.rules));
	const types = isSame ? changing.typesChanged() : changing.types();
	if (!isSame) return { kind: "rebase", world, change, types };
	if (change.removed.length + change.added.length + types.length === 0) return undefined;
	return { kind: "change", change, types };
}
