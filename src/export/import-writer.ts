import type { LastPage } from "../ledger/last-pages.ts";
import { type PageKind, pageIri } from "../ledger/pages.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { XSD } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import { SIX_DIGITS } from "../vocab/six-digits.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, rdfs, skos } from "../vocab/well-known.ts";
import { computedTriples, type IsComputed, mergeSteps } from "./computed-triples.ts";
import type { Continuation } from "./continuation.ts";
import type { FactRow } from "./fact-rows.ts";
import type { Description } from "./file-table.ts";
import type { ImportPlan } from "./import-plan.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { MadePage } from "./page-maker.ts";
import { pagesOf } from "./pages-of-plan.ts";
import { QuadWriter } from "./quad-writer.ts";

const NONE: ReadonlySet<number> = new Set();

/** What a subject's statements are not written as: predicates said elsewhere, and statements that rows say. */
interface Left {
	readonly predicates: ReadonlySet<number>;
	readonly isComputed: (predicate: number, object: number) => boolean;
}

/** Writes what a plan holds as the quads of the base (ledger README), in pieces. */
export class ImportWriter {
	readonly #plan: ImportPlan;
	readonly #kb: string;
	readonly #writer: QuadWriter;
	readonly #graphs: Readonly<Record<string, string>>;
	readonly #sixDigits: ReadonlySet<number>;
	readonly #claimPredicates: ReadonlySet<number>;
	readonly #computed: IsComputed;
	readonly #ownLabels: {
		readonly merged: ReadonlySet<number>;
		readonly given: number;
		readonly kept: number;
	};

	constructor(plan: ImportPlan, kb: string) {
		this.#plan = plan;
		this.#kb = kb;
		const graphs = graphsOf(kb);
		this.#computed = computedTriples(plan);
		this.#ownLabels = {
			merged: new Set(mergeSteps(plan.merges).keys()),
			given: plan.file.name(skos.prefLabel),
			kept: plan.file.dictionary.namedNode(rdfs.label.value).index,
		};
		this.#writer = new QuadWriter(plan.file, graphs.spelling.value);
		this.#graphs = Object.fromEntries(
			Object.entries(graphs).map(([name, { value }]) => [name, `<${value}>`]),
		);
		this.#sixDigits = new Set([...SIX_DIGITS].map((value) => plan.file.name({ value })));
		this.#claimPredicates = new Set(
			[rdf.subject, rdf.predicate, rdf.object, utopia.assertedSubject, utopia.assertedObject].map((iri) =>
				plan.file.name(iri),
			),
		);
	}

	/** Quads written so far. */
	get quads(): number {
		return this.#writer.quads;
	}

	/** The graph of spellings, in angle brackets. */
	get spellingGraph(): string {
		return this.#graphs["spelling"] as string;
	}

	/** All pieces, each some thousand lines, that add to a base what it does not hold yet; pages go on after `last`. */
	*pieces(base: Continuation, last: ReadonlyMap<PageKind, LastPage>): Generator<string> {
		for (const subject of this.#plan.file.table.subjects()) {
			if (base.known.has(subject) || this.#plan.kinds.get(subject) === "manifest") continue;
			this.#subject(this.#plan.file.table.description(subject));
			if (this.#writer.isFull) yield this.#writer.taken();
		}
		for (const line of base.endings) this.#writer.line(line);
		for (const page of pagesOf(this.#plan, base).pages(last)) {
			this.#page(page);
			if (this.#writer.isFull) yield this.#writer.taken();
		}
		const rest = this.#writer.taken();
		if (rest !== "") yield rest;
	}

	/** The lines that one subject makes, its plain triple in `current` left out. */
	linesOf(subject: number): readonly string[] {
		const quads = this.#writer.quads;
		const before = this.#writer.taken();
		if (before !== "") throw new TypeError("lines are waiting to be taken");
		this.#subject(this.#plan.file.table.description(subject));
		const lines = this.#writer.taken().split("\n").slice(0, -1);
		this.#writer.rewind(quads);
		return lines.filter((line) => !line.endsWith(`${this.#graphs["current"]} .`));
	}

	/** The line in `current` of a fact with an accepted predicate. */
	currentLine({ subject, predicate, object }: FactRow): string {
		const terms = [subject, predicate as number, object].map((term) => this.#writer.spelled(term));
		return `${terms.join(" ")} ${this.#graphs["current"]} .`;
	}

	#subject(description: Description): void {
		const { subject } = description;
		const kind = this.#plan.kinds.get(subject);
		const graph = this.#graphs[this.#graphOf(subject, kind)] as string;
		const fact = this.#plan.facts.get(subject);
		const predicates = this.#claim(fact, this.#plan.derived.get(subject), graph);
		const isComputed = (predicate: number, object: number) => this.#computed(subject, predicate, object);
		this.#statements(description, graph, { predicates, isComputed });
		if (kind === "entity") this.#type(subject, utopia.Entity.value);
		const { file } = this.#plan;
		if (fact !== undefined && !description.has(file.name(rdf.type), file.name(rdf.Statement)))
			this.#type(subject, rdf.Statement.value);
	}

	#graphOf(subject: number, kind: Kind | undefined): string {
		if (kind === undefined || (kind === "node" && this.#plan.ontologyNodes.has(subject))) return "ontology";
		return KINDS[kind];
	}

	#type(subject: number, type: string): void {
		this.#writer.line(
			`${this.#writer.spelled(subject)} <${rdf.type.value}> <${type}> ${this.#graphs["ledger"]} .`,
		);
	}

	/** Writes the claim of a fact or a derived fact; gives the predicates that are not kept beside it. */
	#claim(fact: FactRow | undefined, derived: FactRow | undefined, graph: string): ReadonlySet<number> {
		if (fact !== undefined) this.#factClaim(fact, graph);
		else if (derived !== undefined) this.#claimGraph(derived);
		else return NONE;
		return this.#claimPredicates;
	}

	/** The claim in the fact's own graph, and in `current`. */
	#factClaim(fact: FactRow, ledger: string): void {
		const { file } = this.#plan;
		if (fact.predicate === undefined) {
			for (const [name, term] of [
				[rdf.subject, fact.subject],
				[rdf.object, fact.object],
			] as const)
				this.#writer.statement(fact.iri, file.name(name), term, ledger);
			return;
		}
		this.#claimGraph(fact);
		if (fact.invalidated === undefined) this.#writer.line(this.currentLine(fact));
	}

	#claimGraph({ iri, subject, predicate, object }: FactRow): void {
		const own = this.#writer.spelled(iri);
		this.#writer.statement(subject, predicate as number, object, own, { noted: -1, notedOn: iri });
	}

	#statements({ subject, predicates, objects }: Description, graph: string, left: Left): void {
		const written = this.#respelled(predicates, objects);
		for (let at = 0; at < predicates.length; at++) {
			const predicate = predicates[at] as number;
			const object = objects[at] as number;
			if (left.predicates.has(predicate) || left.isComputed(predicate, object)) continue;
			// The own name of a merged entity is its label: an export as of a day before the merge says it again.
			const isOwn = predicate === this.#ownLabels.given && this.#ownLabels.merged.has(subject);
			this.#writer.statement(subject, isOwn ? this.#ownLabels.kept : predicate, object, graph, {
				asInstant: this.#sixDigits.has(predicate),
				always: written?.has(at) ?? false,
			});
		}
	}

	/** Places whose object has the stored form of another object of the same predicate: both spellings are noted. */
	#respelled(predicates: readonly number[], objects: readonly number[]): ReadonlySet<number> | undefined {
		let found: Set<number> | undefined;
		for (let at = 1; at < predicates.length; at++) {
			for (let before = 0; before < at; before++) {
				if (predicates[before] !== predicates[at]) continue;
				const [a, b] = [objects[before], objects[at]] as [number, number];
				if (this.#writer.spelled(a) !== this.#writer.spelled(b)) continue;
				found ??= new Set();
				found.add(before).add(at);
			}
		}
		return found;
	}

	#page({ kind, number, isNew, rows }: MadePage): void {
		const page = pageIri(this.#kb, kind, number);
		const graph = this.#graphs["record"];
		const say = (subject: string, { value }: { readonly value: string }, object: string) =>
			this.#writer.line(`<${subject}> <${value}> ${object} ${graph} .`);
		if (isNew) {
			say(page.value, utopia.pageKind, `"${kind}"`);
			say(page.value, utopia.pageNumber, `"${number}"^^<${XSD}integer>`);
			const from = rows[0]?.at;
			if (from !== undefined) say(page.value, utopia.pageFrom, `"${instantText(from)}"^^<${XSD}dateTime>`);
		}
		for (const { iri } of rows) say(iri, utopia.onPage, `<${page.value}>`);
	}
}
