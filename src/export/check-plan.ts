import type { NamedNode } from "@rdfjs/types";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, rdfs } from "../vocab/well-known.ts";
import { checkClaims } from "./check-claims.ts";
import { checkDerived } from "./check-derived.ts";
import { checkSuccession, FactChecks, temporalKinds } from "./check-facts.ts";
import { checkManifest } from "./check-manifest.ts";
import { checkOwners, checkReferences } from "./check-references.ts";
import { mergeSteps, ownerOf } from "./computed-triples.ts";
import type { Continuation } from "./continuation.ts";
import type { Description } from "./file-table.ts";
import { SAID_BY_STATES } from "./finding-states.ts";
import type { ImportPlan, LifeRow } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";
import { RULE_SAID_BY_STATES } from "./rule-states.ts";

/** Facts checked in one step. */
const STEP = 2_000;

/**
 * Checks a plan against rules I4 and I7, step by step, so that other work can be done in between; whatever is wrong goes into
 * `refusals`. The last step is the manifest's, where nothing else was wrong.
 */
export function* checkPlan(plan: ImportPlan, base: Continuation, refusals: Refusals): Generator<void> {
	const isHeld = (iri: string) => base.has(iri);
	checkReferences(plan, isHeld, refusals);
	yield;
	checkOwners(plan, refusals);
	yield;
	checkClaims(plan, isHeld, refusals);
	yield;
	yield* checkFacts(plan, refusals);
	checkDerived(plan, refusals);
	checkSuccession(plan, isHeld, refusals);
	checkOneAtATime(plan, refusals);
	checkMerges(plan, refusals);
	checkStates(plan, refusals);
	yield;
	checkPlainTriples(plan, refusals);
	yield;
	if (refusals.count === 0) checkManifest(plan, refusals);
}

function* checkFacts(plan: ImportPlan, refusals: Refusals): Generator<void> {
	const checks = new FactChecks(plan, refusals, temporalKinds(plan));
	let checked = 0;
	for (const row of plan.facts.values()) {
		checks.check(row);
		if (++checked % STEP === 0) yield;
	}
}

/** One canonical name and one typing of an entity are held at a time. */
function checkOneAtATime(plan: ImportPlan, refusals: Refusals): void {
	const { file, facts, typings } = plan;
	const names = new Map<number, number>();
	for (const { canonicalName, invalidated, subject, iri, line } of facts.values()) {
		if (!canonicalName || invalidated !== undefined) continue;
		const other = names.get(subject);
		names.set(subject, iri);
		if (other !== undefined)
			refusals.add(
				`a second canonical name of ${file.term(subject).value}; ${file.term(other).value} is held too, and one of them must be superseded`,
				{ line, subject: file.term(iri).value },
			);
	}
	const typed = new Map<number, number>();
	for (const { about, invalidated, iri, line } of typings) {
		if (invalidated !== undefined) continue;
		const other = typed.get(about);
		typed.set(about, iri);
		if (other !== undefined)
			refusals.add(
				`a second typing of ${file.term(about).value}; ${file.term(other).value} is held too, and one of them must be invalidated`,
				{ line, subject: file.term(iri).value },
			);
	}
}

function checkMerges({ file, merges }: ImportPlan, refusals: Refusals): void {
	const steps = mergeSteps(merges);
	const sources = new Set<number>();
	const refuse = ({ iri, line }: LifeRow, reason: string) =>
		refusals.add(reason, { line, subject: file.term(iri).value });
	for (const merge of merges) {
		const { about, value, invalidated } = merge;
		if (about === value) refuse(merge, "a merge of an entity into itself");
		if (invalidated !== undefined || about === value) continue;
		if (sources.has(about)) refuse(merge, `${file.term(about).value} is merged away already`);
		sources.add(about);
		if (ownerOf(about, steps) === about) refuse(merge, "merges in effect run in a circle");
	}
}

/** What a finding or rule says of itself beside its states is what the one that is held says. */
function checkStates(plan: ImportPlan, refusals: Refusals): void {
	const ofFindings = SAID_BY_STATES.filter((field) => !field.equals(utopia.closedAt));
	checkSaid(plan.findingStates, { fields: ofFindings, always: utopia.status, plan, refusals });
	checkSaid(plan.ruleStates, { fields: RULE_SAID_BY_STATES, always: rdfs.label, plan, refusals });
}

interface Saying {
	readonly fields: readonly NamedNode[];
	/** What says, where it is missing, that the thing leaves all to its states. */
	readonly always: NamedNode;
	readonly plan: ImportPlan;
	readonly refusals: Refusals;
}

function checkSaid(states: readonly LifeRow[], { fields, always, plan: { file }, refusals }: Saying): void {
	const named = fields.map((field) => file.name(field));
	for (const { iri, about, invalidated } of states) {
		if (invalidated !== undefined || !file.table.has(about)) continue;
		const [thing, state] = [about, iri].map((term) => file.table.description(term)) as [
			Description,
			Description,
		];
		if (thing.one(file.name(always)) === undefined) continue;
		const said = (from: Description, field: number) => [...from.all(field)].sort().join(" ");
		const other = named.find((field) => said(thing, field) !== said(state, field));
		if (other === undefined) continue;
		const name = file
			.term(other)
			.value.replace("urn:utopia:ns:", "utopia:")
			.replace("http://www.w3.org/2000/01/rdf-schema#", "rdfs:");
		refusals.add(`${name} is not what ${file.term(iri).value} says, the state of it that is held`, {
			line: thing.lineOf(other),
			subject: file.term(about).value,
		});
	}
}

/** I4: a plain triple, and the claim in a fact's graph, must be what a fact says. They are not kept. */
function checkPlainTriples(plan: ImportPlan, refusals: Refusals): void {
	const { file, facts, relations } = plan;
	const claims = new Set<string>();
	for (const { ownSubject, predicate, ownObject } of facts.values())
		claims.add(`${ownSubject} ${predicate} ${ownObject}`);
	for (const subject of plan.entities) {
		const description = file.table.description(subject);
		for (const [at, predicate] of description.predicates.entries()) {
			if (!relations.has(predicate)) continue;
			if (claims.has(`${subject} ${predicate} ${description.objects[at]}`)) continue;
			refusals.add(
				`a plain triple with ${file.term(predicate).value} that no fact supports; add the rdf:Statement it comes from`,
				{ line: description.lines[at] ?? 0, subject: file.term(subject).value },
			);
		}
	}
	for (const { graph, subject, predicate, object, line } of file.graphClaims) {
		const [s, p, o] = claimOf(plan, graph);
		if (s === subject && p === predicate && o === object) continue;
		const iri = file.term(graph).value;
		refusals.add(`the graph ${iri} holds another claim than the statement of that name`, {
			line,
			subject: iri,
		});
	}
}

function claimOf({ file, facts }: ImportPlan, graph: number): readonly (number | undefined)[] {
	const fact = facts.get(graph);
	if (fact !== undefined) return [fact.subject, fact.predicate, fact.object];
	const description = file.table.description(graph);
	const asserted = [utopia.assertedSubject, rdf.predicate, utopia.assertedObject];
	return [rdf.subject, rdf.predicate, rdf.object].map(
		(iri, at) => description.one(file.name(asserted[at] ?? iri)) ?? description.one(file.name(iri)),
	);
}
