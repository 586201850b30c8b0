import { canonicalLexical } from "../rdf/lexical.ts";
import { readTerm } from "../rdf/read-term.ts";
import { literal, namedNode, spell, XSD } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import { instantText, tryInstant } from "../time/instant.ts";
import { SIX_DIGITS } from "../vocab/six-digits.ts";

const LEXICAL_FORM = "urn:utopia:ns:lexicalForm";

/** What a literal is once stored, as a key: two spellings of one value have the same. */
function storedKey(term: StoredTerm, isInstant: boolean): string {
	if (term.termType === "NamedNode" || term.language !== "") return spell(term);
	if (isInstant) {
		const at = tryInstant(term.value);
		if (at !== undefined) return instantText(at);
	}
	const { value, datatype } = canonicalLexical(term.datatype.value, term.value);
	return spell(literal(value, namedNode(datatype)));
}

/** The spellings that the files gave to the objects of one subject (ledger README, graph of spellings). */
export class Spellings {
	readonly #given = new Map<string, Map<string, string[]>>();

	/** Notes that `spelled`, an N-Triples term, was given for an object of `predicate`. */
	add(predicate: string, spelled: string): void {
		const key = storedKey(readTerm(spelled), SIX_DIGITS.has(predicate));
		const ofPredicate = this.#given.get(predicate) ?? new Map<string, string[]>();
		this.#given.set(predicate, ofPredicate);
		ofPredicate.set(key, [...(ofPredicate.get(key) ?? []), spelled]);
	}

	/** How the object was spelled: as given, else as it is kept, record times with six digits. */
	of(predicate: string, object: StoredTerm): readonly string[] {
		const isInstant = SIX_DIGITS.has(predicate);
		const given = this.#given.get(predicate);
		const found = given?.get(storedKey(object, isInstant));
		if (found !== undefined) return found;
		const at = isInstant ? tryInstant(object.value) : undefined;
		return [at === undefined ? spell(object) : `"${instantText(at)}"^^<${XSD}dateTime>`];
	}

	/** How the object of a fact's claim was spelled. */
	ofClaim(object: StoredTerm): string {
		return object.termType === "NamedNode"
			? spell(object)
			: (this.of(LEXICAL_FORM, object)[0] ?? spell(object));
	}
}
