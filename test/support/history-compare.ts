import { type Instant, instant, instantText } from "../../src/time/instant.ts";
import { type PartialDate, type Precision, timeArgument, unitEnd } from "../../src/time/partial-date.ts";
import {
	attestedFrom,
	type HistoryModel,
	isName,
	type ModelClaim,
	type ModelRow,
	type Moment,
	temporalOf,
} from "./history-model.ts";
import { claimText, type WrittenRow } from "./history-planning.ts";
import type { Json } from "./history-reads.ts";

/** Both clocks of a read: `before` reads a microsecond earlier. */
export interface Asked {
	readonly asOf: Moment;
	readonly at?: string | undefined;
	readonly strictly?: boolean;
}

const text = (at: Moment | undefined) => (at === undefined ? null : instantText(at as Instant));

export function clocks({ asOf, at, strictly }: Asked): Json {
	return {
		...(at !== undefined && { at }),
		...(strictly ? { before: text(asOf + 1n) } : { as_of: text(asOf) }),
	};
}

/** The value of a row of the server in the spelling given. */
function spelled(row: Json): string {
	return String(row["object_lexical"] ?? (row["object_value"] as Json)["value"]);
}

const UNITS: Readonly<Record<string, string>> = { tonnage: "t", depth: "m" };

/** A row of the server as what tells it apart. */
export function writtenRow(entity: string, row: Json): WrittenRow {
	const other = row["other_id"];
	const key = row["predicate_key"] as string | null;
	const unit = (row["object_value"] as Json | null)?.["unit"] as string | undefined;
	const isOut = row["direction"] === "out";
	const claim: ModelClaim = {
		subject: isOut ? entity : String(other),
		predicate: key ?? undefined,
		word: key === null ? String(row["predicate_label"]) : undefined,
		object: isOut ? (other === null ? { value: spelled(row) } : { entity: String(other) }) : { entity },
		unit: unit === UNITS[key ?? ""] ? undefined : unit,
	};
	const date = (end: "from" | "to") => {
		const at = row[`valid_${end}`];
		return at === null ? "undefined/undefined" : `${instant(String(at))}/${row[`valid_${end}_precision`]}`;
	};
	const isUnknown = row["valid_to_precision"] === "unknown";
	const end = isUnknown
		? `by ${instant(String(row["attested_to"]))}`
		: row["valid_to"] === null
			? ""
			: date("to");
	return {
		id: String(row["id"]),
		claim: claimText(claim),
		from: date("from"),
		attestedFrom: row["attested_from"] === null ? "undefined" : String(instant(String(row["attested_from"]))),
		end: row["valid_to_origin"] === "timeline" ? "drawn" : end,
		supersedes: (row["supersedes"] as string | null) ?? undefined,
		restores: (row["restores"] as string | null) ?? undefined,
	};
}

export function writtenName(entity: string, row: Json): WrittenRow {
	const claim = { subject: entity, predicate: "known_as", object: { value: String(row["name"]) } };
	return {
		...{ id: String(row["fact_id"]), claim: claimText(claim), canonical: row["canonical"] === true, end: "" },
		...{ from: "undefined/undefined", attestedFrom: "", supersedes: undefined, restores: undefined },
	};
}

/** W1 to W4. */
function interval(
	row: ModelRow,
	asOf: Moment,
): { from?: Moment | undefined; to?: Moment | undefined } | undefined {
	const temporal = temporalOf(row.claim);
	if (temporal === "eternal") return {};
	const from = row.from?.at ?? attestedFrom(row, asOf);
	if (temporal === "state")
		return { from, to: row.to?.at ?? (row.endedUnknown ? row.attestedTo : undefined) };
	const last: PartialDate | undefined = row.to ?? row.from;
	// An undated one begins and ends where it was attested: at no moment.
	if (last === undefined) return from === undefined ? undefined : { from, to: from };
	return { from, to: unitEnd(last.at, last.precision as Precision) };
}

/** Reads the model as the tools read the base, slowly. */
export class ModelReading {
	readonly #model: HistoryModel;
	readonly #asked: Asked;

	constructor(model: HistoryModel, asked: Asked) {
		this.#model = model;
		this.#asked = asked;
	}

	owner(entity: string): string {
		return this.#model.owner(entity, this.#asked.asOf);
	}

	#ends({ claim }: ModelRow): { readonly subject: string; readonly object: string | undefined } {
		const object = "entity" in claim.object ? this.owner(claim.object.entity) : undefined;
		return { subject: this.owner(claim.subject), object };
	}

	/** The rows held and, with a moment of the world, holding, but names. */
	rows(entity?: string): readonly ModelRow[] {
		const { asOf, at } = this.#asked;
		const owner = entity === undefined ? undefined : this.owner(entity);
		const moment = at === undefined ? undefined : timeArgument(at).at;
		return this.#model.held(asOf).filter((row) => {
			if (isName(row)) return false;
			const { subject, object } = this.#ends(row);
			if (owner !== undefined && subject !== owner && object !== owner) return false;
			if (moment === undefined) return true;
			const holds = interval(row, asOf);
			if (holds === undefined) return false;
			return (
				(holds.from === undefined || holds.from <= moment) && (holds.to === undefined || moment < holds.to)
			);
		});
	}

	json(entity: string, row: ModelRow): Json {
		const { asOf } = this.#asked;
		const { subject, object } = this.#ends(row);
		const owner = this.owner(entity);
		const other = subject === owner ? object : subject;
		const { claim } = row;
		const value = "value" in claim.object && subject === owner ? claim.object.value : null;
		const holds = interval(row, asOf);
		const evidence = row.evidence.filter(({ from, to }) => from <= asOf && (to === undefined || asOf < to));
		const documents = evidence.flatMap(({ said }) => said.document ?? []);
		return {
			id: row.id,
			direction: subject === owner ? "out" : "in",
			predicate: claim.predicate ?? claim.word,
			temporal: claim.predicate === undefined ? null : temporalOf(claim),
			other_id: other ?? null,
			other_name: other === undefined ? null : this.#model.name(other, asOf),
			other_type: other === undefined ? null : (this.#model.type(other, asOf) ?? null),
			value,
			unit: value === null ? null : (claim.unit ?? UNITS[claim.predicate ?? ""] ?? null),
			confidence: row.confidence,
			valid_from: text(row.from?.at),
			valid_from_precision: row.from?.precision ?? null,
			valid_to: text(row.to?.at),
			valid_to_precision: row.to?.precision ?? (row.endedUnknown ? "unknown" : null),
			valid_from_origin: row.from === undefined ? null : (row.fromOrigin ?? "stated"),
			valid_to_origin: row.to === undefined && !row.endedUnknown ? null : (row.toOrigin ?? "stated"),
			holds_from: text(holds?.from),
			holds_to: text(holds?.to),
			attested_from: row.from === undefined ? text(attestedFrom(row, asOf)) : null,
			attested_to: text(row.attestedTo),
			recorded_at: text(row.recorded),
			invalidated_at: text(row.invalidated),
			supersedes: row.supersedes ?? null,
			restores: row.restores ?? null,
			drawn_by: row.drawnBy === undefined ? null : (this.#model.live(row.drawnBy, asOf)?.id ?? row.drawnBy),
			corrected_ends: row.corrected ?? null,
			note: row.note ?? null,
			document_ids: [...new Set(documents)].sort(),
			qualifiers: [...new Set(row.qualifiers.map((said) => this.#model.qualifier(said, asOf)))].sort(),
			evidence_count: evidence.length,
		};
	}
}

/** A row of the server, with the same fields. */
export function factShown(row: Json): Json {
	const qualifiers = (row["qualifiers"] as readonly Json[]).map(
		({ key, value, entity_id: entity }) => `${key} ${entity ?? Number(value)}`,
	);
	const value = row["object_value"] as Json | null;
	const { object_value: _, object_lexical: __, predicate_key: key, predicate_label: label, ...rest } = row;
	const { inferred: ___, attested_from_name: ____, ...fields } = rest;
	return {
		...fields,
		predicate: key ?? label,
		value: value === null ? null : spelled(row),
		unit: value?.["unit"] ?? null,
		qualifiers: qualifiers.sort(),
	};
}

export const byId = (a: Json, b: Json) => (String(a["id"]) < String(b["id"]) ? -1 : 1);
