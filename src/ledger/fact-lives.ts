import type { Projection } from "../access/view.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { Merges } from "./merges.ts";
import { rowsOfPages } from "./pages.ts";

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

	add(
		fact: string,
		subject: string,
		object: string | undefined,
		life: { recordedAt: Instant; invalidatedAt: Instant | undefined },
	): void {
		const row = this.#facts.push(fact) - 1;
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

	#number(entity: string): number {
		const found = this.#numbers.get(entity);
		if (found !== undefined) return found;
		const number = this.#entities.push(entity) - 1;
		this.#numbers.set(entity, number);
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
		for await (const rows of rowsOfPages(claimsTemplate, FACT_KINDS, view)) {
			for (const row of rows) {
				const { fact, subject, predicate, object, ...life } = decode(row, shape);
				if (predicate?.value === utopia.knownAs.value) continue;
				const from = idOfKind(subject.value, "entity");
				const id = idOfKind(fact.value, "fact");
				if (from === undefined || id === undefined)
					throw new TypeError(`not a fact of entities: ${fact.value}`);
				lives.add(id, from, idOfKind(object.value, "entity"), life);
			}
		}
		return lives;
	},
};
