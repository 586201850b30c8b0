import { createHash } from "node:crypto";
import type { Evidence } from "../ledger/evidence.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import { dateText, type PartialDate } from "../time/partial-date.ts";
import type { FixedRow, Grade, Observation, Origin } from "../timeline/observation.ts";
import type { Claim, NewEvidence } from "../writing/rows.ts";
import { claimKey, type HeldRow } from "./held-rows.ts";

/** Evidence before it has an id and a fact of its own: what is copied when a row takes another's place. */
export type EvidenceBody = Omit<NewEvidence, "id" | "fact">;

/** An observation with the evidence that makes it, and the held rows that have it now. */
export interface Carried {
	readonly observation: Observation;
	/** What is copied to a row that has it: one piece, or none where another observation of the same piece brings it. */
	readonly evidence: readonly EvidenceBody[];
	readonly rows: readonly string[];
	/** The pieces of evidence held now that it is read from. */
	readonly pieces: readonly string[];
	/** Whether those say just this; else it is the row that says so, as imported ones do. */
	readonly isWritten: boolean;
}

const dateKey = (date: PartialDate | undefined) =>
	date === undefined ? null : [dateText(date), date.precision];

/** The same words at the same place, saying the same of one claim, are one observation however often they are copied or sent. */
function observationId(body: EvidenceBody, claim: Claim): string {
	const { document, chunk, quote, quoteStart, origin, word, role, attestedAt, person, says } = body;
	const at = attestedAt === undefined ? null : instantText(attestedAt);
	const said = says && [dateKey(says.from), dateKey(says.to), says.ended, says.grade ?? null];
	const place = [document, chunk, quote, quoteStart, origin, word, role, at, person?.value, said];
	return createHash("sha256")
		.update(JSON.stringify([claimKey(claim), ...place.map((part) => part ?? null)]))
		.digest("hex")
		.slice(0, 32);
}

/** What a piece of evidence observes of a claim by itself. */
export function observationOf(body: EvidenceBody, claim: Claim): Observation {
	const { says, attestedAt, origin } = body;
	return {
		id: observationId(body, claim),
		from: says?.from,
		to: says?.to,
		endedUnknown: says?.ended === true && says.to === undefined,
		attestedAt,
		grade: says?.grade,
		described: origin === "described",
	};
}

/** Evidence that is held, as what is copied from it. */
function bodyOf(evidence: Evidence): EvidenceBody {
	const { says } = evidence;
	return {
		document: evidence.document,
		chunk: evidence.chunk === undefined ? undefined : idOfKind(evidence.chunk, "chunk"),
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

/**
 * What the evidence of a row observes of a claim: its own, or the one that it is to make. Imported evidence states no dates:
 * then the row says what was observed. Evidence that comes back to the row is on none yet.
 */
export function carriedBy(row: HeldRow, claim: Claim = row.claim): readonly Carried[] {
	const held = row.evidence.map((piece) => ({ piece, rows: [row.id] }));
	const returning = (row.returning ?? []).map((piece) => ({ piece, rows: [] }));
	const all = [...held, ...returning].map(({ piece, rows }) => ({ body: bodyOf(piece), id: piece.id, rows }));
	const carried = all
		.filter(({ body }) => body.says !== undefined)
		.map(({ body, id, rows }) => ({
			observation: observationOf(body, claim),
			evidence: [body],
			rows,
			pieces: id === undefined ? [] : [id],
			isWritten: true,
		}));
	const silent = all.filter(({ body }) => body.says === undefined);
	if (silent.length === 0 && carried.length > 0) return carried;
	return [...carried, ...statedByRow(row, silent, claim)];
}

/** Evidence that states no dates, and where it stands. */
interface Silent {
	readonly body: EvidenceBody;
	readonly id: string | undefined;
	readonly rows: readonly string[];
}

/**
 * The observations that the sources of an imported row stand for: what the row states, each as the kind of source it is. Of a
 * row that a person fixed the dates are the person's, and the sources go on without any.
 */
function statedByRow(row: HeldRow, sources: readonly Silent[], claim: Claim): readonly Carried[] {
	const own: Silent = { body: { role: "holds" }, id: undefined, rows: [row.id] };
	const said = saidBySources(row, sources.length > 0 ? sources : [own]);
	return said.map(({ source, body, isFirst }) => {
		const asIs = isFirst && source !== own ? [source.body] : [];
		return {
			observation: observationOf(body, claim),
			evidence: isFixed(row) ? asIs : [body],
			rows: source.rows,
			pieces: source.id === undefined ? [] : [source.id],
			isWritten: isFixed(row) && source.id !== undefined,
		};
	});
}

/** A source with what it says of a row's dates. */
interface SaidBySource {
	readonly source: Silent;
	readonly body: EvidenceBody;
	/** Whether it is the first of what the source says. */
	readonly isFirst: boolean;
}

/** What each source says of a row's dates: one piece, or two where it tells that it held and that it had ended. */
function saidBySources(row: HeldRow, sources: readonly Silent[]): readonly SaidBySource[] {
	const { stated, attestedBy } = row.fact;
	const { validFrom: from, attestedFrom, attestedTo } = stated;
	const isDrawn = row.details.endOrigin === "timeline";
	// Ends that were drawn were never observed.
	const to = isDrawn ? undefined : stated.validTo;
	const ended = stated.endedUnknown && !isDrawn;
	const { confidenceText: confidence, startGrade } = row.details;
	const says = { from, ended: false, grade: startGrade as Grade | undefined, confidence };
	const tells = ({ body }: Silent) => body.role === "ended";
	// What stands on the row alone is said by its first source.
	const isAttested = sources.some((source) => source.body.attestedAt !== undefined && !tells(source));
	const seenBy = (source: Silent, n: number): Pick<EvidenceBody, "attestedAt" | "attestedBy"> => {
		if (n === 0 && !isAttested) return { attestedAt: attestedFrom, attestedBy };
		return tells(source) ? {} : source.body;
	};
	if (!ended && (to === undefined || from !== undefined)) {
		return sources.map((source, n) => {
			const { attestedAt, attestedBy: by } = from === undefined ? seenBy(source, n) : source.body;
			const body = { ...source.body, attestedAt, attestedBy: by, says: { ...says, to } };
			return { source, body, isFirst: true };
		});
	}
	const isTold = sources.some(tells);
	const endOf = (source: Silent): EvidenceBody => {
		const { attestedAt } = source.body;
		const by = ended ? ((tells(source) ? attestedAt : undefined) ?? attestedTo) : attestedAt;
		return { ...source.body, role: "ended", attestedAt: by, says: { ...says, to, ended } };
	};
	return sources.flatMap((source, n) => {
		const { attestedAt, attestedBy: by } = seenBy(source, n);
		const seen: EvidenceBody = { ...source.body, role: "holds", attestedAt, attestedBy: by, says };
		const ends = !isTold || tells(source);
		const holds = !ends || (attestedAt !== undefined && attestedAt !== attestedTo);
		const pieces = [...(holds ? [seen] : []), ...(ends ? [endOf(source)] : [])];
		return pieces.map((body, m) => ({ source, body, isFirst: m === 0 }));
	});
}

/** Observations once each, whichever rows have copies of them. */
export function onceEach(carried: readonly Carried[]): readonly Carried[] {
	const found = new Map<string, Carried>();
	for (const one of carried) {
		const known = found.get(one.observation.id);
		found.set(
			one.observation.id,
			known === undefined
				? one
				: {
						...known,
						rows: [...known.rows, ...one.rows],
						pieces: [...known.pieces, ...one.pieces],
						isWritten: known.isWritten && one.isWritten,
					},
		);
	}
	return [...found.values()];
}

/** Whether a person fixed an end of the row: then it is taken as it stands. */
export function isFixed({ details }: HeldRow): boolean {
	return details.correctedEnds !== undefined;
}

/** A row that a person fixed, with what is observed of it, as the timeline takes it. */
export function fixedRow(row: HeldRow, carried: readonly Carried[]): FixedRow {
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
		observations: carried.map(({ observation }) => observation),
	};
}
