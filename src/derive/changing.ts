import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import type { Axioms } from "../closure/axioms.ts";
import type { PremiseChange } from "../closure/closure.ts";
import type { Premise } from "../closure/premise.ts";
import type { EntityIndex } from "../ledger/entity-index.ts";
import type { Evidence } from "../ledger/evidence.ts";
import { type FactBasis, factsOf } from "../ledger/facts.ts";
import type { Merges } from "../ledger/merges.ts";
import type { Ontology, RelationDeclared } from "../ontology/ontology.ts";
import { namedNode } from "../rdf/terms.ts";
import type { Instant } from "../time/instant.ts";
import type { Done, NewTyping } from "../writing/draft.ts";
import type { NewEvidence } from "../writing/rows.ts";
import { factName, factsOfRelations, premiseOfNew, premisesWith } from "./premises.ts";

/** A base before a commit, and what the commit makes of its ontology. */
export interface Beforehand {
	readonly view: View;
	/** The base's head. */
	readonly asOf: Instant;
	readonly merges: Merges;
	readonly before: Ontology;
	readonly ontology: Ontology;
	readonly axioms: Axioms;
	/** Relations and attributes that rules read. */
	readonly read: ReadonlySet<string>;
	readonly index: EntityIndex;
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

	/** Whether anything follows from any relation. */
	get isAnythingConcerned(): boolean {
		return this.#concerned().length > 0;
	}

	/** All premises there will be. */
	async all(): Promise<readonly Premise[]> {
		const ids = await factsOfRelations(this.#concerned(), this.#base);
		return [...(await this.#held(ids)), ...this.#new()];
	}

	/** What becomes of premises. `former`: the axioms by which those that are known were chosen. */
	async since(former: Axioms, formerlyRead: ReadonlySet<string>): Promise<PremiseChange> {
		const wasConcerned = (relation: string) => former.concerns(relation) || formerlyRead.has(relation);
		const touched = new Set(await this.#touched(wasConcerned));
		const ended = this.#done.endings.map(({ id }) => id);
		const added = [...(await this.#held([...touched])), ...this.#new()];
		return { removed: [...new Set([...touched, ...ended])].map(factName), added };
	}

	/** The classes of all entities, where any rule asks for them. */
	types(): readonly NewTyping[] {
		if (this.#base.read.size === 0) return [];
		const { index, asOf } = this.#base;
		return [...index.typed(asOf), ...this.#done.typings];
	}

	/** The classes of entities that get another one, where any rule asks for them. */
	typesChanged(): readonly NewTyping[] {
		return this.#base.read.size === 0 ? [] : this.#done.typings;
	}

	/** Facts that stay and may be other premises, or none: their evidence, owners or relation are others. */
	async #touched(wasConcerned: (relation: string) => boolean): Promise<readonly string[]> {
		const { evidence, endedEvidence, facts } = this.#done;
		const fresh = new Set(facts.map(({ id }) => id));
		const spoken = [...evidence, ...endedEvidence].map(({ fact }) => fact).filter((fact) => !fresh.has(fact));
		const relations = this.#relationsThatChange(wasConcerned);
		return [...spoken, ...(await this.#moved()), ...(await factsOfRelations(relations, this.#base))];
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

	/** Relations whose facts are premises now or were until now, or live in another way. */
	#relationsThatChange(wasConcerned: (relation: string) => boolean): readonly NamedNode[] {
		const { before, ontology } = this.#base;
		if (before === ontology && this.#done.rules === undefined) return [];
		const all = new Set([...before.relations.keys(), ...ontology.relations.keys()]);
		const kind = ({ relations }: Ontology, iri: string) =>
			`${relations.get(iri)?.kind} ${relations.get(iri)?.temporal}`;
		return [...all]
			.filter(
				(iri) =>
					wasConcerned(iri) !== this.#isConcerned(iri) ||
					(this.#isConcerned(iri) && kind(before, iri) !== kind(ontology, iri)),
			)
			.map((iri) => namedNode(iri));
	}

	#held(ids: readonly string[]): Promise<readonly Premise[]> {
		const ended = new Set(this.#done.endings.map(({ id }) => id));
		return premisesWith(
			ids.filter((id) => !ended.has(id)),
			(relation) => this.#isConcerned(relation),
			this.#basis,
		);
	}

	#new(): readonly Premise[] {
		const { asOf } = this.#base;
		const owner = (entity: string) => this.#merges.owner(entity, asOf);
		return this.#done.facts.flatMap((fact) => {
			const relation = this.#relation(fact.predicate?.value ?? "");
			if (relation === undefined) return [];
			return premiseOfNew(fact, this.#evidence.get(fact.id) ?? [], { relation, owner });
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
		return this.#relation(relation) !== undefined;
	}

	#relation(iri: string): RelationDeclared | undefined {
		const { axioms, read, ontology } = this.#base;
		return axioms.concerns(iri) || read.has(iri) ? ontology.relations.get(iri) : undefined;
	}

	#concerned(): readonly NamedNode[] {
		return [...this.#base.ontology.relations.values()]
			.filter(({ iri }) => this.#isConcerned(iri.value))
			.map(({ iri }) => iri);
	}
}

/** Who stands for whom once the commit is written; read at the base's head. */
function mergesAfter({ merges, reverted }: Done, { merges: before, asOf }: Beforehand): Merges {
	if (merges.length + reverted.length === 0) return before;
	const taken = reverted.flatMap((id) => before.get(id) ?? []).map((merge) => ({ ...merge, to: asOf }));
	return before.with([...taken, ...merges.map((merge) => ({ ...merge, from: asOf, to: undefined }))]);
}
