import { describe, expect, test } from "vitest";
import { documentId } from "../../story/harbour.ts";
import { writingServer } from "../../support/writing-server.ts";

describe("documents over HTTP", () => {
	test("one goes with the facts that nothing else supports, and comes back with them", async () => {
		await using base = await writingServer();
		const id = documentId(1);
		const asserted = await base.ask("POST", "/facts", {
			facts: [
				{
					subject: { name: "Curlew" },
					proposed_predicate: "was seen at",
					value: { value: "the bar" },
					evidence: [{ document_id: id }],
				},
			],
		});
		const fact = asserted.body.facts[0].id;
		const gone = await base.ask("DELETE", `/documents/${id}`);
		expect(gone).toMatchObject({ status: 200, body: { document_id: id, deletion_id: expect.any(String) } });
		expect(gone.body.facts).toContain(fact);
		expect(gone.headers.get("etag")).toBe(`"${gone.body.head}"`);
		expect((await base.ask("GET", `/facts/${fact}`)).body).toMatchObject({
			invalidated_at: gone.body.head,
			live_id: null,
		});
		expect((await base.ask("DELETE", `/documents/${id}`)).status).toBe(404);
		const back = await base.ask("POST", `/documents/${id}/restore`);
		expect(back).toMatchObject({
			status: 200,
			body: { document_id: id, deletion_id: gone.body.deletion_id },
		});
		expect(back.body.facts).toHaveLength(gone.body.facts.length);
		const { replaced_by } = (await base.ask("GET", `/facts/${fact}`)).body;
		expect(back.body.facts).toContain(replaced_by);
		expect((await base.ask("GET", `/facts/${replaced_by}`)).body).toMatchObject({
			restores: fact,
			cause: "restored",
		});
		expect(await base.ask("POST", `/documents/${id}/restore`)).toMatchObject({
			status: 409,
			body: { error: { details: { reason: "not_deleted" } } },
		});
	});
});
