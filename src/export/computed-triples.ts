import { attests } from "../ledger/attests.ts";
import { type Instant, tryInstant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs, schema, skos } from "../vocab/well-known.ts";
import type { Description } from "./file-table.ts";
import { SAID_BY_STATES } from "./finding-states.ts";
import type { ImportPlan, LifeRow } from "./import-plan.ts";
import type { FileRead } from "./read-file.ts";
import { RULE_SAID_BY_STATES } from "./rule-states.ts";
import { statedDate } from "./stated-dates.ts";

/** Whether a statement of the file is one that rows say and an export works out again: checked, not kept. */
export type IsComputed = (subject: number, predicate: number, object: number) => boolean;

/** Statements as keys, terms by number. */
class Statements {
	readonly #keys = new Set<string>();

	add(subject: number, predicate: number, object: number | undefined): void {
		if (object !== undefined && predicate >= 0) this.#keys.add(`${subject} ${predicate} ${object}`);
	}

	has(subject: number, predicate: number, object: number): boolean {
		return this.#keys.has(`${subject} ${predicate} ${object}`);
	}
}

/** The merges in effect, as steps from source to target. */
export function mergeSteps(merges: readonly LifeRow[]): ReadonlyMap<number, number> {
	const steps = new Map<number, number>();
	for (const { about, value, invalidated } of merges)
		if (invalidated === undefined && value !== undefined) steps.set(about, value);
	return steps;
}

/** Who stands for an entity; a circle of merges, which is refused elsewhere, ends where it began. */
export function ownerOf(entity: number, steps: ReadonlyMap<number, number>): number {
	let owner = entity;
	for (let hops = 0; hops <= steps.size; hops++) {
		const next = steps.get(owner);
		if (next === undefined) return owner;
		owner = next;
	}
	return entity;
}

/** Collects what the rows of a plan say about the present of its file. */
export function computedTriples(plan: ImportPlan): IsComputed {
	const said = new Statements();
	const steps = mergeSteps(plan.merges);
	addNames(plan, steps, said);
	addTypes(plan, steps, said);
	addEvidence(plan, said);
	addDeletions(plan, said);
	addProofs(plan, said);
	for (const { iri, about, value, invalidated } of plan.declarations) {
		const predicate = plan.file.table.description(iri).one(plan.file.name(rdf.predicate));
		if (invalidated === undefined && predicate !== undefined) said.add(about, predicate, value);
	}
	const isByStates = saidByStates(plan);
	const isClaim = (subject: number, predicate: number) =>
		plan.kinds.get(subject) === "entity" && plan.relations.has(predicate);
	return (subject, predicate, object) =>
		said.has(subject, predicate, object) || isClaim(subject, predicate) || isByStates(subject, predicate);
}

/** What states of findings and rules say of them, the file says beside: it is not kept. */
function saidByStates({ file, findingStates, ruleStates }: ImportPlan) {
	const sets = [
		{ rows: findingStates, fields: SAID_BY_STATES },
		{ rows: ruleStates, fields: RULE_SAID_BY_STATES },
	].map(({ rows, fields }) => ({
		things: new Set(rows.map(({ about }) => about)),
		said: new Set(fields.map((iri) => file.name(iri))),
	}));
	return (subject: number, predicate: number) =>
		sets.some(({ things, said }) => things.has(subject) && said.has(predicate));
}

function addNames(plan: ImportPlan, steps: ReadonlyMap<number, number>, said: Statements): void {
	const { file } = plan;
	const knownAs = file.name(utopia.knownAs);
	const [label, other, own] = [rdfs.label, skos.altLabel, skos.prefLabel].map((iri) => file.name(iri));
	for (const { predicate, subject, object, invalidated, canonicalName } of plan.facts.values()) {
		if (predicate !== knownAs || invalidated !== undefined) continue;
		const owner = ownerOf(subject, steps);
		if (canonicalName && owner === subject) said.add(subject, label as number, object);
		else said.add(owner, other as number, object);
		if (canonicalName && owner !== subject) said.add(subject, own as number, object);
	}
}

function addTypes(plan: ImportPlan, steps: ReadonlyMap<number, number>, said: Statements): void {
	const { file } = plan;
	const type = file.name(rdf.type);
	for (const { about, value, invalidated } of plan.typings)
		if (invalidated === undefined && !steps.has(about)) said.add(about, type, value);
	for (const merged of steps.keys()) {
		said.add(merged, type, file.name(utopia.MergedEntity));
		said.add(merged, file.name(utopia.mergedInto), ownerOf(merged, steps));
	}
}

function addEvidence({ file, evidence }: ImportPlan, said: Statements): void {
	const copied = [prov.wasDerivedFrom, utopia.quote, utopia.evidenceOrigin].map((iri) => file.name(iri));
	for (const [fact, pieces] of evidence) {
		const descriptions = pieces.map((piece) => file.table.description(piece));
		for (const piece of descriptions)
			for (const predicate of copied)
				for (const object of piece.all(predicate)) said.add(fact, predicate, object);
		addAttestation(file, fact, descriptions, said);
	}
}

/** A document is out of use since the deletion of it that stands. */
function addDeletions({ file, deletions }: ImportPlan, said: Statements): void {
	const recorded = file.name(prov.generatedAtTime);
	const out = file.name(prov.invalidatedAtTime);
	for (const { iri, about, invalidated } of deletions)
		if (invalidated === undefined) said.add(about, out, file.table.description(iri).one(recorded));
}

/** What a derived fact says of how it was concluded is said by its first proof. */
function addProofs({ file, firstProofs }: ImportPlan, said: Statements): void {
	for (const [derived, { says }] of firstProofs)
		for (const [property, objects] of says)
			for (const object of objects) said.add(derived, file.name({ value: property }), object);
}

function endOf(file: FileRead, fact: Description) {
	const term = (iri: { readonly value: string }) => {
		const found = fact.one(file.name(iri));
		return found === undefined ? undefined : file.term(found);
	};
	const date = term(schema.validThrough);
	const read = date && statedDate(date, term(utopia.validThroughPrecision)?.value);
	return {
		validTo: read && "date" in read ? read.date : undefined,
		endedUnknown: term(utopia.endedUnknown) !== undefined,
		attestedTo: tryInstant(term(utopia.attestedTo)?.value ?? ""),
	};
}

/** The earliest moment at which some evidence shows the claim, and who says so. */
function addAttestation(
	file: FileRead,
	fact: number,
	pieces: readonly Description[],
	said: Statements,
): void {
	const from = file.name(utopia.attestedFrom);
	const by = file.name(utopia.attestedBy);
	const end = endOf(file, file.table.description(fact));
	let earliest: { readonly term: number; readonly at: Instant; readonly by: number | undefined } | undefined;
	for (const piece of pieces) {
		const term = piece.one(file.name(utopia.attestedAt));
		const at = term === undefined ? undefined : tryInstant(file.term(term).value);
		if (term === undefined || at === undefined || (earliest !== undefined && earliest.at <= at)) continue;
		const role = piece.one(file.name(utopia.role));
		if (!attests(at, role === undefined ? undefined : file.term(role).value, end)) continue;
		earliest = { term, at, by: piece.one(by) };
	}
	// Who attested goes with when: a fact that says the moment itself says both.
	const own = file.table.description(fact).one(from);
	if (own !== undefined && own !== earliest?.term) return;
	said.add(fact, from, earliest?.term);
	said.add(fact, by, earliest?.by);
}
