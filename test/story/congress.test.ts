import { createReadStream, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestServer, testServer } from "../support/server.ts";

/** Real data that stays outside the project. Where the folder is not there, the cases are left out and the run says so. */
const FOLDER = fileURLToPath(new URL("../../../shared/data/congress/", import.meta.url));
const present = existsSync(FOLDER);

interface FactsQuestion {
	readonly entity_id: string;
	readonly at: string | null;
	readonly as_of: string | null;
	readonly before: string | null;
	readonly fact_ids: readonly string[];
}

interface ChangesQuestion {
	readonly since: string;
	readonly until: string;
	readonly entity_id: string | null;
	readonly total: number;
	readonly events: readonly { readonly at: string; readonly fact_id: string; readonly kind: string }[];
}

interface Questions {
	readonly kb: string;
	readonly questions: readonly FactsQuestion[];
	readonly changes: readonly ChangesQuestion[];
}

type Structured = Readonly<Record<string, unknown>>;

test.runIf(!present)(
	"the congress cases are left out: shared/data/congress is not beside the project",
	() => {
		expect(existsSync(FOLDER)).toBe(false);
	},
);

describe.runIf(present)("members of Congress, 44 states of the record", () => {
	let server: TestServer;
	let client: Client;
	let asked: Questions;

	beforeAll(async () => {
		asked = JSON.parse(readFileSync(`${FOLDER}congress-a-questions.json`, "utf8"));
		server = await testServer({ demo: false });
		const { access, importLedger } = {
			access: server.world.access,
			importLedger: server.world.importLedger.bind(server.world),
		};
		await access.bases.create(server.owner, { id: asked.kb, name: "Congress", visibility: "private" });
		await importLedger(asked.kb, createReadStream(`${FOLDER}congress-a.ttl.gz`), {
			filename: "congress-a.ttl.gz",
		});
		const token = await server.token({ scope: "read" });
		client = new Client({ name: "congress", version: "1" });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(server.mcp(asked.kb)), {
				requestInit: { headers: { authorization: `Bearer ${token}` } },
			}),
		);
	});
	afterAll(async () => {
		await client?.close();
		await server?.[Symbol.asyncDispose]();
	});

	async function read(name: string, args: Record<string, unknown>): Promise<Structured> {
		const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
		const { structuredContent, isError } = await client.callTool({ name, arguments: given });
		if (isError || structuredContent === undefined)
			throw new Error(`${name} ${JSON.stringify(given)} failed`);
		return structuredContent as Structured;
	}

	test("all 400 questions about entities are answered exactly", async () => {
		expect(asked.questions).toHaveLength(400);
		for (const { entity_id, at, as_of, before, fact_ids } of asked.questions) {
			const { facts, truncated } = await read("entity_facts", { entity_id, at, as_of, before, limit: 300 });
			expect(truncated).toBe(false);
			expect((facts as { id: string }[]).map(({ id }) => id).sort()).toEqual([...fact_ids].sort());
		}
	});

	test("all 60 questions about changes are answered exactly: the first 40 events in order, and the total", async () => {
		expect(asked.changes).toHaveLength(60);
		for (const { since, until, entity_id, total, events } of asked.changes) {
			const first = await read("changes", { since, until, entity_id });
			const told = (page: Structured) => page["changes"] as { at: string; fact_id: string; kind: string }[];
			expect(told(first).map(({ at, fact_id, kind }) => ({ at, fact_id, kind }))).toEqual(events);
			expect(first["next_cursor"] !== null).toBe(total > 40);
		}
	});

	test("walking the cursors of a window gives each event once, as many as there are", async () => {
		const { since, until, total } =
			asked.changes.find((question) => question.total > 1_000 && question.total < 2_000) ?? {};
		const seen = new Set<string>();
		let cursor: unknown = null;
		do {
			const page = await read("changes", { since, until, cursor });
			for (const { at, fact_id, kind } of page["changes"] as {
				at: string;
				fact_id: string;
				kind: string;
			}[]) {
				seen.add(`${at} ${kind} ${fact_id}`);
			}
			cursor = page["next_cursor"];
		} while (cursor !== null);
		expect(seen.size).toBe(total);
	});
});
