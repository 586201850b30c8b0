import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentId, factId, ids } from "../../story/harbour.ts";
import { type WritingServer, writingServer } from "../../support/writing-server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const nobody = "00000000-0000-4000-8000-00000000dead";

describe("facts over HTTP", () => {
	let base: WritingServer;
	beforeAll(async () => {
		base = await writingServer();
	});
	afterAll(() => base[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (...given) => base.ask(...given);
	const assert = (...facts: unknown[]) => ask("POST", "/facts", { facts });
	const berth = (vessel: string, pier: string, more: object = {}) => ({
		subject: { name: vessel, type: "vessel" },
		predicate: "berths_at",
		object: { name: pier, type: "pier" },
		...more,
	});

	test("a fact is recorded with all that is said of it, and is read again", async () => {
		const { status, body, headers } = await assert({
			...berth("MV Tern", "Pier 12", { valid_from: "2023", valid_to: "2024-07", confidence: 0.8 }),
			evidence: [{ document_id: documentId(1), quote: "Tern lay at Pier 12.", attested_name: null }],
			qualifiers: [],
		});
		expect(status).toBe(200);
		expect(headers.get("content-type")).toMatch(/^application\/json/);
		expect(headers.get("etag")).toBe(`"${body.head}"`);
		expect(body).toEqual({
			facts: [
				{
					id: expect.stringMatching(UUID),
					outcome: "recorded",
					subject_id: expect.stringMatching(UUID),
					object_id: expect.stringMatching(UUID),
					violations: [],
				},
			],
			created: [body.facts[0].subject_id, body.facts[0].object_id],
			// Where Heron lies hosts her.
			derived: { added: 1, removed: 0 },
			head: expect.stringMatching(INSTANT),
		});
		const row = await ask("GET", `/facts/${body.facts[0].id.toUpperCase()}`, undefined, { token: base.read });
		expect(row.status).toBe(200);
		expect(row.body).toMatchObject({
			id: body.facts[0].id,
			subject_name: "MV Tern",
			subject_type: "vessel",
			predicate_key: "berths_at",
			object_name: "Pier 12",
			object_value: null,
			valid_from: "2023-01-01T00:00:00.000000Z",
			valid_from_precision: "year",
			valid_to: "2024-07-01T00:00:00.000000Z",
			valid_to_precision: "month",
			confidence: 0.8,
			recorded_at: body.head,
			invalidated_at: null,
			supersedes: null,
			replaced_by: null,
			live_id: body.facts[0].id,
			cause: "asserted",
			evidence: [
				{ document_id: documentId(1), quote: "Tern lay at Pier 12.", origin: "stated", role: "holds" },
			],
		});
	});

	test("said again it is evidence, said at more length it takes the place of what there is", async () => {
		const first = await assert(berth("Auk", "Pier 21"));
		const again = await assert(berth("Auk", "Pier 21"));
		const [{ id }] = first.body.facts;
		expect(again.body).toMatchObject({ facts: [{ id, outcome: "merged" }], created: [] });
		const dated = await assert(berth("Auk", "Pier 21", { valid_from: "2024-05" }));
		expect(dated.body.facts[0]).toMatchObject({ outcome: expect.stringMatching(/superseded|recorded/) });
	});

	test("a thousand facts are one commit, one more is refused", async () => {
		const many = Array.from({ length: 1_000 }, (_, n) => ({
			subject: { id: ids.Heron },
			proposed_predicate: "passed",
			value: { value: `buoy ${n}` },
		}));
		const { status, body } = await assert(...many);
		expect(status).toBe(200);
		expect(body.facts).toHaveLength(1_000);
		const refused = await assert(...many, many[0]);
		expect(refused).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
		expect(refused.body.error.message).toContain("1 to 1000");
	}, 60_000);

	test("a batch with long quotes comes in, more than a mebibyte of it", async () => {
		const quote = "The log tells it at length. ".repeat(2_000);
		const { status, body } = await assert(
			...Array.from({ length: 30 }, (_, n) => ({
				...berth(`Lighter ${n}`, "Pier 61"),
				evidence: [{ document_id: documentId(2), quote }],
			})),
		);
		expect(status).toBe(200);
		expect((await ask("GET", `/facts/${body.facts[29].id}`)).body.evidence[0].quote).toBe(quote);
	});

	test.each(['{"facts":[{"__proto__":{"x":1}}]}', '{"facts":', "[]", '"facts"', "null"])(
		"the body %s is refused, not failed",
		async (body) => {
			const answer = await ask("POST", "/facts", body);
			expect(answer, answer.text).toMatchObject({
				status: 400,
				body: { error: { code: "VALIDATION_ERROR" } },
			});
		},
	);

	const good = { subject: { id: ids.Heron }, predicate: "berths_at", object: { id: ids["Pier 9"] } };
	test.each([
		["a misspelt date", { ...good, valid_form: "2023" }, "facts.0.valid_form", "valid_from"],
		[
			"a misspelt field of evidence",
			{ ...good, evidence: [{ document_id: documentId(1), quot: "x" }] },
			"evidence.0.quot",
			"quote",
		],
		["a misspelt field of an end", { ...good, object: { nam: "Pier 9" } }, "object.nam", "name"],
		["an id with a name", { ...good, object: { id: ids["Pier 9"], name: "Pier 9" } }, "object", "{id}"],
		["an id that is none", { ...good, object: { id: "Pier 9" } }, "object.id", "uuid"],
		["a year as a number", { ...good, valid_from: 2023 }, "valid_from", "string"],
		["a value that is an object", { ...good, value: { value: {} } }, "value.value", "number"],
		["a number that JSON cannot carry", { ...good, value: { value: 1e20 } }, "value.value", "string"],
		[
			"a detail with two values",
			{ ...good, qualifiers: [{ key: "x", value: 1, entity_id: nobody }] },
			"qualifiers.0",
			"either",
		],
	])("%s is refused by its place, with what is accepted", async (_, fact, place, accepted) => {
		const before = await ask("GET", "");
		const { status, body } = await assert(fact);
		expect(status, JSON.stringify(body)).toBe(400);
		expect(body.error).toMatchObject({
			code: "VALIDATION_ERROR",
			details: { reason: "UTOPIA_ARGUMENT_INVALID" },
		});
		expect(body.error.message).toContain(place);
		expect(body.error.message).toContain(accepted);
		expect((await ask("GET", "")).body.head).toBe(before.body.head);
	});

	test.each([
		["end_before_start", { ...good, valid_from: "2024", valid_to: "2023" }, "valid_to"],
		["empty_state_span", { ...good, valid_from: "2024", valid_to: "2024" }, "valid_to"],
		["invalid_date", { ...good, valid_from: "2023-02-30" }, "valid_from"],
		["precision_mismatch", { ...good, valid_from: "2023-06", valid_from_precision: "year" }, "valid_from"],
		["attested_to_missing", { ...good, ended_unknown: true }, "attested_to"],
		["unknown_entity", { ...good, object: { id: nobody } }, "object"],
		["unknown_relation", { ...good, predicate: "flies_to" }, "predicate"],
		["unknown_document", { ...good, evidence: [{ document_id: nobody }] }, "evidence.0.document_id"],
		["object_missing", { subject: { id: ids.Heron }, predicate: "berths_at" }, "object"],
		["object_twice", { ...good, value: { value: 1 } }, "object"],
		[
			"wrong_datatype",
			{ subject: { id: ids.Heron }, predicate: "tonnage", value: { value: "heavy" } },
			"value.value",
		],
		["confidence_out_of_range", { ...good, confidence: 1.5 }, "confidence"],
	])("what the ledger refuses says why and where: %s", async (reason, fact, field) => {
		const before = await ask("GET", "");
		const { status, body } = await assert(good, fact);
		expect(status, JSON.stringify(body)).toBe(422);
		expect(body.error).toMatchObject({ code: "UNPROCESSABLE", details: { reason, fact: 1, field } });
		expect((await ask("GET", "")).body.head).toBe(before.body.head);
	});

	test("a fact is corrected: the answer is the new row, and the old one names it", async () => {
		const id = (await assert(berth("Gannet", "Pier 31", { valid_from: "2020", valid_to: "2022" }))).body
			.facts[0].id;
		const answer = await ask("POST", `/facts/${id}/correct`, {
			valid_from: "2020-06",
			valid_to: null,
			note: "the log",
		});
		expect(answer.status).toBe(200);
		const row = answer.body;
		expect(row).toMatchObject({
			supersedes: id,
			valid_from: "2020-06-01T00:00:00.000000Z",
			valid_from_precision: "month",
			valid_from_origin: "person",
			valid_to: null,
			corrected_ends: "both",
			note: "the log",
			cause: "corrected",
			recorded_at: row.head,
			invalidated_at: null,
			replaced_by: null,
			live_id: row.id,
		});
		expect(answer.headers.get("etag")).toBe(`"${row.head}"`);
		const old = await ask("GET", `/facts/${id}`);
		expect(old.body).toMatchObject({ invalidated_at: row.head, replaced_by: row.id, live_id: row.id });
		const then = await ask("GET", `/facts/${id}?before=${row.head}`);
		expect(then.body).toMatchObject({ replaced_by: null, live_id: id });
		expect((await ask("GET", `/facts/${row.id}?before=${row.head}`)).status).toBe(404);

		expect(await ask("POST", `/facts/${id}/correct`, { note: "again" })).toMatchObject({
			status: 409,
			body: { error: { code: "CONFLICT", details: { reason: "row_replaced", replaced_by: row.id } } },
		});
		expect(await ask("POST", `/facts/${row.id}/correct`, { note: "the log" })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "nothing_to_change" } } },
		});
		for (const body of [{ predicate: "hosts" }, { valid_form: "2021" }])
			expect((await ask("POST", `/facts/${row.id}/correct`, body)).status).toBe(400);
		expect(await ask("POST", `/facts/${row.id}/correct`, { ended_unknown: true })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "attested_to_missing", field: "attested_to" } } },
		});
	});

	test("a state is closed at a date, or by a moment", async () => {
		const [one, two] = (
			await assert(
				berth("Petrel", "Pier 41", { valid_from: "2020" }),
				berth("Skua", "Pier 42", { valid_from: "2020" }),
			)
		).body.facts;
		expect((await ask("POST", `/facts/${one.id}/close`, { valid_to: "2021-03" })).body).toMatchObject({
			supersedes: one.id,
			valid_to: "2021-03-01T00:00:00.000000Z",
			valid_to_precision: "month",
			valid_to_origin: "person",
			cause: "closed",
		});
		expect(
			(await ask("POST", `/facts/${two.id}/close`, { ended_unknown: true, attested_to: "2022" })).body,
		).toMatchObject({
			valid_to: null,
			valid_to_precision: "unknown",
			attested_to: "2022-01-01T00:00:00.000000Z",
		});
		const { id } = (await assert(berth("Fulmar", "Pier 43", { valid_from: "2020" }))).body.facts[0];
		expect((await ask("POST", `/facts/${id}/close`, {})).status).toBe(400);
		expect(await ask("POST", `/facts/${id}/close`, { ended_unknown: true })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "attested_to_missing" } } },
		});
		expect(await ask("POST", `/facts/${id}/close`, { valid_to: "2020" })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "empty_state_span" } } },
		});
		expect(await ask("POST", `/facts/${factId(5)}/close`, { valid_to: "2020" })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "not_a_state" } } },
		});
	});

	test("a fact is taken back without a body, and is not there to be changed any more", async () => {
		const { id } = (await assert(berth("Shag", "Pier 51"))).body.facts[0];
		const { status, body } = await ask("POST", `/facts/${id}/retract`);
		expect({ status, body }).toMatchObject({
			status: 200,
			body: { id, invalidated_at: body.head, replaced_by: null, live_id: null },
		});
		expect(await ask("POST", `/facts/${id}/retract`)).toMatchObject({
			status: 409,
			body: { error: { details: { reason: "row_retracted" } } },
		});
	});

	test.each([
		["GET", `/facts/${nobody}`, undefined],
		["GET", "/facts/heron", undefined],
		["POST", `/facts/${nobody}/correct`, { note: "x" }],
		["POST", `/facts/${nobody}/close`, { valid_to: "2024" }],
		["POST", `/facts/${nobody}/retract`, undefined],
		["POST", "/facts/%3E%20%22/retract", undefined],
	])("%s %s is not found, and says no more than that", async (method, path, body) => {
		const answer = await ask(method, path, body);
		expect(answer.status, answer.text).toBe(404);
		expect(answer.body).toEqual({
			error: {
				code: "NOT_FOUND",
				message: "No fact with that id in this knowledge base",
				details: { resource: "fact" },
			},
		});
	});

	test.each([
		["POST", "/facts", { facts: [good] }],
		["POST", `/facts/${factId(1)}/correct`, { note: "x" }],
		["POST", `/facts/${factId(1)}/close`, { valid_to: "2024" }],
		["POST", `/facts/${factId(1)}/retract`, {}],
	])("%s %s needs a token that writes, for a base that it reaches", async (method, path, body) => {
		const narrow = await base.server.token({ scope: "write", bases: [await base.server.base("other")] });
		const refused = await ask(method, path, body, { token: base.read });
		expect(refused).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
		const foreign = await ask(method, path, body, { token: narrow });
		const missing = await ask(method, path, body, { kb: nobody });
		expect(foreign.status).toBe(404);
		expect(foreign.text).toBe(missing.text);
		expect(foreign.text).not.toContain("Harbour");
	});
});
