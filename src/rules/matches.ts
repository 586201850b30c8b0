import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { byText } from "../ledger/by-text.ts";
import { dateTime } from "../ledger/stated-date.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { count, decode, iri, moment, optional } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { type Derived, derivedHeld } from "./derived.ts";
import { rules } from "./rules.ts";

/** A conclusion of a rule: a derived fact that is held, with what the rule's first proof of it says. */
export interface RuleMatch extends Derived {
	/** From 0 to 1. */
	readonly confidence: number;
	/** IRI of that proof; missing where the derived fact, which came with a file, tells its premises itself. */
	readonly proof: string | undefined;
	/** IRIs of facts and derived facts that it tells itself, by IRI. */
	readonly ownPremises: readonly string[];
}

interface Reason {
	readonly derived: string;
	readonly proof: string | undefined;
	readonly confidence: number;
	readonly group: number;
	readonly ownPremises: readonly string[];
}

const proofsOfVersions = loadTemplate("rules/proofs-of-versions");
const saidByRules = loadTemplate("rules/said-by-rules");
const premisesOfProofs = loadTemplate("rules/premises-of-proofs");
const MOST_ROWS = 10_000_000;

/** What each of some rules concludes, held at the record instant; one match an interval, in no order. */
export async function matchesOf(
	ids: readonly string[],
	asOf: Instant,
	view: View,
): Promise<ReadonlyMap<string, readonly RuleMatch[]>> {
	if (ids.length === 0) return new Map();
	const [proven, said] = [await provenBy(ids, asOf, view), await saidBy(ids, view)];
	const reasons = new Map(
		ids.map((id) => [id, firstOfEach([...(proven.get(id) ?? []), ...(said.get(id) ?? [])])]),
	);
	const all = [...reasons.values()].flatMap((own) => [...own.keys()]);
	const held = await derivedHeld(all, asOf, view);
	return new Map(
		[...reasons].map(([id, own]) => [
			id,
			[...own.values()].flatMap(({ derived, proof, confidence, ownPremises }) => {
				const found = held.get(derived);
				return found === undefined ? [] : [{ ...found, confidence, proof, ownPremises }];
			}),
		]),
	);
}

/** The first reason for each derived fact (Q3): the surest, then that of the lowest group, then by id. */
function firstOfEach(reasons: readonly Reason[]): ReadonlyMap<string, Reason> {
	const first = new Map<string, Reason>();
	const sorted = reasons.toSorted(
		(a, b) => b.confidence - a.confidence || a.group - b.group || byText(a.proof ?? "", b.proof ?? ""),
	);
	for (const reason of sorted) if (!first.has(reason.derived)) first.set(reason.derived, reason);
	return first;
}

type Reasons = ReadonlyMap<string, readonly Reason[]>;

function add(to: Map<string, Reason[]>, rule: string, reason: Reason): void {
	const known = to.get(rule);
	if (known === undefined) to.set(rule, [reason]);
	else known.push(reason);
}

/** Held proofs under any version of the rules, by rule. */
async function provenBy(ids: readonly string[], asOf: Instant, view: View): Promise<Reasons> {
	const known = await view.kept(rules);
	const ruleOf = new Map<string, string>();
	for (const id of ids)
		for (const { number } of known.get(id)?.versions ?? [])
			ruleOf.set(baseIri(view.kb, "ruleversion", `${id}:${number}`).value, id);
	const found = new Map<string, Reason[]>();
	if (ruleOf.size === 0) return found;
	const versions = [...ruleOf.keys()].map((one) => namedNode(one));
	const { derivations } = graphsOf(view.kb);
	const query = proofsOfVersions.bind({ derivations, versions, asOf: dateTime(asOf) }, { limit: MOST_ROWS });
	const shape = {
		...reasonShape,
		version: iri,
		proof: iri,
		group: optional(count),
		recordedAt: moment,
		invalidatedAt: optional(moment),
	};
	for (const row of await view.select(query)) {
		const { version, proof, derived, confidence = 1, group = 0 } = decode(row, shape);
		const rule = ruleOf.get(version.value) ?? "";
		add(found, rule, { derived: derived.value, proof: proof.value, confidence, group, ownPremises: [] });
	}
	return found;
}

const reasonShape = { derived: iri, confidence: optional(count) };

/** What came with a file without proofs, by the rule that it names. */
async function saidBy(ids: readonly string[], view: View): Promise<Reasons> {
	const { derivations } = graphsOf(view.kb);
	const query = saidByRules.bind(
		{ derivations, rules: ids.map((id) => baseIri(view.kb, "rule", id)) },
		{ limit: MOST_ROWS },
	);
	const shape = { ...reasonShape, rule: iri, premise: optional(iri), proof: optional(iri) };
	const told = new Map<string, { rule: string; confidence: number; premises: Set<string> }>();
	for (const row of await view.select(query)) {
		const { rule, derived, confidence = 1, premise, proof } = decode(row, shape);
		if (proof !== undefined) continue;
		const id = idOfKind(rule.value, "rule") ?? "";
		const own = told.get(derived.value) ?? { rule: id, confidence, premises: new Set<string>() };
		told.set(derived.value, own);
		if (premise !== undefined) own.premises.add(premise.value);
	}
	const found = new Map<string, Reason[]>();
	for (const [derived, { rule, confidence, premises }] of told)
		add(found, rule, { derived, proof: undefined, confidence, group: 0, ownPremises: [...premises].sort() });
	return found;
}

/** The premises (IRIs of facts and derived facts) of each match, in the order of its proof. */
export async function premisesOf(
	matches: readonly RuleMatch[],
	view: View,
): Promise<ReadonlyMap<RuleMatch, readonly string[]>> {
	const proofs: readonly NamedNode[] = matches.flatMap(({ proof }) =>
		proof === undefined ? [] : [namedNode(proof)],
	);
	const byProof = new Map<string, { readonly seq: number; readonly statement: string }[]>();
	if (proofs.length > 0) {
		const { derivations } = graphsOf(view.kb);
		const query = premisesOfProofs.bind({ derivations, proofs }, { limit: MOST_ROWS });
		for (const row of await view.select(query)) {
			const { proof, seq, statement } = decode(row, { proof: iri, seq: count, statement: iri });
			const own = byProof.get(proof.value) ?? [];
			byProof.set(proof.value, own);
			own.push({ seq, statement: statement.value });
		}
	}
	const ordered = (proof: string) =>
		(byProof.get(proof) ?? []).sort((a, b) => a.seq - b.seq).map(({ statement }) => statement);
	return new Map(matches.map((one) => [one, one.proof === undefined ? one.ownPremises : ordered(one.proof)]));
}
