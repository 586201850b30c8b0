import { randomUUID } from "node:crypto";
import type { Literal, NamedNode } from "@rdfjs/types";
import { fold } from "../ledger/fold.ts";
import { type ClassDeclared, declaredAs } from "../ontology/ontology.ts";
import { literal } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { checkTexts } from "../writing/checked-text.ts";
import type { Draft } from "../writing/draft.ts";
import { type Place, refused } from "../writing/refusal.ts";
import type { Claim } from "../writing/rows.ts";
import type { BaseState } from "./base-state.ts";
import { claimKey } from "./held-rows.ts";
import type { EvidenceBody } from "./observations.ts";
import type { EntityWish } from "./wishes.ts";

/** What an end of a claim turned out to be. */
export interface EntityFound {
	/** The owner: what is asserted of a merged entity belongs to its survivor (M3). */
	readonly id: string;
	readonly isNew: boolean;
}

interface NewEntity {
	readonly id: string;
	readonly name: string;
	readonly type: NamedNode | undefined;
	readonly evidence: readonly EvidenceBody[];
}

/** Finds the entities that a request names, and makes those that are not there: once each, however often they are named. */
export class EntityWishes {
	readonly #state: BaseState;
	readonly #made = new Map<string, NewEntity>();

	constructor(state: BaseState) {
		this.#state = state;
	}

	/** How many entities are made. */
	get made(): readonly string[] {
		return [...this.#made.values()].map(({ id }) => id);
	}

	/**
	 * The entity with this id, or of exactly this name and type; a new one where nothing is called so.
	 * @throws UTOPIA_WRITE_REFUSED `unknown_entity`, `ambiguous_name`, `unknown_class`, `blank_name`
	 */
	find(wish: EntityWish, place: Place, evidence: readonly EvidenceBody[]): EntityFound {
		if (wish.id !== undefined) return this.#byId(wish.id, place);
		const name = checkedName(wish.name ?? "", { ...place, field: `${place.field}.name` });
		const type =
			wish.type === undefined
				? undefined
				: classNamed(wish.type, this.#state, { ...place, field: `${place.field}.type` });
		const known = this.#called(name, type?.iri);
		if (known.length > 1) {
			throw refused(
				"ambiguous_name",
				`${known.length} entities are called ${JSON.stringify(name)}; name one by its id, or give its type`,
				{
					...place,
					found: name,
					allowed: `one of ${known.slice(0, 10).join(", ")}`,
				},
			);
		}
		const [found] = known;
		if (found !== undefined) return { id: found, isNew: false };
		return { id: this.#make(name, type?.iri, evidence), isNew: true };
	}

	#byId(id: string, place: Place): EntityFound {
		const { index, asOf, owners } = this.#state;
		if (!index.exists(id, asOf)) {
			throw refused("unknown_entity", "No entity with that id in this knowledge base", {
				...place,
				found: id,
				allowed: "an id as find_entities gives it",
			});
		}
		return { id: owners.owner(id), isNew: false };
	}

	/** The owners that have exactly this name, those called so before those that also have it. */
	#called(name: string, type: NamedNode | undefined): readonly string[] {
		const { index, asOf, owners } = this.#state;
		const same = index.namesContaining(fold(name), asOf).filter((held) => held.text === name);
		const fits = (entity: string) => type === undefined || index.type(entity, asOf) === type.value;
		const ids = (held: readonly { readonly entity: string }[]) =>
			[...new Set(held.map(({ entity }) => owners.owner(entity)))].filter(fits);
		const called = ids(same.filter(({ canonical }) => canonical));
		return (called.length > 0 ? called : ids(same)).toSorted();
	}

	#make(name: string, type: NamedNode | undefined, evidence: readonly EvidenceBody[]): string {
		const key = JSON.stringify([name, type?.value ?? null]);
		const known = this.#made.get(key);
		if (known !== undefined) return known.id;
		const made = { id: randomUUID(), name, type, evidence };
		this.#made.set(key, made);
		return made.id;
	}

	/** The claims of what the new entities are called, by their keys. */
	get names(): ReadonlySet<string> {
		return new Set([...this.#made.values()].map((made) => claimKey(nameOf(made))));
	}

	/** Writes the new entities with their names and types; a name among the claims asserted is written by who asserts it. */
	write(draft: Draft, asserted: ReadonlySet<string> = new Set()): void {
		for (const entity of this.#made.values()) {
			if (!asserted.has(claimKey(nameOf(entity)))) writeName(entity, draft);
			writeEntity(entity, draft);
		}
	}
}

function nameOf({ id, name }: Pick<NewEntity, "id" | "name">): Claim {
	return { subject: id, predicate: utopia.knownAs, object: { value: literal(name) } };
}

/** A new entity with its type, where it has one. */
export function writeEntity({ id, type }: NewEntity, draft: Draft): void {
	draft.entity(id);
	if (type !== undefined) draft.typing(randomUUID(), id, type, { isFirst: true });
}

/** What a new entity is called, with the evidence of what it came with. */
export function writeName(entity: NewEntity, draft: Draft): void {
	const fact = randomUUID();
	draft.fact(
		{
			id: fact,
			...nameOf(entity),
			endedUnknown: false,
			confidence: "1.00",
			cause: "asserted",
			canonical: true,
			qualifiers: [],
		},
		"name",
	);
	for (const body of entity.evidence) draft.evidence({ ...body, id: randomUUID(), fact });
}

const LONGEST_NAME = 1_000;

/**
 * A name without white space around it.
 * @throws UTOPIA_WRITE_REFUSED `blank_name`, `malformed_text` where it is too long
 */
export function checkedName(text: string, place: Place): string {
	checkTexts(text, place);
	const name = text.trim();
	const allowed = `a text of 1 to ${LONGEST_NAME} characters that is not blank`;
	if (name === "" || fold(name) === "")
		throw refused("blank_name", "A name must not be blank", { ...place, found: text, allowed });
	const { length } = [...name];
	if (length > LONGEST_NAME)
		throw refused("malformed_text", `A name has at most ${LONGEST_NAME} characters`, {
			...place,
			found: `${length} characters`,
			allowed,
		});
	return name;
}

export function nameLiteral(name: string, language: string | undefined): Literal {
	return language === undefined ? literal(name) : literal(name, { language });
}

/** The class with this key or IRI. */
export function classNamed(name: string, { ontology }: BaseState, place: Place): ClassDeclared {
	const found = declaredAs(name, ontology.classes);
	if (found !== undefined) return found;
	throw refused("unknown_class", `No class ${JSON.stringify(name)} is declared in this knowledge base`, {
		...place,
		found: name,
		allowed: someOf([...ontology.classes.values()].map(({ key }) => key)),
	});
}

const MOST_NAMED = 20;

/** The first of what may be given, and how many more there are. */
export function someOf(keys: readonly string[], none = "nothing is declared yet"): string {
	if (keys.length === 0) return none;
	const sorted = keys.toSorted();
	const more = sorted.length > MOST_NAMED ? ` and ${sorted.length - MOST_NAMED} more` : "";
	return `one of ${sorted.slice(0, MOST_NAMED).join(", ")}${more}`;
}
