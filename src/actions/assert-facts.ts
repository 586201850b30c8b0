import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { temporalOf } from "../ledger/facts.ts";
import { fold } from "../ledger/fold.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { namedNode } from "../rdf/terms.ts";
import type { Grade } from "../timeline/observation.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { Draft } from "../writing/draft.ts";
import type { Holding } from "../writing/locks.ts";
import { type Place, refused } from "../writing/refusal.ts";
import type { Claim, QualifierRow } from "../writing/rows.ts";
import { type Action, type Decided, ROUND } from "../writing/writer.ts";
import { type BaseState, isNameRelation, keysOf, stateOf } from "./base-state.ts";
import { attestedToMissing, type CheckedDates, checkedDates, checkedMoment } from "./checked-dates.ts";
import { EvidenceReader, ownWord } from "./checked-evidence.ts";
import { checkLanguage, checkTexts } from "./checked-text.ts";
import { checkedValue } from "./checked-value.ts";
import { ClaimChanges } from "./claim-changes.ts";
import { checkedName, EntityWishes, nameLiteral, someOf } from "./entity-wishes.ts";
import { claimKey } from "./held-rows.ts";
import type { EvidenceBody } from "./observations.ts";
import { type Brought, type Outcome, settle } from "./settle.ts";
import { type SignatureViolation, signatureViolations } from "./signature.ts";
import type { EntityWish, FactWish } from "./wishes.ts";

/** What became of one fact of a batch. */
export interface Asserted extends Outcome {
	readonly subject: string;
	/** The entity at the other end, where one is. */
	readonly object: string | undefined;
	/** Ends outside the relation's domain or range: recorded all the same. */
	readonly violations: readonly SignatureViolation[];
}

/** What became of a batch. */
export interface BatchAsserted {
	readonly facts: readonly Asserted[];
	/** Entities that were not there before. */
	readonly created: readonly string[];
}

/** Whoever acts. */
export interface Actor {
	/** The person, as an IRI. */
	readonly person: NamedNode;
}

/**
 * Asserts facts, all of them in one commit or none (ledger 4). Each is a new row, or evidence of the row that says so already,
 * or takes the place of one that says less.
 */
export function assertFacts(wishes: readonly FactWish[], actor: Actor, view: View): Action<BatchAsserted> {
	return async (holding) => {
		await holding.round(ROUND.names, wishes.flatMap(namesIn).map(fold));
		const state = await stateOf(view);
		const reading = await readAll(wishes, actor, state);
		await holdEntities(reading.facts, holding, state);
		return write(reading, await stateOf(view));
	};
}

function namesIn({ subject, object }: FactWish): readonly string[] {
	return [subject, object].flatMap((end) => (end?.id === undefined ? (end?.name ?? []) : []));
}

/** Holds the owners at whose end only one value may hold; those that are new nobody else knows. */
async function holdEntities(facts: readonly ReadFact[], holding: Holding, state: BaseState): Promise<void> {
	const held = facts.flatMap(({ claim, relation }) => {
		const object =
			"entity" in claim.object && keysOf(relation).inverseFunctional ? [claim.object.entity] : [];
		return [claim.subject, ...object].map((entity) => state.owners.owner(entity));
	});
	await holding.round(ROUND.entities, held);
}

/** A fact of the request, read: its claim, and what each piece of its evidence observes. */
interface ReadFact {
	readonly claim: Claim;
	readonly relation: RelationDeclared | undefined;
	/** Its evidence, each piece with what it says of world time. */
	readonly bodies: readonly EvidenceBody[];
	readonly brought: Brought;
	/** Types that new ends are given, by entity. */
	readonly types: ReadonlyMap<string, string>;
}

interface Reading {
	readonly facts: readonly ReadFact[];
	readonly entities: EntityWishes;
}

async function readAll(wishes: readonly FactWish[], actor: Actor, state: BaseState): Promise<Reading> {
	const entities = new EntityWishes(state);
	const evidence = await EvidenceReader.of(
		wishes.flatMap((wish) => wish.evidence ?? []),
		state,
	);
	const facts: ReadFact[] = [];
	for (const [n, wish] of wishes.entries()) {
		facts.push(await readFact(wish, { fact: n }, { actor, state, entities, evidence }));
	}
	return { facts, entities };
}

interface Tools {
	readonly actor: Actor;
	readonly state: BaseState;
	readonly entities: EntityWishes;
	readonly evidence: EvidenceReader;
}

async function readFact(wish: FactWish, place: Place, tools: Tools): Promise<ReadFact> {
	const { state } = tools;
	checkTexts(wish, place);
	const relation = relationNamed(wish, place, state);
	const temporal = temporalOf(relation);
	const isName = relation !== undefined && isNameRelation(relation.iri);
	const dates = checkedDates(withoutDatesOfNames(wish, isName), isName ? "eternal" : temporal, place);
	checkConfidence(wish.confidence, place);
	const bodies = await bodiesOf(wish, place, tools);
	const nameBodies = bodies.map((body): EvidenceBody => ({ ...body, says: { ended: false } }));
	const subject = tools.entities.find(wish.subject, { ...place, field: "subject" }, nameBodies);
	const object = objectOf(wish, { place, relation, tools, nameBodies });
	const claim: Claim = {
		subject: subject.id,
		predicate: relation?.iri,
		word: relation === undefined ? wish.proposedPredicate : undefined,
		...object,
	};
	const observed = bodies.map((body) =>
		observedAs(body, { wish, dates, place, state, isTimed: temporal === "state" && !isName }),
	);
	const confidence = confidenceText(wish.confidence ?? 1);
	return {
		claim,
		relation,
		bodies: observed,
		brought: { confidence, qualifiers: qualifiersOf(wish, relation, { place, tools }) },
		types: typesGiven(wish, claim, state),
	};
}

/** Names hold without dates, whatever is said beside them. */
function withoutDatesOfNames(wish: FactWish, isName: boolean): FactWish {
	return isName
		? { ...wish, validFrom: undefined, validTo: undefined, endedUnknown: undefined, attestedTo: undefined }
		: wish;
}

async function bodiesOf(
	wish: FactWish,
	place: Place,
	{ actor, evidence }: Tools,
): Promise<readonly EvidenceBody[]> {
	const found: EvidenceBody[] = [];
	for (const [n, one] of (wish.evidence ?? []).entries()) {
		found.push(await evidence.body(one, { ...place, field: `evidence.${n}` }));
	}
	return found.length > 0 ? found : [ownWord(actor.person)];
}

interface Saying {
	readonly wish: FactWish;
	readonly dates: CheckedDates;
	readonly place: Place;
	readonly state: BaseState;
	/** Whether it can end: only a state does. */
	readonly isTimed: boolean;
}

/** The evidence with what is asserted of world time: its own date attests the claim, or by when it had ended (W14, T3). */
function observedAs(body: EvidenceBody, { wish, dates, place, state, isTimed }: Saying): EvidenceBody {
	const { from, to, endedUnknown, attestedTo } = dates;
	const isEnding = isTimed && (endedUnknown || (to !== undefined && from === undefined));
	const given =
		wish.attestedFrom === undefined
			? undefined
			: checkedMoment(wish.attestedFrom, { ...place, field: "attested_from" });
	// A person's own word for what has no dates is attested at the moment it is given (W14).
	const spoken = body.person !== undefined && from === undefined && to === undefined && !endedUnknown;
	const attested = given ?? body.attestedAt ?? (spoken ? state.view.clock.now() : undefined);
	const by = endedUnknown ? (attestedTo ?? body.attestedAt) : attested;
	if (endedUnknown && by === undefined) {
		throw attestedToMissing(place, "attested_to, or evidence from a document that is dated");
	}
	return {
		...body,
		role: isEnding ? "ended" : "holds",
		attestedAt: by,
		word: wish.proposedPredicate,
		says: {
			from,
			to,
			ended: endedUnknown,
			grade: wish.startGrade as Grade | undefined,
			confidence: confidenceText(wish.confidence ?? 1),
		},
	};
}

/** @throws UTOPIA_WRITE_REFUSED `unknown_relation`, `predicate_missing` */
function relationNamed({ predicate, proposedPredicate }: FactWish, place: Place, { ontology }: BaseState) {
	if (predicate === undefined) {
		if (proposedPredicate?.trim()) return undefined;
		throw refused(
			"predicate_missing",
			"A fact needs a predicate, or the source's own word as proposed_predicate",
			{
				...place,
				field: "predicate",
				allowed: someOf([...ontology.relations.values()].map(({ key }) => key)),
			},
		);
	}
	if (predicate === "known_as" || predicate === utopia.knownAs.value) return KNOWN_AS;
	const found =
		ontology.relations.get(predicate) ??
		[...ontology.relations.values()].find(({ key }) => key === predicate);
	if (found !== undefined) return found;
	throw refused(
		"unknown_relation",
		`No relation ${JSON.stringify(predicate)} is declared in this knowledge base`,
		{
			...place,
			field: "predicate",
			found: predicate,
			allowed: `${someOf([...ontology.relations.values()].map(({ key }) => key))}; or proposed_predicate for a word that the ontology does not have`,
		},
	);
}

/** The built-in relation of names (ledger 3.3). */
const KNOWN_AS: RelationDeclared = {
	iri: utopia.knownAs,
	key: "known_as",
	label: "known as",
	kind: "attribute",
	temporal: "eternal",
	range: "http://www.w3.org/2001/XMLSchema#string",
	unit: undefined,
	functional: false,
	inverseFunctional: false,
	domains: [],
	ranges: [],
	qualifiers: [],
};

interface ReadingObject {
	readonly place: Place;
	readonly relation: RelationDeclared | undefined;
	readonly tools: Tools;
	readonly nameBodies: readonly EvidenceBody[];
}

/** @throws UTOPIA_WRITE_REFUSED `object_missing`, `object_twice`, `entity_expected`, `value_expected`, `wrong_datatype` */
function objectOf(
	{ object, value }: FactWish,
	{ place, relation, tools, nameBodies }: ReadingObject,
): Pick<Claim, "object" | "unit" | "relative"> {
	const at = (field: string) => ({ ...place, field });
	if (object !== undefined && value !== undefined)
		throw refused("object_twice", "A fact says one thing: an object or a value, not both", {
			...at("object"),
			allowed: "object or value",
		});
	if (object === undefined && value === undefined)
		throw refused("object_missing", "A fact says something: it needs an object or a value", {
			...at("object"),
			allowed: "object or value",
		});
	if (value !== undefined) {
		checkLanguage(value.language, at("value.language"));
		if (relation?.kind === "relation")
			throw refused("entity_expected", `${relation.key} links entities and takes no value`, {
				...at("value"),
				found: JSON.stringify(value.value),
				allowed: "object: {id} or {name, type?}",
			});
		if (relation !== undefined && isNameRelation(relation.iri)) {
			const name = checkedName(String(value.value), at("value"));
			return { object: { value: nameLiteral(name, value.language) } };
		}
		const found = checkedValue(value, relation, at("value.value"));
		return { object: { value: found }, unit: value.unit, ...(value.relative === true && { relative: true }) };
	}
	if (relation?.kind === "attribute")
		throw refused("value_expected", `${relation.key} takes a value and links no entities`, {
			...at("object"),
			allowed: "value: {value, unit?}",
		});
	return { object: { entity: tools.entities.find(object as EntityWish, at("object"), nameBodies).id } };
}

function qualifiersOf(
	{ qualifiers = [] }: FactWish,
	relation: RelationDeclared | undefined,
	{ place, tools }: { readonly place: Place; readonly tools: Tools },
): readonly QualifierRow[] {
	const { relations } = tools.state.ontology;
	return qualifiers.map(({ key, value, entity }, n) => {
		const at = { ...place, field: `qualifiers.${n}` };
		const allowed = (relation?.qualifiers ?? []).flatMap((iri) => relations.get(iri) ?? []);
		const type = allowed.find((one) => one.key === key || one.iri.value === key);
		if (type === undefined) {
			throw refused(
				"unknown_qualifier",
				`${relation?.key ?? "A fact without predicate"} carries no detail ${JSON.stringify(key)}`,
				{
					...at,
					found: key,
					allowed: someOf(
						allowed.map((one) => one.key),
						"none: it declares no details",
					),
				},
			);
		}
		if (type.kind === "attribute") {
			if (value === undefined)
				throw refused("value_expected", `${type.key} takes a value`, { ...at, allowed: "value" });
			return { type: type.iri, value: checkedValue({ value }, type, { ...at, field: `${at.field}.value` }) };
		}
		if (entity === undefined)
			throw refused("entity_expected", `${type.key} links entities`, { ...at, allowed: "entity_id" });
		const found = tools.entities.find({ id: entity }, { ...at, field: `${at.field}.entity_id` }, []);
		return { type: type.iri, value: namedNode(`urn:utopia:kb:${tools.state.view.kb}:entity:${found.id}`) };
	});
}

function checkConfidence(confidence: number | undefined, place: Place): void {
	if (confidence === undefined || (confidence >= 0 && confidence <= 1)) return;
	throw refused("confidence_out_of_range", "confidence is a number from 0 to 1", {
		...place,
		field: "confidence",
		found: String(confidence),
		allowed: "0 to 1",
	});
}

/** Two digits at least, as exports have it. */
function confidenceText(confidence: number): string {
	const short = confidence.toFixed(2);
	return Number(short) === confidence ? short : confidence.toFixed(10).replace(/0+$/, "");
}

function typesGiven(
	{ subject, object }: FactWish,
	claim: Claim,
	{ ontology }: BaseState,
): ReadonlyMap<string, string> {
	const given = new Map<string, string>();
	const note = (wish: EntityWish | undefined, entity: string | undefined) => {
		const type = wish?.type;
		if (type === undefined || entity === undefined) return;
		const found =
			ontology.classes.get(type) ?? [...ontology.classes.values()].find(({ key }) => key === type);
		if (found !== undefined) given.set(entity, found.iri.value);
	};
	note(subject, claim.subject);
	if ("entity" in claim.object) note(object, claim.object.entity);
	return given;
}

async function write({ facts, entities }: Reading, state: BaseState): Promise<Decided<BatchAsserted>> {
	const draft = new Draft(state.view.kb);
	entities.write(draft, new Set(facts.map(({ claim }) => claimKey(claim))));
	const called = entities.names;
	const created = new Set(entities.made);
	const changes = new ClaimChanges(state, created);
	const brought = new Map<string, Brought>();
	const placed: (string | undefined)[] = [];
	for (const { claim, relation, bodies, brought: with_ } of facts) {
		const observed = await changes.add(claim, relation, bodies);
		const canonical = called.has(claimKey(claim));
		for (const { observation } of observed) brought.set(observation.id, { ...with_, canonical });
		placed.push(observed[0]?.observation.id);
	}
	const outcomes = await settle({ changes: changes.all, brought, cause: "asserted", state, draft });
	const told = facts.map(({ claim, relation, types }, n): Asserted => {
		const outcome = outcomes.get(placed[n] ?? "");
		if (outcome === undefined) throw new TypeError("an observation is nowhere");
		return {
			...outcome,
			subject: claim.subject,
			object: "entity" in claim.object ? claim.object.entity : undefined,
			violations: signatureViolations(claim, relation, { state, types }),
		};
	});
	return { draft, answer: () => ({ facts: told, created: [...created] }) };
}
