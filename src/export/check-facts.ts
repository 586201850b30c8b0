import type { TemporalKind } from "../time/holds.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, schema } from "../vocab/well-known.ts";
import type { FactRow } from "./fact-rows.ts";
import type { Description } from "./file-table.ts";
import type { ImportPlan } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";
import { statedDate } from "./stated-dates.ts";

/** What a fact says at most once; a second value would be a second, contradicting fact under the same id. */
const SINGLE = [
	...[utopia.confidence, utopia.endedUnknown, utopia.attestedFrom, utopia.attestedTo, utopia.attestedBy],
	...[utopia.canonical, utopia.restores, utopia.drawnBy, utopia.startGrade, utopia.startOrigin],
	...[utopia.endOrigin, utopia.correctedEnds, utopia.cause, utopia.relativeValue, utopia.lexicalForm],
	...[utopia.validFromPrecision, utopia.validThroughPrecision, schema.validFrom, schema.validThrough],
];

/** Checks what each fact says of itself: its dates and their precision, its ends, its confidence (rule I7). */
export class FactChecks {
	readonly #plan: ImportPlan;
	readonly #refusals: Refusals;
	readonly #single: readonly { readonly predicate: number; readonly iri: string }[];
	readonly #kinds: (relation: number) => TemporalKind;

	constructor(plan: ImportPlan, refusals: Refusals, kinds: (relation: number) => TemporalKind) {
		this.#plan = plan;
		this.#refusals = refusals;
		this.#kinds = kinds;
		this.#single = SINGLE.map(({ value: iri }) => ({
			predicate: plan.file.name({ value: iri }),
			iri,
		})).filter(({ predicate }) => predicate >= 0);
	}

	check(row: FactRow): void {
		const fact = this.#plan.file.table.description(row.iri);
		for (const { predicate, iri } of this.#single) {
			const values = fact.all(predicate);
			if (values.length > 1)
				this.#refuse(
					fact,
					predicate,
					`${values.length} values of ${iri}; a fact has one, another value is another fact`,
				);
		}
		this.#confidence(fact);
		const from = this.#date(fact, schema.validFrom, utopia.validFromPrecision);
		const to = this.#date(fact, schema.validThrough, utopia.validThroughPrecision);
		const isState = row.predicate === undefined || this.#kinds(row.predicate) === "state";
		if (isState && from !== undefined && to !== undefined && to.at <= from.at) {
			this.#refuse(
				fact,
				this.#name(schema.validThrough),
				`the end of a state lies ${to.at < from.at ? "before" : "at"} its start; a state holds from its start up to its end`,
			);
		}
		this.#unknownEnd(fact, to !== undefined);
		if (row.predicate === this.#name(utopia.knownAs)) this.#nameText(fact, row);
	}

	#name(iri: { readonly value: string }): number {
		return this.#plan.file.name(iri);
	}

	#text(fact: Description, predicate: { readonly value: string }): string | undefined {
		const object = fact.one(this.#name(predicate));
		return object === undefined ? undefined : this.#plan.file.term(object).value;
	}

	#date(
		fact: Description,
		predicate: { readonly value: string },
		precisionIri: { readonly value: string },
	): PartialDate | undefined {
		const object = fact.one(this.#name(predicate));
		const precision = this.#text(fact, precisionIri);
		if (object === undefined) {
			if (precision !== undefined) {
				const reason = "a precision without its date; give the date or leave the precision out";
				this.#refuse(fact, this.#name(precisionIri), reason);
			}
			return undefined;
		}
		const read = statedDate(this.#plan.file.term(object), precision);
		if ("date" in read) return read.date;
		this.#refuse(fact, this.#name(predicate), read.fault);
		return undefined;
	}

	#unknownEnd(fact: Description, hasEnd: boolean): void {
		const said = this.#text(fact, utopia.endedUnknown);
		if (said === undefined) return;
		const predicate = this.#name(utopia.endedUnknown);
		if (said !== "true" && said !== "1") {
			this.#refuse(fact, predicate, "utopia:endedUnknown is true or absent");
		} else if (hasEnd) {
			this.#refuse(
				fact,
				predicate,
				"an end is known or unknown: leave out schema:validThrough or utopia:endedUnknown",
			);
		} else if (fact.one(this.#name(utopia.attestedTo)) === undefined) {
			this.#refuse(
				fact,
				predicate,
				"an unknown end without attestation; give utopia:attestedTo, the moment by which it had ended",
			);
		}
	}

	#confidence(fact: Description): void {
		const text = this.#text(fact, utopia.confidence);
		if (text === undefined) return;
		const value = Number(text);
		if (!(value >= 0 && value <= 1))
			this.#refuse(
				fact,
				this.#name(utopia.confidence),
				`utopia:confidence is a number from 0 to 1, not "${text}"`,
			);
	}

	#nameText(fact: Description, { object }: FactRow): void {
		const { termType, value } = this.#plan.file.term(object);
		if (termType !== "Literal" || value.trim() === "")
			this.#refuse(fact, this.#name(rdf.object), "a name is text, and not empty");
	}

	#refuse(fact: Description, predicate: number, reason: string): void {
		this.#refusals.add(reason, {
			line: fact.lineOf(predicate),
			subject: this.#plan.file.term(fact.subject).value,
		});
	}
}

/** Checks how rows follow each other: no circle, no gap, one successor, the same claim (rule I7). */
export function checkSuccession(
	plan: ImportPlan,
	isHeld: (iri: string) => boolean,
	refusals: Refusals,
): void {
	const { file, facts } = plan;
	const successors = new Map<number, number>();
	const refuse = ({ iri }: FactRow, reason: string) =>
		refusals.add(reason, {
			line: file.table.description(iri).lineOf(file.name(utopia.supersedes)),
			subject: file.term(iri).value,
		});
	for (const row of facts.values()) {
		if (row.supersedes === undefined) continue;
		const old = facts.get(row.supersedes);
		const oldIri = file.term(row.supersedes).value;
		if (old === undefined) {
			const told = isHeld(oldIri)
				? "which the file does not describe; describe it with its prov:invalidatedAtTime"
				: "which is no fact of the file";
			refuse(row, `utopia:supersedes names ${oldIri}, ${told}`);
			continue;
		}
		const other = successors.get(row.supersedes);
		if (other !== undefined)
			refuse(row, `${oldIri} is superseded by ${file.term(other).value} already; a row has one successor`);
		successors.set(row.supersedes, row.iri);
		if (old.subject !== row.subject && old.ownSubject !== row.ownSubject)
			refuse(
				row,
				`utopia:supersedes names ${oldIri}, which has another subject; a row replaces one of its own claim`,
			);
		if (old.predicate !== undefined && old.predicate !== row.predicate)
			refuse(
				row,
				`utopia:supersedes names ${oldIri}, which has another predicate; a row replaces one of its own claim`,
			);
		if (old.invalidated !== row.recorded)
			refuse(
				row,
				`${oldIri} must have prov:invalidatedAtTime at exactly the instant at which its successor was recorded`,
			);
	}
	checkCircles(plan, refuse);
}

function checkCircles({ facts }: ImportPlan, refuse: (row: FactRow, reason: string) => void): void {
	const done = new Set<number>();
	for (const start of facts.values()) {
		const path = new Set<number>();
		let row: FactRow | undefined = start;
		while (row !== undefined && !done.has(row.iri)) {
			if (path.has(row.iri)) {
				refuse(row, "utopia:supersedes runs in a circle; a row replaces an earlier one");
				break;
			}
			path.add(row.iri);
			row = row.supersedes === undefined ? undefined : facts.get(row.supersedes);
		}
		for (const iri of path) done.add(iri);
	}
}

/** The temporal kinds that a file declares; a relation that says none is a state. */
export function temporalKinds(plan: ImportPlan): (relation: number) => TemporalKind {
	const { file } = plan;
	const temporal = file.name(utopia.temporal);
	const declared = new Map<number, string>();
	for (const { iri, about, value, invalidated } of plan.declarations) {
		const predicate = file.table.description(iri).one(file.name(rdf.predicate));
		if (predicate === temporal && temporal >= 0 && value !== undefined && invalidated === undefined)
			declared.set(about, file.term(value).value);
	}
	const known = new Map<number, TemporalKind>();
	return (relation) => {
		const found = known.get(relation);
		if (found !== undefined) return found;
		const object = file.table.has(relation) ? file.table.description(relation).one(temporal) : undefined;
		const text = declared.get(relation) ?? (object === undefined ? undefined : file.term(object).value);
		const kind = text === "event" || text === "eternal" ? text : "state";
		known.set(relation, kind);
		return kind;
	};
}
