import { temporalOf } from "../ledger/facts.ts";
import { declaredAs, type RelationDeclared } from "../ontology/ontology.ts";
import type { Grade } from "../timeline/observation.ts";
import { checkTexts } from "../writing/checked-text.ts";
import type { NewChunk } from "../writing/draft.ts";
import { type Place, refused } from "../writing/refusal.ts";
import type { Claim } from "../writing/rows.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, isNameRelation } from "./base-state.ts";
import type { Tools } from "./checked-claim.ts";
import { objectOf, qualifiersOf, relationNamed } from "./checked-claim.ts";
import { attestedToMissing, type CheckedDates, checkedDates, checkedMoment } from "./checked-dates.ts";
import { EvidenceReader, ownWord } from "./checked-evidence.ts";
import { EntityWishes } from "./entity-wishes.ts";
import type { EvidenceBody } from "./observations.ts";
import type { Brought } from "./settling.ts";
import type { EntityWish, FactWish } from "./wishes.ts";

/** A fact of the request, read: its claim, and what each piece of its evidence observes. */
export interface ReadFact {
	readonly claim: Claim;
	readonly relation: RelationDeclared | undefined;
	/** Its evidence, each piece with what it says of world time. */
	readonly bodies: readonly EvidenceBody[];
	readonly brought: Brought;
	/** Types that new ends are given, by entity. */
	readonly types: ReadonlyMap<string, string>;
}

export interface Reading {
	readonly facts: readonly ReadFact[];
	readonly entities: EntityWishes;
	/** The chunks that evidence was found in. */
	readonly chunks: readonly NewChunk[];
}

export async function readFacts(
	wishes: readonly FactWish[],
	actor: Actor,
	state: BaseState,
): Promise<Reading> {
	const entities = new EntityWishes(state);
	const evidence = await EvidenceReader.of(
		wishes.flatMap((wish) => wish.evidence ?? []),
		state,
	);
	const facts: ReadFact[] = [];
	for (const [n, wish] of wishes.entries()) {
		facts.push(await readFact(wish, { fact: n }, { actor, state, entities, evidence }));
	}
	return { facts, entities, chunks: evidence.chunks };
}

async function readFact(wish: FactWish, place: Place, tools: Tools): Promise<ReadFact> {
	const { state } = tools;
	checkTexts(wish, place);
	const relation = relationNamed(wish, place, state);
	const temporal = temporalOf(relation);
	const isName = relation !== undefined && isNameRelation(relation.iri);
	const dates = checkedDates(wish, isName ? "eternal" : temporal, place);
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
		const found = declaredAs(type, ontology.classes);
		if (found !== undefined) given.set(entity, found.iri.value);
	};
	note(subject, claim.subject);
	if ("entity" in claim.object) note(object, claim.object.entity);
	return given;
}
