import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byText } from "./by-text.ts";
import type { FactBasis } from "./facts.ts";
import { dateTime } from "./stated-date.ts";
import { traits } from "./traits.ts";

/** A derived fact between an entity and another one. */
interface DerivedLink {
	readonly derived: string;
	/** The entity that stands at the other end. */
	readonly other: string;
}

const template = loadTemplate("ledger/derived-links-of-entities");
const ENTITIES_A_QUERY = 100;
const shape = { derived: iri, subject: iri, object: term };

/** The links that derived facts make between entities, as held at the record instant: fetched some entities at a time. */
export class DerivedLinks {
	readonly #basis: FactBasis;
	readonly #known = new Map<string, DerivedLink[]>();

	constructor(basis: FactBasis) {
		this.#basis = basis;
	}

	/** The links of an entity that was fetched, by id; none of another one. */
	of(entity: string): readonly DerivedLink[] {
		return this.#known.get(entity) ?? [];
	}

	/** Fetches the links of entities in their order, until so many links are there as may be walked. */
	async fetch(entities: Iterable<string>, most: number): Promise<void> {
		if (!(await this.#basis.view.kept(traits)).derivedFacts) return;
		const missing = [...entities].filter((entity) => !this.#known.has(entity));
		let fetched = 0;
		for (let start = 0; start < missing.length && fetched < most; start += ENTITIES_A_QUERY)
			fetched += await this.#fetchSome(missing.slice(start, start + ENTITIES_A_QUERY), most - fetched);
	}

	async #fetchSome(entities: readonly string[], most: number): Promise<number> {
		const { view, asOf, merges, signal } = this.#basis;
		const { derivations } = graphsOf(view.kb);
		const members = entities.flatMap((entity) => merges.members(entity, asOf));
		const iris = members.map((member) => baseIri(view.kb, "entity", member));
		const found = new Map<string, DerivedLink[]>(entities.map((entity) => [entity, []]));
		const given = { derivations, entities: iris, asOf: dateTime(asOf) };
		const seen = new Set<string>();
		for (const row of await view.select(template.bind(given, { limit: most * 2 }), { signal })) {
			const { derived, subject, object } = decode(row, shape);
			const id = idOfKind(derived.value, "derived");
			if (id === undefined || seen.has(id)) continue;
			seen.add(id);
			const [from, to] = [subject, object].map(({ value }) => {
				const end = idOfKind(value, "entity");
				return end && merges.owner(end, asOf);
			});
			if (from === undefined || to === undefined || from === to) continue;
			found.get(from)?.push({ derived: id, other: to });
			found.get(to)?.push({ derived: id, other: from });
		}
		for (const [entity, links] of found)
			this.#known.set(
				entity,
				links.sort((a, b) => byText(a.derived, b.derived)),
			);
		return seen.size;
	}
}
