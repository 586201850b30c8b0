import fc from "fast-check";

/** A base as plain data: what the oracle reads and what is written out as Turtle for the server. Times are microseconds. */
export interface PlainLedger {
	readonly entities: readonly PlainEntity[];
	readonly facts: readonly PlainFact[];
	readonly merges: readonly PlainMerge[];
}

export interface PlainEntity {
	readonly id: string;
	readonly name: string;
	readonly type: string | undefined;
}

export interface PlainMerge {
	readonly id: string;
	readonly source: string;
	readonly target: string;
	readonly from: number;
	readonly to: number | undefined;
}

export type PlainDate = { readonly at: number; readonly precision: "year" | "month" | "day" };

export interface PlainFact {
	readonly id: string;
	readonly subject: string;
	/** Key of a relation or attribute; undefined: a source's own word stands in its place. */
	readonly predicate: string | undefined;
	readonly word: string;
	readonly object: { readonly entity: string } | { readonly value: string };
	readonly validFrom: PlainDate | undefined;
	readonly validTo: PlainDate | undefined;
	readonly endedUnknown: boolean;
	readonly attestedFrom: number | undefined;
	readonly attestedTo: number | undefined;
	readonly recorded: number;
	readonly invalidated: number | undefined;
	readonly supersedes: string | undefined;
	readonly confidence: number;
}

export const LEDGER_KB = "7c1f0a52-5a0e-4f0b-9d65-3f0f4c1b2a10";
export const TEMPORAL: Readonly<Record<string, "state" | "event" | "eternal">> = {
	serves: "state",
	visited: "event",
	twin_of: "eternal",
	length: "state",
};

const uuid = (block: string, n: number) =>
	`${block}${((n * 2_654_435_761) >>> 0).toString(16).padStart(7, "0").slice(0, 7)}-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Eleven instants a tenth of a second apart, so that ends often meet and fractions end in zeros. */
const RECORD = Array.from({ length: 11 }, (_, n) => Date.UTC(2024, 4, 1) * 1_000 + n * 100_000);
const DATES: readonly PlainDate[] = [
	{ at: Date.UTC(2019, 0, 1) * 1_000, precision: "year" },
	{ at: Date.UTC(2020, 0, 1) * 1_000, precision: "year" },
	{ at: Date.UTC(2020, 1, 1) * 1_000, precision: "month" },
	{ at: Date.UTC(2020, 1, 29) * 1_000, precision: "day" },
	{ at: Date.UTC(2020, 2, 1) * 1_000, precision: "day" },
	{ at: Date.UTC(2021, 0, 1) * 1_000, precision: "month" },
];

/** World and record moments worth asking about: the ones of the ledger and their neighbours. */
export const worldMoment = fc.option(
	fc.constantFrom(
		...DATES.flatMap(({ at }) => [at - 1, at, at + 86_400_000_000]),
		Date.UTC(2030, 0, 1) * 1_000,
	),
	{ nil: undefined },
);
export const recordMoment = fc.constantFrom(...RECORD.flatMap((at) => [at - 1, at, at + 1]));

const shapeOfTime = fc.record({
	from: fc.option(fc.nat(DATES.length - 2), { nil: undefined }),
	to: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
	unknown: fc.boolean(),
	attested: fc.option(fc.nat(DATES.length - 2), { nil: undefined }),
});
type TimeShape = typeof shapeOfTime extends fc.Arbitrary<infer Value> ? Value : never;

function statedTime(kind: string, { from, to, unknown, attested }: TimeShape) {
	const none = {
		validFrom: undefined,
		validTo: undefined,
		endedUnknown: false,
		attestedFrom: undefined,
		attestedTo: undefined,
	};
	const attestedFrom = attested === undefined ? undefined : DATES[attested]?.at;
	const validFrom = from === undefined ? undefined : DATES[from];
	if (kind === "eternal") return none;
	if (kind === "event") return { ...none, validFrom, attestedFrom };
	const after = (n: number) =>
		DATES.find(({ at }) => at > (validFrom?.at ?? attestedFrom ?? DATES[n]?.at ?? 0));
	if (unknown)
		return { ...none, validFrom, attestedFrom, endedUnknown: true, attestedTo: after(0)?.at ?? DATES[5]?.at };
	const validTo =
		to === undefined
			? undefined
			: DATES.find(({ at }) => at > (validFrom?.at ?? 0) && at >= (DATES[to]?.at ?? 0));
	return { ...none, validFrom, validTo, attestedFrom };
}

const one = fc.record({
	subject: fc.nat(5),
	object: fc.nat(5),
	predicate: fc.constantFrom("serves", "serves", "visited", "twin_of", "length", undefined),
	word: fc.constantFrom("moored near", "sold to"),
	value: fc.constantFrom("1.5", "1.50", "20"),
	confidence: fc.constantFrom(0.25, 0.5, 0.75, 1),
	time: shapeOfTime,
	recorded: fc.nat(5),
	life: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
	),
	corrections: fc.array(fc.record({ time: shapeOfTime, life: fc.integer({ min: 1, max: 2 }) }), {
		maxLength: 2,
	}),
});
type OneFact = typeof one extends fc.Arbitrary<infer Value> ? Value : never;

function rowsOf(fact: OneFact, start: number): PlainFact[] {
	const { subject, predicate, word, confidence } = fact;
	const kind = predicate === undefined ? "state" : (TEMPORAL[predicate] ?? "state");
	const object = predicate === "length" ? { value: fact.value } : { entity: uuid("e", fact.object) };
	const rows: PlainFact[] = [];
	let recorded = fact.recorded;
	for (const [n, { time, life }] of [{ time: fact.time, life: fact.life }, ...fact.corrections].entries()) {
		const last = n === fact.corrections.length;
		const end = life === undefined ? (last ? undefined : recorded + 1) : recorded + life;
		rows.push({
			id: uuid("f", start + n),
			subject: uuid("e", subject),
			predicate,
			word,
			object,
			...statedTime(kind, time),
			recorded: RECORD[Math.min(recorded, 10)] ?? 0,
			invalidated: end === undefined || end > 10 ? undefined : RECORD[end],
			supersedes: n === 0 ? undefined : rows[n - 1]?.id,
			confidence,
		});
		if (end === undefined || end > 10) break;
		recorded = end;
	}
	return rows;
}

const mergesArbitrary = fc.record({
	first: fc.option(fc.tuple(fc.nat(6), fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined })), {
		nil: undefined,
	}),
	second: fc.option(fc.tuple(fc.nat(6), fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined })), {
		nil: undefined,
	}),
});

function merge(
	n: number,
	source: number,
	target: number,
	life: [number, number | undefined] | undefined,
): PlainMerge[] {
	if (life === undefined) return [];
	const [from, length] = life;
	const to = length === undefined ? undefined : RECORD[Math.min(from + length, 10)];
	return [
		{ id: uuid("a", n), source: uuid("e", source), target: uuid("e", target), from: RECORD[from] ?? 0, to },
	];
}

/** Random ledgers of six entities and up to twenty-four facts with corrections, and two merges that may chain. */
export const plainLedger: fc.Arbitrary<PlainLedger> = fc
	.record({ facts: fc.array(one, { minLength: 8, maxLength: 24 }), merges: mergesArbitrary })
	.map(({ facts, merges }) => ({
		entities: Array.from({ length: 6 }, (_, n) => ({
			id: uuid("e", n),
			name: ["Heron", "Egret", "Tern", "Heron Quay", "Ternhaven", "Old Egret"][n] ?? "",
			type: n < 3 ? "vessel" : undefined,
		})),
		facts: facts.flatMap((fact, n) => rowsOf(fact, n * 8)),
		merges: [...merge(0, 4, 0, merges.first), ...merge(1, 5, 4, merges.second)],
	}));

const iso = (micros: number) =>
	`${new Date(Math.floor(micros / 1_000)).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, "0")}Z`;

function dateLiteral({ at, precision }: PlainDate): string {
	const day = iso(at).slice(0, 10);
	if (precision === "year") return `"${day.slice(0, 4)}"^^xsd:gYear`;
	return precision === "month" ? `"${day.slice(0, 7)}"^^xsd:gYearMonth` : `"${day}"^^xsd:date`;
}

/** Who stands for an entity at a record moment, by the plain rule: follow merges in effect. */
export function ownerAt(entity: string, asOf: number, merges: readonly PlainMerge[]): string {
	const next = merges.find(
		({ source, from, to }) => source === entity && from <= asOf && (to === undefined || asOf < to),
	);
	return next === undefined ? entity : ownerAt(next.target, asOf, merges);
}

/** The ledger as Turtle in the export mapping. */
export function turtleOf({ entities, facts, merges }: PlainLedger): string {
	const now = Number.MAX_SAFE_INTEGER;
	const k = (kind: string, id: string) => `<urn:utopia:kb:${LEDGER_KB}:${kind}:${id}>`;
	const time = (micros: number) => `"${iso(micros)}"^^xsd:dateTime`;
	const lines = [
		"@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .",
		"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
		"@prefix owl: <http://www.w3.org/2002/07/owl#> .",
		"@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .",
		"@prefix prov: <http://www.w3.org/ns/prov#> .",
		"@prefix schema: <https://schema.org/> .",
		"@prefix skos: <http://www.w3.org/2004/02/skos/core#> .",
		"@prefix utopia: <urn:utopia:ns:> .",
		`${k("class", "vessel")} a owl:Class ; rdfs:label "Vessel" .`,
		`${k("relation", "serves")} a owl:ObjectProperty ; rdfs:label "serves" .`,
		`${k("relation", "visited")} a owl:ObjectProperty ; rdfs:label "visited" ; utopia:temporal "event" .`,
		`${k("relation", "twin_of")} a owl:ObjectProperty ; rdfs:label "twin of" ; utopia:temporal "eternal" .`,
		`${k("relation", "length")} a owl:DatatypeProperty ; rdfs:label "length" ; rdfs:range xsd:decimal ; utopia:unit "m" .`,
	];
	for (const { id, name, type } of entities) {
		const owner = ownerAt(id, now, merges);
		if (owner === id)
			lines.push(`${k("entity", id)} ${type ? `a ${k("class", type)} ; ` : ""}rdfs:label "${name}" .`);
		else
			lines.push(
				`${k("entity", id)} a utopia:MergedEntity ; utopia:mergedInto ${k("entity", owner)} ; skos:prefLabel "${name}" .`,
			);
	}
	for (const { id, source, target, from, to } of merges) {
		lines.push(
			`${k("merge", id)} a utopia:Merge ; utopia:source ${k("entity", source)} ; utopia:target ${k("entity", target)} ; prov:generatedAtTime ${time(from)}${to === undefined ? "" : ` ; prov:invalidatedAtTime ${time(to)}`} .`,
		);
	}
	for (const fact of facts) lines.push(factTurtle(fact, merges));
	return `${lines.join("\n")}\n`;

	function factTurtle(fact: PlainFact, merged: readonly PlainMerge[]): string {
		const subject = ownerAt(fact.subject, now, merged);
		const object = "entity" in fact.object ? ownerAt(fact.object.entity, now, merged) : undefined;
		const parts = [
			"a rdf:Statement",
			`rdf:subject ${k("entity", subject)}`,
			...(subject === fact.subject ? [] : [`utopia:assertedSubject ${k("entity", fact.subject)}`]),
			fact.predicate === undefined
				? `utopia:proposedPredicate "${fact.word}"`
				: `rdf:predicate ${k("relation", fact.predicate)}`,
			"value" in fact.object
				? `rdf:object "${fact.object.value}"^^xsd:decimal`
				: `rdf:object ${k("entity", object ?? "")}`,
			...("entity" in fact.object && object !== fact.object.entity
				? [`utopia:assertedObject ${k("entity", fact.object.entity)}`]
				: []),
			...(fact.validFrom ? [`schema:validFrom ${dateLiteral(fact.validFrom)}`] : []),
			...(fact.validTo ? [`schema:validThrough ${dateLiteral(fact.validTo)}`] : []),
			...(fact.endedUnknown ? ["utopia:endedUnknown true"] : []),
			...(fact.attestedFrom === undefined ? [] : [`utopia:attestedFrom ${time(fact.attestedFrom)}`]),
			...(fact.attestedTo === undefined ? [] : [`utopia:attestedTo ${time(fact.attestedTo)}`]),
			`prov:generatedAtTime ${time(fact.recorded)}`,
			...(fact.invalidated === undefined ? [] : [`prov:invalidatedAtTime ${time(fact.invalidated)}`]),
			...(fact.supersedes === undefined ? [] : [`utopia:supersedes ${k("fact", fact.supersedes)}`]),
			`utopia:confidence ${fact.confidence.toFixed(2)}`,
		];
		return `${k("fact", fact.id)} ${parts.join(" ; ")} .`;
	}
}

/** A record or world moment as tools take it. */
export const momentText = iso;
