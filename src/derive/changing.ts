import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import type { Axioms } from "../closure/axioms.ts";
import { changedRelations, type Touched } from "../findings/checks/around.ts";
import type { EntityIndex } from "../ledger/entity-index.ts";
import type { Evidence } from "../ledger/evidence.ts";
import { type FactBasis, factsOf } from "../ledger/facts.ts";
import type { Merges } from "../ledger/merges.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { namedNode } from "../rdf/terms.ts";
import type { Instant } from "../time/instant.ts";
import type { Done, NewTyping } from "../writing/draft.ts";
import type { NewEvidence } from "../writing/rows.ts";
import { claimOf } from "./held-index.ts";
import { factName, factsOfRelations, factsToSend, sentNew } from "./premises.ts";
import type { SentChange, SentFact } from "./protocol.ts";
import { type Needing, type Role, roleOf, roleText } from "./roles.ts";

/** A base before a commit, and what the commit makes of its ontology. */
export interface Beforehand {
	readonly view: View;
	/** The base's head. */
	readonly asOf: Instant;
	readonly merges: Merges;
	/** What was declared when facts were sent last. */
	readonly before: Ontology;
	readonly ontology: Ontology;
	readonly axioms: Axioms;
	/** Relations and attributes that rules read or conclude. */
	readonly ruled: ReadonlySet<string>;
	readonly index: EntityIndex;
	/** Whether any evidence is known from a picture only. */
	readonly hasDescribed: boolean;
}

/** What a commit does to premises: facts as they will be once it is written, read before it is. */
export class Changing {
	readonly #done: Done;
	readonly #base: Beforehand;
	readonly #merges: Merges;
	readonly #evidence = new Map<string, NewEvidence[]>();

	constructor(done: Done, base: Beforehand) {
		this.#done = done;
		this.#base = base;
		this.#merges = mergesAfter(done, base);
		for (const piece of done.evidence) {
			const known = this.#evidence.get(piece.fact);
			if (known === undefined) this.#evidence.set(piece.fact, [piece]);
			else known.push(piece);
		}
	}

	/** Whether anything follows from any relation, or anything is looked at. */
	get isAnythingConcerned(): boolean {
		return this.#concerned().length > 0;
	}

	/** All facts there will be. */
	async all(): Promise<readonly SentFact[]> {
		const ids = await factsOfRelations(this.#concerned(), this.#base);
		return [...(await this.#held(ids)), ...this.#new()];
	}

	/** What becomes of facts that were sent. `former`: for what they were needed then. */
	async since(former: Omit<Needing, "ontology">): Promise<SentChange> {
		const touched = new Set(await this.#touched({ ...former, ontology: this.#base.before }));
		const ended = this.#done.endings.map(({ id }) => id);
		const added = [...(await this.#held([...touched])), ...this.#new()];
		return { removed: [...new Set([...touched, ...ended])].map(factName), added };
	}

	/** What checks have to look at where nothing was sent before: what the facts say that change, and what they said. */
	async touchedFirst(): Promise<Touched> {
		const { view, asOf, merges, before } = this.#base;
		const { axioms, ruled } = this.#base;
		const touched = await this.#touched({ axioms, ruled, ontology: before });
		const ids = [...touched, ...this.#done.endings.map(({ id }) => id)];
		const role = (relation: string) => roleOf(relation, { axioms, ruled, ontology: before });
		const was = await factsToSend(ids, role, { view, asOf, merges, ontology: before, hasDescribed: false });
		const now = [...(await this.#held(touched)), ...this.#new()];
		return { ...this.touched(), claims: [...was, ...now].map(claimOf) };
	}

	/** What checks have to look at beside facts that change. */
	touched(): { readonly entities: readonly string[]; readonly relations: readonly string[] } {
		const { before, ontology, merges, asOf } = this.#base;
		const { typings, merges: merged, reverted } = this.#done;
		const parted = reverted.flatMap((id) => merges.get(id) ?? []);
		const all = [
			...typings.map(({ entity }) => entity),
			...[...merged, ...parted].flatMap(({ source, target }) => [source, target]),
		];
		const owners = all.flatMap((entity) => [merges.owner(entity, asOf), this.#merges.owner(entity, asOf)]);
		return {
			entities: [...new Set([...all, ...owners])],
			relations: before === ontology ? [] : changedRelations(before, ontology),
		};
	}

	/** Whether rules or checks ask for the classes of entities. */
	get isTyped(): boolean {
		const { ruled, ontology } = this.#base;
		const asks = [...ontology.relations.values()].some(
			({ domains, ranges }) => domains.length + ranges.length > 0,
		);
		return ruled.size > 0 || asks;
	}

	/** The classes of all entities, where anything asks for them. */
	types(): readonly NewTyping[] {
		if (!this.isTyped) return [];
		const { index, asOf } = this.#base;
		return [...index.typed(asOf), ...this.#done.typings];
	}

	/** The classes of entities that get another one, where anything asks for them. */
	typesChanged(): readonly NewTyping[] {
		return this.isTyped ? this.#done.typings : [];
	}

	/** Facts that stay and may be sent as others, or not: their evidence, owners or relation are others. */
	async #touched(former: Needing): Promise<readonly string[]> {
		const { evidence, endedEvidence, facts } = this.#done;
		const fresh = new Set(facts.map(({ id }) => id));
		const spoken = [...evidence, ...endedEvidence].map(({ fact }) => fact).filter((fact) => !fresh.has(fact));
		const relations = this.#relationsThatChange(former);
		const all = [...spoken, ...(await this.#moved()), ...(await factsOfRelations(relations, this.#base))];
		return [...new Set(all)];
	}

	/** Facts at entities that have another owner. */
	async #moved(): Promise<readonly string[]> {
		const { merges, reverted } = this.#done;
		const sources = [
			...merges.map(({ source }) => source),
			...reverted.flatMap((id) => this.#base.merges.get(id)?.source ?? []),
		];
		if (sources.length === 0) return [];
		const { asOf } = this.#base;
		const members = sources.flatMap((source) => [
			...this.#base.merges.members(source, asOf),
			...this.#merges.members(source, asOf),
		]);
		const facts = await factsOf([...new Set(members)], this.#basis);
		return facts.filter(({ predicate }) => this.#isConcerned(predicate?.value ?? "")).map(({ id }) => id);
	}

	/** Relations whose facts are needed for something else than until now, or live in another way. */
	#relationsThatChange(former: Needing): readonly NamedNode[] {
		const { before, ontology } = this.#base;
		if (before === ontology && this.#done.rules === undefined) return [];
		const all = new Set([...before.relations.keys(), ...ontology.relations.keys()]);
		return [...all]
			.filter((iri) => roleText(roleOf(iri, former)) !== roleText(this.#role(iri)))
			.map((iri) => namedNode(iri));
	}

	#held(ids: readonly string[]): Promise<readonly SentFact[]> {
		const ended = new Set(this.#done.endings.map(({ id }) => id));
		return factsToSend(
			ids.filter((id) => !ended.has(id)),
			(relation) => this.#role(relation),
			{ ...this.#basis, hasDescribed: this.#hasDescribed },
		);
	}

	get #hasDescribed(): boolean {
		return this.#base.hasDescribed || this.#done.evidence.some(({ origin }) => origin === "described");
	}

	#new(): readonly SentFact[] {
		const { asOf } = this.#base;
		const owner = (entity: string) => this.#merges.owner(entity, asOf);
		return this.#done.facts.flatMap((fact) => {
			const role = this.#role(fact.predicate?.value ?? "");
			return role === undefined ? [] : [sentNew(fact, this.#evidence.get(fact.id) ?? [], { role, owner })];
		});
	}

	get #basis(): FactBasis {
		const { view, asOf, ontology } = this.#base;
		const gone = new Set(this.#done.endedEvidence.map(({ id }) => id));
		const speaking = (fact: string, held: readonly Evidence[]) => [
			...held.filter(({ id }) => id === undefined || !gone.has(id)),
			...(this.#evidence.get(fact) ?? []),
		];
		return { view, asOf, ontology, merges: this.#merges, speaking };
	}

	#isConcerned(relation: string): boolean {
		return this.#role(relation) !== undefined;
	}

	#role(iri: string): Role | undefined {
		return roleOf(iri, this.#base);
	}

	#concerned(): readonly NamedNode[] {
		return [...this.#base.ontology.relations.values()]
			.filter(({ iri }) => this.#isConcerned(iri.value))
			.map(({ iri }) => iri);
	}
}

/** Who stands for whom once the commit is written; read at the base's head. */
export function mergesAfter(
	{ merges, reverted }: Pick<Done, "merges" | "reverted">,
	{ merges: before, asOf }: Pick<Beforehand, "merges" | "asOf">,
): Merges {
	if (merges.length + reverted.length === 0) return before;
	const taken = reverted.flatMap((id) => before.get(id) ?? []).map((merge) => ({ ...merge, to: asOf }));
	return before.with([...taken, ...merges.map((merge) => ({ ...merge, from: asOf, to: undefined }))]);
}
