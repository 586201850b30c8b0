import type { View } from "../access/view.ts";
import { Axioms } from "../closure/axioms.ts";
import type { AxiomRule, ClosureChange, ProofRule } from "../closure/premise.ts";
import type { Around } from "../findings/checks/around.ts";
import { entityIndex } from "../ledger/entity-index.ts";
import { traits } from "../ledger/traits.ts";
import { type Ontology, ontologyAt } from "../ontology/ontology.ts";
import { rulesInForce } from "../rules/rules.ts";
import { FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { type ConclusionCount, NO_CONCLUSIONS } from "../writing/conclusions.ts";
import type { Draft } from "../writing/draft.ts";
import { attributesOf, axiomsOf, classesOf } from "./axioms-of.ts";
import { Changing } from "./changing.ts";
import { axiomRuleId } from "./computed-ids.ts";
import { ConclusionsThread } from "./conclusions-thread.ts";
import type { Answer, Ask, SentWorld } from "./protocol.ts";
import { ruledBy, ruleOfVersion, unreadableIn } from "./read-rule.ts";
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
	ontology: Ontology;
	isTyped: boolean;
	accepted: ReadonlySet<string>;
}

/** What a commit comes to beside what it draws: all that stands in the way of conclusions, and what facts have against axioms. */
export interface Told extends Pick<ClosureChange, "capped" | "contradictions" | "troubles"> {
	/** Ids of the rules of which the definitions cannot be read. */
	readonly unreadable: readonly string[];
	/** What is found around what the commit touched; nothing where nothing was looked at. */
	readonly around: Around | undefined;
	/** What the ontology says afterwards. */
	readonly ontology: Ontology;
	/** Whether it says something else than before. */
	readonly isRedeclared: boolean;
	/** The id of a rule by which something is proved, or would be. */
	ruleId(rule: ProofRule): string;
}

/** What a commit draws, and what it comes to beside that; nothing where it leaves everything as it was. */
export interface Followed {
	readonly count: ConclusionCount;
	readonly told: Told | undefined;
}

/** What the caller knows of findings. */
export interface Deciding {
	/** Ids of the contradictions that are accepted once the commit is written. */
	readonly accepted: ReadonlySet<string>;
	/** Relations that have to be looked at whatever the commit does to them. */
	readonly lookAt: readonly string[];
}

interface Going {
	readonly world: SentWorld;
	readonly ontology: Ontology;
	readonly changing: Changing;
	readonly deciding: Deciding;
	readonly at: Instant;
}

/**
 * The conclusions of one base, kept up to every commit in that commit (K1, K2). What is in memory is worked out from the base
 * with the first commit that needs it, and again whenever it was lost; what differs then from what stands is written.
 */
export class Derivations {
	readonly #view: View;
	#standing: Standing | undefined;

	constructor(view: View) {
		this.#view = view;
	}

	/** Adds what follows to the draft. Called in the order of the commits, for one after the other. */
	async follow(draft: Draft, at: Instant, deciding: Deciding): Promise<Followed> {
		const asOf = this.#view.head().recordedAt ?? FIRST_INSTANT;
		const [index, declared] = await Promise.all([this.#view.kept(entityIndex), ontologyAt(asOf, this.#view)]);
		const before = this.#standing?.ontology ?? declared;
		const ontology = draft.done.ontology ?? declared;
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
			ruled: ruledBy(rules),
			index,
			hasDescribed: (await this.#view.kept(traits)).describedEvidence,
		});
		try {
			const standing = this.#standing;
			const going = { world, ontology, changing, deciding, at };
			const answer = await (standing === undefined ? this.#begin(going) : this.#go(standing, going));
			const isRedeclared = draft.done.ontology !== undefined;
			const about = { unreadable: unreadableIn(rules), ontology, isRedeclared };
			if (answer === undefined) return { count: NO_CONCLUSIONS, told: this.#toldWithout(about) };
			return this.#write(answer, draft, about);
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
	async #begin({ world, ontology, changing, deciding, at }: Going): Promise<Answer | undefined> {
		const rules = await AxiomRules.of(this.#view);
		const told = await recalled(this.#view, rules);
		// A base in which nothing follows from anything, and nothing is asked of facts, needs no thread.
		if (told.length === 0 && !changing.isAnythingConcerned) return undefined;
		const [facts, touched] = [await changing.all(), await changing.touchedFirst()];
		const { isTyped } = changing;
		const { accepted, lookAt } = deciding;
		const thread = new ConclusionsThread(this.#view.kb);
		this.#standing = { thread, rules, world, ontology, isTyped, accepted };
		const ask: Ask = {
			...{ kind: "restart", world, facts, recalled: told, ontology, accepted: [...accepted] },
			types: changing.types(),
			touched: { ...touched, relations: [...(touched.relations ?? []), ...lookAt] },
		};
		return thread.ask(ask, at);
	}

	async #go(standing: Standing, going: Going): Promise<Answer | undefined> {
		const { world, ontology, changing, deciding, at } = going;
		const former = standing.world;
		const isSame = JSON.stringify(world) === JSON.stringify(former);
		const isSameOntology = ontology === standing.ontology;
		const change = await changing.since({ axioms: new Axioms(former.axioms), ruled: ruledBy(former.rules) });
		const types = isSame && standing.isTyped ? changing.typesChanged() : changing.types();
		const touched = changing.touched();
		const accepted = isSameSet(standing.accepted, deciding.accepted) ? undefined : [...deciding.accepted];
		const isNothingSaid =
			change.removed.length + change.added.length + types.length + touched.entities.length === 0;
		if (isSame && isSameOntology && isNothingSaid && accepted === undefined) return undefined;
		standing.world = world;
		standing.ontology = ontology;
		standing.isTyped = changing.isTyped;
		standing.accepted = deciding.accepted;
		const said = { types, touched, accepted, ontology: isSameOntology ? undefined : ontology };
		const ask: Ask = isSame
			? { kind: "change", change, ...said }
			: { kind: "rebase", world, change, ...said };
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

	#write({ change, around }: Answer, draft: Draft, about: About): Followed {
		const { drawn, withdrawn, proofsBegun, proofsEnded, ...told } = change;
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
		const ruleId = (rule: ProofRule) =>
			rule.kind === "business" ? ruleOfVersion(rule.version) : this.#axiomRule(rule, rules, rows);
		const count = { added: drawn.length, removed: withdrawn.length };
		return { count, told: { ...told, ...about, around, ruleId } };
	}

	/** What there is to tell where nothing follows from anything. */
	#toldWithout(about: About): Told | undefined {
		if (this.#standing !== undefined) return undefined;
		const ruleId = (): never => {
			throw new TypeError("a rule that concludes nothing");
		};
		return { capped: [], contradictions: [], troubles: [], around: undefined, ...about, ruleId };
	}
}

type About = Pick<Told, "unreadable" | "ontology" | "isRedeclared">;

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.size === b.size && [...a].every((one) => b.has(one));
}
