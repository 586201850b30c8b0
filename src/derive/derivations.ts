import { DEFAULT_SETTINGS, type DerivationSettings } from "../access/derivation-settings.ts";
import { headMoment, type View } from "../access/view.ts";
import { Axioms } from "../closure/axioms.ts";
import type { AxiomRule, ProofRule } from "../closure/premise.ts";
import { entityIndex } from "../ledger/entity-index.ts";
import { traits } from "../ledger/traits.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import { rulesInForce } from "../rules/rules.ts";
import type { Instant } from "../time/instant.ts";
import { type ConclusionCount, NO_CONCLUSIONS } from "../writing/conclusions.ts";
import { Draft } from "../writing/draft.ts";
import { askAnew, askFor, type ToldThread, toldBy, type Wanted } from "./asking.ts";
import { Changing } from "./changing.ts";
import { axiomRuleId } from "./computed-ids.ts";
import { ConclusionsThread } from "./conclusions-thread.ts";
import { declaredIn } from "./declared.ts";
import type { Answer, Listed, SentWorld } from "./protocol.ts";
import { ruledBy, ruleOfVersion, unreadableIn } from "./read-rule.ts";
import { AxiomRules, recalled, standingNow } from "./recalled.ts";
import { ConclusionRows, writing } from "./rows.ts";
import { acceptedIn, type Deciding, type Followed, type Told } from "./told.ts";

const NO_AXIOMS = new Axioms([]);
/** Of a commit that does more to conclusions and proofs, the thread makes the rows. */
const MOST_LISTED = 5_000;

/** What is known of a base between two commits. */
interface Standing {
	readonly thread: ConclusionsThread;
	readonly rules: AxiomRules;
	readonly materialize: boolean;
	told: ToldThread;
}

/** Conclusions drawn afresh, and what differs then from those that stood. */
interface Begun {
	readonly standing: Standing;
	/** How many derived facts stood. */
	readonly stood: number;
	readonly answer: Answer;
}

/** What a recomputation has found. */
export interface Recomputed {
	/** How many derived facts stand. */
	readonly standing: number;
	readonly change: Listed | undefined;
}

/**
 * The conclusions of one base, kept up to every commit in that commit (K1, K2). What is in memory is worked out from the base
 * with the first commit that needs it, and again whenever it was lost; what differs then from what stands is written.
 */
export class Derivations {
	readonly #view: View;
	readonly #settings: () => Promise<DerivationSettings>;
	readonly #threads = new Set<ConclusionsThread>();
	#standing: Standing | undefined;

	/** `settings` is asked with every commit. */
	constructor(view: View, settings: () => Promise<DerivationSettings> = async () => DEFAULT_SETTINGS) {
		this.#view = view;
		this.#settings = settings;
	}

	/** Adds what follows to the draft. Called in the order of the commits, for one after the other. */
	async follow(draft: Draft, at: Instant, deciding: Deciding): Promise<Followed> {
		const wanted = await this.#wanted(draft, deciding);
		try {
			const standing = await this.#standingFor(wanted);
			if (standing !== undefined) {
				const answer = await this.#go(standing, wanted, at);
				if (answer === undefined) return { count: NO_CONCLUSIONS, told: undefined };
				return this.#write(answer, { standing, wanted, draft });
			}
			const begun = await this.#begin(wanted, at);
			this.#standing = begun?.standing;
			if (begun === undefined) return { count: NO_CONCLUSIONS, told: toldWithout(wanted) };
			return this.#write(begun.answer, { standing: begun.standing, wanted, draft });
		} catch (error) {
			this.lose();
			throw error;
		}
	}

	/** What following the draft would come to. Changes nothing; called as `follow` is. */
	async foresee(draft: Draft, at: Instant, deciding: Deciding): Promise<ConclusionCount> {
		const wanted = await this.#wanted(draft, deciding);
		const standing = this.#standing;
		const isKnown = standing?.materialize === wanted.materialize;
		if (isKnown && (await askFor(standing.told, wanted)) === undefined) return NO_CONCLUSIONS;
		return (await this.#apart(wanted, at, 0))?.answer.count ?? NO_CONCLUSIONS;
	}

	/** What drawing everything afresh would change of what stands: nothing, where all is well (K7). Writes nothing. */
	async recomputed(): Promise<Recomputed> {
		const deciding = { accepted: await acceptedIn(this.#view), lookAt: [] };
		const wanted = await this.#wanted(new Draft(this.#view.kb), deciding);
		const begun = await this.#apart(wanted, this.#view.clock.now(), Number.POSITIVE_INFINITY);
		return { standing: begun?.stood ?? 0, change: begun?.answer.listed };
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

	async #wanted({ done }: Draft, deciding: Deciding): Promise<Wanted> {
		const view = this.#view;
		const asOf = headMoment(view);
		const [index, declared, has, { materialize, caps }] = await Promise.all([
			view.kept(entityIndex),
			ontologyAt(asOf, view),
			view.kept(traits),
			this.#settings(),
		]);
		const before = this.#standing?.told.ontology ?? declared;
		const ontology = done.ontology ?? declared;
		const rules = materialize ? (done.rules ?? (await rulesInForce(asOf, view))) : [];
		const { axioms, ready, classes, attributes, text } = declaredIn(ontology);
		const world: SentWorld = {
			axioms: materialize ? axioms : [],
			cap: caps.perPredicate,
			rules,
			mostCombinations: caps.ruleCombinations,
			classes,
			attributes,
		};
		const by = { axioms: materialize ? ready : NO_AXIOMS, ruled: ruledBy(rules) };
		const { merges } = index;
		const hasDescribed = has.describedEvidence;
		const changing = new Changing(done, { view, asOf, merges, before, ontology, index, hasDescribed, ...by });
		const isRedeclared = done.ontology !== undefined;
		const needed = { by, declared: text, hasConcluded: has.derivedFacts };
		const mostContradictions = caps.contradictionsPerPredicate;
		return { world, ontology, isRedeclared, materialize, mostContradictions, changing, deciding, ...needed };
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
	async #begin(wanted: Wanted, at: Instant, mostListed = MOST_LISTED): Promise<Begun | undefined> {
		const { materialize, changing, hasConcluded } = wanted;
		// A base in which nothing follows from anything, and nothing is asked of facts, needs no thread and is asked nothing.
		if (!hasConcluded && !changing.isAnythingConcerned) return undefined;
		const rules = await AxiomRules.of(this.#view);
		const stood = await standingNow(this.#view);
		if (stood.length === 0 && !changing.isAnythingConcerned) return undefined;
		const ask = await askAnew(wanted);
		const thread = new ConclusionsThread(this.#view.kb);
		this.#threads.add(thread);
		try {
			for await (const some of recalled(stood, this.#view, rules)) thread.recall(some);
			const answer = await thread.ask(ask, at, mostListed);
			const standing = { thread, rules, materialize, told: toldBy(wanted) };
			return { standing, stood: stood.length, answer };
		} catch (error) {
			await this.#end(thread);
			throw error;
		}
	}

	/** In a thread of its own that ends with it. */
	async #apart(wanted: Wanted, at: Instant, mostListed: number): Promise<Begun | undefined> {
		const begun = await this.#begin(wanted, at, mostListed);
		if (begun !== undefined) await this.#end(begun.standing.thread);
		return begun;
	}

	async #go(standing: Standing, wanted: Wanted, at: Instant): Promise<Answer | undefined> {
		const ask = await askFor(standing.told, wanted);
		if (ask === undefined) return undefined;
		standing.told = toldBy(wanted);
		return standing.thread.ask(ask, at, MOST_LISTED);
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
		{ count, listed, axiomRules, hindered, around }: Answer,
		{ standing, wanted, draft }: Writing,
	): Followed {
		const { thread, rules } = standing;
		const rows = new ConclusionRows(this.#view.kb, () => draft);
		const axiomRule = (rule: AxiomRule) => this.#axiomRule(rule, rules, rows);
		const ids = axiomRules.map((rule) => [rule, axiomRule(rule)] as const);
		if (listed === undefined) draft.spelled(thread.rows(ids));
		else for (const _ of writing(listed, rows, ids));
		const ruleId = (rule: ProofRule) =>
			rule.kind === "business" ? ruleOfVersion(rule.version) : axiomRule(rule);
		return { count, told: { ...hindered, ...aboutOf(wanted), around, ruleId } };
	}
}

interface Writing {
	readonly standing: Standing;
	readonly wanted: Wanted;
	readonly draft: Draft;
}

function aboutOf({ world, ontology, isRedeclared, mostContradictions }: Wanted) {
	return { unreadable: unreadableIn(world.rules), ontology, isRedeclared, mostContradictions };
}

/** What there is to tell where nothing follows from anything. */
function toldWithout(wanted: Wanted): Told {
	const ruleId = (): never => {
		throw new TypeError("a rule that concludes nothing");
	};
	return { capped: [], contradictions: [], troubles: [], around: undefined, ...aboutOf(wanted), ruleId };
}
