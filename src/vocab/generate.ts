// `npm run generate`: writes utopia.gen.ts from ontology/utopia.ttl. With `--check` it writes nothing and fails when the two differ.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Parser } from "n3";

const SOURCE = new URL("../../ontology/utopia.ttl", import.meta.url);
const TARGET = new URL("./utopia.gen.ts", import.meta.url);
const NAMESPACE = "urn:utopia:ns:";
const COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment";
/** Words that cannot name a constant; such a term gets an underscore behind it. */
const RESERVED = new Set([
	"class",
	"default",
	"delete",
	"enum",
	"export",
	"function",
	"import",
	"in",
	"new",
	"this",
]);

/** Each term of the vocabulary with its comment, in the order of the file. */
export function termsOf(turtle: string): ReadonlyMap<string, string> {
	const quads = new Parser().parse(turtle).filter(({ subject }) => subject.value.startsWith(NAMESPACE));
	const comments = new Map(
		quads
			.filter(({ predicate }) => predicate.value === COMMENT)
			.map(({ subject, object }) => [subject.value, object.value]),
	);
	const terms = new Map<string, string>();
	for (const iri of new Set(quads.map(({ subject }) => subject.value))) {
		if (iri !== NAMESPACE) terms.set(iri.slice(NAMESPACE.length), comments.get(iri) ?? "");
	}
	for (const [name, comment] of terms) {
		if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new TypeError(`${name} is no name for a term`);
		if (comment === "") throw new TypeError(`utopia:${name} has no comment`);
	}
	return terms;
}

/** The text of utopia.gen.ts for a vocabulary. */
export function moduleOf(turtle: string): string {
	const terms = [...termsOf(turtle)];
	const constants = terms.map(
		([name, comment]) =>
			`/** ${comment.replaceAll("*/", "*\\/")} */\nexport const ${identifier(name)} = namedNode("${NAMESPACE}${name}");\n`,
	);
	return [
		"// Written by `npm run generate` from ontology/utopia.ttl. Edit that file, never this one.",
		'import { namedNode } from "../rdf/terms.ts";\n',
		...constants,
		"/** Every term of the namespace: whatever else stands under it in a file is refused. */",
		"export const UTOPIA_TERMS: ReadonlySet<string> = new Set([",
		...terms.map(([name]) => `\t"${NAMESPACE}${name}",`),
		"]);",
		"",
	].join("\n");
}

function identifier(name: string): string {
	return RESERVED.has(name) ? `${name}_` : name;
}

function main(check: boolean): number {
	const wanted = moduleOf(readFileSync(SOURCE, "utf8"));
	if (!check) {
		writeFileSync(TARGET, wanted);
		return 0;
	}
	if (readFileSync(TARGET, "utf8") === wanted) return 0;
	process.stderr.write(
		"src/vocab/utopia.gen.ts is not what ontology/utopia.ttl says. Run: npm run generate\n",
	);
	return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.exitCode = main(process.argv.includes("--check"));
