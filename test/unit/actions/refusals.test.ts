// Every action that is refused: what was asked, and what its caller is told. None of them changes anything.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FactWish } from "../../../src/actions/wishes.ts";
import { MAX_IRI, MAX_LITERAL } from "../../../src/rdf/bounds.ts";
import {
	type ActingBase,
	actingBase,
	document,
	documentId,
	refusalOf,
	unchanged,
} from "../../support/acting.ts";
import { KB } from "../../support/stores.ts";

const BASE = `
c:person a owl:Class ; rdfs:label "Person" .
c:yard a owl:Class ; rdfs:label "Yard" .
r:works_at a owl:ObjectProperty ; rdfs:label "works at" ; utopia:allowsQualifier r:share , r:agent .
r:founded a owl:ObjectProperty ; rdfs:label "founded" ; utopia:temporal "event" .
r:agent a owl:ObjectProperty ; rdfs:label "agent" .
r:share a owl:DatatypeProperty ; rdfs:label "share" ; rdfs:range xsd:decimal .
r:born a owl:DatatypeProperty ; rdfs:label "born" ; rdfs:range xsd:date .
r:sworn a owl:DatatypeProperty ; rdfs:label "sworn" ; rdfs:range xsd:boolean .
r:motto a owl:DatatypeProperty ; rdfs:label "motto" ; rdfs:range xsd:string .
${document(1)}${document(2)}`;
const NOBODY = "99999999-9999-4999-8999-999999999999";
const DATES =
	"a date at its own precision: 2023, 2023-06, 2023-06-15, 2023-06-15T14Z, …T14:32Z or …T14:32:07Z";
const RELATIONS = "one of agent, born, founded, motto, share, sworn, works_at";

interface Scene {
	readonly base: ActingBase;
	/** Rows: Ann works at the yard from 2020, closed by a person at 2022; an event; a share of 0.5; a replaced and a retracted row. */
	readonly rows: Readonly<
		Record<"open" | "closed" | "event" | "share" | "replaced" | "live" | "retracted" | "name", string>
	>;
	/** Ann, Bea; Cem, who is merged into Dora; a twin by name. */
	readonly ids: Readonly<Record<"Ann" | "Bea" | "Cem" | "Dora", string>>;
	readonly twins: readonly string[];
	readonly merge: string;
}
let scene: Scene;

beforeAll(async () => {
	const base = await actingBase(BASE);
	const { act } = base;
	const made: Record<string, string> = {};
	for (const name of ["Ann", "Bea", "Cem", "Dora", "Yard"])
		made[name] = (await act.create({ name, type: name === "Yard" ? "yard" : "person" })).entity;
	const twins = [
		(await act.create({ name: "Twin" })).entity,
		(await act.create({ name: "Twin" })).entity,
	].sort();
	const row = async (wish: Partial<FactWish>) =>
		(
			await act.assert({
				subject: { id: made["Ann"] },
				predicate: "works_at",
				object: { id: made["Yard"] },
				...wish,
			})
		).facts[0]?.row ?? "";
	const open = await row({ validFrom: "2020-05-01" });
	const first = await row({ subject: { id: made["Bea"] }, validFrom: "2020" });
	const closed = (await act.close(first, { validTo: "2022" })).row;
	const event = await row({ predicate: "founded", validFrom: "2019" });
	const share = await row({ predicate: "share", object: undefined, value: { value: "0.5" } });
	const replaced = await row({ predicate: "agent", validFrom: "2020" });
	const live = (await act.correct(replaced, { validFrom: "2021" })).row;
	const retracted = await row({ predicate: "agent", validFrom: "1990" });
	await act.retract(retracted);
	await act.merge(String(made["Cem"]), String(made["Dora"]), made["Dora"]);
	const gone = await act.merge(String(twins[0]), String(made["Bea"]), made["Bea"]);
	await act.revert(gone.merge);
	await act.delete(documentId(2));
	const { names } = await base.read("entity_facts", { entity_id: made["Ann"] });
	const name = String((names as { fact_id: string }[])[0]?.fact_id);
	scene = {
		base,
		rows: { open, closed, event, share, replaced, live, retracted, name },
		ids: made as unknown as Scene["ids"],
		twins,
		merge: gone.merge,
	};
});
afterAll(() => scene.base[Symbol.asyncDispose]());

interface Told {
	readonly message: string;
	readonly reason: string;
	readonly field?: string;
	readonly found?: string;
	readonly allowed?: string;
}

const tooLong = (field: string): Told => ({
	reason: "malformed_text",
	message: `${field} is longer than 4 MiB`,
	field,
	found: "4194305 characters",
	allowed: "a text of at most 4194304 characters",
});
const NAME: Partial<FactWish> = { predicate: "known_as", object: undefined, value: { value: "Annie" } };
const undated = (field: string, found: string): Told => ({
	reason: "not_a_state",
	message: "Names are held without dates",
	field,
	found,
	allowed: "a name without dates",
});

describe("an assertion is refused", () => {
	/** What is asked beside `Ann works_at Yard`, and what is told. */
	const asked: readonly (readonly [
		string,
		Partial<FactWish> | ((scene: Scene) => Partial<FactWish>),
		Told,
	])[] = [
		[
			"with an object and a value",
			{ value: { value: 1 } },
			{
				reason: "object_twice",
				message: "A fact says one thing: an object or a value, not both",
				field: "object",
				allowed: "object or value",
			},
		],
		[
			"with neither",
			{ object: undefined },
			{
				reason: "object_missing",
				message: "A fact says something: it needs an object or a value",
				field: "object",
				allowed: "object or value",
			},
		],
		[
			"with a value where entities are linked",
			{ object: undefined, value: { value: "the yard" } },
			{
				reason: "entity_expected",
				message: "works_at links entities and takes no value",
				field: "value",
				found: '"the yard"',
				allowed: "object: {id} or {name, type?}",
			},
		],
		[
			"with an entity where a value is told",
			{ predicate: "share" },
			{
				reason: "value_expected",
				message: "share takes a value and links no entities",
				field: "object",
				allowed: "value: {value, unit?}",
			},
		],
		...(
			[
				["share", "a half", 'share takes a number, or its text where the spelling counts ("1.50")'],
				["born", "2023-06", "born takes a day such as 2023-06-15"],
				["sworn", "yes", "sworn takes true or false"],
				["motto", 5, "motto takes a text"],
			] as const
		).map(
			([predicate, value, message]) =>
				[
					`with ${value} for ${predicate}`,
					{ predicate, object: undefined, value: { value } },
					{
						reason: "wrong_datatype",
						message,
						field: "value.value",
						found: JSON.stringify(value),
						allowed: message.replace(`${predicate} takes `, ""),
					},
				] as const,
		),
		[
			"with a start that does not fit its precision",
			{ validFrom: "2023-05-10", validFromPrecision: "year" },
			{
				reason: "precision_mismatch",
				message: "valid_from does not fit the precision year",
				field: "valid_from",
				found: "2023-05-10 with precision year",
				allowed: "year, month, day, hour, minute, second, and a date that is the first moment of its period",
			},
		],
		[
			"with a finer precision than its date",
			{ validTo: "2023", validToPrecision: "day" },
			{
				reason: "precision_mismatch",
				message: "valid_to does not fit the precision day",
				field: "valid_to",
				found: "2023 with precision day",
				allowed: "year, month, day, hour, minute, second, and a date that is the first moment of its period",
			},
		],
		[
			"with a precision alone",
			{ validFromPrecision: "year" },
			{
				reason: "precision_mismatch",
				message: "valid_from_precision stands without a date",
				field: "valid_from_precision",
				found: "year",
				allowed: "a precision beside its date",
			},
		],
		[
			"with a day that the calendar has not",
			{ validFrom: "2023-02-29" },
			{
				reason: "invalid_date",
				message: "valid_from is no date of the calendar",
				field: "valid_from",
				found: "2023-02-29",
				allowed: DATES,
			},
		],
		[
			"with an attestation that is no date",
			{ attestedFrom: "soon" },
			{
				reason: "invalid_date",
				message: "attested_from is no date or moment",
				field: "attested_from",
				found: "soon",
				allowed: "a date such as 2023-06-15, or a moment such as 2023-06-15T14:32:07Z",
			},
		],
		[
			"with evidence attested at no date",
			{ evidence: [{ document: documentId(1), attestedAt: "long ago" }] },
			{
				reason: "invalid_date",
				message: "evidence.0.attested_at is no date or moment",
				field: "evidence.0.attested_at",
				found: "long ago",
				allowed: "a date such as 2023-06-15, or a moment such as 2023-06-15T14:32:07Z",
			},
		],
		[
			"with equal ends",
			{ validFrom: "2024-05-01", validTo: "2024-05" },
			{
				reason: "empty_state_span",
				message: "The state would end where it begins, so it would hold at no moment",
				field: "valid_to",
				found: "2024-05",
				allowed: "an end after 2024-05-01",
			},
		],
		[
			"with reversed ends",
			{ validFrom: "2024-05-01", validTo: "2023" },
			{
				reason: "end_before_start",
				message: "The state would end before it begins",
				field: "valid_to",
				found: "2023",
				allowed: "an end after 2024-05-01",
			},
		],
		[
			"with an unknown end that had come before the start",
			{ validFrom: "2024", endedUnknown: true, attestedTo: "2023-06-01" },
			{
				reason: "end_before_start",
				message: "The state would end before it begins",
				field: "attested_to",
				found: "2023-06-01T00:00:00.000000Z",
				allowed: "an end after 2024",
			},
		],
		[
			"with an unknown end and no moment by which it had come",
			{ endedUnknown: true },
			{
				reason: "attested_to_missing",
				message: "Something that ended at an unknown date needs the moment by which it had ended",
				field: "attested_to",
				allowed: "attested_to, or evidence from a document that is dated",
			},
		],
		[
			"with a known and an unknown end",
			{ validTo: "2024", endedUnknown: true, attestedTo: "2024" },
			{
				reason: "attested_to_misplaced",
				message: "An end is either known or unknown: valid_to and ended_unknown exclude each other",
				field: "ended_unknown",
				found: "valid_to 2024",
				allowed: "valid_to, or ended_unknown with attested_to",
			},
		],
		[
			"with attested_to alone",
			{ attestedTo: "2024" },
			{
				reason: "attested_to_misplaced",
				message:
					"attested_to is the moment by which something had ended at an unknown date; it needs ended_unknown",
				field: "attested_to",
				found: "2024",
				allowed: "attested_to beside ended_unknown: true",
			},
		],
		[
			"about an entity that nobody has",
			{ subject: { id: NOBODY } },
			{
				reason: "unknown_entity",
				message: "No entity with that id in this knowledge base",
				field: "subject",
				found: NOBODY,
				allowed: "an id as find_entities gives it",
			},
		],
		[
			"about an id that breaks out of an IRI",
			{ object: { id: "x> <y" } },
			{
				reason: "unknown_entity",
				message: "No entity with that id in this knowledge base",
				field: "object",
				found: "x> <y",
				allowed: "an id as find_entities gives it",
			},
		],
		[
			"about a name that two have",
			{ subject: { name: "Twin" } },
			{
				reason: "ambiguous_name",
				message: '2 entities are called "Twin"; name one by its id, or give its type',
				field: "subject",
				found: "Twin",
				allowed: "one of …twins",
			},
		],
		[
			"about a blank name",
			{ object: { name: " \n " } },
			{
				reason: "blank_name",
				message: "A name must not be blank",
				field: "object.name",
				found: " \n ",
				allowed: "a text of 1 to 1000 characters that is not blank",
			},
		],
		[
			"with a class that is not declared",
			{ subject: { name: "New", type: "pirate" } },
			{
				reason: "unknown_class",
				message: 'No class "pirate" is declared in this knowledge base',
				field: "subject.type",
				found: "pirate",
				allowed: "one of person, yard",
			},
		],
		[
			"with a relation that is not declared",
			{ predicate: "steers" },
			{
				reason: "unknown_relation",
				message: 'No relation "steers" is declared in this knowledge base',
				field: "predicate",
				found: "steers",
				allowed: `${RELATIONS}; or proposed_predicate for a word that the ontology does not have`,
			},
		],
		[
			"without a predicate, or with a blank word",
			{ predicate: undefined, proposedPredicate: " " },
			{
				reason: "predicate_missing",
				message: "A fact needs a predicate, or the source's own word as proposed_predicate",
				field: "predicate",
				allowed: RELATIONS,
			},
		],
		[
			"from a document that nobody has",
			{ evidence: [{ document: documentId(1) }, { document: NOBODY }] },
			{
				reason: "unknown_document",
				message: "No document with that id in this knowledge base",
				field: "evidence.1.document_id",
				found: NOBODY,
				allowed: "the id of a document that is in use",
			},
		],
		[
			"from a document that is deleted",
			{ evidence: [{ document: documentId(2) }] },
			{
				reason: "unknown_document",
				message: "No document with that id in this knowledge base",
				field: "evidence.0.document_id",
				found: documentId(2),
				allowed: "the id of a document that is in use",
			},
		],
		[
			"from a document whose id breaks out of an IRI",
			{ evidence: [{ document: "x> <y" }] },
			{
				reason: "unknown_document",
				message: "No document with that id in this knowledge base",
				field: "evidence.0.document_id",
				found: "x> <y",
				allowed: "the id of a document that is in use",
			},
		],
		[
			"from a passage that its document has not",
			{ evidence: [{ document: documentId(1), chunk: NOBODY }] },
			{
				reason: "unknown_chunk",
				message: "No passage with that id in this document",
				field: "evidence.0.chunk_id",
				found: NOBODY,
				allowed: "the id of a passage of the document, or none",
			},
		],
		[
			"with a detail that its relation does not carry",
			{
				qualifiers: [
					{ key: "share", value: 1 },
					{ key: "colour", value: "red" },
				],
			},
			{
				reason: "unknown_qualifier",
				message: 'works_at carries no detail "colour"',
				field: "qualifiers.1",
				found: "colour",
				allowed: "one of agent, share",
			},
		],
		[
			"with a detail where none is declared",
			{ predicate: "founded", qualifiers: [{ key: "share", value: 1 }] },
			{
				reason: "unknown_qualifier",
				message: 'founded carries no detail "share"',
				field: "qualifiers.0",
				found: "share",
				allowed: "none: it declares no details",
			},
		],
		[
			"with a detail that has an entity for a value",
			({ ids }) => ({ qualifiers: [{ key: "share", entity: ids.Bea }] }),
			{ reason: "value_expected", message: "share takes a value", field: "qualifiers.0", allowed: "value" },
		],
		[
			"with a detail that has a value for an entity",
			{ qualifiers: [{ key: "agent", value: "Bea" }] },
			{
				reason: "entity_expected",
				message: "agent links entities",
				field: "qualifiers.0",
				allowed: "entity_id",
			},
		],
		[
			"with a detail about an entity that nobody has",
			{ qualifiers: [{ key: "agent", entity: NOBODY }] },
			{
				reason: "unknown_entity",
				message: "No entity with that id in this knowledge base",
				field: "qualifiers.0.entity_id",
				found: NOBODY,
				allowed: "an id as find_entities gives it",
			},
		],
		[
			"with a detail outside its datatype",
			{ qualifiers: [{ key: "share", value: "much" }] },
			{
				reason: "wrong_datatype",
				message: 'share takes a number, or its text where the spelling counts ("1.50")',
				field: "qualifiers.0.value",
				found: '"much"',
				allowed: 'a number, or its text where the spelling counts ("1.50")',
			},
		],
		[
			"with a confidence above one",
			{ confidence: 1.2 },
			{
				reason: "confidence_out_of_range",
				message: "confidence is a number from 0 to 1",
				field: "confidence",
				found: "1.2",
				allowed: "0 to 1",
			},
		],
		[
			"with half of a character",
			{ evidence: [{ document: documentId(1), quote: "🚢 cut \ud83d" }] },
			{
				reason: "malformed_text",
				message: "evidence.0.quote holds half of a character",
				field: "evidence.0.quote",
				found: "U+D83D at 6",
				allowed: "text whose characters are whole",
			},
		],
		[
			"with a text longer than an import takes",
			() => ({ predicate: "motto", object: undefined, value: { value: "a".repeat(MAX_LITERAL + 1) } }),
			tooLong("value.value"),
		],
		[
			"with a quote longer than an import takes",
			() => ({ evidence: [{ document: documentId(1), quote: "a".repeat(MAX_LITERAL + 1) }] }),
			tooLong("evidence.0.quote"),
		],
		[
			"with a word longer than an import takes",
			() => ({ predicate: undefined, proposedPredicate: "a".repeat(MAX_LITERAL + 1) }),
			tooLong("proposed_predicate"),
		],
		[
			"with a unit longer than an import takes",
			() => ({
				predicate: "share",
				object: undefined,
				value: { value: 1, unit: "a".repeat(MAX_LITERAL + 1) },
			}),
			tooLong("value.unit"),
		],
		[
			"attested by a name longer than an import takes",
			() => ({ evidence: [{ document: documentId(1), attestedBy: "a".repeat(MAX_LITERAL + 1) }] }),
			tooLong("evidence.0.attested_name"),
		],
		[
			"in a language whose tag has no end",
			() => ({
				predicate: "motto",
				object: undefined,
				value: { value: "Ahoi", language: `x${"-a".repeat(MAX_IRI)}` },
			}),
			{
				reason: "malformed_text",
				message: "value.language is no language tag",
				field: "value.language",
				found: `x${"-a".repeat(100)}`.slice(0, 200),
				allowed: "a language tag such as de or en-GB, or none",
			},
		],
		[
			"of a name that starts",
			{ ...NAME, validFrom: "2020", validFromPrecision: "year", validTo: "2021" },
			undated("valid_from", "2020"),
		],
		["of a name that ends", { ...NAME, validTo: "2021" }, undated("valid_to", "2021")],
		[
			"of a name that has ended, nobody knows when",
			{ ...NAME, endedUnknown: true, attestedTo: "2021" },
			undated("ended_unknown", "true"),
		],
		[
			"of an entity whose name is too long",
			() => ({ object: { name: `${"🚢".repeat(1_000)}x` } }),
			{
				reason: "malformed_text",
				message: "A name has at most 1000 characters",
				field: "object.name",
				found: "1001 characters",
				allowed: "a text of 1 to 1000 characters that is not blank",
			},
		],
		[
			"in no language",
			{ predicate: "motto", object: undefined, value: { value: "Ahoi", language: "not a tag" } },
			{
				reason: "malformed_text",
				message: "value.language is no language tag",
				field: "value.language",
				found: "not a tag",
				allowed: "a language tag such as de or en-GB, or none",
			},
		],
	];
	test.each(asked)("%s", async (_, wish, told) => {
		const { base, ids, twins } = scene;
		const given = typeof wish === "function" ? wish(scene) : wish;
		const good: FactWish = {
			subject: { id: ids.Ann },
			predicate: "works_at",
			object: { name: "Yard" },
			validFrom: "2000",
		};
		const asks = { ...good, ...("validFrom" in given ? {} : { validFrom: undefined }), ...given };
		const refusal = await unchanged(base, ["Ann", "Yard"], () =>
			// The second of two: the first would be fine.
			refusalOf(() => base.act.assert({ ...good, object: { name: "A new one" } }, asks)),
		);
		const allowed = told.allowed?.replace("…twins", twins.join(", "));
		expect(refusal).toEqual({
			code: "UTOPIA_WRITE_REFUSED",
			fact: 1,
			...told,
			...(allowed !== undefined && { allowed }),
		});
	});
});

describe("a change of what is there is refused", () => {
	const refusedWith = (told: Told) => ({ code: "UTOPIA_WRITE_REFUSED", ...told });
	const overtaken = (reason: string, message: string, rest: object) => ({
		code: "UTOPIA_WRITE_OVERTAKEN",
		reason,
		message,
		...rest,
	});
	const unknown = (kind: string) => ({
		code: "UTOPIA_THING_NOT_FOUND",
		message: `No ${kind} with that id in this knowledge base`,
		resource: kind,
	});
	const asked: readonly (readonly [string, (scene: Scene) => Promise<unknown>, (scene: Scene) => object])[] =
		[
			[
				"correcting a fact that has been replaced",
				({ base, rows }) => base.act.correct(rows.replaced, { note: "x" }),
				({ rows }) =>
					overtaken("row_replaced", "This fact has been replaced; read the row that stands for it now", {
						fact: rows.replaced,
						replaced_by: rows.live,
					}),
			],
			[
				"closing a fact that has been retracted",
				({ base, rows }) => base.act.close(rows.retracted, { validTo: "2025" }),
				({ rows }) =>
					overtaken("row_retracted", "This fact is not held any more; assert it again if it is true", {
						fact: rows.retracted,
					}),
			],
			[
				"retracting a fact twice",
				({ base, rows }) => base.act.retract(rows.retracted),
				({ rows }) =>
					overtaken("row_retracted", "This fact is not held any more; assert it again if it is true", {
						fact: rows.retracted,
					}),
			],
			[
				"correcting a fact that nobody has",
				({ base }) => base.act.correct(NOBODY, { note: "x" }),
				() => unknown("fact"),
			],
			[
				"retracting an id that breaks out of an IRI",
				({ base }) => base.act.retract("x> <y"),
				() => unknown("fact"),
			],
			[
				"a correction that says what is there",
				({ base, rows }) => base.act.correct(rows.open, { validFrom: "2020-05-01" }),
				({ rows }) =>
					refusedWith({
						reason: "nothing_to_change",
						message: "The correction says what the fact says already",
						field: "valid_from",
						found: rows.open,
						allowed: "a start, an end, an object or value, or a note that differs",
					}),
			],
			[
				"a correction of the start behind the end",
				({ base, rows }) => base.act.correct(rows.closed, { validFrom: "2022-05" }),
				() =>
					refusedWith({
						reason: "end_before_start",
						message: "The state would end before it begins",
						field: "valid_from",
						found: "2022-05",
						allowed: "a start before 2022",
					}),
			],
			[
				"a correction to an empty interval",
				({ base, rows }) => base.act.correct(rows.open, { validTo: "2020-05-01" }),
				() =>
					refusedWith({
						reason: "empty_state_span",
						message: "The state would end where it begins, so it would hold at no moment",
						field: "valid_to",
						found: "2020-05-01",
						allowed: "an end after 2020-05-01",
					}),
			],
			[
				"a correction of an object to a value",
				({ base, rows }) => base.act.correct(rows.open, { value: { value: "x" } }),
				() =>
					refusedWith({
						reason: "entity_expected",
						message: "This fact links entities and takes no value",
						field: "value",
						allowed: "object: {id} or {name, type?}",
					}),
			],
			[
				"a correction of a value to an object",
				({ base, rows }) => base.act.correct(rows.share, { object: { name: "Yard" } }),
				() =>
					refusedWith({
						reason: "value_expected",
						message: "This fact has a value and links no entities",
						field: "object",
						allowed: "value: {value, unit?}",
					}),
			],
			[
				"a correction to an object and a value",
				({ base, rows }) => base.act.correct(rows.share, { object: { name: "Yard" }, value: { value: 1 } }),
				() =>
					refusedWith({
						reason: "object_twice",
						message: "A fact says one thing: an object or a value, not both",
						field: "object",
						allowed: "object or value",
					}),
			],
			[
				"a correction outside the datatype",
				({ base, rows }) => base.act.correct(rows.share, { value: { value: "half" } }),
				() =>
					refusedWith({
						reason: "wrong_datatype",
						message: 'share takes a number, or its text where the spelling counts ("1.50")',
						field: "value.value",
						found: '"half"',
						allowed: 'a number, or its text where the spelling counts ("1.50")',
					}),
			],
			[
				"a note with half of a character",
				({ base, rows }) => base.act.correct(rows.open, { note: "\udc00" }),
				() =>
					refusedWith({
						reason: "malformed_text",
						message: "note holds half of a character",
						field: "note",
						found: "U+DC00 at 0",
						allowed: "text whose characters are whole",
					}),
			],
			[
				"a note longer than an import takes",
				({ base, rows }) => base.act.correct(rows.open, { note: "a".repeat(MAX_LITERAL + 1) }),
				() => refusedWith(tooLong("note")),
			],
			[
				"a correction that dates a name",
				({ base, rows }) => base.act.correct(rows.name, { validFrom: "2020", note: "x" }),
				() => refusedWith(undated("valid_from", "2020")),
			],
			[
				"a correction of a name to another one with an end",
				({ base, rows }) => base.act.correct(rows.name, { value: { value: "Annie" }, validTo: "2021" }),
				() => refusedWith(undated("valid_to", "2021")),
			],
			[
				"a correction that takes away the start that a name does not have",
				({ base, rows }) => base.act.correct(rows.name, { validFrom: null }),
				({ rows }) =>
					refusedWith({
						reason: "nothing_to_change",
						message: "The correction says what the fact says already",
						field: "valid_from",
						found: rows.name,
						allowed: "a start, an end, an object or value, or a note that differs",
					}),
			],
			[
				"closing a state at its start",
				({ base, rows }) => base.act.close(rows.open, { validTo: "2020-05" }),
				() =>
					refusedWith({
						reason: "empty_state_span",
						message: "The state would end where it begins, so it would hold at no moment",
						field: "valid_to",
						found: "2020-05",
						allowed: "an end after 2020-05-01",
					}),
			],
			[
				"closing a state before its start",
				({ base, rows }) => base.act.close(rows.open, { endedUnknown: true, attestedTo: "2020-04-30" }),
				() =>
					refusedWith({
						reason: "end_before_start",
						message: "The state would end before it begins",
						field: "attested_to",
						found: "2020-04-30T00:00:00.000000Z",
						allowed: "an end after 2020-05-01",
					}),
			],
			[
				"closing a state where it is closed already",
				({ base, rows }) => base.act.close(rows.closed, { validTo: "2022" }),
				({ rows }) =>
					refusedWith({
						reason: "nothing_to_change",
						message: "The fact is closed at this end already",
						field: "valid_to",
						found: rows.closed,
						allowed: "an end that differs",
					}),
			],
			[
				"closing an event",
				({ base, rows }) => base.act.close(rows.event, { validTo: "2025" }),
				() =>
					refusedWith({
						reason: "not_a_state",
						message: "An event does not end; only a state can be closed",
						field: "valid_to",
						found: "founded",
						allowed: "the id of a fact whose relation is a state",
					}),
			],
			[
				"closing a name",
				({ base, rows }) => base.act.close(rows.name, { validTo: "2025" }),
				() =>
					refusedWith({
						reason: "not_a_state",
						message: "A name does not end; only a state can be closed",
						field: "valid_to",
						found: "known_as",
						allowed: "the id of a fact whose relation is a state",
					}),
			],
			[
				"retracting what an entity is called",
				({ base, rows }) => base.act.retract(rows.name),
				() =>
					refusedWith({
						reason: "canonical_name",
						message: "This is what the entity is called; rename it before its name is retracted",
						found: "Ann",
						allowed: "the id of another name",
					}),
			],
			[
				"merging an entity into itself",
				({ base, ids }) => base.act.merge(ids.Ann, ids.Ann),
				({ ids }) =>
					refusedWith({
						reason: "same_entity",
						message: "An entity cannot be merged into itself",
						field: "into",
						found: ids.Ann,
						allowed: "another entity",
					}),
			],
			[
				"merging what is merged away",
				({ base, ids }) => base.act.merge(ids.Ann, ids.Cem),
				({ ids }) =>
					overtaken(
						"already_merged",
						"One of the entities is merged away already; merge the entity that stands for it",
						{ entity: ids.Cem, merged_into: ids.Dora },
					),
			],
			[
				"merging two into a third",
				({ base, ids }) => base.act.merge(ids.Ann, ids.Bea, ids.Dora),
				({ ids }) =>
					refusedWith({
						reason: "unknown_entity",
						message: "Of two entities that are merged one of the two survives",
						field: "into",
						found: ids.Dora,
						allowed: `${ids.Ann} or ${ids.Bea}`,
					}),
			],
			[
				"merging an entity that nobody has",
				({ base, ids }) => base.act.merge(ids.Ann, NOBODY),
				() => unknown("entity"),
			],
			[
				"taking a merge back twice",
				({ base, merge }) => base.act.revert(merge),
				({ merge }) => overtaken("merge_reverted", "This merge is not in effect any more", { merge }),
			],
			["taking back a merge that nobody made", ({ base }) => base.act.revert(NOBODY), () => unknown("merge")],
			[
				"a new entity with an id that is taken",
				({ base, ids }) => base.act.create({ name: "New", id: ids.Ann }),
				({ ids }) =>
					refusedWith({
						reason: "entity_exists",
						message: "There is an entity with this id already",
						field: "id",
						found: ids.Ann,
						allowed: "a UUID that is free, or none",
					}),
			],
			[
				"a new entity without a name",
				({ base }) => base.act.create({ name: "" }),
				() =>
					refusedWith({
						reason: "blank_name",
						message: "A name must not be blank",
						field: "name",
						found: "",
						allowed: "a text of 1 to 1000 characters that is not blank",
					}),
			],
			[
				"a new entity with a name that is too long",
				({ base }) => base.act.create({ name: "x".repeat(1_001) }),
				() =>
					refusedWith({
						reason: "malformed_text",
						message: "A name has at most 1000 characters",
						field: "name",
						found: "1001 characters",
						allowed: "a text of 1 to 1000 characters that is not blank",
					}),
			],
			[
				"a new entity of a class that is not declared",
				({ base }) => base.act.create({ name: "New", type: "pirate" }),
				() =>
					refusedWith({
						reason: "unknown_class",
						message: 'No class "pirate" is declared in this knowledge base',
						field: "type",
						found: "pirate",
						allowed: "one of person, yard",
					}),
			],
			[
				"renaming to the present name",
				({ base, ids }) => base.act.rename(ids.Ann, " Ann "),
				() =>
					refusedWith({
						reason: "same_name",
						message: "The entity is called so already",
						field: "name",
						found: "Ann",
						allowed: "another name",
					}),
			],
			[
				"renaming an entity that nobody has",
				({ base }) => base.act.rename(NOBODY, "New"),
				() => unknown("entity"),
			],
			[
				"retyping to the present class",
				({ base, ids }) => base.act.retype(ids.Ann, "person"),
				() =>
					refusedWith({
						reason: "same_type",
						message: "The entity has this class already",
						field: "type",
						found: "person",
						allowed: "another class, or null",
					}),
			],
			["deleting a document twice", ({ base }) => base.act.delete(documentId(2)), () => unknown("document")],
			["deleting a document that nobody has", ({ base }) => base.act.delete(KB), () => unknown("document")],
			[
				"restoring a document that is in use",
				({ base }) => base.act.restore(documentId(1)),
				() =>
					overtaken("not_deleted", "The document is in use; there is nothing to restore", {
						document: documentId(1),
					}),
			],
		];
	test.each(asked)("%s", async (_, ask, told) => {
		const refusal = await unchanged(scene.base, ["Ann", "Bea"], () => refusalOf(() => ask(scene)));
		expect(refusal).toEqual(told(scene));
	});
});
