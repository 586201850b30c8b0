import type { Literal, NamedNode, Quad } from "@rdfjs/types";
import { type BaseGraphs, baseIri, graphsOf } from "../rdf/base-iris.ts";
import { canonicalLexical } from "../rdf/lexical.ts";
import { literal, namedNode, quad, spell } from "../rdf/terms.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { dateText, type PartialDate } from "../time/partial-date.ts";
import { SIX_DIGITS } from "../vocab/six-digits.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, schema, xsd } from "../vocab/well-known.ts";
import type { NewEvidence, NewFact } from "./rows.ts";

/** A property and its value; nothing is said where there is no value. */
type Said = readonly [NamedNode, NamedNode | Literal | undefined];

const text = (value: string | undefined) => (value === undefined ? undefined : literal(value));
const moment = (at: Instant | undefined) =>
	at === undefined ? undefined : literal(instantText(at), xsd.dateTime);
const whole = (value: number | undefined) =>
	value === undefined ? undefined : literal(String(value), xsd.integer);
const truth = (value: boolean | undefined) => (value ? literal("true", xsd.boolean) : undefined);

const BY_PRECISION = {
	year: xsd.gYear,
	month: xsd.gYearMonth,
	day: xsd.date,
	hour: xsd.dateTime,
	minute: xsd.dateTime,
	second: xsd.dateTime,
} as const;

/** A stated date as it is kept: the datatype of its precision, or a date-time with the precision beside it (contract 4). */
export function dated(
	property: NamedNode,
	precision: NamedNode,
	date: PartialDate | undefined,
): readonly Said[] {
	if (date === undefined) return [];
	const datatype = BY_PRECISION[date.precision];
	if (datatype !== xsd.dateTime) return [[property, literal(dateText(date), datatype)]];
	const whole = instantText(date.at).replace(/\.\d+Z$/, "Z");
	return [
		[property, literal(whole, datatype)],
		[precision, literal(date.precision)],
	];
}

/** A literal as the engine will keep it. */
export function stored(value: NamedNode | Literal): NamedNode | Literal {
	if (value.termType === "NamedNode") return value;
	if (value.language !== "") return literal(value.value, { language: value.language.toLowerCase() });
	const form = canonicalLexical(value.datatype.value, value.value);
	return literal(form.value, namedNode(form.datatype));
}

/** Writes rows as the quads of one base (ledger README). */
export class QuadMaker {
	readonly kb: string;
	readonly graphs: BaseGraphs;

	constructor(kb: string) {
		this.kb = kb;
		this.graphs = graphsOf(kb);
	}

	iri(kind: string, id: string): NamedNode {
		return baseIri(this.kb, kind, id);
	}

	/** All that is said of one subject in one graph. */
	described(subject: NamedNode, said: readonly Said[], graph: NamedNode): readonly Quad[] {
		return said.flatMap(([property, value]) =>
			value === undefined ? [] : this.#kept(quad(subject, property, value, graph)),
		);
	}

	/** The plain triple of a claim with an accepted predicate, in a graph. */
	plain(
		{ subject, predicate, object }: Pick<NewFact, "subject" | "predicate" | "object">,
		graph: NamedNode,
	): Quad {
		if (predicate === undefined) throw new TypeError("a fact without predicate has no plain triple");
		const end = "entity" in object ? this.iri("entity", object.entity) : stored(object.value);
		return quad(this.iri("entity", subject), predicate, end, graph);
	}

	/** A fact that is held from `at` on, its plain triple in `current` included. */
	fact(fact: NewFact, at: Instant): readonly Quad[] {
		const own = this.iri("fact", fact.id);
		const { ledger } = this.graphs;
		const other = (id: string | undefined) => (id === undefined ? undefined : this.iri("fact", id));
		return [
			...this.#claim(fact, own),
			...this.described(
				own,
				[
					[rdf.type, rdf.Statement],
					[prov.generatedAtTime, moment(at)],
					...dated(schema.validFrom, utopia.validFromPrecision, fact.from),
					...dated(schema.validThrough, utopia.validThroughPrecision, fact.to),
					[utopia.endedUnknown, truth(fact.endedUnknown)],
					[utopia.attestedFrom, moment(fact.attestedFrom)],
					[utopia.attestedBy, text(fact.attestedBy)],
					[utopia.attestedTo, moment(fact.attestedTo)],
					[utopia.startGrade, text(fact.grade)],
					[utopia.startOrigin, text(fact.fromOrigin)],
					[utopia.endOrigin, text(fact.toOrigin)],
					[utopia.drawnBy, other(fact.drawnBy)],
					[utopia.confidence, literal(fact.confidence, xsd.decimal)],
					[utopia.supersedes, other(fact.supersedes)],
					[utopia.restores, other(fact.restores)],
					[utopia.correctedEnds, text(fact.correctedEnds)],
					[utopia.note, text(fact.note)],
					[utopia.cause, text(fact.cause)],
					[utopia.canonical, truth(fact.canonical)],
					[utopia.unit, text(fact.unit)],
					[utopia.relativeValue, truth(fact.relative)],
					[utopia.proposedPredicate, text(fact.predicate === undefined ? fact.word : undefined)],
					...fact.qualifiers.map(({ type, value }): Said => [type, value]),
				],
				ledger,
			),
		];
	}

	#claim(fact: NewFact, own: NamedNode): readonly Quad[] {
		const { subject, predicate, object } = fact;
		if (predicate === undefined) {
			const end = "entity" in object ? this.iri("entity", object.entity) : object.value;
			const ends: readonly Said[] = [
				[rdf.subject, this.iri("entity", subject)],
				[rdf.object, end],
			];
			return this.described(own, ends, this.graphs.ledger);
		}
		const quads = [this.plain(fact, own), this.plain(fact, this.graphs.current)];
		if ("entity" in object || object.value.termType === "NamedNode") return quads;
		const given = this.#spelling(own, utopia.lexicalForm, object.value);
		return given === undefined ? quads : [...quads, given];
	}

	/** A piece of evidence that is held from `at` on. */
	evidence(evidence: NewEvidence, at: Instant): readonly Quad[] {
		const { says } = evidence;
		return this.described(
			this.iri("evidence", evidence.id),
			[
				[rdf.type, utopia.Evidence],
				[prov.generatedAtTime, moment(at)],
				[utopia.supports, this.iri("fact", evidence.fact)],
				[prov.wasDerivedFrom, evidence.document && this.iri("document", evidence.document)],
				[utopia.chunk, evidence.chunk && this.iri("chunk", evidence.chunk)],
				[utopia.inVersion, evidence.version],
				[utopia.quote, text(evidence.quote)],
				[utopia.quoteStart, whole(evidence.quoteStart)],
				[utopia.quoteEnd, whole(evidence.quoteEnd)],
				[utopia.evidenceOrigin, text(evidence.origin)],
				[utopia.proposedPredicate, text(evidence.word)],
				[utopia.role, literal(evidence.role)],
				[utopia.attestedAt, moment(evidence.attestedAt)],
				[utopia.attestedBy, text(evidence.attestedBy)],
				[utopia.byPerson, evidence.person],
				...dated(utopia.saysFrom, utopia.saysFromPrecision, says?.from),
				...dated(utopia.saysThrough, utopia.saysThroughPrecision, says?.to),
				[utopia.saysEnded, says && literal(String(says.ended), xsd.boolean)],
				[utopia.saysGrade, text(says?.grade)],
				[
					utopia.saysConfidence,
					says?.confidence === undefined ? undefined : literal(says.confidence, xsd.decimal),
				],
			] as readonly Said[],
			this.graphs.documents,
		);
	}

	/** That a row is no longer held from `at` on. */
	ended(row: NamedNode, graph: NamedNode, at: Instant): Quad {
		return quad(row, prov.invalidatedAtTime, literal(instantText(at), xsd.dateTime), graph);
	}

	#kept(given: Quad): readonly Quad[] {
		const { subject, predicate, object, graph } = given;
		if (object.termType !== "Literal") return [given];
		const spelling = this.#spelling(subject as NamedNode, predicate as NamedNode, object);
		const kept = quad(subject, predicate as NamedNode, stored(object), graph as NamedNode);
		return spelling === undefined ? [kept] : [kept, spelling];
	}

	/** The spelling given, where the engine would keep another; six-digit instants are trimmed there, and everybody knows. */
	#spelling(subject: NamedNode, predicate: NamedNode, given: Literal): Quad | undefined {
		const kept = stored(given) as Literal;
		if (kept.equals(given) || TRIMMED.has(predicate.value)) return undefined;
		return quad(subject, predicate, literal(spell(given)), this.graphs.spelling);
	}
}

/** Those of files, and the first instant of a page of rows, which no file has. */
const TRIMMED: ReadonlySet<string> = new Set([...SIX_DIGITS, utopia.pageFrom.value]);
