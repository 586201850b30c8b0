import { createHash } from "node:crypto";
import type { Evidence } from "../ledger/evidence.ts";
import { namedNode } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import { dateText, type PartialDate } from "../time/partial-date.ts";
import type { FixedRow, Grade, Observation, Origin } from "../timeline/observation.ts";
import type { NewEvidence } from "../writing/rows.ts";
import type { HeldRow } from "./held-rows.ts";

/** Evidence before it has an id and a fact of its own: what is copied when a row takes another's place. */
export type EvidenceBody = Omit<NewEvidence, "id" | "fact">;

/** An observation with the evidence that makes it, and the held rows that have it now. */
export interface Carried {
	readonly observation: Observation;
	/** Several where an imported row has several sources and none of them states the dates itself. */
	readonly evidence: readonly EvidenceBody[];
	readonly rows: readonly string[];
}

const dateKey = (date: PartialDate | undefined) =>
	date === undefined ? null : [dateText(date), date.precision];

/** The same words at the same place, saying the same, are one observation however often they are copied or sent. */
export function observationId(body: EvidenceBody): string {
	const { document, chunk, quote, quoteStart, origin, word, role, attestedAt, person, says } = body;
	const at = attestedAt === undefined ? null : instantText(attestedAt);
	const said = says && [dateKey(says.from), dateKey(says.to), says.ended, says.grade ?? null];
	const place = [document, chunk, quote, quoteStart, origin, word, role, at, person?.value, said];
	return createHash("sha256")
		.update(JSON.stringify(place.map((part) => part ?? null)))
		.digest("hex")
		.slice(0, 32);
}

/** What a piece of evidence observes by itself. */
export function observationOf(body: EvidenceBody): Observation {
	const { says, attestedAt, origin } = body;
	return {
		id: observationId(body),
		from: says?.from,
		to: says?.to,
		endedUnknown: says?.ended === true && says.to === undefined,
		attestedAt,
		grade: says?.grade,
		described: origin === "described",
	};
}

/** Evidence that is held, as what is copied from it. */
export function bodyOf(evidence: Evidence): EvidenceBody {
	const { says } = evidence;
	return {
		document: evidence.document,
		chunk: evidence.chunk === undefined ? undefined : lastPart(evidence.chunk),
		version: evidence.version === undefined ? undefined : namedNode(evidence.version),
		quote: evidence.quote,
		quoteStart: evidence.quoteStart,
		quoteEnd: evidence.quoteEnd,
		origin: evidence.origin,
		word: evidence.proposedPredicate,
		role: evidence.role === "ended" ? "ended" : "holds",
		attestedAt: evidence.attestedAt,
		attestedBy: evidence.attestedBy,
		person: evidence.person === undefined ? undefined : namedNode(evidence.person),
		...(says !== undefined && { says: { ...says, grade: says.grade as Grade | undefined } }),
	};
}

const lastPart = (iri: string) => iri.slice(iri.lastIndexOf(":") + 1);

/** What the evidence of a held row observes. Imported evidence states no dates: then the row itself says what was observed. */
export function carriedBy(row: HeldRow): readonly Carried[] {
	const own = row.evidence.map(bodyOf);
	const stating = own.filter(({ says }) => says !== undefined);
	const silent = own.filter(({ says }) => says === undefined);
	const carried = stating.map((body) => ({
		observation: observationOf(body),
		evidence: [body],
		rows: [row.id],
	}));
	if (stating.length > 0) {
		const bare = silent.map((body) => ({
			observation: observationOf(body),
			evidence: [body],
			rows: [row.id],
		}));
		return [...carried, ...bare];
	}
	return statedByRow(row, silent);
}

/** The observations that an imported row stands for; its sources go with the first. Ends that were drawn were never observed. */
function statedByRow(row: HeldRow, sources: readonly EvidenceBody[]): readonly Carried[] {
	const { stated, attestedBy } = row.fact;
	const drawn = row.details.endOrigin === "timeline";
	const { validFrom: from, attestedFrom, attestedTo } = stated;
	const to = drawn ? undefined : stated.validTo;
	const ended = stated.endedUnknown && !drawn;
	const described = sources.length > 0 && sources.every(({ origin }) => origin === "described");
	const said = {
		from,
		to,
		ended,
		grade: row.details.startGrade as Grade | undefined,
		confidence: row.details.confidenceText,
	};
	const isEnding = ended || (to !== undefined && from === undefined);
	const main: EvidenceBody = {
		role: isEnding ? "ended" : "holds",
		attestedAt: ended ? attestedTo : attestedFrom,
		attestedBy: ended ? undefined : attestedBy,
		says: said,
	};
	const id = (n: number) => `row:${row.id}:${n}`;
	const observation = { ...observationOf(main), id: id(0), described };
	const first = { observation, evidence: sources.length > 0 ? sources : [main], rows: [row.id] };
	if (attestedFrom === undefined || !isEnding) return [first];
	const bare: EvidenceBody = { role: "holds", attestedAt: attestedFrom, attestedBy };
	const second = { ...observationOf(bare), id: id(1), described };
	return [first, { observation: second, evidence: [bare], rows: [row.id] }];
}

/** Observations once each, whichever rows have copies of them. */
export function onceEach(carried: readonly Carried[]): readonly Carried[] {
	const found = new Map<string, Carried>();
	for (const one of carried) {
		const known = found.get(one.observation.id);
		found.set(
			one.observation.id,
			known === undefined ? one : { ...known, rows: [...known.rows, ...one.rows] },
		);
	}
	return [...found.values()];
}

/** Whether a person fixed an end of the row: then it is taken as it stands. */
export function isFixed({ details }: HeldRow): boolean {
	return details.correctedEnds !== undefined;
}

/** A row that a person fixed, as the timeline takes it. */
export function fixedRow(row: HeldRow): FixedRow {
	const { details, fact } = row;
	const { stated } = fact;
	const drawn = details.endOrigin === "timeline";
	const endCorrected = details.correctedEnds === "end" || details.correctedEnds === "both";
	const hasEnd = !drawn && (stated.validTo !== undefined || stated.endedUnknown);
	return {
		id: row.id,
		from: stated.validFrom,
		to: drawn ? undefined : stated.validTo,
		endedUnknown: stated.endedUnknown && !drawn,
		attestedTo: drawn ? undefined : stated.attestedTo,
		fromOrigin: details.startOrigin as Origin | undefined,
		toOrigin: drawn ? undefined : (details.endOrigin as Origin | undefined),
		endFixed: endCorrected || hasEnd,
		grade: details.startGrade as Grade | undefined,
		observations: carriedBy(row).map(({ observation }) => observation),
	};
}
