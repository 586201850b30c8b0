import { expect, test } from "vitest";
import { answerOf, toolCall } from "../support/server.ts";
import { type Json, uploading } from "../support/uploading.ts";

const D1 = "The log of June. Heron berthed at pier 4.";
const D2 = "The list of the port. At pier 4 lies Heron.";

test("B10: a deleted source leaves no fact behind, and a re-upload doubles none", async () => {
	await using base = await uploading();
	const first = (await base.text({ filename: "d1.txt", text: D1 })).body;
	const second = (await base.text({ filename: "d2.txt", text: D2 })).body;
	const asserted = await base.ask("POST", "/facts", {
		facts: [
			{
				subject: { name: "Heron" },
				proposed_predicate: "berthed at",
				object: { name: "Pier 4" },
				evidence: [
					{ document_id: first["id"], quote: "Heron berthed at pier 4" },
					{ document_id: second["id"], quote: "At pier 4 lies Heron" },
				],
			},
		],
	});
	const [{ id }] = asserted.body["facts"] as [{ id: string }];
	const fact = async (of = id) => (await base.ask("GET", `/facts/${of}`)).body;
	const passages = async (as_of?: unknown) => {
		const args = { query: "Heron pier", ...(as_of !== undefined && { as_of }) };
		const call = base.server.send(base.token, toolCall("search_chunks", args), {
			url: base.server.mcp(base.kb),
		});
		const { result } = await answerOf(call);
		const chunks = result.structuredContent?.["chunks"] as readonly Json[];
		return chunks.map(({ document_id }) => document_id).sort();
	};
	const both = [first["id"], second["id"]].sort();
	expect(await passages()).toEqual(both);

	const one = (await base.ask("DELETE", `/documents/${first["id"]}`)).body;
	expect(one["facts"]).toEqual([]);
	expect((await fact())["invalidated_at"]).toBeNull();
	expect(await passages()).toEqual([second["id"]]);

	const two = (await base.ask("DELETE", `/documents/${second["id"]}`)).body;
	expect(two["facts"]).toEqual([id]);
	expect((await fact())["invalidated_at"]).toBe(two["head"]);
	expect(await passages()).toEqual([]);

	const again = (await base.text({ filename: "d2.txt", text: D2 })).body;
	expect(again).toMatchObject({ id: second["id"], outcome: "restored", version: 1, deleted_at: null });
	const listed = (await base.ask("GET", "/documents")).body;
	expect(listed).toMatchObject({ total: 1, documents: [{ id: second["id"] }] });
	expect(await passages()).toEqual([second["id"]]);
	const heron = toolCall("entity_facts", { entity_id: (await fact())["subject_id"] });
	const told = await answerOf(base.server.send(base.token, heron, { url: base.server.mcp(base.kb) }));
	const back = (told.result.structuredContent?.["facts"] ?? []) as readonly Json[];
	expect(back.map((one) => one["id"])).toEqual([expect.any(String)]);
	expect(back[0]?.["id"]).not.toBe(id);

	// Every earlier moment answers as it did.
	expect(await passages(second["head"])).toEqual(both);
	expect(await passages(one["head"])).toEqual([second["id"]]);
	expect(await passages(two["head"])).toEqual([]);
	expect(await passages(again["head"])).toEqual([second["id"]]);
});
