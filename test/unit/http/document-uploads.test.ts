import { expect, test } from "vitest";
import { toolCall } from "../../support/server.ts";
import { type Json, uploading } from "../../support/uploading.ts";

test("a text becomes a document, the same again changes nothing, the same key is a further version", async () => {
	await using base = await uploading();
	const first = await base.text({
		filename: "harbour/notes.md",
		text: "# Notes\n\nThe heron berths at pier 4.\n",
		external_key: "n1",
		tags: ["log"],
	});
	expect(first).toMatchObject({
		status: 201,
		body: {
			outcome: "added",
			version: 1,
			filename: "harbour/notes.md",
			lines: 3,
			chars: 37,
			text_available: true,
			tags: ["log"],
			doc_time: null,
			doc_time_source: "none",
			status: "completed",
		},
	});
	const again = await base.text({
		filename: "harbour/notes.md",
		text: "# Notes\n\nThe heron berths at pier 4.\n",
		external_key: "n1",
	});
	expect(again).toMatchObject({
		status: 200,
		body: { outcome: "unchanged", id: first.body["id"], version: 1 },
	});
	const second = await base.text({
		filename: "harbour/notes.md",
		text: "# Notes\n\nIt left.\n",
		external_key: "n1",
	});
	expect(second).toMatchObject({
		status: 200,
		body: { outcome: "refreshed", id: first.body["id"], version: 2 },
	});
	const versions = await base.ask("GET", `/documents/${first.body["id"]}/versions`);
	expect(versions.body["versions"]).toMatchObject([
		{ version: 1, chars: 37 },
		{ version: 2, chars: 18 },
	]);
	const original = await base.bytes(`/documents/${first.body["id"]}/content?version=1`);
	expect(original.bytes.toString()).toBe("# Notes\n\nThe heron berths at pier 4.\n");
	expect((await base.ask("GET", "/documents")).body).toMatchObject({ total: 1, documents: [{ version: 2 }] });
});

test("a form brings bytes, which come back as they were", async () => {
	await using base = await uploading();
	const bytes = new Uint8Array([...Buffer.from("alpha\r\nbeta\r\n"), 0xff, 0]);
	const sent = await base.file(bytes, "raw.txt", {
		doc_time: "2023-06",
		source_url: "https://example.org/raw.txt",
	});
	expect(sent).toMatchObject({
		status: 201,
		body: {
			filename: "raw.txt",
			size_bytes: 15,
			lines: 3,
			replaced_bytes: 1,
			doc_time: "2023-06",
			doc_time_source: "source",
			source_url: "https://example.org/raw.txt",
		},
	});
	const { headers, bytes: back } = await base.bytes(`/documents/${sent.body["id"]}/content`);
	expect(back.equals(Buffer.from(bytes))).toBe(true);
	expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''raw.txt");
	expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("the bytes of a deleted document put it in use again, and its facts with it", async () => {
	await using base = await uploading();
	const text = "The heron lies at pier 4.";
	const { body } = await base.text({ filename: "a.txt", text });
	const fact = {
		subject: { name: "Heron" },
		proposed_predicate: "lies at",
		object: { name: "Pier 4" },
		evidence: [{ document_id: body["id"], quote: "heron lies at pier 4" }],
	};
	const asserted = await base.ask("POST", "/facts", { facts: [fact] });
	expect(asserted.status).toBe(200);
	await base.ask("DELETE", `/documents/${body["id"]}`);
	expect((await base.ask("GET", "/documents")).body).toMatchObject({ total: 0 });
	const back = await base.text({ filename: "a.txt", text });
	expect(back).toMatchObject({
		status: 200,
		body: { outcome: "restored", id: body["id"], deleted_at: null },
	});
	const [{ id }] = asserted.body["facts"] as [{ id: string }];
	const heron = await base.ask("GET", `/facts/${id}`);
	expect(heron.body["invalidated_at"]).not.toBeNull();
});

test("what cannot be taken is refused by name, and nothing is stored", async () => {
	await using base = await uploading({ uploadLimit: 100_000 });
	const text = (fields: Json) => base.text({ filename: "a.txt", text: "x", ...fields });
	expect(await text({ filename: "" })).toMatchObject({ status: 400 });
	expect(await text({ filename: "x".repeat(10_000) })).toMatchObject({ status: 400 });
	expect(await text({ doc_time: "soon" })).toMatchObject({ status: 400 });
	expect(await text({ source_url: "javascript:alert(1)" })).toMatchObject({ status: 400 });
	expect(await text({ nonsense: 1 })).toMatchObject({ status: 400 });
	expect(await base.file(new Uint8Array(200_000), "big.bin")).toMatchObject({
		status: 413,
		body: { error: { code: "PAYLOAD_TOO_LARGE", details: { limit_bytes: 100_000 } } },
	});
	expect(await base.file(Buffer.from("%PDF-1.7\nnonsense"), "a.pdf")).toMatchObject({
		status: 422,
		body: { error: { details: { reason: "UTOPIA_FILE_UNREADABLE" } } },
	});
	expect((await base.ask("GET", "/documents")).body).toMatchObject({ total: 0 });
	const traversal = await text({ filename: "../../etc/passwd" });
	expect(traversal).toMatchObject({ status: 201, body: { filename: "../../etc/passwd" } });
});

test("what was brought in is found by words and meaning, now and as of then, and read whole", async () => {
	await using base = await uploading();
	const { body: first } = await base.text({
		filename: "a.md",
		text: "# Gate\n\nThe gate opens at seven. Heron lies at pier 4.",
		external_key: "k",
	});
	await base.text({ filename: "b.md", text: "The duty officer assigns berths to ships." });
	await base.text({ filename: "a.md", text: "# Gate\n\nThe gate opens at nine.", external_key: "k" });
	const call = async (name: string, args: Json) => {
		const response = await base.server.send(base.token, toolCall(name, args), {
			url: base.server.mcp(base.kb),
		});
		const { result } = (await response.json()) as { result: Json & { structuredContent: Json } };
		return result;
	};
	const now = await call("search_chunks", { query: "when does the gate open" });
	expect(now["content"]).toMatchObject([{ text: expect.stringContaining("The gate opens at nine.") }]);
	expect(now.structuredContent).toMatchObject({
		mode: "hybrid",
		chunks: [{ document_id: first["id"], document_version: 2, heading: "Gate" }, {}],
	});
	const then = await call("search_chunks", { query: "when does the gate open", as_of: first["head"] });
	expect(then.structuredContent["chunks"]).toMatchObject([
		{ text: expect.stringContaining("opens at seven"), document_version: 1 },
	]);
	const whole = await call("get_document", { document_id: first["id"], as_of: first["head"] });
	expect(whole.structuredContent).toMatchObject({
		total_chars: 54,
		omitted_chars: 0,
		document: { version: 1 },
	});
	expect(await call("get_document", { document_id: "00000000-0000-4000-8000-00000000dead" })).toMatchObject({
		isError: true,
		content: [{ text: expect.stringMatching(/^No document with that id in this knowledge base/) }],
	});
}, 120_000);

test("a key stands for one request: another file with it is refused, the same again is answered as before", async () => {
	await using base = await uploading();
	const bytes = Buffer.from("Heron lies at pier 4.");
	const headers = { "idempotency-key": "once" };
	const first = await base.file(bytes, "a.txt", {}, headers);
	expect(first.status).toBe(201);
	const again = await base.file(bytes, "a.txt", {}, headers);
	expect(again.body).toMatchObject({ id: first.body["id"], outcome: "added", head: first.body["head"] });
	expect(await base.file(Buffer.from("Gull."), "a.txt", {}, headers)).toMatchObject({ status: 409 });
	expect((await base.ask("GET", "/documents")).body).toMatchObject({ total: 1 });
});

test("the pages of the list are those of its first page, whatever comes in between", async () => {
	await using base = await uploading();
	for (const filename of ["b.txt", "c.txt"]) await base.text({ filename, text: filename });
	const names = ({ body }: { readonly body: Json }) =>
		(body["documents"] as readonly Json[]).map(({ filename }) => filename);
	const first = await base.ask("GET", "/documents?limit=1");
	expect(names(first)).toEqual(["b.txt"]);
	await base.text({ filename: "a.txt", text: "a.txt" });
	const second = await base.ask("GET", `/documents?limit=1&cursor=${first.body["next_cursor"]}`);
	expect(names(second)).toEqual(["c.txt"]);
	expect(second.body).toMatchObject({ total: 2, next_cursor: null });
});
