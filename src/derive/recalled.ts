import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import type { AxiomKind, AxiomRule, Conclusion, Proof, ProofRule, Recalled } from "../closure/premise.ts";
import { derivedBound } from "../ledger/stated-date.ts";
import { graphsOf, idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { count, decode, iri, optional, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { derivedName } from "./computed-ids.ts";

const conclusionsTemplate = loadTemplate("derive/conclusions");
const proofsTemplate = loadTemplate("derive/proofs");
const standingTemplate = loadTemplate("derive/standing");
const rulesTemplate = loadTemplate("derive/axiom-rules");
const MOST_ROWS = 100_000_000;
/** Conclusions that are read together: others are served in between. */
const AT_ONCE = 1_000;

/** The rules that axioms are in a base, by what they say and by id. */
export class AxiomRules {
	readonly #ids = new Map<string, string>();
	readonly #rules = new Map<string, AxiomRule>();

	static async of(view: View): Promise<AxiomRules> {
		const rules = new AxiomRules();
		const { derivations } = graphsOf(view.kb);
		for (const row of await view.select(rulesTemplate.bind({ derivations }, { limit: MOST_ROWS }))) {
			const { rule, kind, relation } = decode(row, { rule: iri, kind: text, relation: iri });
			const id = idOfKind(rule.value, "rule");
			if (id !== undefined) rules.set(id, { kind: kind as AxiomKind, declaredOn: relation.value });
		}
		return rules;
	}

	/** The first rule that says so stands; a file may bring several. */
	set(id: string, rule: AxiomRule): void {
		this.#rules.set(id, rule);
		const key = keyOf(rule);
		const known = this.#ids.get(key);
		if (known === undefined || id < known) this.#ids.set(key, id);
	}

	id(rule: AxiomRule): string | undefined {
		return this.#ids.get(keyOf(rule));
	}

	get(id: string): AxiomRule | undefined {
		return this.#rules.get(id);
	}
}

function keyOf({ kind, declaredOn }: AxiomRule): string {
	return `${kind} ${declaredOn}`;
}

/** The conclusions that stand now. */
export async function standingNow(view: View): Promise<readonly NamedNode[]> {
	const { derivations } = graphsOf(view.kb);
	const rows = await view.select(standingTemplate.bind({ derivations }, { limit: MOST_ROWS }));
	return rows.map((row) => decode(row, { derived: iri }).derived);
}

/** Conclusions with the proofs held of them, some at a time. */
export async function* recalled(
	conclusions: readonly NamedNode[],
	view: View,
	rules: AxiomRules,
): AsyncGenerator<readonly Recalled[]> {
	for (let at = 0; at < conclusions.length; at += AT_ONCE)
		yield await read(conclusions.slice(at, at + AT_ONCE), view, rules);
}

async function read(some: readonly NamedNode[], view: View, rules: AxiomRules): Promise<readonly Recalled[]> {
	const { derivations } = graphsOf(view.kb);
	const limit = { limit: MOST_ROWS };
	const proofs = await proofsHeld(some, view, rules);
	const rows = await view.select(conclusionsTemplate.bind({ derivations, derived: some }, limit));
	return rows.flatMap((row) => {
		const found = decode(row, {
			derived: iri,
			subject: iri,
			predicate: iri,
			object: term,
			validFrom: optional(term),
			fromPrecision: optional(text),
			validTo: optional(term),
			toPrecision: optional(text),
		});
		const id = idOfKind(found.derived.value, "derived");
		const subject = idOfKind(found.subject.value, "entity");
		const object = idOfKind(found.object.value, "entity") ?? spell(found.object);
		if (id === undefined || subject === undefined) return [];
		const from = derivedBound(found.validFrom, found.fromPrecision);
		const to = derivedBound(found.validTo, found.toPrecision);
		const conclusion: Conclusion = {
			id: derivedName(id),
			subject,
			relation: found.predicate.value,
			object,
			from,
			to,
		};
		return [{ conclusion, proofs: proofs.get(id) ?? [] }];
	});
}

/** What draws nothing: a proof of a rule that was never written, or that a file does not tell, ends when its conclusion is told. */
const UNKNOWN_RULE: AxiomRule = { kind: "transitive", declaredOn: "" };

/** By which rule a proof was drawn. */
function ruleIn(
	{
		rule,
		version,
		group,
	}: { rule: NamedNode | undefined; version: NamedNode | undefined; group: number | undefined },
	rules: AxiomRules,
): ProofRule {
	const named = readBaseIri(version?.value ?? "");
	if (named !== undefined)
		return { kind: "business", version: `${named.kind}:${named.id}`, group: group ?? 0 };
	return rules.get(idOfKind(rule?.value ?? "", "rule") ?? "") ?? UNKNOWN_RULE;
}

async function proofsHeld(
	some: readonly NamedNode[],
	view: View,
	rules: AxiomRules,
): Promise<ReadonlyMap<string, readonly Proof[]>> {
	const { derivations } = graphsOf(view.kb);
	const rows = await view.select(proofsTemplate.bind({ derivations, derived: some }, { limit: MOST_ROWS }));
	const parts = new Map<string, { of: string; rule: ProofRule; confidence: number; premises: string[] }>();
	for (const row of rows) {
		const found = decode(row, {
			proof: iri,
			derived: iri,
			rule: optional(iri),
			version: optional(iri),
			group: optional(count),
			confidence: optional(text),
			seq: count,
			statement: iri,
		});
		const rule = ruleIn(found, rules);
		const [id, of] = [idOfKind(found.proof.value, "proof"), idOfKind(found.derived.value, "derived")];
		if (id === undefined || of === undefined) continue;
		// A proof that says no confidence came with a file: it is drawn anew with one.
		const confidence = found.confidence === undefined ? -1 : Number(found.confidence);
		const proof = parts.get(id) ?? { of, rule, confidence, premises: [] };
		parts.set(id, proof);
		const { value } = found.statement;
		const statement = readBaseIri(value);
		proof.premises[found.seq - 1] = statement === undefined ? value : `${statement.kind}:${statement.id}`;
	}
	const found = new Map<string, Proof[]>();
	for (const [id, { of, ...proof }] of parts) {
		const known = found.get(of);
		if (known === undefined) found.set(of, [{ id, ...proof }]);
		else known.push({ id, ...proof });
	}
	return found;
}
