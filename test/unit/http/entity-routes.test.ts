import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHANGE_KINDS } from "../../../src/ledger/changes.ts";
import { ids } from "../../story/harbour.ts";
import { type WritingServer, writingServer } from "../../support/writing-server.ts";

const nobody = "00000000-0000-4000-8000-00000000dead";

describe("entities over HTTP", () => {
	let base: WritingServer;
	beforeAll(async () => {
		base = await writingServer();
	});
	afterAll(() => base[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (...given) => base.ask(...given);
	const made = async (name: string, type?: string) =>
		(await ask("POST", "/entities", { name, ...(type !== undefined && { type }) })).body.id as string;

	test("one is made with an id of one's choice, once, and is found by its name", async () => {
		const id = "ABCDEF00-0000-4000-8000-000000000001";
		const { status, body, headers } = await ask("POST", "/entities", {
			name: " Lighthouse ",
			type: "pier",
			id,
		});
		expect(status).toBe(201);
		expect(headers.get("etag")).toBe(`"${body.head}"`);
		expect(body).toMatchObject({
			id: id.toLowerCase(),
			name: "Lighthouse",
			type_key: "pier",
			fact_count: 0,
			recorded_at: body.head,
			names: [{ name: "Lighthouse", canonical: true, recorded_at: body.head }],
			merged: [],
			merged_from: null,
		});
		expect(await ask("POST", "/entities", { name: "Other", id })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "entity_exists", field: "id" } } },
		});
		const found = await ask("GET", "/entities?q=lighth", undefined, { token: base.read });
		expect(found.body).toMatchObject({
			entities: [{ id: id.toLowerCase(), name: "Lighthouse", matched_name: "Lighthouse", fact_count: 0 }],
			best_id: id.toLowerCase(),
			limit: 20,
			limit_reached: false,
			next_cursor: null,
		});
	});

	test("a list is walked with its cursor, each once, as it stood on the first page", async () => {
		for (const n of [1, 2, 3]) await made(`Bollard ${n}`);
		const names: string[] = [];
		let cursor = "";
		for (let page = 0; page < 5; page++) {
			const at = `/entities?q=bollard&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
			const { body } = await ask("GET", at);
			names.push(...body.entities.map(({ name }: { name: string }) => name));
			if (page === 0) await made("Bollard 0");
			if (body.next_cursor === null) break;
			cursor = body.next_cursor;
		}
		expect(names).toEqual(["Bollard 1", "Bollard 2", "Bollard 3"]);
		expect((await ask("GET", `/entities?q=buoy&limit=2&cursor=${cursor}`)).status).toBe(400);
	});

	test("renamed and retyped, it keeps its old name, and its history tells both", async () => {
		const id = await made("Marigold", "vessel");
		const renamed = await ask("POST", `/entities/${id}/rename`, { name: "Solveig" });
		expect(renamed.body).toMatchObject({
			name: "Solveig",
			names: expect.arrayContaining([
				expect.objectContaining({ name: "Solveig", canonical: true }),
				expect.objectContaining({ name: "Marigold", canonical: false }),
			]),
		});
		expect((await ask("POST", `/entities/${id}/retype`, { type: null })).body).toMatchObject({
			type_key: null,
		});
		expect((await ask("POST", `/entities/${id}/retype`, { type: "yard" })).body).toMatchObject({
			type_key: "yard",
		});
		expect((await ask("GET", `/entities/${id}?before=${renamed.body.head}`)).body).toMatchObject({
			name: "Marigold",
			type_key: "vessel",
		});
		const { body } = await ask("GET", `/entities/${id}/history`, undefined, { token: base.read });
		expect(body.changes).toMatchObject([
			{ kind: "retyped", before_text: null, after_text: "yard" },
			{ kind: "retyped", before_text: "vessel", after_text: null },
			{ kind: "renamed", before_text: "Marigold", after_text: "Solveig", merge_id: null },
		]);
		const page = await ask("GET", `/entities/${id}/history?kinds=retyped&limit=1`);
		expect(page.body).toMatchObject({ changes: [{ after_text: "yard" }], limit_reached: true });
		const rest = await ask(
			"GET",
			`/entities/${id}/history?kinds=retyped&limit=1&cursor=${page.body.next_cursor}`,
		);
		expect(rest.body).toMatchObject({ changes: [{ before_text: "vessel" }], next_cursor: null });
	});

	test.each([
		["POST", (id: string) => `/entities/${id}/rename`, { name: "  " }, 422, "blank_name"],
		["POST", (id: string) => `/entities/${id}/rename`, { name: "Standing" }, 422, "same_name"],
		["POST", (id: string) => `/entities/${id}/rename`, { nam: "x" }, 400, "UTOPIA_ARGUMENT_INVALID"],
		["POST", (id: string) => `/entities/${id}/retype`, { type: "pier" }, 422, "same_type"],
		["POST", (id: string) => `/entities/${id}/retype`, { type: "castle" }, 422, "unknown_class"],
		["POST", (id: string) => `/entities/${id}/retype`, {}, 400, "UTOPIA_ARGUMENT_INVALID"],
		["POST", (id: string) => `/entities/${id}/merge`, { into: "Heron" }, 400, "UTOPIA_ARGUMENT_INVALID"],
		["POST", () => "/entities", { name: "x", type: "castle" }, 422, "unknown_class"],
		["POST", () => "/entities", { name: "x", kind: "pier" }, 400, "UTOPIA_ARGUMENT_INVALID"],
		["GET", () => "/entities", undefined, 400, "UTOPIA_ARGUMENT_INVALID"],
		["GET", () => "/entities?q=x&limit=0", undefined, 400, "UTOPIA_ARGUMENT_INVALID"],
		["GET", () => "/entities?q=x&page=2", undefined, 400, "UTOPIA_ARGUMENT_INVALID"],
		["GET", (id: string) => `/entities/${id}/history?kinds=born`, undefined, 400, "UTOPIA_ARGUMENT_INVALID"],
		["GET", (id: string) => `/entities/${id}?as_of=yesterday`, undefined, 400, "UTOPIA_ARGUMENT_INVALID"],
	])("%s %s with %j is refused", async (method, path, body, status, reason) => {
		const id = await made("Standing", "pier");
		const answer = await ask(method, path(id), body);
		expect(answer, answer.text).toMatchObject({ status, body: { error: { details: { reason } } } });
	});

	test("a kind of change that there is not is told in full, with those that there are", async () => {
		const id = await made("Leading light", "pier");
		const { status, body } = await ask("GET", `/entities/${id}/history?kinds=renamed,foo`);
		expect(status).toBe(400);
		expect(body.error.message).toBe(
			`kinds must be some of ${CHANGE_KINDS.join(", ")}, separated by commas, got the string "renamed,foo".`,
		);
	});

	test("one is folded into another and comes back; the path names the one that goes", async () => {
		const [gone, stays] = [await made("J. Aalto"), await made("Jon Aalto")];
		await ask("POST", "/facts", {
			facts: [{ subject: { id: gone }, proposed_predicate: "sings in", value: { value: "a choir" } }],
		});
		const { status, body } = await ask("POST", `/entities/${gone}/merge`, { into: stays });
		expect({ status, body }).toMatchObject({ status: 200, body: { source_id: gone, target_id: stays } });
		expect((await ask("GET", `/entities/${gone}`)).body).toMatchObject({
			id: stays,
			merged_from: gone,
			fact_count: 1,
			merged: [{ merge_id: body.merge_id, entity_id: gone, name: "J. Aalto" }],
			names: expect.arrayContaining([expect.objectContaining({ name: "J. Aalto", canonical: false })]),
		});
		expect((await ask("GET", `/entities/${stays}/history`)).body.changes[0]).toMatchObject({
			kind: "merged",
			merge_id: body.merge_id,
		});
		expect(await ask("POST", `/entities/${gone}/merge`, { into: stays })).toMatchObject({
			status: 409,
			body: { error: { code: "CONFLICT", details: { reason: "already_merged", merged_into: stays } } },
		});
		expect(await ask("POST", `/entities/${stays}/merge`, { into: stays })).toMatchObject({
			status: 422,
			body: { error: { details: { reason: "same_entity" } } },
		});
		const reverted = await ask("POST", `/merges/${body.merge_id}/revert`);
		expect(reverted).toMatchObject({ status: 200, body: { merge_id: body.merge_id } });
		expect(await ask("POST", `/merges/${body.merge_id}/revert`)).toMatchObject({
			status: 409,
			body: { error: { details: { reason: "merge_reverted" } } },
		});
		expect((await ask("GET", `/entities/${gone}`)).body).toMatchObject({
			id: gone,
			fact_count: 1,
			merged_from: null,
		});
	});

	test.each([
		["GET", `/entities/${nobody}`, undefined, "entity"],
		["GET", `/entities/${nobody}/history`, undefined, "entity"],
		["GET", "/entities/heron", undefined, "entity"],
		["POST", `/entities/${nobody}/rename`, { name: "x" }, "entity"],
		["POST", `/entities/${nobody}/retype`, { type: null }, "entity"],
		["POST", `/entities/${nobody}/merge`, { into: ids.Heron }, "entity"],
		["POST", `/entities/${ids.Heron}/merge`, { into: nobody }, "entity"],
		["POST", `/merges/${nobody}/revert`, undefined, "merge"],
		["DELETE", `/documents/${nobody}`, undefined, "document"],
		["POST", `/documents/${nobody}/restore`, undefined, "document"],
	])("%s %s is not found, and says no more than that", async (method, path, body, resource) => {
		const answer = await ask(method, path, body);
		expect(answer.status, answer.text).toBe(404);
		expect(answer.body.error).toEqual({
			code: "NOT_FOUND",
			message: `No ${resource} with that id in this knowledge base`,
			details: { resource },
		});
	});

	test.each([
		["POST", "/entities", { name: "x" }],
		["POST", `/entities/${ids.Heron}/rename`, { name: "x" }],
		["POST", `/entities/${ids.Heron}/retype`, { type: null }],
		["POST", `/entities/${ids.Heron}/merge`, { into: ids.Egret }],
		["POST", `/merges/${nobody}/revert`, {}],
		["DELETE", `/documents/${nobody}`, undefined],
		["POST", `/documents/${nobody}/restore`, {}],
	])("%s %s needs a token that writes", async (method, path, body) => {
		const before = (await ask("GET", "")).body.head;
		const refused = await ask(method, path, body, { token: base.read });
		expect(refused).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
		expect((await ask("GET", "")).body.head).toBe(before);
	});
});
