import type { Json } from "../api/operation.ts";
import { list, rangeOf, text, valueText } from "./row-lines.ts";

const DEEPEST = 20;

function derivedClaim(derived: Json): string {
	const value = derived["object_value"] as { readonly class?: string } | null;
	const object = text(derived, "object") ?? value?.class ?? valueText(derived);
	const range = rangeOf(derived);
	return `${derived["subject"]} · ${derived["predicate"]} · ${object}${range && ` (${range})`}`;
}

function factClaim(fact: Json): string {
	const object = text(fact, "object_name") ?? valueText(fact);
	const range = rangeOf(fact);
	return `${fact["subject_name"]} · ${text(fact, "predicate_label") ?? "(no word for it)"} · ${object}${range && ` (${range})`}`;
}

function sourceOf(piece: Json): string {
	const source = text(piece, "filename") ?? text(piece, "document_id") ?? "a person's own word";
	const quote = text(piece, "quote");
	return quote ? `${source}: "${quote}"` : source;
}

function nodeLines(node: Json): readonly string[] {
	const id = `${node["kind"]} ${node["id"]}`;
	if (node["reference"] === true) return [`${id}, told elsewhere`];
	const ended = text(node, "retracted_at");
	const gone = ended ? ` · not held any more since ${ended}` : "";
	if (node["kind"] === "fact") {
		const fact = node["fact"] as Json | null;
		const sources = list(node, "evidence").map((piece) => `  ${sourceOf(piece)}`);
		return [`${fact === null ? "not known then" : factClaim(fact)} · ${id}${gone}`, ...sources];
	}
	const derived = node["derived_fact"] as Json | null;
	const cut = node["cut"] === true ? ["  more follows: ask for its own proof"] : [];
	return [`${derived === null ? "not held then" : derivedClaim(derived)} · ${id}${gone}`, ...cut];
}

const because = (step: Json) =>
	`because ${text(step, "rule_text") ?? "a rule that is not told"} · confidence ${step["confidence"]}`;

interface Waiting {
	readonly depth: number;
	readonly node?: Json;
	readonly line?: string;
}

/** A proof as an outline: each conclusion, by which rule, and below it from what. Far down, all lines stand equally deep. */
export function proofLines(answer: Json): readonly string[] {
	const lines: string[] = [];
	const waiting: Waiting[] = [{ depth: 0, node: answer }];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const { depth, node, line } = next;
		const indent = "  ".repeat(Math.min(depth, DEEPEST));
		if (line !== undefined) lines.push(`${indent}${line}`);
		if (node === undefined) continue;
		lines.push(...nodeLines(node).map((own) => `${indent}${own}`));
		const steps = [node, ...list(node, "other_proofs")].filter((step) => list(step, "premises").length > 0);
		const below = steps.flatMap((step): Waiting[] => [
			{ depth: depth + 1, line: because(step) },
			...list(step, "premises").map((premise) => ({ depth: depth + 1, node: premise })),
		]);
		waiting.push(...below.reverse());
	}
	return lines;
}
