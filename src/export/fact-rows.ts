import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import type { Description } from "./file-table.ts";
import type { FileRead } from "./read-file.ts";
import type { RecordTimes } from "./record-times.ts";
import type { Refusals } from "./refusals.ts";

/** A fact of the file as a row: its claim with the ends as asserted and as owned, its record life, what it replaces. */
export interface FactRow {
	readonly iri: number;
	readonly line: number;
	/** The ends as asserted: what the fact's own graph holds. */
	readonly subject: number;
	readonly object: number;
	/** The ends after merges, as the file gives them. */
	readonly ownSubject: number;
	readonly ownObject: number;
	/** Missing while no predicate is accepted. */
	readonly predicate: number | undefined;
	readonly recorded: Instant;
	readonly invalidated: Instant | undefined;
	readonly supersedes: number | undefined;
	/** Whether it is the canonical name of its subject. */
	readonly canonicalName: boolean;
	/** Whether it is a name that was the canonical one and stayed as another: no event of its own. */
	readonly formerName: boolean;
}

/** Reads facts out of their descriptions; what is missing or double is refused. */
export class FactReader {
	readonly #file: FileRead;
	readonly #refusals: Refusals;
	readonly #times: RecordTimes;

	constructor(file: FileRead, refusals: Refusals, times: RecordTimes) {
		this.#file = file;
		this.#refusals = refusals;
		this.#times = times;
	}

	/** The row, or `undefined` when it was refused. */
	read(fact: Description): FactRow | undefined {
		const before = this.#refusals.count;
		const ownSubject = this.#end(fact, rdf.subject, "subject");
		const ownObject = this.#end(fact, rdf.object, "object");
		const predicate = this.#predicate(fact);
		const subject = this.#single(fact, utopia.assertedSubject) ?? ownSubject;
		const object = this.#single(fact, utopia.assertedObject) ?? ownObject;
		const supersedes = this.#single(fact, utopia.supersedes);
		const { recorded, invalidated } = this.#times.of(fact);
		if (recorded === undefined && this.#refusals.count === before) {
			this.#refuse(fact, "a fact without prov:generatedAtTime; say when it was recorded");
		}
		if (
			recorded === undefined ||
			ownSubject === undefined ||
			ownObject === undefined ||
			subject === undefined ||
			object === undefined
		) {
			return undefined;
		}
		const isName = predicate === this.#file.name(utopia.knownAs);
		const canonicalName = isName && this.#isTrue(fact, utopia.canonical);
		const formerName =
			isName && !canonicalName && supersedes === undefined && this.#text(fact, utopia.cause) === "corrected";
		const { subject: iri, line } = fact;
		return {
			...{ iri, line, subject, object, ownSubject, ownObject, predicate },
			...{ recorded, invalidated, supersedes, canonicalName, formerName },
		};
	}

	/** A derived fact as a row, or `undefined` when it was refused: it has a predicate, and says that it is derived. */
	readDerived(derived: Description): FactRow | undefined {
		const row = this.read(derived);
		if (row === undefined) return undefined;
		const before = this.#refusals.count;
		if (row.predicate === undefined) this.#refuse(derived, "a derived fact without rdf:predicate");
		if (!this.#isTrue(derived, utopia.derived))
			this.#refuse(derived, "a derived fact without utopia:derived true");
		return this.#refusals.count === before ? row : undefined;
	}

	#text(fact: Description, predicate: { readonly value: string }): string | undefined {
		const object = fact.one(this.#file.name(predicate));
		return object === undefined ? undefined : this.#file.term(object).value;
	}

	#isTrue(fact: Description, predicate: { readonly value: string }): boolean {
		return /^(?:true|1)$/.test(this.#text(fact, predicate) ?? "");
	}

	#end(fact: Description, predicate: { readonly value: string }, name: "subject" | "object") {
		const found = fact.all(this.#file.name(predicate));
		const [first] = found;
		if (first === undefined) {
			this.#refuse(fact, `a fact without rdf:${name}`);
			return undefined;
		}
		if (found.length > 1) {
			const types = new Set(found.map((term) => this.#file.term(term).termType));
			const both = types.size === 2 ? "both an entity and a literal" : `${found.length} values`;
			this.#refuse(fact, `rdf:${name} is ${both}; a fact has one ${name}`);
			return undefined;
		}
		if (name === "subject" && this.#file.term(first).termType === "Literal") {
			this.#refuse(fact, "rdf:subject is a literal; facts are about entities");
			return undefined;
		}
		return first;
	}

	#predicate(fact: Description): number | undefined {
		const predicate = this.#single(fact, rdf.predicate);
		if (predicate === undefined) {
			if (fact.one(this.#file.name(utopia.proposedPredicate)) === undefined) {
				this.#refuse(
					fact,
					"a fact without rdf:predicate; give it, or utopia:proposedPredicate with the sources' own word",
				);
			}
		} else if (this.#file.term(predicate).termType === "Literal") {
			this.#refuse(fact, "rdf:predicate is a literal; it is the IRI of a relation");
		}
		return predicate;
	}

	#single(fact: Description, predicate: { readonly value: string }): number | undefined {
		const found = fact.all(this.#file.name(predicate));
		if (found.length > 1) this.#refuse(fact, `${found.length} values of ${predicate.value}; a fact has one`);
		return found[0];
	}

	#refuse(fact: Description, reason: string): void {
		this.#refusals.add(reason, { line: fact.line, subject: this.#file.term(fact.subject).value });
	}
}
