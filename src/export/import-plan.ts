import { readBaseIri } from "../rdf/base-iris.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";
import { FactReader, type FactRow } from "./fact-rows.ts";
import { firstProofsOf, type SayingProof } from "./file-proofs.ts";
import type { Description } from "./file-table.ts";
import { isKind, KINDS, type Kind } from "./kinds.ts";
import type { FileRead } from "./read-file.ts";
import { RecordTimes } from "./record-times.ts";
import type { Refusals } from "./refusals.ts";

/** A typing, merge, declaration, deletion, or state of a finding or rule of the file: what it is about and its record life. */
export interface LifeRow {
	readonly iri: number;
	readonly line: number;
	readonly about: number;
	readonly value: number | undefined;
	readonly recorded: Instant | undefined;
	readonly invalidated: Instant | undefined;
}

type RowKind = "typing" | "merge" | "declaration" | "deletion" | "findingstate" | "rulestate";

function isRowKind(kind: Kind | undefined): kind is RowKind {
	return ROW_KINDS.includes(kind);
}
const ROW_KINDS: readonly (Kind | undefined)[] = [
	...(["typing", "merge", "declaration", "deletion", "findingstate", "rulestate"] as const),
];

/** What a file holds, sorted by kind, ready to be checked and written. */
export interface ImportPlan {
	readonly file: FileRead;
	readonly times: RecordTimes;
	/** The kind of each described subject; −1 is not there, a subject of no base is `undefined`. */
	readonly kinds: ReadonlyMap<number, Kind | undefined>;
	readonly facts: ReadonlyMap<number, FactRow>;
	/** Derived facts: their ends are those they were drawn with, which nothing else says. */
	readonly derived: ReadonlyMap<number, FactRow>;
	/** What the first proof of each derived fact says of it at the latest moment of the file, or at the last one at which it stood. */
	readonly firstProofs: ReadonlyMap<number, SayingProof>;
	readonly typings: readonly LifeRow[];
	readonly merges: readonly LifeRow[];
	readonly declarations: readonly LifeRow[];
	readonly deletions: readonly LifeRow[];
	readonly findingStates: readonly LifeRow[];
	readonly ruleStates: readonly LifeRow[];
	/** Evidence of a fact, not ended at the latest moment of the file. */
	readonly evidence: ReadonlyMap<number, readonly number[]>;
	readonly entities: readonly number[];
	readonly relations: ReadonlySet<number>;
	/** Nodes that came with the ontology: nothing but the ontology, or nothing at all, leads to them. */
	readonly ontologyNodes: ReadonlySet<number>;
}

const MANIFEST = /^urn:utopia:kb:[^:]+:manifest$/;

/** The kind that an IRI of the base tells, or `undefined` for any other IRI. */
export function kindOf(iri: string): Kind | undefined {
	const kind = readBaseIri(iri)?.kind ?? (MANIFEST.test(iri) ? "manifest" : undefined);
	return kind !== undefined && isKind(kind) ? kind : undefined;
}

/** Sorts a file by kinds and reads its rows; what cannot be read as a row is refused. */
export function importPlan(file: FileRead, refusals: Refusals, now: Instant): ImportPlan {
	const times = new RecordTimes(file, refusals, now);
	const reader = new FactReader(file, refusals, times);
	const kinds = new Map<number, Kind | undefined>();
	const facts = new Map<number, FactRow>();
	const derived = new Map<number, FactRow>();
	const rows: Record<RowKind, LifeRow[]> = {
		...{ typing: [], merge: [], declaration: [], deletion: [], findingstate: [], rulestate: [] },
	};
	const evidence = new Map<number, number[]>();
	const entities: number[] = [];
	const relations = new Set<number>();
	const about = {
		typing: [utopia.entity, utopia.class_],
		merge: [utopia.source, utopia.target],
		declaration: [rdf.subject, rdf.object],
		deletion: [utopia.ofDocument, undefined],
		findingstate: [utopia.ofFinding, undefined],
		rulestate: [utopia.ofRule, undefined],
	} as const;
	for (const subject of file.table.subjects()) {
		const kind = kindOf(file.term(subject).value);
		kinds.set(subject, kind);
		const description = file.table.description(subject);
		if (kind === "entity") entities.push(subject);
		if (kind === "fact") {
			const row = reader.read(description);
			if (row === undefined) continue;
			facts.set(subject, row);
			if (row.predicate !== undefined) relations.add(row.predicate);
			continue;
		}
		if (kind === "derived") {
			const row = reader.readDerived(description);
			if (row !== undefined) derived.set(subject, row);
			continue;
		}
		const life = times.of(description);
		if (isRowKind(kind)) {
			const row = lifeRow(file, description, about[kind], refusals);
			if (row !== undefined) rows[kind].push({ ...row, ...life });
		} else if (kind === "evidence" && life.invalidated === undefined) {
			for (const fact of description.all(file.name(utopia.supports)))
				evidence.set(fact, [...(evidence.get(fact) ?? []), subject]);
		} else if (isRelation(file, description)) relations.add(subject);
	}
	return {
		...{ file, times, kinds, facts, derived, evidence, entities, relations },
		ontologyNodes: ontologyNodes(file, kinds),
		firstProofs: firstProofsOf({ file, kinds, derived, times }),
		...{ typings: rows.typing, merges: rows.merge, declarations: rows.declaration },
		...{ deletions: rows.deletion, findingStates: rows.findingstate, ruleStates: rows.rulestate },
	};
}

function ontologyNodes(file: FileRead, kinds: ReadonlyMap<number, Kind | undefined>): ReadonlySet<number> {
	const nodes = new Set<number>();
	for (const [subject, kind] of kinds) if (kind === "node") nodes.add(subject);
	if (nodes.size === 0) return nodes;
	const reached: number[] = [];
	const follow = (subject: number) => {
		for (const object of file.table.description(subject).objects)
			if (nodes.delete(object)) reached.push(object);
	};
	for (const [subject, kind] of kinds)
		if (kind !== undefined && kind !== "node" && KINDS[kind] !== "ontology") follow(subject);
	for (let next = reached.pop(); next !== undefined; next = reached.pop()) follow(next);
	return nodes;
}

const RELATION_TYPES = [
	"http://www.w3.org/2002/07/owl#ObjectProperty",
	"http://www.w3.org/2002/07/owl#DatatypeProperty",
	rdf.Property.value,
];

function isRelation(file: FileRead, { predicates, objects }: Description): boolean {
	const type = file.name(rdf.type);
	return predicates.some(
		(predicate, at) => predicate === type && RELATION_TYPES.includes(file.term(objects[at] as number).value),
	);
}

function lifeRow(
	file: FileRead,
	description: Description,
	[first, second]: readonly [{ readonly value: string }, { readonly value: string } | undefined],
	refusals: Refusals,
): Pick<LifeRow, "iri" | "line" | "about" | "value"> | undefined {
	const { subject: iri, line } = description;
	const about = description.one(file.name(first));
	const value = second && description.one(file.name(second));
	const needsBoth = second !== undefined && first !== utopia.entity;
	if (about === undefined || (needsBoth && value === undefined)) {
		const missing = about === undefined || second === undefined ? first : second;
		refusals.add(`${missing.value} is missing`, { line, subject: file.term(iri).value });
		return undefined;
	}
	const needsTime = first === utopia.source;
	if (needsTime && description.one(file.name(prov.generatedAtTime)) === undefined) {
		refusals.add("a merge without prov:generatedAtTime; say from when it is in effect", {
			line,
			subject: file.term(iri).value,
		});
	}
	return { iri, line, about, value };
}
