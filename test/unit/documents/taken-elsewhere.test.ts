import { expect, test } from "vitest";
import { documentTable } from "../../../src/documents/document-table.ts";
import { versionText } from "../../../src/documents/version-text.ts";
import { readChars } from "../../../src/text/places.ts";
import { testServer, toolCall } from "../../support/server.ts";

type Json = Record<string, unknown>;

const TEXT = `# Harbour\n\n${"The gate opens at seven. ".repeat(20)}\n\n# Ships\n\nHeron lies at pier 4 since 2023.\n\n${"Nothing else is known of it. ".repeat(20)}\n`;

test("a base that is taken elsewhere without its files has the passages that are evidence, and says what is missing", async () => {
	await using here = await testServer({ demo: false });
	const kb = await here.base("Here");
	const token = await here.token({ scope: "write" });
	const post = async (path: string, body: Json) => {
		const response = await fetch(`${here.url}/api/v1/kbs/${kb}${path}`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		return (await response.json()) as Json;
	};
	const document = await post("/documents", { filename: "log.md", text: TEXT, doc_time: "2024-05" });
	const evidence = [{ document_id: document["id"], quote: "Heron lies at pier 4 since 2023." }];
	const { facts } = await post("/facts", {
		facts: [
			{ subject: { name: "Heron" }, proposed_predicate: "lies at", object: { name: "Pier 4" }, evidence },
		],
	});
	expect(facts).toMatchObject([{ outcome: "recorded" }]);
	const exported = await fetch(`${here.url}/api/v1/kbs/${kb}/export`, {
		headers: { authorization: `Bearer ${token}` },
	});
	const turtle = await exported.text();
	expect(turtle).toContain("utopia:charStart");
	expect(turtle.match(/a utopia:Chunk/g)).toHaveLength(1);

	await using there = await testServer({ demo: false });
	await there.world.importLedger(
		kb,
		(async function* () {
			yield Buffer.from(turtle);
		})(),
		{ filename: "base.ttl" },
	);
	await there.world.access.bases.create(there.owner, { id: kb, name: "There", visibility: "private" });
	const view = await there.world.view(kb);
	const [row] = (await view.kept(documentTable)).list();
	const version = row?.versions[0];
	expect(version).toMatchObject({
		number: 1,
		filename: "log.md",
		docTimeSource: "source",
		chars: [...TEXT].length,
	});
	const text = row && version && (await versionText(row, version, view));
	expect(text).toMatchObject({ complete: false, reassembly: "exact" });
	const known = text && (await readChars(text.text, 0, 10_000));
	expect(known).toMatch(
		/^\[… \d+ characters not indexed …\]\n[\s\S]*Heron lies at pier 4 since 2023\.[\s\S]*\n\[… \d+ characters not indexed …\]\n$/,
	);
	const reader = await there.token();
	const answer = await there.send(reader, toolCall("search_chunks", { query: "where does heron lie" }), {
		url: there.mcp(kb),
	});
	const { result } = (await answer.json()) as { result: { structuredContent: Json } };
	expect(result.structuredContent["chunks"]).toMatchObject([
		{ document_id: document["id"], text: expect.stringContaining("Heron lies at pier 4") },
	]);
	const again = await fetch(`${there.url}/api/v1/kbs/${kb}/export`, {
		headers: { authorization: `Bearer ${reader}` },
	});
	const withoutManifest = (from: string) => from.slice(0, from.indexOf(":manifest>"));
	expect(withoutManifest(await again.text())).toBe(withoutManifest(turtle));
}, 120_000);
