import { PREFIXES } from "./turtle.ts";

/** Ids and text of a generated base, for measurements: a deterministic ledger of any size, in the export mapping. */
export const GENERATED_KB = "5d2c1f10-8a4e-4c3b-9f00-6b1de0c0ffee";

const HEAD = `${PREFIXES}@prefix e: <urn:utopia:kb:${GENERATED_KB}:entity:> .
@prefix f: <urn:utopia:kb:${GENERATED_KB}:fact:> .
@prefix d: <urn:utopia:kb:${GENERATED_KB}:document:> .
@prefix r: <urn:utopia:kb:${GENERATED_KB}:relation:> .
@prefix c: <urn:utopia:kb:${GENERATED_KB}:class:> .
`;
const RELATIONS = 10;
const DOCUMENTS = 200;
const START = Date.UTC(2015, 0, 1);
const NAMES = ["Heron", "Egret", "Tern", "Curlew", "Plover", "Dunlin", "Avocet", "Godwit", "Knot", "Ruff"];

const uuid = (kind: string, n: number) => `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

/** Pseudo-random numbers below one, the same on every run (a linear congruential generator, Numerical Recipes). */
function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** How many entities a generated base of that many facts has: one for ten facts, so that degrees do not depend on the size. */
export function entitiesOf(facts: number): number {
	return Math.max(20, Math.floor(facts / 10));
}

export function entityId(n: number): string {
	return uuid("e", n);
}

/** The instant at which fact `n` of `facts` was recorded: eight years of record time, whatever the size. */
export function recordedAt(n: number, facts: number): string {
	const micros = Math.floor((n / facts) * 8 * 365 * 86_400) * 1_000_000 + (n % 997) * 13;
	return `${new Date(START + Math.floor(micros / 1_000)).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, "0")}Z`;
}

function day(draw: () => number, from: number): string {
	return `${from + Math.floor(draw() * 10)}-${String(1 + Math.floor(draw() * 12)).padStart(2, "0")}-${String(1 + Math.floor(draw() * 28)).padStart(2, "0")}`;
}

function head(facts: number): string {
	const lines = [HEAD];
	for (let n = 0; n < RELATIONS; n++) {
		lines.push(
			`r:r${n} a owl:ObjectProperty ; rdfs:label "relation ${n}"${n === 0 ? ' ; utopia:temporal "event"' : ""} .`,
		);
	}
	lines.push(
		'r:size a owl:DatatypeProperty ; rdfs:label "size" ; rdfs:range xsd:decimal ; utopia:unit "m" .',
	);
	for (let n = 0; n < 5; n++) lines.push(`c:c${n} a owl:Class ; rdfs:label "Class ${n}" .`);
	for (let n = 0; n < DOCUMENTS; n++) {
		lines.push(
			`d:${uuid("d", n)} a prov:Entity ; rdfs:label "source-${n}.md" ; prov:generatedAtTime "2014-12-31T00:00:00.000000Z"^^xsd:dateTime .`,
		);
	}
	for (let n = 0; n < entitiesOf(facts); n++) {
		lines.push(`e:${entityId(n)} a c:c${n % 5} ; rdfs:label "${NAMES[n % 10]} ${n}" .`);
	}
	return `${lines.join("\n")}\n`;
}

/**
 * The base as Turtle, in pieces: entities of about twenty facts, a tenth of the facts corrected once, a twentieth given up,
 * record time over eight years.
 */
export function* generatedTurtle(facts: number): Generator<string> {
	yield head(facts);
	const draw = random(20_261_130);
	const entities = entitiesOf(facts);
	let piece: string[] = [];
	let corrected: { n: number; head: string } | undefined;
	for (let n = 0; n < facts; n++) {
		const at = `"${recordedAt(n, facts)}"^^xsd:dateTime`;
		const subject = `e:${entityId(Math.floor(draw() * entities))}`;
		const object =
			draw() < 0.1
				? `rdf:predicate r:size ; rdf:object ${(draw() * 100).toFixed(2)}`
				: `rdf:predicate r:r${Math.floor(draw() * RELATIONS)} ; rdf:object e:${entityId(Math.floor(draw() * entities))}`;
		const claim = corrected?.head ?? `rdf:subject ${subject} ; ${object}`;
		const isEvent = claim.includes("r:r0 ");
		const dates = `schema:validFrom "${day(draw, 1990)}"^^xsd:date${draw() < 0.5 && !isEvent ? ` ; schema:validThrough "${day(draw, 2001)}"^^xsd:date` : ""}`;
		const supersedes = corrected ? ` ; utopia:supersedes f:${uuid("f", corrected.n)}` : "";
		const willBeCorrected = corrected === undefined && n % 10 === 3 && n + 1 < facts;
		const gone = willBeCorrected
			? `"${recordedAt(n + 1, facts)}"^^xsd:dateTime`
			: n % 20 === 9 && n + 1 < facts
				? `"${recordedAt(facts - 1, facts)}"^^xsd:dateTime`
				: undefined;
		piece.push(
			`f:${uuid("f", n)} a rdf:Statement ; ${claim} ; ${dates} ; prov:generatedAtTime ${at}${gone ? ` ; prov:invalidatedAtTime ${gone}` : ""}${supersedes} ; utopia:confidence 0.${10 + (n % 89)} ; prov:wasDerivedFrom d:${uuid("d", n % DOCUMENTS)} ; utopia:quote "Sentence ${n} of its source." ; utopia:evidenceOrigin "stated" .`,
		);
		corrected = willBeCorrected ? { n, head: claim } : undefined;
		if (piece.length === 1_000) {
			yield `${piece.join("\n")}\n`;
			piece = [];
		}
	}
	yield `${piece.join("\n")}\n`;
}
