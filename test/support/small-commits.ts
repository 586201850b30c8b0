import type { Literal, NamedNode, Quad } from "@rdfjs/types";
import fc from "fast-check";
import type { Page, PageKind } from "../../src/ledger/pages.ts";
import { pageIri } from "../../src/ledger/pages.ts";
import { baseIri, graphsOf } from "../../src/rdf/base-iris.ts";
import { literal, quad } from "../../src/rdf/terms.ts";
import type { ChangeSet } from "../../src/store/port.ts";
import { type Instant, instantText } from "../../src/time/instant.ts";
import * as utopia from "../../src/vocab/utopia.gen.ts";
import { owl, prov, rdf, rdfs, xsd } from "../../src/vocab/well-known.ts";

/** One step of a commit; `a` and `b` pick among what there is. */
export interface Step {
	readonly does:
		| "entity"
		| "fact"
		| "wordless"
		| "invalidate"
		| "correct"
		| "merge"
		| "revert"
		| "rename"
		| "alias"
		| "retype"
		| "declare"
		| "undeclare";
	readonly a: number;
	readonly b: number;
	/** What only some facts say: an attestation, evidence. */
	readonly says: "nothing" | "attested" | "evidence";
	readonly onOldPage: boolean;
}

const KINDS: readonly Step["does"][] = [
	...(["entity", "fact", "wordless", "invalidate", "correct", "merge"] as const),
	...(["revert", "rename", "alias", "retype", "declare", "undeclare"] as const),
];

export const smallCommits: fc.Arbitrary<readonly (readonly Step[])[]> = fc.array(
	fc.array(
		fc.record({
			does: fc.constantFrom(...KINDS),
			a: fc.nat(1_000),
			b: fc.nat(1_000),
			says: fc.constantFrom("nothing", "nothing", "nothing", "attested", "evidence"),
			onOldPage: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 4 },
	),
	{ minLength: 1, maxLength: 10 },
);

/** What a base already has when its first small commit comes. */
export interface Start {
	readonly entities: readonly string[];
	readonly facts: readonly string[];
	readonly merges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
	readonly pages: ReadonlyMap<PageKind, readonly Page[]>;
}

const NAMES = ["Avocet", "Old Heron", "Tern", "Kittiwake", "heron quay", "Égret"];

/** Makes commits by hand, row by row, as the ledger's README says a base is kept. */
export class SmallCommits {
	readonly #kb: string;
	readonly entities: string[];
	readonly #facts: string[];
	readonly #merges: { readonly id: string; readonly source: string; readonly target: string }[];
	readonly #names = new Map<string, string>();
	readonly #typings = new Map<string, string>();
	readonly #declarations: string[] = [];
	readonly #pages: Map<PageKind, number>;
	#count = 0;

	constructor(kb: string, start: Start) {
		this.#kb = kb;
		this.entities = [...start.entities];
		this.#facts = [...start.facts];
		this.#merges = [...start.merges];
		this.#pages = new Map([...start.pages].map(([kind, pages]) => [kind, pages.at(-1)?.number ?? 0]));
	}

	commit(steps: readonly Step[], recordedAt: Instant): ChangeSet {
		const insert = steps.flatMap((step) => new Writing(step, recordedAt, this).quads());
		return { insert, remove: [], recordedAt };
	}

	id(kind: string): string {
		this.#count++;
		// Scattered, so that ids tell no order.
		const block = ((this.#count * 2_654_435_761) >>> 0).toString(16).padStart(8, "0");
		return `${block}-${kind.length.toString().padStart(4, "0")}-4000-9000-${String(this.#count).padStart(12, "0")}`;
	}

	get kb(): string {
		return this.#kb;
	}
	get facts(): string[] {
		return this.#facts;
	}
	get merges() {
		return this.#merges;
	}
	get names(): Map<string, string> {
		return this.#names;
	}
	get typings(): Map<string, string> {
		return this.#typings;
	}
	get declarations(): string[] {
		return this.#declarations;
	}

	/** The page of the next row: the last one, or a new one. */
	page(kind: PageKind, old: boolean): { readonly number: number; readonly isNew: boolean } {
		const last = this.#pages.get(kind) ?? 0;
		if (old && last > 0) return { number: last, isNew: false };
		this.#pages.set(kind, last + 1);
		return { number: last + 1, isNew: true };
	}
}

class Writing {
	readonly #step: Step;
	readonly #at: Instant;
	readonly #base: SmallCommits;
	readonly #quads: Quad[] = [];

	constructor(step: Step, at: Instant, base: SmallCommits) {
		this.#step = step;
		this.#at = at;
		this.#base = base;
	}

	quads(): readonly Quad[] {
		this.#act();
		return this.#quads;
	}

	#act(): void {
		const { does, a, b } = this.#step;
		const [one = "", other = ""] = [pick(this.#base.entities, a), pick(this.#base.entities, b)];
		const name = pick(NAMES, b) ?? "";
		({
			entity: () => this.#entity(name),
			fact: () => this.#fact(one, other),
			wordless: () => this.#wordless(one, other),
			invalidate: () => this.#endFact(a, undefined),
			correct: () => this.#endFact(a, [one, other]),
			merge: () => this.#merge(one, other),
			revert: () => this.#revert(a),
			rename: () => this.#rename(one, name),
			alias: () => void this.#name(one, `${name} II`, { isCanonical: false, page: "asserted" }),
			retype: () => this.#type(one, "retyped"),
			declare: () => this.#declare(name),
			undeclare: () => this.#undeclare(a),
		})[does]();
	}

	#iri(kind: string, id: string): NamedNode {
		return baseIri(this.#base.kb, kind, id);
	}

	get #moment(): Literal {
		return literal(instantText(this.#at), xsd.dateTime);
	}

	#say(
		kind: string,
		id: string,
		said: readonly (readonly [NamedNode, NamedNode | Literal])[],
		graph?: NamedNode,
	) {
		const own = this.#iri(kind, id);
		const { ledger } = graphsOf(this.#base.kb);
		for (const [property, value] of said) this.#quads.push(quad(own, property, value, graph ?? ledger));
	}

	#begin(kind: string, id: string, type: NamedNode, graph?: NamedNode): void {
		const said = [
			[rdf.type, type],
			[prov.generatedAtTime, this.#moment],
		] as const;
		this.#say(kind, id, said, graph);
	}

	#end(kind: string, id: string, graph?: NamedNode): void {
		this.#say(kind, id, [[prov.invalidatedAtTime, this.#moment]], graph);
	}

	#onPage(page: PageKind, kind: string, id: string): void {
		const { record } = graphsOf(this.#base.kb);
		const { number, isNew } = this.#base.page(page, this.#step.onOldPage);
		const own = pageIri(this.#base.kb, page, number);
		this.#say(kind, id, [[utopia.onPage, own]], record);
		if (!isNew) return;
		this.#quads.push(quad(own, utopia.pageKind, literal(page), record));
		this.#quads.push(quad(own, utopia.pageNumber, literal(String(number), xsd.integer), record));
		if (page !== "entity") this.#quads.push(quad(own, utopia.pageFrom, this.#moment, record));
	}

	#entity(name: string): void {
		const id = this.#base.id("entity");
		this.#base.entities.push(id);
		this.#begin("entity", id, utopia.Entity);
		this.#onPage("entity", "entity", id);
		this.#base.names.set(id, this.#name(id, name, { isCanonical: true, page: "name" }));
		if (this.#step.says !== "nothing") this.#type(id, undefined);
	}

	#claim(subject: string, predicate: NamedNode, object: NamedNode | Literal): string {
		const id = this.#base.id("fact");
		this.#begin("fact", id, rdf.Statement);
		this.#quads.push(quad(this.#iri("entity", subject), predicate, object, this.#iri("fact", id)));
		return id;
	}

	#name(of: string, text: string, { isCanonical, page }: { isCanonical: boolean; page: PageKind }): string {
		const id = this.#claim(of, utopia.knownAs, literal(text));
		if (isCanonical) this.#say("fact", id, [[utopia.canonical, literal("true", xsd.boolean)]]);
		this.#onPage(page, "fact", id);
		return id;
	}

	#rename(of: string, text: string): void {
		const old = this.#base.names.get(of);
		if (old !== undefined) this.#end("fact", old);
		this.#base.names.set(of, this.#name(of, text, { isCanonical: true, page: "renamed" }));
	}

	#fact(subject: string, object: string, page: PageKind = "asserted"): void {
		const value = this.#step.says === "attested" ? literal("1.5", xsd.decimal) : this.#iri("entity", object);
		const id = this.#claim(subject, this.#iri("relation", "serves"), value);
		this.#base.facts.push(id);
		this.#onPage(page, "fact", id);
		this.#detail(id);
	}

	#wordless(subject: string, object: string): void {
		const id = this.#base.id("fact");
		this.#base.facts.push(id);
		this.#begin("fact", id, rdf.Statement);
		this.#say("fact", id, [
			[rdf.subject, this.#iri("entity", subject)],
			[rdf.object, this.#iri("entity", object)],
		]);
		this.#onPage("asserted", "fact", id);
	}

	#detail(fact: string): void {
		const { documents } = graphsOf(this.#base.kb);
		if (this.#step.says === "attested") this.#say("fact", fact, [[utopia.attestedFrom, this.#moment]]);
		if (this.#step.says === "evidence") {
			const id = this.#base.id("evidence");
			this.#begin("evidence", id, utopia.Evidence, documents);
			this.#say("evidence", id, [[utopia.supports, this.#iri("fact", fact)]], documents);
		}
	}

	#endFact(which: number, by: readonly [string, string] | undefined): void {
		const [id] = this.#base.facts.splice(which % Math.max(1, this.#base.facts.length), 1);
		if (id === undefined) return;
		this.#end("fact", id);
		if (by === undefined) this.#onPage("rejected", "fact", id);
		else this.#fact(by[0], by[1], "corrected");
	}

	#merge(source: string, target: string): void {
		const isAway = (entity: string) => this.#base.merges.some((merge) => merge.source === entity);
		if (source === target || isAway(source) || isAway(target)) return;
		const id = this.#base.id("merge");
		this.#base.merges.push({ id, source, target });
		this.#begin("merge", id, utopia.Merge);
		this.#say("merge", id, [
			[utopia.source, this.#iri("entity", source)],
			[utopia.target, this.#iri("entity", target)],
		]);
		this.#onPage("merged", "merge", id);
	}

	#revert(which: number): void {
		const [merge] = this.#base.merges.splice(which % Math.max(1, this.#base.merges.length), 1);
		if (merge === undefined) return;
		this.#end("merge", merge.id);
		this.#onPage("reverted", "merge", merge.id);
	}

	#type(of: string, page: PageKind | undefined): void {
		const old = this.#base.typings.get(of);
		if (old !== undefined) this.#end("typing", old);
		const id = this.#base.id("typing");
		this.#base.typings.set(of, id);
		this.#begin("typing", id, utopia.Typing);
		this.#say("typing", id, [[utopia.entity, this.#iri("entity", of)]]);
		const type = pick(["vessel", "quay", undefined], this.#step.b);
		if (type !== undefined) this.#say("typing", id, [[utopia.class_, this.#iri("class", type)]]);
		if (page !== undefined) this.#onPage(page, "typing", id);
	}

	#declare(label: string): void {
		const { ontology } = graphsOf(this.#base.kb);
		const relation = this.#iri("relation", pick(["serves", "moors", "feeds"], this.#step.a) ?? "");
		for (const [property, value] of [
			[rdf.type, owl.ObjectProperty],
			[rdfs.label, literal(label)],
		] as const) {
			const id = this.#base.id("declaration");
			this.#base.declarations.push(id);
			this.#begin("declaration", id, utopia.Declaration, ontology);
			const statement = [
				[rdf.subject, relation],
				[rdf.predicate, property],
				[rdf.object, value],
			] as const;
			this.#say("declaration", id, statement, ontology);
		}
	}

	#undeclare(which: number): void {
		const [id] = this.#base.declarations.splice(which % Math.max(1, this.#base.declarations.length), 1);
		if (id !== undefined) this.#end("declaration", id, graphsOf(this.#base.kb).ontology);
	}
}

function pick<Item>(items: readonly Item[], which: number): Item | undefined {
	return items[which % Math.max(1, items.length)];
}
