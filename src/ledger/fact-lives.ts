import { type CommitRows, momentOf, objectOf } from "../access/commit-rows.ts";
import type { Projection, View } from "../access/view.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { lasting } from "../sparql/lasting.ts";
import { decode, iri, moment, optional, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";
import { byText } from "./by-text.ts";
import type { Merges } from "./merges.ts";
import { type PageKind, rowsOfPages } from "./pages.ts";

const claimsTemplate = loadTemplate("ledger/claims-on-pages");
const shape = {
	fact: iri,
	subject: iri,
	predicate: optional(iri),
	object: term,
	recordedAt: moment,
	invalidatedAt: optional(moment),
};
const FACT_KINDS = ["asserted", "corrected"] as const;
const NO_ENTITY = -1;

/** A fact that is no name: its ends as ids, the object missing where it is a value, and how long it was held. */
interface Life {
	readonly fact: string;
	readonly subject: string;
	readonly object: string | undefined;
	readonly recordedAt: Instant;
	readonly invalidatedAt: Instant | undefined;
}

/** One fact between two entities, as ids. */
export interface Link {
	readonly fact: string;
	readonly other: string;
}

/**
 * Which facts, names left out, each entity stands in, and how long each was held: what counting, ranking and the search for
 * paths need of every fact, kept in columns beside the engine (about 60 bytes a fact). World time is not here.
 */
export class FactLives {
	readonly #entities: string[] = [];
	readonly #numbers = new Map<string, number>();
	readonly #facts: string[] = [];
	readonly #subjects: number[] = [];
	readonly #objects: number[] = [];
	/** Microseconds as floating point: exact for the years that record time can have. */
	readonly #recorded: number[] = [];
	readonly #invalidated: number[] = [];
	readonly #standing: number[][] = [];
	/** Made when the first commit is followed: a base that is only read does not need it. */
	#rows: Map<string, number> | undefined;

	/** Adds a fact. They come in the order of the record axis, later ones at the end: a cut list is cut alike always. */
	add({ fact, subject, object, ...life }: Life): void {
		const own = lasting(fact);
		const row = this.#facts.push(own) - 1;
		this.#rows?.set(own, row);
		const from = this.#number(subject);
		const to = object === undefined ? NO_ENTITY : this.#number(object);
		this.#subjects.push(from);
		this.#objects.push(to);
		this.#recorded.push(Number(life.recordedAt));
		this.#invalidated.push(
			life.invalidatedAt === undefined ? Number.POSITIVE_INFINITY : Number(life.invalidatedAt),
		);
		this.#standing[from]?.push(row);
		if (to !== NO_ENTITY && to !== from) this.#standing[to]?.push(row);
	}

	has(fact: string): boolean {
		return this.#rowOf(fact) !== undefined;
	}

	/** Ends the life of a fact; one that is not here is no matter. */
	end(fact: string, at: Instant): void {
		const row = this.#rowOf(fact);
		if (row !== undefined) this.#invalidated[row] = Number(at);
	}

	#rowOf(fact: string): number | undefined {
		this.#rows ??= new Map(this.#facts.map((known, row) => [known, row]));
		return this.#rows.get(fact);
	}

	#number(entity: string): number {
		const found = this.#numbers.get(entity);
		if (found !== undefined) return found;
		const own = lasting(entity);
		const number = this.#entities.push(own) - 1;
		this.#numbers.set(own, number);
		this.#standing.push([]);
		return number;
	}

	/** How many facts held at `asOf` have one of `members` at either end. */
	count(members: readonly string[], asOf: Instant): number {
		let total = 0;
		for (const _ of this.#rowsOf(members, asOf)) total++;
		return total;
	}

	/** The facts held at `asOf` that link one of `members` to an entity that stands for another one. */
	*links(members: readonly string[], merges: Merges, asOf: Instant): Generator<Link> {
		for (const row of this.#rowsOf(members, asOf)) {
			const [subject, object] = this.#endsOf(row);
			if (object === undefined) continue;
			const other = members.includes(subject) ? object : subject;
			if (members.includes(other)) continue;
			yield { fact: this.#facts[row] ?? "", other: merges.size === 0 ? other : merges.owner(other, asOf) };
		}
	}

	#endsOf(row: number): readonly [subject: string, object: string | undefined] {
		const to = this.#objects[row] ?? NO_ENTITY;
		return [
			this.#entities[this.#subjects[row] ?? 0] ?? "",
			to === NO_ENTITY ? undefined : this.#entities[to],
		];
	}

	/** Each row once, also where both its ends are among the members. */
	*#rowsOf(members: readonly string[], asOf: Instant): Generator<number> {
		const moment = Number(asOf);
		const seen = members.length > 1 ? new Set<number>() : undefined;
		for (const row of members.flatMap((member) => this.#standingOf(member))) {
			if (!this.#heldAt(row, moment) || seen?.has(row)) continue;
			seen?.add(row);
			yield row;
		}
	}

	#standingOf(entity: string): readonly number[] {
		const number = this.#numbers.get(entity);
		return number === undefined ? [] : (this.#standing[number] ?? []);
	}

	#heldAt(row: number, moment: number): boolean {
		return (this.#recorded[row] ?? 0) <= moment && moment < (this.#invalidated[row] ?? 0);
	}
}

/** The lives of all facts of a view, read from their pages a few at a time. */
export const factLives: Projection<FactLives> = {
	name: "facts",
	async build(view) {
		const lives = new FactLives();
		const { recordedAt } = view.head();
		for await (const run of inRecordOrder(FACT_KINDS.map((kind) => livesOf(kind, view)))) {
			// What is committed from here on is added when it is followed, in its place.
			for (const life of run) if (recordedAt !== undefined && life.recordedAt <= recordedAt) lives.add(life);
		}
		return lives;
	},
	advance(lives, commit) {
		for (const life of livesIn(commit).sort(byRecord)) if (!lives.has(life.fact)) lives.add(life);
		for (const [row, said] of commit.ledger) {
			const fact = idOfKind(row, "fact");
			const invalidatedAt = momentOf(said, prov.invalidatedAtTime);
			if (fact !== undefined && invalidatedAt !== undefined) lives.end(fact, invalidatedAt);
		}
	},
};

function lifeOf(
	{ fact, subject, object }: { readonly fact: string; readonly subject: string; readonly object: StoredTerm },
	held: { readonly recordedAt: Instant; readonly invalidatedAt: Instant | undefined },
): Life {
	const from = idOfKind(subject, "entity");
	if (from === undefined) throw new TypeError(`not a fact of entities: ${fact}`);
	return { fact, subject: from, object: idOfKind(object.value, "entity"), ...held };
}

/** Facts in the order of the record axis, some pages at a time. */
async function* livesOf(kind: PageKind, view: View): AsyncGenerator<readonly Life[], void> {
	for await (const rows of rowsOfPages(claimsTemplate, [kind], view)) {
		const lives = rows.flatMap((row) => {
			const { fact, subject, predicate, object, ...held } = decode(row, shape);
			if (predicate?.value === utopia.knownAs.value) return [];
			const id = idOfKind(fact.value, "fact");
			if (id === undefined) throw new TypeError(`not a fact: ${fact.value}`);
			return lifeOf({ fact: id, subject: subject.value, object }, held);
		});
		yield lives.sort(byRecord);
	}
}

/** What a commit says of new facts, those without predicate among them. */
function livesIn({ ledger, claims }: CommitRows): Life[] {
	const lives: Life[] = [];
	for (const [row, said] of ledger) {
		const fact = idOfKind(row, "fact");
		const recordedAt = momentOf(said, prov.generatedAtTime);
		if (fact === undefined || recordedAt === undefined) continue;
		const claim = claims.get(fact);
		const subject = claim?.subject ?? objectOf(said, rdf.subject)?.value;
		const object = claim?.object ?? objectOf(said, rdf.object);
		if (subject === undefined || object === undefined || claim?.predicate === utopia.knownAs.value) continue;
		lives.push(lifeOf({ fact, subject, object }, { recordedAt, invalidatedAt: undefined }));
	}
	return lives;
}

/** The order of pages: by instant ascending, then id descending (ledger README). */
function byRecord(a: Life, b: Life): number {
	if (a.recordedAt !== b.recordedAt) return a.recordedAt < b.recordedAt ? -1 : 1;
	return byText(b.fact, a.fact);
}

/** Weaves streams that are each in record order into one. */
async function* inRecordOrder(
	streams: readonly AsyncGenerator<readonly Life[], void>[],
): AsyncGenerator<readonly Life[], void> {
	let lists = await Promise.all(streams.map(nextOf));
	for (;;) {
		const [end] = lists.flatMap((list) => list.at(-1) ?? []).sort(byRecord);
		if (end === undefined) return;
		// Nothing else can come before the earliest end of a list.
		yield lists.flatMap((list) => list.filter((life) => byRecord(life, end) <= 0)).sort(byRecord);
		const rest = lists.map((list) => list.filter((life) => byRecord(life, end) > 0));
		lists = await Promise.all(streams.map((stream, n) => (rest[n]?.length ? rest[n] : nextOf(stream))));
	}
}

/** The next lives of a stream that are any; none at its end. */
async function nextOf(stream: AsyncGenerator<readonly Life[], void>): Promise<readonly Life[]> {
	for (;;) {
		const next = await stream.next();
		if (next.done) return [];
		if (next.value.length > 0) return next.value;
	}
}
