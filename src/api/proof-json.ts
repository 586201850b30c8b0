import { z } from "zod";
import { filenamesOf } from "../ledger/change-details.ts";
import { factsById } from "../ledger/facts.ts";
import {
	type DerivedNode,
	type ProofNode,
	type ProofTree,
	proofTree,
	type Step,
	type TreeWish,
} from "../ledger/proof-tree.ts";
import { derivedJson, derivedOutput } from "../mcp/present/derived-json.ts";
import { detailsFor } from "../mcp/present/entity-list.ts";
import { instantJson } from "../mcp/present/moment.ts";
import type { Scene } from "../mcp/present/subject.ts";
import { localName } from "../ontology/subject-reader.ts";
import { instantText } from "../time/instant.ts";
import { unknownThing } from "../writing/refusal.ts";
import { evidenceJson, withBothEnds } from "./fact-row.ts";
import type { Json } from "./operation.ts";

/**
 * The expanded proof of a derived fact at the record instant of the scene, down to what documents say.
 * @throws UTOPIA_THING_NOT_FOUND where it is not held then
 */
export async function proofJson(id: string, wish: TreeWish, scene: Scene): Promise<Json> {
	const tree = await proofTree(id, scene, wish);
	if (tree === undefined) throw unknownThing("derived");
	const leaves = await leavesOf(tree, scene);
	const made = new Map<DerivedNode, Record<string, unknown>>(tree.derived.map((node) => [node, {}]));
	const shown = (node: ProofNode): Json => {
		if (node.kind === "derived") return made.get(node) ?? {};
		return node.kind === "fact" ? leafJson(node.id, leaves) : againJson(node.of);
	};
	// Each node refers to those below it, which are filled by the same loop: chains are as long as they are.
	for (const [node, json] of made) Object.assign(json, nodeJson(node, shown, scene));
	return {
		kb_id: scene.view.kb,
		as_of: instantText(scene.asOf),
		all: wish.all,
		nodes: tree.nodes,
		truncated: tree.isCut,
		...made.get(tree.root),
	};
}

function againJson({ kind, id }: { readonly kind: string; readonly id: string }): Json {
	return { kind, id, reference: true };
}

function nodeJson(node: DerivedNode, shown: (node: ProofNode) => Json, scene: Scene): Json {
	const { derived, id, steps, isCut } = node;
	const [first, ...others] = steps.map((step) => stepJson(step, node, shown, scene));
	const expand = `/api/v1/kbs/${scene.view.kb}/derived/${id}/proof?as_of=${instantText(scene.asOf)}`;
	return {
		kind: "derived",
		id,
		reference: false,
		derived_fact: derived === undefined ? null : derivedJson(derived, scene),
		retracted_at: instantJson(derived?.invalidatedAt),
		...(first ?? NO_STEP),
		other_proofs: others,
		cut: isCut,
		expand: isCut ? expand : null,
	};
}

const NO_STEP = {
	...{ proof_id: null, rule: null, rule_name: null, rule_id: null, attribute_rule_id: null },
	...{ rule_version: null, rule_text: null, confidence: null, premises: [] },
};

function stepJson(
	{ proof, premises }: Step,
	node: DerivedNode,
	shown: (node: ProofNode) => Json,
	scene: Scene,
): Json {
	const { rule, confidence } = proof;
	const isBusiness = rule.kind === "business";
	return {
		proof_id: proof.id ?? null,
		rule: rule.kind ?? null,
		rule_name: rule.name ?? null,
		rule_id: isBusiness ? null : (rule.id ?? null),
		attribute_rule_id: isBusiness ? (rule.id ?? null) : null,
		rule_version: rule.version ?? null,
		rule_text: ruleText(proof, node, scene) ?? null,
		confidence,
		premises: premises.map(shown),
	};
}

/** The rule in words: an axiom with the labels of then, a business rule as its version has it. */
function ruleText({ rule }: Step["proof"], { derived }: DerivedNode, scene: Scene): string | undefined {
	const label = (relation: string) => scene.ontology.relations.get(relation)?.label ?? localName(relation);
	const { kind, declaredOn } = rule;
	if (kind === "business") return rule.versionText ?? rule.name;
	if (declaredOn === undefined || kind === undefined) return rule.name;
	const on = label(declaredOn);
	const concluded = derived === undefined ? "another relation" : label(derived.predicate.value);
	switch (kind) {
		case "transitive":
			return `${on} is transitive`;
		case "symmetric":
			return `${on} is symmetric`;
		case "inverse":
			return `${on} is the inverse of ${concluded}`;
		case "sub_property":
			return `${on} is a sub-property of ${concluded}`;
	}
}

type Leaves = ReadonlyMap<string, Json>;

function leafJson(id: string, leaves: Leaves): Json {
	return (
		leaves.get(id) ?? { kind: "fact", id, reference: false, fact: null, retracted_at: null, evidence: [] }
	);
}

/** The facts that a tree ends in, each with its dates and the evidence held then. */
async function leavesOf({ facts: ids }: ProofTree, scene: Scene): Promise<Leaves> {
	const facts = (await factsById(ids, scene)).filter(({ recordedAt }) => recordedAt <= scene.asOf);
	const said = await detailsFor(facts, scene);
	const documents = facts.flatMap((fact) => said(fact).evidence.flatMap(({ document }) => document ?? []));
	const files = await filenamesOf(documents, scene);
	return new Map(
		facts.map((fact) => [
			fact.id,
			{
				kind: "fact",
				id: fact.id,
				reference: false,
				fact: withBothEnds(fact, said(fact), scene),
				retracted_at: instantJson(fact.invalidatedAt),
				evidence: said(fact).evidence.map((piece) => evidenceJson(piece, files)),
			},
		]),
	);
}

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);
const node = z.record(z.string(), z.unknown());

const step = {
	proof_id: word("The proof; an imported derived fact may say itself how it follows"),
	rule: word("transitive, symmetric, inverse, sub_property or business"),
	rule_name: word("What the rule is called"),
	rule_id: word("The axiom rule"),
	attribute_rule_id: word("The business rule"),
	rule_version: z.number().int().nullable().describe("The version of the business rule; null otherwise."),
	rule_text: word("The rule in words, as of then"),
	confidence: z.number().nullable().describe("The lowest confidence among its premises."),
	premises: z
		.array(node)
		.describe(
			"In order. A derived fact is a node like this one (kind, id, reference, derived_fact, retracted_at, the fields of its first proof, other_proofs, cut, expand); a fact has kind, id, reference, fact, retracted_at and evidence with document, chunk, quote and span. What stands elsewhere in the tree is kind, id and reference true.",
		),
};

/** The shape of {@link proofJson}. */
export const proofOutput = z.object({
	kb_id: z.string(),
	as_of: z.string().describe("The record instant at which it was read."),
	all: z.boolean().describe("Every proof is expanded, not the first alone."),
	nodes: z.number().int().describe("Nodes in the answer, references among them."),
	truncated: z
		.boolean()
		.describe("Nodes were left out: those that say cut are told in full where their expand leads."),
	kind: z.literal("derived"),
	id: z.uuid(),
	reference: z.boolean(),
	derived_fact: derivedOutput,
	retracted_at: word("When it stood no longer, as an instant in UTC"),
	...step,
	other_proofs: z.array(z.object(step)).describe("With all: its further proofs in order."),
	cut: z.boolean(),
	expand: word("Where to go on from a node that was cut"),
});
