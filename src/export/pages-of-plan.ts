import { tryInstant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import type { Continuation } from "./continuation.ts";
import type { ImportPlan, LifeRow } from "./import-plan.ts";
import { PageMaker } from "./page-maker.ts";

/** Puts the rows of a plan on pages by what happened to them (ledger README); rows the base holds only with what is new. */
export function pagesOf(plan: ImportPlan, base: Continuation): PageMaker {
	const pages = new PageMaker();
	addFacts(plan, base, pages);
	const { file, entities, merges, typings } = plan;
	const iri = (term: number) => file.term(term).value;
	for (const entity of entities) if (!base.known.has(entity)) pages.add("entity", iri(entity), undefined);
	for (const merge of merges) {
		const isKnown = base.known.has(merge.iri);
		if (!isKnown) pages.add("merged", iri(merge.iri), merge.recorded);
		if (merge.invalidated !== undefined && (!isKnown || base.ended.has(merge.iri)))
			pages.add("reverted", iri(merge.iri), merge.invalidated);
	}
	const [by, made] = [file.name(utopia.typeSource), file.name(prov.generatedAtTime)];
	/** A first class that a person gave after the entity was made is an event too. */
	const isLater = ({ iri: row, about, recorded }: LifeRow) => {
		const source = file.table.description(row).one(by);
		if (source === undefined || file.term(source).value !== "human") return false;
		const begun = file.table.has(about) ? file.table.description(about).one(made) : undefined;
		return begun === undefined || tryInstant(file.term(begun).value) !== recorded;
	};
	const ends = new Set(typings.map(({ about, invalidated }) => `${about} ${invalidated}`));
	for (const typing of typings) {
		if (base.known.has(typing.iri) || typing.recorded === undefined) continue;
		if (ends.has(`${typing.about} ${typing.recorded}`) || isLater(typing))
			pages.add("retyped", iri(typing.iri), typing.recorded);
	}
	return pages;
}

function addFacts({ file, facts }: ImportPlan, base: Continuation, pages: PageMaker): void {
	const superseded = new Set<number>();
	for (const { supersedes } of facts.values()) if (supersedes !== undefined) superseded.add(supersedes);
	for (const fact of facts.values()) {
		const iri = file.term(fact.iri).value;
		const isKnown = base.known.has(fact.iri);
		if (fact.canonicalName) {
			const old = fact.supersedes === undefined ? undefined : facts.get(fact.supersedes);
			const renames = old?.canonicalName === true && old.subject === fact.subject;
			if (!isKnown) pages.add(renames ? "renamed" : "name", iri, fact.recorded);
			continue;
		}
		if (!isKnown && fact.formerName) pages.add("name", iri, fact.recorded);
		else if (!isKnown)
			pages.add(fact.supersedes === undefined ? "asserted" : "corrected", iri, fact.recorded);
		const isEnded = fact.invalidated !== undefined && (!isKnown || base.ended.has(fact.iri));
		if (isEnded && !superseded.has(fact.iri)) pages.add("rejected", iri, fact.invalidated);
	}
}
