import type { Json } from "../api/operation.ts";
import { line, list, restLine, some, text } from "./row-lines.ts";

const words = (answer: Json, field: string) => ((answer[field] ?? []) as readonly string[]).join(", ");

/** What an ontology has against itself. */
export function defectLines(answer: Json): readonly string[] {
	return list(answer, "defects").map(({ kind, detail }) => `${kind}: ${detail}`);
}

/** What a put has made of an ontology, or would make. */
export function reportLines(answer: Json): readonly string[] {
	const { added, removed } = answer["statements"] as Json;
	const moved = ["classes", "relations"].flatMap((kind) => {
		const of = answer[kind] as Json;
		return ["added", "changed", "removed"].flatMap((what) => some(`${kind} ${what}`, words(of, what)));
	});
	const unread = list(answer, "kept_unread").map(({ property, type, count }) =>
		line("kept unread", `${count} × ${property}${type === null ? "" : ` ${type}`}`),
	);
	const rewritten = answer["facts_rewritten"] as number;
	return [
		`${answer["dry_run"] === true ? "would be " : ""}added ${added}, removed ${removed} statements`,
		...moved,
		...(rewritten > 0 ? [line("facts", `${rewritten} rows written anew`)] : []),
		...conclusionLines(answer),
		...unread,
		...defectLines(answer),
	];
}

/** How many conclusions come and go, where some do. */
export function conclusionLines(answer: Json): readonly string[] {
	const { added, removed } = answer["conclusions"] as { readonly added: number; readonly removed: number };
	return added + removed === 0 ? [] : [line("conclusions", `${added} drawn, ${removed} withdrawn`)];
}

/** A class with what is said of it. */
export function classLines(answer: Json): readonly string[] {
	return [
		`${answer["key"]} · ${answer["label"]}`,
		...headLines(answer),
		...some("parents", words(answer, "parents")),
		...some("shown under", text(answer, "primary_parent")),
		...some("disjoint", words(answer, "disjoint_with")),
		...some("color", text(answer, "color")),
		...some("shape", text(answer, "shape")),
		...defectLines(answer),
	];
}

const FLAGS = [
	...["functional", "inverse_functional", "transitive", "symmetric", "asymmetric", "irreflexive"],
] as const;

/** A relation or attribute with its axioms. */
export function relationLines(answer: Json): readonly string[] {
	const axioms = FLAGS.filter((flag) => answer[flag] === true).map((flag) => flag.replace("_", " "));
	const rewritten = Number(answer["facts_rewritten"] ?? 0);
	return [
		`${answer["key"]} · ${answer["label"]} · ${answer["temporal"]} ${answer["kind"]}`,
		...headLines(answer),
		...some("takes", text(answer, "datatype")),
		...some("unit", text(answer, "unit")),
		...some("axioms", axioms.join(", ")),
		...some("inverse of", text(answer, "inverse_of")),
		...some("under", text(answer, "sub_property_of")),
		...some("domains", words(answer, "domains")),
		...some("ranges", words(answer, "ranges")),
		...some("details", words(answer, "qualifiers")),
		...(rewritten > 0 ? [line("facts", `${rewritten} rows written anew`)] : []),
		...defectLines(answer),
	];
}

function headLines(answer: Json): readonly string[] {
	return [...some("iri", text(answer, "iri")), ...some("meaning", text(answer, "description"))];
}

/** Classes, or relations, one a line. */
export function declaredListLines(answer: Json, kind: "classes" | "relations"): readonly string[] {
	const found = list(answer, kind).map((one) =>
		kind === "classes"
			? `${one["key"]} · ${one["label"]}`
			: `${one["key"]} · ${one["label"]} · ${one["temporal"]} ${one["kind"]}`,
	);
	return found.length === 0 ? ["Nothing is declared."] : [...found, ...restLine(answer)];
}

/** What is declared no more. */
export const removedLines = ({ key, iri }: Json): readonly string[] => [`removed ${key} (${iri})`];
