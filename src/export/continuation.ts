import { readBaseIri } from "../rdf/base-iris.ts";
import { canonicalLexical } from "../rdf/lexical.ts";
import { readTerm } from "../rdf/read-term.ts";
import { literal, namedNode, spell } from "../rdf/terms.ts";
import { type Instant, tryInstant } from "../time/instant.ts";
import { prov } from "../vocab/well-known.ts";
import { SAID_BY_STATES } from "./finding-states.ts";
import type { ImportPlan } from "./import-plan.ts";
import { hasClaim } from "./kinds.ts";
import type { Refusals } from "./refusals.ts";
import { RULE_SAID_BY_STATES } from "./rule-states.ts";

/** What the base held before the import, and what the file adds to it (rule I2). */
export interface Continuation {
	/** Subjects of the file that the base holds already, identical or ended since. */
	readonly known: ReadonlySet<number>;
	/** Of those, the rows that the file ends after the base's head. */
	readonly ended: ReadonlySet<number>;
	/** Lines that the endings add. */
	readonly endings: readonly string[];
	has(iri: string): boolean;
}

/** Makes the lines of one subject of the file, to be compared. */
export interface LineMaker {
	/** The graph of spellings, in angle brackets. */
	readonly spellingGraph: string;
	linesOf(subject: number): readonly string[];
}

const INVALIDATED = `<${prov.invalidatedAtTime.value}>`;

/** The first import into a base: it holds nothing. */
export const NOTHING_HELD: Continuation = {
	known: new Set(),
	ended: new Set(),
	endings: [],
	has: () => false,
};

/** The lines of the base by subject; those of a fact's own graph count as the fact's. */
function bySubject(lines: readonly string[], spellingGraph: string): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	for (const line of lines) {
		const graph = line.slice(line.lastIndexOf("<") + 1, -3);
		const subject = hasClaim(readBaseIri(graph)?.kind) ? graph : line.slice(1, line.indexOf(">"));
		const own = found.get(subject);
		if (own === undefined) found.set(subject, new Set([engineLine(line, spellingGraph)]));
		else own.add(engineLine(line, spellingGraph));
	}
	return found;
}

/** A line with its object in the engine's spelling, so that lines of both sides compare. */
function engineLine(line: string, spellingGraph: string): string {
	const second = line.indexOf(" ", line.indexOf(" ") + 1) + 1;
	const last = line.lastIndexOf(" <");
	const objectText = line.slice(second, last);
	if (!objectText.startsWith('"') || line.endsWith(`${spellingGraph} .`)) return line;
	const term = readTerm(objectText);
	if (term.termType !== "Literal" || term.language !== "") return line;
	const stored = canonicalLexical(term.datatype.value, term.value);
	return line.slice(0, second) + spell(literal(stored.value, namedNode(stored.datatype))) + line.slice(last);
}

/**
 * Compares a file with what the base holds of its subjects. A row that the base has must be identical, or ended after the
 * head; a row that it lacks must be recorded after the head.
 */
export function continuation(
	plan: ImportPlan,
	writer: LineMaker,
	held: { readonly lines: readonly string[]; readonly head: Instant },
	refusals: Refusals,
): Continuation {
	const { file } = plan;
	const base = bySubject(held.lines, writer.spellingGraph);
	const known = new Set<number>();
	const ended = new Set<number>();
	const endings: string[] = [];
	const hasStates = new Set([...plan.findingStates, ...plan.ruleStates].map(({ about }) => about));
	for (const subject of file.table.subjects()) {
		const iri = file.term(subject).value;
		const own = base.get(iri);
		const place = { line: file.table.description(subject).line, subject: iri };
		if (own === undefined) {
			const at = recordedAt(plan, subject);
			if (at !== undefined && at <= held.head)
				refusals.add(
					"recorded before the base's last change, and not in the base; a file that continues a base brings only later rows",
					place,
				);
			continue;
		}
		known.add(subject);
		const mine = new Map(
			writer.linesOf(subject).map((line) => [engineLine(line, writer.spellingGraph), line]),
		);
		const missing = [...own].find((line) => !mine.has(line) && !(hasStates.has(subject) && isByStates(line)));
		if (missing !== undefined) refusals.add(`the base says more of it: ${shownLine(missing)}`, place);
		const added = [...mine].filter(([line]) => !own.has(line));
		if (added.length === 0) continue;
		const isEnding = added.every(([line]) => line.includes(` ${INVALIDATED} `));
		const end = added.map(([, line]) => endOf(line)).find((at) => at !== undefined);
		if (missing === undefined && (!isEnding || end === undefined || end <= held.head)) {
			const [line = ""] = added.map(([, text]) => text);
			refusals.add(`the base holds it without this, and rows are never changed: ${shownLine(line)}`, place);
		}
		ended.add(subject);
		endings.push(...added.map(([, line]) => line));
	}
	return { known, ended, endings, has: (iri) => base.has(iri) };
}

/** Whether a finding or rule that came without states says here what its states say by now. */
function isByStates(line: string): boolean {
	return [...SAID_BY_STATES, ...RULE_SAID_BY_STATES].some(({ value }) => line.includes(`> <${value}> `));
}

/** Predicate and object of a line; the subject is told beside it. Long text is cut inside its quotes, an IRI never. */
function shownLine(line: string): string {
	const predicateAt = line.indexOf("> ") + 2;
	const said = line.slice(predicateAt, line.lastIndexOf(" <"));
	const literal = /^(<[^>]*> ")(.*)("[^"]*)$/s.exec(said);
	const [, before = "", text = "", behind = ""] = literal ?? [];
	return text.length > 120 ? `${before}${text.slice(0, 120)}…${behind}` : said;
}

function recordedAt(plan: ImportPlan, subject: number): Instant | undefined {
	const object = plan.file.table.description(subject).one(plan.file.name(prov.generatedAtTime));
	return object === undefined ? undefined : tryInstant(plan.file.term(object).value);
}

function endOf(line: string): Instant | undefined {
	return tryInstant(/"([^"]*)"\^\^/.exec(line)?.[1] ?? "");
}
