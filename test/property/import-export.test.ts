import { createReadStream, existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { Parser, type Quad, Writer } from "n3";
import { expect, test } from "vitest";
import { wholeView } from "../../src/access/view.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { type Instant, instantText } from "../../src/time/instant.ts";
import { temporaryStore } from "../support/stores.ts";
import {
	bytes,
	hashOf,
	type ImportedBase,
	importedBase,
	iri,
	NOW,
	PREFIXES,
} from "../unit/export/imported.ts";

const K = "urn:utopia:kb:00000000-0000-4000-8000-000000000001:";
/** Record instants a microsecond or a tenth of a second apart, so that ends meet and fractions end in zeros. */
const moments = [0n, 1n, 100_000n, 100_001n, 1_000_000n, 1_100_000n, 2_000_000n].map(
	(more) => (1_577_836_800_000_000n + more) as Instant,
);
const moment = fc.nat({ max: moments.length - 1 });

/** The spellings that one instant has. */
const spelledAt = (at: Instant, how: number): string => {
	const text = instantText(at);
	const spelled = [
		text,
		text.replace(/\.?0*Z$/, "Z"),
		text.replace("Z", "+00:00"),
		instantText((at + 7_200_000_000n) as Instant).replace("Z", "+02:00"),
		text.replace("Z", "000Z"),
	][how % 5];
	return `"${spelled}"^^xsd:dateTime`;
};

const value = fc.oneof(
	fc.constantFrom("1.50", "1.5", "01", "+7", "true", "1e0", ".5"),
	fc.constantFrom(
		'"1"^^xsd:boolean',
		'"PT36H"^^xsd:duration',
		'"2020-01-01+00:00"^^xsd:date',
		'"1E3"^^xsd:double',
	),
	fc.constantFrom(
		'"x"@en-GB',
		'"x"@en-gb',
		'"x"@de',
		'"1.50"',
		'"x"^^<http://example.org/t>',
		'"07"^^xsd:int',
	),
	fc
		.string({ maxLength: 6, unit: "binary" })
		.map((text) => JSON.stringify(text.replace(/[\ud800-\udfff\0]/g, ""))),
);
const validity = fc.constantFrom(
	"",
	'schema:validFrom "2019"^^xsd:gYear ;',
	'schema:validFrom "2019-02"^^xsd:gYearMonth ; schema:validThrough "2020-01-02"^^xsd:date ;',
	'schema:validFrom "2019-02-01T10:00:00Z"^^xsd:dateTime ; utopia:validFromPrecision "hour" ;',
	'schema:validFrom "2019-02-01T12:00:00+02:00"^^xsd:dateTime ; utopia:validFromPrecision "hour" ;',
	'utopia:endedUnknown true ; utopia:attestedTo "2020-01-01T00:00:00Z"^^xsd:dateTime ;',
);

/** A claim and the rows that say it one after the other: each but the last is superseded, the last may be rejected. */
const chain = fc.record({
	subject: fc.nat({ max: 3 }),
	relation: fc.constantFrom("leads", "met", "size", undefined),
	object: fc.nat({ max: 3 }),
	value,
	steps: fc.uniqueArray(moment, { minLength: 1, maxLength: 4 }),
	isRejected: fc.boolean(),
	how: fc.nat({ max: 4 }),
	validity,
	note: fc.option(value, { nil: undefined }),
	evidence: fc.array(
		fc.record({ quote: value, attested: fc.option(moment, { nil: undefined }), ended: fc.boolean() }),
		{ maxLength: 2 },
	),
});
const entity = fc.record({
	names: fc.uniqueArray(moment, { maxLength: 3 }),
	aliases: fc.array(
		value.map((text) =>
			text.startsWith('"') ? `"alias ${text.slice(1)}`.replace(/\^\^xsd:\w+$/, "") : '"an alias"',
		),
		{ maxLength: 2 },
	),
	typings: fc.uniqueArray(moment, { maxLength: 3 }),
	label: fc.option(value, { nil: undefined }),
});
/** A proof within the life of its derived fact; what it follows from is picked among what was recorded by then. */
const proof = fc.record({
	from: moment,
	life: fc.option(moment, { nil: undefined }),
	confidence: fc.constantFrom("0.80", "0.8", "1", ".75"),
	rule: fc.constantFrom("axiom", "version"),
	group: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
	premises: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
	how: fc.nat({ max: 4 }),
});
const conclusion = fc.record({
	subject: fc.nat({ max: 3 }),
	object: fc.oneof(fc.nat({ max: 3 }), value, fc.constant("class" as const)),
	from: fc.nat({ max: moments.length - 2 }),
	isWithdrawn: fc.boolean(),
	bounds: fc.constantFrom(
		"",
		'schema:validFrom "2019"^^xsd:gYear ;',
		'schema:validFrom "2019-02-01"^^xsd:date ; utopia:validFromPrecision "none" ;',
		'schema:validThrough "2019-02-01T10:00:00.5+02:00"^^xsd:dateTime ; utopia:validThroughPrecision "none" ;',
	),
	proofs: fc.array(proof, { maxLength: 3 }),
});
const ledger = fc.record({
	conclusions: fc.array(conclusion, { maxLength: 5 }),
	chains: fc.array(chain, { maxLength: 6 }),
	entities: fc.array(entity, { minLength: 4, maxLength: 4 }),
	merge: fc.option(fc.record({ at: moment, reverted: fc.boolean() }), { nil: undefined }),
});

type Ledger = typeof ledger extends fc.Arbitrary<infer Value> ? Value : never;

const at = (n: number) => moments[n] as Instant;
const life = (from: number, to: number | undefined, how: number) =>
	`prov:generatedAtTime ${spelledAt(at(from), how)}${to === undefined ? "" : ` ; prov:invalidatedAtTime ${spelledAt(at(to), how + 1)}`}`;

interface Recorded {
	readonly iri: string;
	readonly from: number;
}

const VERSION = `<${K}ruleversion:00000000-0000-4000-8000-000000000002:1>`;
const RULES = [
	`${iri("rule", 1)} a prov:Activity , utopia:AxiomRule ; rdfs:label "transitive" ; utopia:axiomKind "transitive" ; utopia:declaredOn <${K}relation:leads> .`,
	`${iri("rule", 2)} a prov:Activity , utopia:BusinessRule ; rdfs:label "a rule" .`,
	`${VERSION} a utopia:RuleVersion ; utopia:versionOf ${iri("rule", 2)} ; utopia:number 1 .`,
];

/** A derived fact with its proofs; one without any says itself what it follows from, if there is anything. */
function conclusionLines(
	one: Ledger["conclusions"][number],
	n: number,
	recorded: Recorded[],
): readonly string[] {
	const derived = iri("derived", n);
	const end = one.isWithdrawn ? moments.length - 1 : undefined;
	const at = one.from;
	const known = (by: number) => recorded.filter(({ from }) => from <= by);
	if (known(at).length === 0) return [];
	const literal = typeof one.object === "string" && one.object !== "class";
	const object =
		typeof one.object === "number"
			? iri("entity", one.object)
			: one.object === "class"
				? `<${K}class:a>`
				: one.object;
	const predicate = one.object === "class" ? "utopia:isA" : `<${K}relation:${literal ? "size" : "leads"}>`;
	const proofs = one.proofs.map((proof, nth) => {
		const from = Math.max(at, proof.from);
		const to = proof.life === undefined ? end : Math.max(from, proof.life);
		const own = iri("proof", n * 10 + nth);
		const rule =
			proof.rule === "axiom" ? `prov:wasGeneratedBy ${iri("rule", 1)}` : `utopia:ruleVersion ${VERSION}`;
		const group = proof.group === undefined ? "" : `utopia:conditionGroup ${proof.group} ;`;
		const premises = proof.premises.map((pick, place) => {
			const among = known(from);
			return `${own.replace(":proof:", ":premise:").replace(">", `:${place + 1}>`)} a utopia:Premise ; utopia:ofProof ${own} ; utopia:seq ${place + 1} ; utopia:statement ${among[pick % among.length]?.iri} .`;
		});
		return [
			`${own} a utopia:Proof ; utopia:proofOf ${derived} ; ${rule} ; ${group} utopia:confidence ${proof.confidence} ; ${life(from, to, proof.how)} .`,
			...premises,
		];
	});
	const plain =
		proofs.length > 0
			? ""
			: `utopia:confidence 0.5 ; prov:wasGeneratedBy ${iri("rule", 1)} ; prov:used ${known(at)[0]?.iri} ;`;
	recorded.push({ iri: derived, from: at });
	return [
		`${derived} a rdf:Statement ; utopia:derived true ; rdf:subject ${iri("entity", one.subject)} ; rdf:predicate ${predicate} ; rdf:object ${object} ; ${one.bounds} ${plain} ${life(at, end, n)} .`,
		...proofs.flat(),
	];
}

/** The ledger as a file in our mapping, rows only: what an export works out again is left to it. */
function turtleOf({ chains, conclusions, entities, merge }: Ledger): string {
	let ids = 0;
	const recorded: Recorded[] = [];
	const lines = [
		PREFIXES,
		`<${K}class:a> a owl:Class . <${K}class:b> a owl:Class .`,
		`<${K}relation:leads> a owl:ObjectProperty ; rdfs:label "leads" .`,
		`<${K}relation:met> a owl:ObjectProperty ; utopia:temporal "event" ; rdfs:comment [ rdfs:label "a node" ] .`,
		`<${K}relation:size> a owl:DatatypeProperty .`,
		`${iri("declaration", 1)} a rdf:Statement , utopia:Declaration ; rdf:subject <${K}relation:size> ; rdf:predicate rdfs:label ; rdf:object "size" ; ${life(0, 2, 1)} .`,
		`${iri("document", 1)} a prov:Entity ; rdfs:label "a.md" .`,
	];
	for (const [n, { names, aliases, typings, label }] of entities.entries()) {
		const own = iri("entity", n);
		lines.push(
			`${own} ${names.length === 0 && label !== undefined ? `rdfs:label ${label} ;` : ""} rdfs:seeAlso <http://example.org/${n}> .`,
		);
		const sorted = [...names].sort((a, b) => a - b);
		let old = "";
		for (const [step, from] of sorted.entries()) {
			const fact = iri("fact", ++ids);
			lines.push(
				`${fact} a rdf:Statement ; rdf:subject ${own} ; rdf:predicate utopia:knownAs ; rdf:object "name ${n} ${step}" ; utopia:canonical true ; ${old} ${life(from, sorted[step + 1], step)} .`,
			);
			old = `utopia:supersedes ${fact} ;`;
		}
		for (const alias of aliases)
			lines.push(
				`${iri("fact", ++ids)} a rdf:Statement ; rdf:subject ${own} ; rdf:predicate utopia:knownAs ; rdf:object ${alias} ; ${life(1, undefined, n)} .`,
			);
		const turns = [...typings].sort((a, b) => a - b);
		for (const [step, from] of turns.entries())
			lines.push(
				`${iri("typing", ++ids)} a utopia:Typing ; utopia:entity ${own} ; utopia:class <${K}class:${step % 2 ? "a" : "b"}> ; ${life(from, turns[step + 1], step)} .`,
			);
	}
	for (const one of chains) {
		const steps = [...one.steps].sort((a, b) => a - b);
		let old = "";
		for (const [step, from] of steps.entries()) {
			const fact = iri("fact", ++ids);
			const isLast = step === steps.length - 1;
			const to = isLast ? (one.isRejected ? moments.length - 1 : undefined) : steps[step + 1];
			const object =
				one.relation === "size" || one.relation === undefined ? one.value : iri("entity", one.object);
			const predicate =
				one.relation === undefined
					? 'utopia:proposedPredicate "word"'
					: `rdf:predicate <${K}relation:${one.relation}>`;
			lines.push(
				`${fact} a rdf:Statement ; rdf:subject ${iri("entity", one.subject)} ; ${predicate} ; rdf:object ${object} ; ${one.validity} ${old} ${one.note === undefined ? "" : `<${K}relation:size> ${one.note} ;`} ${life(from, to, one.how)} .`,
			);
			recorded.push({ iri: fact, from });
			old = `utopia:supersedes ${fact} ;`;
			for (const { quote, attested, ended } of one.evidence)
				lines.push(
					`${iri("evidence", ++ids)} a utopia:Evidence ; utopia:supports ${fact} ; utopia:quote ${quote} ; prov:wasDerivedFrom ${iri("document", 1)} ; ${attested === undefined ? "" : `utopia:attestedAt ${spelledAt(at(attested), one.how)} ; utopia:attestedBy "a" ;`} ${life(from, ended ? moments.length - 1 : undefined, 0)} .`,
				);
		}
	}
	lines.push(...RULES);
	for (const [n, one] of conclusions.entries()) lines.push(...conclusionLines(one, n, recorded));
	if (merge !== undefined)
		lines.push(
			`${iri("merge", 1)} a utopia:Merge ; utopia:source ${iri("entity", 2)} ; utopia:target ${iri("entity", 3)} ; ${life(merge.at, merge.reverted ? moments.length - 1 : undefined, 2)} .`,
		);
	return lines.join("\n");
}

const MOMENTS_ASKED = [undefined, ...moments.slice(1, 5)];

test("what comes out and goes in again comes out as it was, at every instant of the record", async () => {
	await fc.assert(
		fc.asyncProperty(ledger, async (given) => {
			await using first = await importedBase();
			await first.import(turtleOf(given), { format: "turtle" });
			await using second = await importedBase();
			await second.import(await first.export(), { format: "turtle" });
			for (const asOf of MOMENTS_ASKED) {
				const [one, other] = await Promise.all([first.export({ asOf }), second.export({ asOf })]);
				expect(hashOf(other)).toBe(hashOf(one));
			}
		}),
		{ numRuns: 8 },
	);
}, 300_000);

const tripleSet = (text: string) => {
	const key = ({ subject, predicate, object }: Quad) => new Writer().quadToString(subject, predicate, object);
	return new Set(
		new Parser()
			.parse(text)
			.filter(({ subject }) => !subject.value.includes(":node:"))
			.map(key),
	);
};

test("nothing that came in is missing from what goes out, but the ends that a merge moved", async () => {
	await fc.assert(
		fc.asyncProperty(ledger, async (given) => {
			await using base = await importedBase();
			const text = turtleOf({ ...given, merge: undefined });
			await base.import(text, { format: "turtle" });
			const out = tripleSet(await base.export());
			const node = (triple: string) => !triple.includes("_:");
			expect([...tripleSet(text)].filter((triple) => node(triple) && !out.has(triple))).toEqual([]);
		}),
		{ numRuns: 8 },
	);
}, 300_000);

/** All that the base holds, as the engine has it. */
async function held(base: ImportedBase): Promise<Set<string>> {
	const { store } = base.temporary;
	const rows = await store.select("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }" as never, "all");
	return new Set(
		rows
			.map((row) => ["g", "s", "p", "o"].map((name) => row.get(name)?.value).join(" "))
			.filter((line) => !line.includes(":node:") && !line.includes(":graph:record ")),
	);
}

test("a base grown in two imports holds what one import gives it", async () => {
	await fc.assert(
		fc.asyncProperty(ledger, async (given) => {
			await using whole = await importedBase();
			const text = turtleOf(given)
				.replace(/ rdfs:comment \[.*?\] ;?/, "")
				.replace('temporal "event" ;', 'temporal "event" ');
			await whole.import(text, { format: "turtle" });
			const early = (await whole.export({ asOf: at(3) })).replace(/^<[^>]*manifest>[\s\S]*$/m, "");
			await using grown = await importedBase();
			await grown.import(early, { format: "turtle" });
			if ((grown.temporary.store.head().recordedAt ?? 0n) > at(3)) return;
			await grown.import(await whole.export(), { format: "turtle" });
			expect(await held(grown)).toEqual(await held(whole));
			expect(hashOf(await grown.export({ asOf: NOW }))).toBe(hashOf(await whole.export({ asOf: NOW })));
		}),
		{ numRuns: 6 },
	);
}, 300_000);

const CONGRESS = new URL("../../../shared/data/congress/congress-a.ttl.gz", import.meta.url);

test.skipIf(!existsSync(CONGRESS))(
	"members of Congress: the file, its plain triples and the manifest",
	async () => {
		const kb = "43379b1e-8069-5adf-8eb5-9184f1dd669c";
		await using base = await importedBase(kb);
		const { facts } = await base.import(createReadStream(CONGRESS));
		expect(facts).toBe(15_573);
		const out = tripleSet(await base.export());
		const given = tripleSet(gunzipSync(readFileSync(CONGRESS)).toString("utf8"));
		expect([...given].filter((triple) => !out.has(triple))).toEqual([]);
		const added = [...out].filter((triple) => !given.has(triple) && !triple.includes(":manifest>"));
		expect(added.every((triple) => /^<\S+:entity:\S+> <\S+:relation:\S+> \S+ \.\n$/.test(triple))).toBe(true);
		expect(added.length).toBeGreaterThan(900);
	},
	300_000,
);

test("a store that fails leaves nothing", async () => {
	await using temporary = await temporaryStore({ memoryLimit: 1 });
	const { store } = temporary;
	const kb = "00000000-0000-4000-8000-000000000001";
	const target = { store, view: wholeView(store, kb, { now: () => NOW }) };
	const text = `${PREFIXES}${iri("entity", 1)} rdfs:label "Ada" .`;
	await expect(importLedger(target, bytes(text))).rejects.toMatchObject({ code: "UTOPIA_BASE_FULL" });
	expect(store.head().sequence).toBe(0);
});
