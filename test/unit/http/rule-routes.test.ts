import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestServer, testServer } from "../../support/server.ts";
import { asked, type WritingServer } from "../../support/writing-server.ts";

describe("rules over HTTP", () => {
	let server: TestServer;
	let kb: string;
	let tokens: { readonly write: string; readonly read: string };
	beforeAll(async () => {
		server = await testServer({ demo: false });
		kb = await server.base("Empty");
		tokens = { write: await server.token({ scope: "write" }), read: await server.token() };
		for (const key of ["vessel", "heavy"]) await ask("POST", "/classes", { key });
		await ask("POST", "/relations", { key: "tonnage", kind: "attribute", datatype: "number", unit: "t" });
	});
	afterAll(() => server[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (method, path, body, asking = {}) =>
		asked(server.url, method, path, body, { kb, token: tokens.write, ...asking });
	const definition = {
		class: "vessel",
		conditions: [{ attribute: "tonnage", operator: "gt", operand: 1000 }],
		conclusion: { kind: "typing", class: "heavy" },
	};
	const filled = [{ ...definition.conditions[0], group: 1, seq: 1, side: "x" }];

	test("a rule is made, changed, switched and deleted, and its versions stay", async () => {
		const made = await ask("POST", "/rules", { name: "Heavy", description: "by law", ...definition });
		expect([made.status, made.body]).toMatchObject([
			201,
			{
				...{ name: "Heavy", description: "by law", enabled: true, version: 1, matches: 0 },
				...{ conditions_text: "tonnage > 1000", conclusion: "typing", conclusion_text: "is a heavy" },
				definition: { ...definition, conditions: filled, join: null },
			},
		]);
		const { id, head } = made.body;
		// What is shown can be sent back, and is no change.
		const same = await ask("PATCH", `/rules/${id}`, { ...made.body.definition, enabled: true });
		expect(same.body).toMatchObject({ version: 1, head });
		const raised = [{ attribute: "tonnage", operator: "gt", operand: "2000" }];
		const changed = await ask("PATCH", `/rules/${id}`, {
			conditions: raised,
			description: null,
			enabled: false,
		});
		expect(changed.body).toMatchObject({
			version: 2,
			enabled: false,
			description: null,
			conditions_text: "tonnage > 2000",
		});
		expect((await ask("GET", `/rules/${id}?as_of=${head}`)).body).toMatchObject({
			version: 1,
			enabled: true,
		});
		expect((await ask("GET", "/rules")).body).toMatchObject({ total: 1, rules: [{ id, version: 2 }] });

		expect((await ask("DELETE", `/rules/${id}`)).body).toMatchObject({ id });
		expect((await ask("GET", "/rules")).body).toMatchObject({ total: 0, rules: [] });
		expect((await ask("GET", `/rules/${id}`)).status).toBe(404);
		const { versions } = (await ask("GET", `/rules/${id}/versions`)).body;
		expect(versions).toMatchObject([
			{
				number: 1,
				text: "applies to vessel where tonnage > 1000 ⇒ is a heavy",
				recorded_at: head,
				invalidated_at: changed.body.head,
			},
			{ number: 2, definition: { class: "vessel" }, recorded_at: changed.body.head },
		]);
		expect((await ask("GET", `/rules/${id}/versions?as_of=${head}`)).body.versions).toMatchObject([
			{ number: 1, invalidated_at: null },
		]);
	});

	test("what is wrong is told with its field; a misspelt field, a rule of no base and a reader are refused", async () => {
		const wrong = {
			name: "x",
			...definition,
			conditions: [{ attribute: "tonnage", operator: "above", operand: 1 }],
		};
		const refused = await ask("POST", "/rules", wrong);
		expect([refused.status, refused.body.error.details]).toMatchObject([
			422,
			{
				reason: "unknown_operator",
				field: "conditions.0.operator",
				found: '"above"',
				allowed: expect.any(String),
			},
		]);
		const misspelt = { name: "x", ...definition, conditions: [{ atribute: "tonnage", operator: "present" }] };
		expect((await ask("POST", "/rules", misspelt)).status).toBe(400);
		for (const id of ["00000000-0000-4000-8000-000000000000", "heavy"])
			expect((await ask("PATCH", `/rules/${id}`, { name: "x" })).status).toBe(404);
		const reader = { token: tokens.read };
		expect((await ask("POST", "/rules", { name: "x", ...definition }, reader)).status).toBe(403);
		expect((await ask("GET", "/rules", undefined, reader)).status).toBe(200);
	});
});
