// `npm run generate`: writes utopia.gen.ts from ontology/utopia.ttl and shapes.gen.ts from ontology/shapes.ttl. With `--check` it
// writes nothing and fails when they differ.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Parser, type Quad, Store, type Term } from "n3";

const FILES = [
	{ source: "utopia.ttl", target: "utopia.gen.ts", moduleOf },
	{ source: "shapes.ttl", target: "shapes.gen.ts", moduleOf: shapesModuleOf },
] as const;
const SHACL = "http://www.w3.org/ns/shacl#";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
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

/** What one shape says of one property, as far as a row by itself can tell. */
interface Rule {
	readonly path: string;
	readonly maxCount?: number;
	readonly in?: readonly string[];
	readonly datatypes?: readonly string[];
	readonly min?: number;
	readonly max?: number;
	readonly pattern?: string;
	readonly message: string;
}

/** The simple constraints of a file of shapes: by class, and by property for what says that property. */
export function rulesOf(turtle: string): {
	readonly ofClass: ReadonlyMap<string, readonly Rule[]>;
	readonly ofSubjects: ReadonlyMap<string, readonly Rule[]>;
} {
	const store = new Store(new Parser().parse(turtle));
	const all = (subject: Term, name: string) => store.getObjects(subject, `${SHACL}${name}`, null);
	const found = { ofClass: new Map<string, Rule[]>(), ofSubjects: new Map<string, Rule[]>() };
	for (const { subject, predicate, object } of store.getQuads(null, null, null, null) as Quad[]) {
		const isClass = predicate.value === `${SHACL}targetClass`;
		if (!isClass && predicate.value !== `${SHACL}targetSubjectsOf`) continue;
		const rules = all(subject, "property").flatMap((property) => ruleOf(property, store) ?? []);
		const list = isClass ? found.ofClass : found.ofSubjects;
		if (rules.length > 0) list.set(object.value, [...(list.get(object.value) ?? []), ...rules]);
	}
	return found;
}

function ruleOf(property: Term, store: Store): Rule | undefined {
	const one = (name: string) => store.getObjects(property, `${SHACL}${name}`, null)[0];
	const number = (name: string) => {
		const found = one(name);
		return found === undefined ? undefined : Number(found.value);
	};
	const path = one("path");
	if (path?.termType !== "NamedNode") return undefined;
	const [choice, either] = [one("in"), one("or")];
	const rule = {
		maxCount: number("maxCount"),
		in: choice && listOf(choice, store).map(({ value }) => value),
		datatypes:
			either === undefined ? one("datatype") && [one("datatype")?.value] : datatypesIn(either, store),
		min: number("minInclusive"),
		max: number("maxInclusive"),
		pattern: one("pattern")?.value,
	};
	const said = Object.entries(rule).filter(([, value]) => value !== undefined);
	if (said.length === 0) return undefined;
	const message = one("message")?.value;
	if (message === undefined) throw new TypeError(`a shape of ${path.value} has no message`);
	return { path: path.value, ...Object.fromEntries(said), message };
}

/** The datatypes of an `sh:or` of datatypes alone. */
function datatypesIn(either: Term, store: Store): readonly string[] | undefined {
	const types = listOf(either, store).map((one) => store.getObjects(one, `${SHACL}datatype`, null)[0]?.value);
	return types.every((type) => type !== undefined) ? types : undefined;
}

function listOf(list: Term, store: Store): readonly Term[] {
	const items: Term[] = [];
	for (let rest: Term | undefined = list; rest !== undefined && rest.value !== `${RDF}nil`; ) {
		const [first] = store.getObjects(rest, `${RDF}first`, null);
		if (first !== undefined) items.push(first);
		[rest] = store.getObjects(rest, `${RDF}rest`, null);
	}
	return items;
}

/** The text of shapes.gen.ts for a file of shapes. */
export function shapesModuleOf(turtle: string): string {
	const { ofClass, ofSubjects } = rulesOf(turtle);
	const table = (rules: ReadonlyMap<string, readonly Rule[]>) =>
		[...rules]
			.map(
				([iri, list]) =>
					`\t[\n\t\t${JSON.stringify(iri)},\n\t\t[\n${list.map(ruleText).join("")}\t\t],\n\t],\n`,
			)
			.join("");
	return [
		"// Written by `npm run generate` from ontology/shapes.ttl. Edit that file, never this one.",
		"",
		"/** What one shape says of one property, as far as a row by itself can tell. Values of `in` are literals or IRIs. */",
		"export interface ShapeRule {",
		"\treadonly path: string;",
		"\treadonly maxCount?: number;",
		"\treadonly in?: readonly string[];",
		"\treadonly datatypes?: readonly string[];",
		"\treadonly min?: number;",
		"\treadonly max?: number;",
		"\treadonly pattern?: string;",
		"\treadonly message: string;",
		"}",
		"type Rules = ReadonlyMap<string, readonly ShapeRule[]>;",
		"",
		"/** By the class of a row. */",
		`export const RULES_OF_CLASS: Rules = new Map([\n${table(ofClass)}]);`,
		"",
		"/** By a property that a row says. */",
		`export const RULES_OF_SUBJECTS: Rules = new Map([\n${table(ofSubjects)}]);`,
		"",
	].join("\n");
}

function ruleText(rule: Rule): string {
	const fields = Object.entries(rule).map(([name, value]) => `\t\t\t\t${name}: ${JSON.stringify(value)},\n`);
	return `\t\t\t{\n${fields.join("")}\t\t\t},\n`;
}

function main(check: boolean): number {
	let code = 0;
	for (const { source, target, moduleOf: made } of FILES) {
		const wanted = made(readFileSync(new URL(`../../ontology/${source}`, import.meta.url), "utf8"));
		const file = new URL(`./${target}`, import.meta.url);
		if (!check) writeFileSync(file, wanted);
		else if (readFileSync(file, "utf8") !== wanted) {
			process.stderr.write(
				`src/vocab/${target} is not what ontology/${source} says. Run: npm run generate\n`,
			);
			code = 1;
		}
	}
	return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.exitCode = main(process.argv.includes("--check"));
