import type { Literal, NamedNode } from "@rdfjs/types";
import { type AxiomRule, type Conclusion, type ProofOf, ruleKey } from "../closure/premise.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, namedNode, quad, spellQuad } from "../rdf/terms.ts";
import type { Bound } from "../time/holds.ts";
import { type Instant, instantText } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs, schema, xsd } from "../vocab/well-known.ts";
import { Draft } from "../writing/draft.ts";
import { dated } from "../writing/quads.ts";
import { checkShapes } from "../writing/shape-check.ts";
import type { AxiomRuleIds, Listed } from "./protocol.ts";
import { valueIn } from "./value-text.ts";

const TRUE = literal("true", xsd.boolean);

/** Writes what conclusions are into the commit that draws them. */
export class ConclusionRows {
	readonly #kb: string;
	readonly #into: () => Draft;

	/** `into`: the draft that the next thing is written into. */
	constructor(kb: string, into: () => Draft) {
		this.#kb = kb;
		this.#into = into;
	}

	get #draft(): Draft {
		return this.#into();
	}

	rule(id: string, { kind, declaredOn }: AxiomRule): void {
		this.#say("rule", id, [
			[rdf.type, prov.Activity],
			[rdf.type, utopia.AxiomRule],
			[rdfs.label, literal(kind)],
			[utopia.axiomKind, literal(kind)],
			[utopia.declaredOn, namedNode(declaredOn)],
		]);
	}

	conclusion({ id, subject, relation, object, from, to }: Conclusion): void {
		const own = this.#named(id);
		this.#draft.beside(() => {
			const end = valueIn(object) ?? this.#iri("entity", object);
			return [quad(this.#iri("entity", subject), namedNode(relation), end, own)];
		});
		const said = [
			[rdf.type, rdf.Statement],
			[utopia.derived, TRUE],
			...boundSaid(schema.validFrom, utopia.validFromPrecision, from),
			...boundSaid(schema.validThrough, utopia.validThroughPrecision, to),
		] as const;
		this.#draft.row(own, said, this.#graph);
	}

	endConclusion(id: string): void {
		this.#draft.endRow(this.#named(id), this.#graph);
	}

	/** `axiomRule`: the id of the rule that the axiom is by which it was drawn; a written rule's version names itself. */
	proof({ id, of, rule, confidence, premises }: ProofOf, axiomRule: string | undefined): void {
		const own = this.#iri("proof", id);
		this.#say("proof", id, [
			[rdf.type, utopia.Proof],
			[utopia.proofOf, this.#named(of)],
			...(rule.kind === "business"
				? ([
						[utopia.ruleVersion, this.#named(rule.version)],
						[utopia.conditionGroup, literal(String(rule.group), xsd.integer)],
					] as const)
				: ([[prov.wasGeneratedBy, this.#iri("rule", axiomRule ?? "")]] as const)),
			[utopia.confidence, literal(String(confidence), xsd.decimal)],
		]);
		this.#draft.beside(() =>
			premises.flatMap((premise, n) => {
				const place = this.#iri("premise", `${id}:${n + 1}`);
				return [
					quad(place, rdf.type, utopia.Premise, this.#graph),
					quad(place, utopia.ofProof, own, this.#graph),
					quad(place, utopia.seq, literal(String(n + 1), xsd.integer), this.#graph),
					quad(place, utopia.statement, this.#named(premise), this.#graph),
				];
			}),
		);
	}

	endProof(id: string): void {
		this.#draft.endRow(this.#iri("proof", id), this.#graph);
	}

	/** The IRI of a fact or derived fact by what it is called among premises. */
	#named(name: string): NamedNode {
		return namedNode(`${this.#iri("", "").value.slice(0, -1)}${name}`);
	}

	get #graph(): NamedNode {
		return graphsOf(this.#kb).derivations;
	}

	#say(kind: string, id: string, said: Parameters<Draft["row"]>[1]): void {
		this.#draft.row(this.#iri(kind, id), said, this.#graph);
	}

	#iri(kind: string, id: string): NamedNode {
		return baseIri(this.#kb, kind, id);
	}
}

function boundSaid(
	property: NamedNode,
	precision: NamedNode,
	bound: Bound | undefined,
): readonly (readonly [NamedNode, Literal | NamedNode | undefined])[] {
	if (bound === undefined) return [];
	if (bound.precision !== undefined)
		return dated(property, precision, { at: bound.at, precision: bound.precision });
	const text = instantText(bound.at);
	const isMidnight = text.endsWith("T00:00:00.000000Z");
	const value = isMidnight
		? literal(text.slice(0, text.indexOf("T")), xsd.date)
		: literal(text.replace(/\.000000Z$/, "Z"), xsd.dateTime);
	return [
		[property, value],
		[precision, literal("none")],
	];
}

/** How many things come and go, in all. */
export function thingsIn({ drawn, withdrawn, proofsBegun, proofsEnded }: Listed): number {
	return drawn.length + withdrawn.length + proofsBegun.length + proofsEnded.length;
}

/** The axioms by which proofs begin. */
export function axiomRulesOf({ proofsBegun }: Listed): readonly AxiomRule[] {
	const found = new Map<string, AxiomRule>();
	for (const { rule } of proofsBegun) if (rule.kind !== "business") found.set(ruleKey(rule), rule);
	return [...found.values()];
}

/** Writes what comes and goes into the commit, but for the rules themselves. `axiomRules`: all by which proofs begin. */
export function* writing(listed: Listed, rows: ConclusionRows, axiomRules: AxiomRuleIds): Generator<void> {
	const ids = new Map(axiomRules.map(([rule, id]) => [ruleKey(rule), id]));
	for (const { id } of listed.withdrawn) yield rows.endConclusion(id);
	for (const { id } of listed.proofsEnded) yield rows.endProof(id);
	for (const conclusion of listed.drawn) yield rows.conclusion(conclusion);
	for (const proof of listed.proofsBegun) yield rows.proof(proof, ids.get(ruleKey(proof.rule)));
}

const THINGS_AT_ONCE = 200;

/** What {@link writing} writes into the commit of that instant, as N-Quads lines, some hundred things at a time. */
export function* nquadsOf(
	listed: Listed,
	{ kb, at, axiomRules }: { readonly kb: string; readonly at: Instant; readonly axiomRules: AxiomRuleIds },
): Generator<string> {
	let draft = new Draft(kb);
	let count = 0;
	const rows = new ConclusionRows(kb, () => draft);
	for (const _ of writing(listed, rows, axiomRules)) {
		if (++count % THINGS_AT_ONCE > 0) continue;
		yield linesOf(draft, kb, at);
		draft = new Draft(kb);
	}
	if (!draft.isEmpty) yield linesOf(draft, kb, at);
}

function linesOf(draft: Draft, kb: string, at: Instant): string {
	const { insert } = draft.sealed(at);
	checkShapes(insert, kb);
	let text = "";
	for (const one of insert) text += `${spellQuad(one)}\n`;
	return text;
}
