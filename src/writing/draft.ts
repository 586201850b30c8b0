import type { Literal, NamedNode, Quad } from "@rdfjs/types";
import type { PageKind } from "../ledger/pages.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { literal, spellQuad } from "../rdf/terms.ts";
import { FIRST_INSTANT, type Instant, instantText } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, xsd } from "../vocab/well-known.ts";
import type { PageRow } from "./page-book.ts";
import { QuadMaker } from "./quads.ts";
import type { Claim, NewEvidence, NewFact } from "./rows.ts";

/** A held row that ends with a commit. */
export interface Ending {
	readonly id: string;
	readonly claim: Pick<Claim, "subject" | "predicate" | "object">;
}

/** A chunk of a document's text that becomes a row, since something refers to it, and where it stands. */
export interface NewChunk {
	readonly id: string;
	readonly document: string;
	/** The id of the version, `{document}:{number}`. */
	readonly version: string;
	/** From 0. */
	readonly seq: number;
	/** Code points of the version's text. */
	readonly start: number;
	readonly end: number;
	readonly text: string;
	readonly heading: string | undefined;
	/** As JSON. */
	readonly anchor: string | undefined;
}

/** A document taken out of use, with what that retired. */
export interface NewDeletion {
	readonly id: string;
	readonly document: string;
	readonly facts: readonly string[];
	readonly evidence: readonly string[];
}

/** A piece of evidence that ends with a commit. */
export interface EndedEvidence {
	readonly id: string;
	readonly fact: string;
}

export interface NewMerge {
	readonly id: string;
	readonly source: string;
	readonly target: string;
}

/** A version of a business rule that is in force, its definition as it is kept. */
export interface RuleInWriting {
	/** UUID. */
	readonly rule: string;
	readonly number: number;
	/** IRI of a class. */
	readonly appliesTo: string;
	readonly definition: string;
}

/** An entity that gets a class, or another one. */
export interface NewTyping {
	readonly entity: string;
	/** The row that gives it; missing where none does. */
	readonly row?: string | undefined;
	/** IRI; missing where the class is undecided. */
	readonly class: string | undefined;
}

/** What a commit does to facts and to what they stand on. */
export interface Done {
	readonly facts: readonly NewFact[];
	readonly endings: readonly Ending[];
	readonly evidence: readonly NewEvidence[];
	readonly endedEvidence: readonly EndedEvidence[];
	readonly merges: readonly NewMerge[];
	/** Merges taken back. */
	readonly reverted: readonly string[];
	/** What the ontology says afterwards, where it says something else. */
	readonly ontology: Ontology | undefined;
	/** The business rules that are in force afterwards, where these are others. */
	readonly rules: readonly RuleInWriting[] | undefined;
	readonly typings: readonly NewTyping[];
}

/** A fact is some twenty quads: so many take some milliseconds. */
const ROWS_AT_ONCE = 100;
/** Rows of a commit that is sent in pieces. */
const MANY_ROWS = 20_000;

type Row = (at: Instant) => readonly Quad[];

/** What a person decides on a finding in this commit: whoever looks at what the commit does may find that it does not hold. */
export interface Decision {
	/** Open where a decision is taken back. */
	readonly status: "open" | "resolved";
	readonly resolution: string | undefined;
	readonly note: string | undefined;
	readonly person: NamedNode | undefined;
	/** Drafts the finding's state. */
	write(): void;
}

/**
 * The rows of one commit before it has its instant. What is said here in any order is written together; one that says
 * nothing is no commit.
 */
export class Draft {
	readonly #make: QuadMaker;
	readonly #rows: Row[] = [];
	readonly #removed: Quad[] = [];
	readonly #pages: PageRow[] = [];
	readonly #facts: NewFact[] = [];
	readonly #endings: Ending[] = [];
	readonly #evidence: NewEvidence[] = [];
	readonly #endedEvidence: EndedEvidence[] = [];
	readonly #merges: NewMerge[] = [];
	readonly #reverted: string[] = [];
	#ontology: Ontology | undefined;
	#rules: readonly RuleInWriting[] | undefined;
	readonly #typings: NewTyping[] = [];
	readonly #decisions = new Map<string, Decision>();
	#spelled: AsyncIterable<string> | undefined;

	constructor(kb: string) {
		this.#make = new QuadMaker(kb);
	}

	get isEmpty(): boolean {
		return this.#rows.length === 0 && this.#decisions.size === 0 && this.#spelled === undefined;
	}

	/** The row that takes the place of each one, of those that are superseded or restored in this commit. */
	get successors(): ReadonlyMap<string, string> {
		return new Map(
			this.#facts.flatMap(({ id, supersedes, restores }) => {
				const former = supersedes ?? restores;
				return former === undefined ? [] : [[former, id] as const];
			}),
		);
	}

	/** What the commit does to facts and to what they stand on, for whoever draws conclusions from it. */
	get done(): Done {
		return {
			facts: this.#facts,
			endings: this.#endings,
			evidence: this.#evidence,
			endedEvidence: this.#endedEvidence,
			merges: this.#merges,
			reverted: this.#reverted,
			ontology: this.#ontology,
			rules: this.#rules,
			typings: this.#typings,
		};
	}

	/** Held facts that end with this commit. */
	get endings(): readonly Ending[] {
		return this.#endings;
	}

	/** Those of the endings whose plain triple no new row says again: it may have to leave `current`. */
	get unsaid(): readonly Ending[] {
		const said = new Set(this.#facts.map((fact) => this.#plainOf(fact)));
		return this.#endings.filter(
			({ claim }) => claim.predicate !== undefined && !said.has(this.#plainOf(claim)),
		);
	}

	/** A new row of a fact or name. `page` is what its coming is in the list of changes. */
	fact(fact: NewFact, page?: PageKind): void {
		this.#facts.push(fact);
		this.#rows.push((at) => this.#make.fact(fact, at));
		this.#page(page ?? (fact.supersedes === undefined ? "asserted" : "corrected"), "fact", fact.id);
	}

	/** A held fact ends; with `isRejected` it has no successor, which is an event. */
	end(ending: Ending, { isRejected }: { readonly isRejected: boolean }): void {
		this.#endings.push(ending);
		this.endRow(this.#make.iri("fact", ending.id), this.#make.graphs.ledger);
		if (isRejected) this.#page("rejected", "fact", ending.id);
	}

	evidence(evidence: NewEvidence): void {
		this.#evidence.push(evidence);
		this.#rows.push((at) => this.#make.evidence(evidence, at));
	}

	endEvidence({ id, fact }: EndedEvidence): void {
		this.#endedEvidence.push({ id, fact });
		this.endRow(this.#make.iri("evidence", id), this.#make.graphs.documents);
	}

	entity(id: string): void {
		const own = this.#make.iri("entity", id);
		this.#say(own, [[rdf.type, utopia.Entity]], this.#make.graphs.ledger);
		this.#page("entity", "entity", id);
	}

	/** A class given to an entity; without one, that its class is undecided. */
	typing(
		id: string,
		entity: string,
		type: NamedNode | undefined,
		{ isFirst }: { readonly isFirst: boolean },
	): void {
		this.#typings.push({ entity, row: id, class: type?.value });
		this.#say(
			this.#make.iri("typing", id),
			[
				[rdf.type, utopia.Typing],
				[utopia.entity, this.#make.iri("entity", entity)],
				[utopia.class_, type],
				[utopia.typeSource, literal("human")],
			],
			this.#make.graphs.ledger,
		);
		if (!isFirst) this.#page("retyped", "typing", id);
	}

	endTyping(id: string): void {
		this.endRow(this.#make.iri("typing", id), this.#make.graphs.ledger);
	}

	merge(id: string, source: string, target: string): void {
		this.#merges.push({ id, source, target });
		this.#say(
			this.#make.iri("merge", id),
			[
				[rdf.type, utopia.Merge],
				[utopia.source, this.#make.iri("entity", source)],
				[utopia.target, this.#make.iri("entity", target)],
			],
			this.#make.graphs.ledger,
		);
		this.#page("merged", "merge", id);
	}

	revert(id: string): void {
		this.#reverted.push(id);
		this.endRow(this.#make.iri("merge", id), this.#make.graphs.ledger);
		this.#page("reverted", "merge", id);
	}

	/** These business rules are in force from the commit on. */
	ruled(rules: readonly RuleInWriting[]): void {
		this.#rules = rules;
	}

	/** The ontology says this from the commit on. */
	redeclared(ontology: Ontology): void {
		this.#ontology = ontology;
	}

	/** A chunk and its place, known since its version is. */
	chunk({ id, document, version, seq, start, end, text, heading, anchor }: NewChunk): void {
		const { documents } = this.#make.graphs;
		const own = this.#make.iri("chunk", id);
		const whole = (value: number) => literal(String(value), xsd.integer);
		this.beside(() => [
			...this.#make.described(
				own,
				[
					[rdf.type, utopia.Chunk],
					[utopia.ofDocument, this.#make.iri("document", document)],
					[utopia.text, literal(text)],
					[utopia.evidenceOrigin, literal("stated")],
					[utopia.anchor, anchor === undefined ? undefined : literal(anchor, rdf.JSON)],
				],
				documents,
			),
			...this.#make.described(
				this.#make.iri("placement", `${id}:${version.slice(version.lastIndexOf(":") + 1)}`),
				[
					[utopia.ofChunk, own],
					[utopia.inVersion, this.#make.iri("docversion", version)],
					[utopia.seq, whole(seq)],
					[utopia.charStart, whole(start)],
					[utopia.charEnd, whole(end)],
					[utopia.heading, heading === undefined ? undefined : literal(heading)],
				],
				documents,
			),
		]);
	}

	deletion({ id, document, facts, evidence }: NewDeletion): void {
		const { documents } = this.#make.graphs;
		this.#say(
			this.#make.iri("deletion", id),
			[
				[rdf.type, utopia.DocumentDeletion],
				[utopia.ofDocument, this.#make.iri("document", document)],
				...facts.map((fact) => [utopia.retired, this.#make.iri("fact", fact)] as const),
				...evidence.map((piece) => [utopia.retiredEvidence, this.#make.iri("evidence", piece)] as const),
			],
			documents,
		);
	}

	endDeletion(id: string): void {
		this.endRow(this.#make.iri("deletion", id), this.#make.graphs.documents);
	}

	/** A row of any kind with a lifetime of its own, on no page; `begun` says its instant. */
	row(
		subject: NamedNode,
		said: Parameters<QuadMaker["described"]>[1],
		graph: NamedNode,
		begun: NamedNode = prov.generatedAtTime,
	): void {
		this.#say(subject, said, graph, begun);
	}

	/** A row that was known since ever and ends with this commit, in place of what said so without a row. */
	sinceEver(
		subject: NamedNode,
		said: Parameters<QuadMaker["described"]>[1],
		{ graph, gone }: { readonly graph: NamedNode; readonly gone: readonly Quad[] },
	): void {
		const begun = [prov.generatedAtTime, literal(instantText(FIRST_INSTANT), xsd.dateTime)] as const;
		this.#rows.push((at) => [
			...this.#make.described(subject, [...said, begun], graph),
			this.#make.ended(subject, graph, at),
		]);
		this.#removed.push(...gone);
	}

	/** Decides on a finding when the commit is sealed, unless the decision is put aside before. */
	decide(finding: string, decision: Decision): void {
		this.#decisions.set(finding, decision);
	}

	/** What is decided in this commit, by finding. */
	get decisions(): ReadonlyMap<string, Decision> {
		return this.#decisions;
	}

	decisionOn(finding: string): Decision | undefined {
		return this.#decisions.get(finding);
	}

	/** What the commit does shows that the finding stands otherwise: that is drafted in place of the decision. */
	putAside(finding: string): void {
		this.#decisions.delete(finding);
	}

	endRow(subject: NamedNode, graph: NamedNode): void {
		this.#rows.push((at) => [this.#make.ended(subject, graph, at)]);
	}

	/** Quads beside rows, made when the commit is sealed. */
	beside(quads: () => readonly Quad[]): void {
		this.#rows.push(quads);
	}

	/** Very many rows that somebody else makes, as N-Quads lines that keep the shapes; taken once. */
	spelled(nquads: AsyncIterable<string>): void {
		this.#spelled = nquads;
	}

	/** Bookkeeping that is said from no instant on, and taken back without a trace. */
	bookkeeping(inserted: readonly Quad[], removed: readonly Quad[]): void {
		this.#rows.push(() => inserted);
		this.#removed.push(...removed);
	}

	/** Plain triples that no held fact makes any more leave `current`. */
	leaveCurrent(endings: readonly Ending[]): void {
		for (const { claim } of endings)
			if (claim.predicate !== undefined)
				this.#removed.push(this.#make.plain(claim, this.#make.graphs.current));
	}

	/** Whether it is too large to be written at once: then it is written in pieces. */
	get isLarge(): boolean {
		return this.#rows.length > MANY_ROWS || this.#spelled !== undefined;
	}

	/** What {@link sealed} inserts, some rows at a time. */
	*pieces(at: Instant): Generator<readonly Quad[]> {
		for (const { write } of this.#decisions.values()) write();
		this.#decisions.clear();
		for (let from = 0; from < this.#rows.length; from += ROWS_AT_ONCE)
			yield this.#rows.slice(from, from + ROWS_AT_ONCE).flatMap((row) => row(at));
	}

	/** What is spelled, what is removed, and which rows go on pages. */
	get rest(): {
		readonly spelled: AsyncIterable<string> | undefined;
		readonly remove: readonly Quad[];
		readonly pages: readonly PageRow[];
	} {
		return { spelled: this.#spelled, remove: this.#removed, pages: this.#pages };
	}

	/** All quads of the commit but those of its pages, recorded at `at`. */
	sealed(at: Instant): {
		readonly insert: readonly Quad[];
		readonly remove: readonly Quad[];
		readonly pages: readonly PageRow[];
	} {
		if (this.#spelled !== undefined) throw new TypeError("a draft with spelled rows is written in pieces");
		return { insert: [...this.pieces(at)].flat(), remove: this.#removed, pages: this.#pages };
	}

	#plainOf(claim: Ending["claim"]): string | undefined {
		return claim.predicate && spellQuad(this.#make.plain(claim, this.#make.graphs.current));
	}

	#say(
		subject: NamedNode,
		said: Parameters<QuadMaker["described"]>[1],
		graph: NamedNode,
		begun: NamedNode = prov.generatedAtTime,
	): void {
		this.#rows.push((at) => this.#make.described(subject, [...said, [begun, momentOf(at)]], graph));
	}

	#page(kind: PageKind, of: string, id: string): void {
		this.#pages.push({ kind, iri: this.#make.iri(of, id).value });
	}
}

let last: { readonly at: Instant; readonly moment: Literal } | undefined;

/** The moment at which a commit is recorded. All rows of a commit say the same one. */
function momentOf(at: Instant): Literal {
	if (last?.at !== at) last = { at, moment: literal(instantText(at), xsd.dateTime) };
	return last.moment;
}
