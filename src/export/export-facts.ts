import { attests } from "../ledger/attests.ts";
import { readTerm } from "../rdf/read-term.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import { holds } from "../time/holds.ts";
import { contains } from "../time/interval.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, schema } from "../vocab/well-known.ts";
import { type Claim, type Described, iriIn, objectsOf, spelledIri } from "./base-reader.ts";
import { ascending, type ExportContext, followNodes } from "./export-context.ts";
import { asHeldAt, isHeld, momentIn } from "./record-cut.ts";
import { statedDate } from "./stated-dates.ts";

/** The claim of a fact as it is written out: owners, and the ends as asserted where a merge makes them differ. */
interface WrittenClaim {
	readonly subject: string;
	readonly predicate: string | undefined;
	readonly object: string;
	readonly said: readonly Said[];
}

const CLAIM_PARTS: ReadonlySet<string> = new Set([rdf.subject.value, rdf.object.value]);

function writtenClaim(
	claim: { readonly subject: string; readonly predicate: string | undefined; readonly object: string },
	{ owner }: ExportContext,
): WrittenClaim {
	const subject = owner(claim.subject);
	const end = iriIn(claim.object);
	const object = end === undefined ? claim.object : spelledIri(owner(end));
	const said: Said[] = [{ predicate: rdf.subject.value, object: spelledIri(subject) }];
	if (claim.predicate !== undefined)
		said.push({ predicate: rdf.predicate.value, object: spelledIri(claim.predicate) });
	said.push({ predicate: rdf.object.value, object });
	if (subject !== claim.subject)
		said.push({ predicate: utopia.assertedSubject.value, object: spelledIri(claim.subject) });
	if (object !== claim.object) said.push({ predicate: utopia.assertedObject.value, object: claim.object });
	return { subject, object, predicate: claim.predicate, said };
}

function claimOf(
	fact: string,
	said: readonly Said[],
	{ claims, spelled }: { claims: ReadonlyMap<string, Claim>; spelled: Described["spellings"] | undefined },
) {
	const claim = claims.get(fact);
	if (claim !== undefined) {
		const { subject, predicate } = claim;
		return { subject, predicate, object: spelled?.ofClaim(claim.object) ?? spelledIri(claim.object.value) };
	}
	const subject = iriIn(objectsOf(said, rdf.subject)[0] ?? "");
	const [object] = objectsOf(said, rdf.object);
	if (subject === undefined || object === undefined) throw new TypeError(`${fact} has no claim`);
	return { subject, predicate: undefined, object };
}

const ENDED = '"ended"';

/** What the evidence held at the cut says of its fact: sources, quotes, origins, the earliest attestation. */
function fromEvidence(own: readonly Said[], evidence: readonly (readonly Said[])[]): readonly Said[] {
	const said: Said[] = [];
	const [attestedTo] = objectsOf(own, utopia.attestedTo).map(momentIn);
	const end = {
		validTo: dateOf(own, schema.validThrough, utopia.validThroughPrecision),
		endedUnknown: objectsOf(own, utopia.endedUnknown).length > 0,
		attestedTo,
	};
	let earliest: { readonly at: bigint; readonly said: readonly Said[] } | undefined;
	for (const piece of evidence) {
		for (const predicate of [prov.wasDerivedFrom, utopia.quote, utopia.evidenceOrigin])
			for (const object of objectsOf(piece, predicate)) said.push({ predicate: predicate.value, object });
		const [object] = objectsOf(piece, utopia.attestedAt);
		const at = object === undefined ? undefined : momentIn(object);
		if (object === undefined || at === undefined || (earliest !== undefined && earliest.at <= at)) continue;
		const role = objectsOf(piece, utopia.role)[0] === ENDED ? "ended" : undefined;
		if (!attests(at, role, end)) continue;
		const by = objectsOf(piece, utopia.attestedBy).slice(0, 1);
		earliest = {
			at,
			said: [
				{ predicate: utopia.attestedFrom.value, object },
				...by.map((name) => ({ predicate: utopia.attestedBy.value, object: name })),
			],
		};
	}
	if (objectsOf(own, utopia.attestedFrom).length > 0) return said;
	return [...said, ...(earliest?.said ?? [])];
}

function dateOf(
	said: readonly Said[],
	predicate: { readonly value: string },
	precision: { readonly value: string },
): PartialDate | undefined {
	const [object] = objectsOf(said, predicate);
	if (object === undefined) return undefined;
	const term = readTerm(object);
	if (term.termType !== "Literal") return undefined;
	const [finer] = objectsOf(said, precision);
	const { value, datatype } = term;
	const read = statedDate(
		{ value, datatype: datatype.value },
		finer === undefined ? undefined : readTerm(finer).value,
	);
	return "date" in read ? read.date : undefined;
}

/** Whether the plain triple of a fact stands in the export (contract 5). */
function holdsNow(said: readonly Said[], predicate: string, context: ExportContext): boolean {
	if (predicate === utopia.knownAs.value || !isHeld(said, context.cut)) return false;
	const first = (iri: { readonly value: string }) => objectsOf(said, iri).map(momentIn)[0];
	const interval = holds(context.temporal(predicate), {
		validFrom: dateOf(said, schema.validFrom, utopia.validFromPrecision),
		validTo: dateOf(said, schema.validThrough, utopia.validThroughPrecision),
		endedUnknown: objectsOf(said, utopia.endedUnknown).length > 0,
		attestedFrom: first(utopia.attestedFrom),
		attestedTo: first(utopia.attestedTo),
	});
	return interval !== undefined && contains(interval, context.now);
}

/** What was read of some facts. */
interface FactBatch {
	readonly rows: ReadonlyMap<string, Described>;
	readonly claims: ReadonlyMap<string, Claim>;
	readonly evidenceOf: ReadonlyMap<string, readonly string[]>;
	readonly evidence: ReadonlyMap<string, Described>;
	readonly mentionsOf: ReadonlyMap<string, readonly string[]>;
	readonly mentions: ReadonlyMap<string, Described>;
}

async function readFacts({ reader }: ExportContext, facts: readonly string[]): Promise<FactBatch> {
	const { ledger, documents } = reader.graphs;
	const rows = await reader.described(ledger, facts);
	const claims = await reader.claims(facts);
	const evidenceOf = await reader.owned(documents, utopia.supports, facts);
	const evidenceIds = [...evidenceOf.values()].flat();
	const evidence = await reader.described(documents, evidenceIds);
	const mentionsOf = await reader.owned(documents, utopia.ofEvidence, evidenceIds);
	const mentions = await reader.described(documents, [...mentionsOf.values()].flat());
	return { rows, claims, evidenceOf, evidence, mentionsOf, mentions };
}

function exportFact(fact: string, batch: FactBatch, context: ExportContext, plainTriples: Set<string>): void {
	const { sink, cut, counts } = context;
	const row = batch.rows.get(fact);
	const own = asHeldAt(row?.said ?? [], cut);
	if (row === undefined || own === undefined) return;
	const pieces = (batch.evidenceOf.get(fact) ?? []).flatMap((piece) => {
		const said = asHeldAt(batch.evidence.get(piece)?.said ?? [], cut);
		return said === undefined ? [] : [{ piece, said }];
	});
	const heldPieces = pieces.filter(({ said }) => isHeld(said, cut)).map(({ said }) => said);
	const stored = claimOf(fact, own, { claims: batch.claims, spelled: row.spellings });
	const claim = writtenClaim(stored, context);
	const rest = own.filter(({ predicate }) => !CLAIM_PARTS.has(predicate));
	const said = [...claim.said, ...rest, ...fromEvidence(own, heldPieces)];
	sink.subject(fact, said);
	counts.fact++;
	if (claim.predicate !== undefined && holdsNow(said, claim.predicate, context))
		sink.plain(claim.subject, { predicate: claim.predicate, object: claim.object }, plainTriples);
	for (const { piece, said: text } of pieces) {
		sink.subject(piece, text);
		counts.evidence++;
		for (const mention of batch.mentionsOf.get(piece) ?? [])
			sink.subject(mention, batch.mentions.get(mention)?.said ?? []);
	}
}

/** Facts and names, each followed by its evidence and mentions, and the plain triples of those that hold. */
export async function* exportFacts(context: ExportContext): AsyncGenerator<void> {
	const plainTriples = new Set<string>();
	const kinds = ["asserted", "corrected", "renamed", "name"] as const;
	for await (const facts of ascending(context.reader.onPages(kinds))) {
		const batch = await readFacts(context, facts);
		for (const fact of facts) exportFact(fact, batch, context, plainTriples);
		await followNodes(context);
		yield;
	}
}
