import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { World } from "../../../src/cli/world.ts";
import { answerOf, type TestServer, testServer, toolCall } from "../../support/server.ts";
import { temporaryFolder } from "../../support/stores.ts";
import { asked, type WritingServer } from "../../support/writing-server.ts";

const STANDARD = { per_predicate: 200_000, rule_combinations: 64, contradictions_per_predicate: 50 };

/** So many places, each part of the next one. */
const chain = (length: number) =>
	Array.from({ length }, (_, n) => ({
		subject: { name: `place ${n}` },
		predicate: "part_of",
		object: { name: `place ${n + 1}` },
		valid_from: "2020",
	}));

describe("what a base says of its conclusions", () => {
	let server: TestServer;
	let kb: string;
	let token: string;
	let first: string;
	beforeAll(async () => {
		server = await testServer({ demo: false });
		kb = await server.base("Places");
		token = await server.token({ scope: "write" });
		await ask("POST", "/relations", { key: "part_of", transitive: true });
		const { body } = await ask("POST", "/facts", { facts: chain(4) });
		expect(body.derived).toEqual({ added: 6, removed: 0 });
		first = body.facts[0].subject_id;
	});
	afterAll(() => server[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (method, path, body, asking = {}) =>
		asked(server.url, method, path, body, { kb, token, ...asking });
	/** The ids of the derived facts at the first place, the nearest end first. */
	const derived = async (): Promise<readonly string[]> => {
		const call = toolCall("entity_facts", { entity_id: first });
		const { result } = await answerOf(server.send(token, call, { url: server.mcp(kb) }));
		const rows = result.structuredContent?.["derived_facts"] as readonly { readonly id: string }[];
		return rows.map(({ id }) => id);
	};

	test("is shown, and the standard where nobody has said otherwise", async () => {
		const { body } = await ask("GET", "");
		expect(body).toMatchObject({ materialize_inferences: true, caps: STANDARD });
	});

	test("without inferences every derived fact is withdrawn in a commit that follows, and drawn again with them", async () => {
		const before = await ask("GET", "");
		const drawn = await derived();
		expect(drawn).toHaveLength(3);
		const off = await ask("PATCH", "", { materialize_inferences: false });
		expect(off.body).toMatchObject({
			materialize_inferences: false,
			caps: STANDARD,
			conclusions: { added: 0, removed: 6 },
		});
		expect(off.body.head > before.body.head).toBe(true);
		expect(off.headers.get("etag")).toBe(`"${off.body.head}"`);
		expect(await derived()).toEqual([]);
		// Off is off for what comes later, and saying it again is no commit.
		const more = await ask("POST", "/facts", { facts: [{ ...chain(1)[0], object: { name: "place 9" } }] });
		expect(more.body.derived).toEqual({ added: 0, removed: 0 });
		const again = await ask("PATCH", "", { materialize_inferences: false });
		expect(again.body).toMatchObject({ head: more.body.head, conclusions: { added: 0, removed: 0 } });
		await ask("POST", `/facts/${more.body.facts[0].id}/retract`, {});
		const on = await ask("PATCH", "", { materialize_inferences: true });
		expect(on.body).toMatchObject({ materialize_inferences: true, conclusions: { added: 6, removed: 0 } });
		const now = await derived();
		expect(now).toHaveLength(3);
		expect(now.filter((id) => drawn.includes(id))).toEqual([]); // those are new ones (K3)
	});

	test("a cap that is raised completes the closure, one that is lowered takes from it", async () => {
		const low = await ask("PATCH", "", { caps: { per_predicate: 2 } });
		expect(low.body).toMatchObject({
			caps: { ...STANDARD, per_predicate: 2 },
			conclusions: { added: 0, removed: 4 },
		});
		const high = await ask("PATCH", "", { caps: { per_predicate: 5, rule_combinations: 7 } });
		expect(high.body).toMatchObject({
			caps: { per_predicate: 5, rule_combinations: 7, contradictions_per_predicate: 50 },
			conclusions: { added: 3, removed: 0 },
		});
		const standard = await ask("PATCH", "", { caps: STANDARD });
		expect(standard.body).toMatchObject({ caps: STANDARD, conclusions: { added: 1, removed: 0 } });
	});

	test("they count for business rules as for axioms", async () => {
		const ruled = { kb: await server.base("Ruled") };
		for (const key of ["vessel", "heavy"]) await ask("POST", "/classes", { key }, ruled);
		await ask("POST", "/relations", { key: "tonnage", kind: "attribute", datatype: "number" }, ruled);
		const reading = (value: number) => ({
			...{ subject: { name: "Heron", type: "vessel" }, predicate: "tonnage", value: { value } },
		});
		await ask("POST", "/facts", { facts: [reading(2000), reading(3000)] }, ruled);
		const rule = {
			...{ name: "Heavy", class: "vessel", conclusion: { kind: "typing", class: "heavy" } },
			conditions: [{ attribute: "tonnage", operator: "gt", operand: 1000 }],
		};
		expect((await ask("POST", "/rules", rule, ruled)).body.matches).toBe(1);
		const conclusions = async (body: unknown) => (await ask("PATCH", "", body, ruled)).body.conclusions;
		expect(await conclusions({ materialize_inferences: false })).toEqual({ added: 0, removed: 1 });
		expect(await conclusions({ materialize_inferences: true })).toEqual({ added: 1, removed: 0 });
		// Two readings are two combinations: a group over the cap concludes nothing (L2).
		expect(await conclusions({ caps: { rule_combinations: 1 } })).toEqual({ added: 0, removed: 1 });
		expect(await conclusions({ caps: { rule_combinations: 2 } })).toEqual({ added: 1, removed: 0 });
	});

	test("so many contradictions of one relation are listed as the cap says, the rest is counted (X4)", async () => {
		const posted = { kb: await server.base("Posted") };
		await ask("POST", "/relations", { key: "posted_to", functional: true }, posted);
		await ask("POST", "/relations", { key: "commands_at", sub_property_of: "posted_to" }, posted);
		const facts = Array.from({ length: 4 }, (_, n) =>
			["posted_to", "commands_at"].map((predicate) => ({
				...{ subject: { name: `officer ${n}` }, predicate, valid_from: "2020" },
				object: { name: `${predicate} ${n}` },
			})),
		).flat();
		expect((await ask("POST", "/facts", { facts }, posted)).body.derived.added).toBe(0);
		const listed = async () => {
			const { findings } = (await ask("GET", "/findings?status=open", undefined, posted)).body;
			const of = (kind: string) => findings.filter((one: { kind: string }) => one.kind === kind);
			return [
				of("derived_contradiction").length,
				...of("contradictions_capped").map((one: { occurrences: number }) => one.occurrences),
			];
		};
		const cap = (most: number) => ask("PATCH", "", { caps: { contradictions_per_predicate: most } }, posted);
		expect(await listed()).toEqual([4]);
		await cap(3);
		expect(await listed()).toEqual([3, 1]);
		await cap(1);
		expect(await listed()).toEqual([1, 3]);
		await cap(4);
		expect(await listed()).toEqual([4]);
	});

	test("a new name draws nothing and tells nothing of conclusions", async () => {
		const { body } = await ask("PATCH", "", { name: "Spots" });
		expect(body).toMatchObject({ name: "Spots", materialize_inferences: true });
		expect(body).not.toHaveProperty("conclusions");
	});

	test.each([
		[{ materialize_inferences: "no" }, "materialize_inferences"],
		[{ caps: { per_predicate: 0 } }, "caps.per_predicate"],
		[{ caps: { per_predicate: 10_000_001 } }, "caps.per_predicate"],
		[{ caps: { rule_combinations: 1.5 } }, "caps.rule_combinations"],
		[{ caps: { contradictions_per_predicate: "50" } }, "caps.contradictions_per_predicate"],
		[{ caps: { per_relation: 5 } }, "caps.per_relation"],
		[{ caps: 5 }, "caps"],
	])("%j is refused and changes nothing", async (body, path) => {
		const before = (await ask("GET", "")).text;
		const refused = await ask("PATCH", "", body);
		expect([refused.status, refused.body.error.details.issues]).toEqual([
			400,
			[expect.objectContaining({ path })],
		]);
		expect((await ask("GET", "")).text).toBe(before);
	});

	test("it asks for write scope, and for the head that was seen", async () => {
		const read = await server.token();
		expect((await ask("PATCH", "", { materialize_inferences: false }, { token: read })).status).toBe(403);
		const headers = { "if-match": '"2020-01-01T00:00:00.000000Z"' };
		const overtaken = await ask("PATCH", "", { materialize_inferences: false }, { headers });
		expect(overtaken.status).toBe(409);
		expect((await ask("GET", "")).body.materialize_inferences).toBe(true);
		const { head } = (await ask("GET", "")).body;
		const seen = await ask("PATCH", "", { caps: STANDARD }, { headers: { "if-match": `"${head}"` } });
		expect(seen.status).toBe(200);
	});

	test("an empty base takes settings, and stays empty", async () => {
		const empty = await server.base("Empty");
		const { body } = await ask("PATCH", "", { materialize_inferences: false }, { kb: empty });
		expect(body).toMatchObject({ head: null, conclusions: { added: 0, removed: 0 } });
	});

	test("the description of the API has it", async () => {
		const { paths } = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
			// biome-ignore lint/suspicious/noExplicitAny: JSON Schema
			paths: Record<string, any>;
		};
		const { patch, get } = paths["/api/v1/kbs/{kb}"];
		const { properties } = patch.requestBody.content["application/json"].schema;
		expect(properties.caps.properties.per_predicate).toMatchObject({
			...{ type: "integer", minimum: 1, maximum: 10_000_000 },
		});
		expect(get.responses[200].content["application/json"].schema.required).toContain("caps");
	});
});

test("settings outlast a restart, and count for the first commit after it", async () => {
	using folder = temporaryFolder();
	const kb = crypto.randomUUID();
	const warn = () => undefined;
	{
		await using world = await World.open(folder.path, warn);
		const { id: owner } = await world.access.people.createAdministrator(
			"a@example.org",
			"long enough for it",
		);
		await world.access.bases.create(owner, { id: kb, name: "x", visibility: "private" });
		await world.access.bases.change(kb, {
			derivation: { materialize: false, caps: { ruleCombinations: 9 } },
		});
	}
	await using world = await World.open(folder.path, warn);
	const base = await world.access.bases.find(kb);
	expect(base?.derivation).toEqual({
		materialize: false,
		caps: { perPredicate: 200_000, ruleCombinations: 9, contradictionsPerPredicate: 50 },
	});
	expect((await world.access.bases.list()).map(({ derivation }) => derivation)).toEqual([base?.derivation]);
	const back = { materialize: true, caps: { ruleCombinations: 64 } };
	expect((await world.access.bases.change(kb, { derivation: back })).derivation.materialize).toBe(true);
	await expect(
		world.access.bases.change(kb, { derivation: { caps: { perPredicate: 0 } } }),
	).rejects.toMatchObject({ code: "UTOPIA_ARGUMENT_INVALID" });
});
