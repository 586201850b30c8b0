import type { Literal, NamedNode } from "@rdfjs/types";
import { graphsOf } from "../rdf/base-iris.ts";
import { readTerm } from "../rdf/read-term.ts";
import { decode, iri, optional, type StoredTerm, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { FactBasis } from "./facts.ts";

/** All that is said of one thing: a derived fact, a rule, a version of one. */
export class SaidOfThing {
	readonly #values = new Map<string, StoredTerm[]>();
	readonly #spelled = new Map<string, Literal>();

	/** Takes in a value, or how one is spelled where the engine keeps another form. */
	say(property: NamedNode, value: StoredTerm | undefined, spelled: string | undefined): void {
		if (value !== undefined) {
			const known = this.#values.get(property.value);
			if (known === undefined) this.#values.set(property.value, [value]);
			else known.push(value);
		}
		const literal = spelled === undefined ? undefined : readTerm(spelled);
		if (literal?.termType === "Literal") this.#spelled.set(property.value, literal);
	}

	values(property: NamedNode): readonly StoredTerm[] {
		return this.#values.get(property.value) ?? [];
	}

	value(property: NamedNode): StoredTerm | undefined {
		return this.values(property)[0];
	}

	/** The spelling of a value that the engine keeps in another form. */
	spelled(property: NamedNode): Literal | undefined {
		return this.#spelled.get(property.value);
	}
}

const template = loadTemplate("ledger/said-in-derivations");
const MOST_SAID = 10_000_000;
const shape = { thing: iri, property: iri, value: optional(term), spelled: optional(text) };

/** What is said of each of these things, by IRI; of what nothing is said there is nothing. */
export async function saidInDerivations(
	things: readonly NamedNode[],
	{ view, signal }: Pick<FactBasis, "view" | "signal">,
): Promise<ReadonlyMap<string, SaidOfThing>> {
	const found = new Map<string, SaidOfThing>();
	if (things.length === 0) return found;
	const { derivations, spelling } = graphsOf(view.kb);
	const query = template.bind({ derivations, spelling, things }, { limit: MOST_SAID });
	for (const row of await view.select(query, { signal })) {
		const { thing, property, value, spelled } = decode(row, shape);
		const said = found.get(thing.value) ?? new SaidOfThing();
		found.set(thing.value, said);
		said.say(property, value, spelled);
	}
	return found;
}
