import { idOfKind } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, rdfs } from "../vocab/well-known.ts";
import type { FactBasis } from "./facts.ts";
import { type SaidOfThing, saidInDerivations } from "./said-in-derivations.ts";

/** By what a derived fact was concluded: one of the axioms of a relation, or a rule that people wrote. */
export type RuleKind = "transitive" | "symmetric" | "inverse" | "sub_property" | "business";

/** A rule, and the version of it under which something was concluded, as far as the base tells. */
export interface DerivationRule {
	readonly id: string | undefined;
	readonly kind: RuleKind | undefined;
	readonly name: string | undefined;
	/** IRI of the relation that an axiom is declared on. */
	readonly declaredOn: string | undefined;
	/** Counted from 1; business rules only. */
	readonly version: number | undefined;
	/** The version in words. */
	readonly versionText: string | undefined;
}

/** A rule as a proof names it: IRIs of an axiom rule, or of the version of a business rule. */
export interface RuleNamed {
	readonly rule: string | undefined;
	readonly version: string | undefined;
}

/** Reads the rules named, in one query, and tells each as it was named. */
export async function rulesNamed(
	named: readonly RuleNamed[],
	basis: Pick<FactBasis, "view" | "signal">,
): Promise<(one: RuleNamed) => DerivationRule> {
	const iris = new Set(named.flatMap(({ rule, version }) => [rule ?? [], version ?? []].flat()));
	const said = await saidInDerivations(
		[...iris].map((iri) => namedNode(iri)),
		basis,
	);
	return ({ rule, version }) => ruleFrom({ rule, version }, said);
}

function ruleFrom({ rule, version }: RuleNamed, said: ReadonlyMap<string, SaidOfThing>): DerivationRule {
	const own = rule === undefined ? undefined : said.get(rule);
	const ofVersion = version === undefined ? undefined : said.get(version);
	const number = ofVersion?.value(utopia.number)?.value ?? /:(\d+)$/.exec(version ?? "")?.[1];
	return {
		id: rule === undefined ? undefined : idOfKind(rule, "rule"),
		kind: kindOf(own, version),
		name: own?.value(rdfs.label)?.value,
		declaredOn: own?.value(utopia.declaredOn)?.value,
		version: number === undefined ? undefined : Number(number),
		versionText: ofVersion?.value(rdfs.label)?.value,
	};
}

const AXIOM_KINDS: readonly string[] = ["transitive", "symmetric", "inverse", "sub_property"];

function kindOf(rule: SaidOfThing | undefined, version: string | undefined): RuleKind | undefined {
	const axiom = rule?.value(utopia.axiomKind)?.value;
	if (axiom !== undefined && AXIOM_KINDS.includes(axiom)) return axiom as RuleKind;
	const isBusiness = rule?.values(rdf.type).some(({ value }) => value === utopia.BusinessRule.value);
	return version !== undefined || isBusiness ? "business" : undefined;
}
