import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/run.ts";
import { serving, started, utopia } from "../../support/command.ts";
import { DEMO_KB } from "../../support/server.ts";
import { temporaryFolder } from "../../support/stores.ts";

const DEMO = fileURLToPath(new URL("../../../data/demo.ttl", import.meta.url));
const BOOTSTRAP = `utp_pat_${"ab".repeat(32)}`;

describe("the start of a server", () => {
	test("an empty folder gets an administrator, the demo base and a read token, all told once", async () => {
		using folder = temporaryFolder();
		await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP });
		expect(server.out).toContain(`MCP            ${server.url}/api/v1/kbs/${DEMO_KB}/mcp`);
		expect(server.out.trimEnd().split("\n").at(-1)).toBe(`utopia ready ${server.url}`);
		const password = /Password +(\S+)/.exec(server.out)?.[1];
		const signedIn = await fetch(`${server.url}/api/v1/session`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ email: "admin@localhost", password }),
		});
		expect(signedIn.status).toBe(200);
		const client = JSON.parse(/^\{[\s\S]*?^\}$/m.exec(server.out)?.[0] ?? "{}").mcpServers["utopia-demo"];
		const ask = (authorization: string, path: string) => fetch(path, { headers: { authorization } });
		const called = await fetch(client.url, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: client.headers.Authorization },
			body: JSON.stringify({
				jsonrpc: "2.0",
				id: 1,
				method: "tools/call",
				params: { name: "find_entities", arguments: { name: "harbour" } },
			}),
		});
		expect(
			((await called.json()) as { result: { structuredContent: unknown } }).result.structuredContent,
		).toMatchObject({ kb_id: DEMO_KB });
		expect((await ask(client.headers.Authorization, `${server.url}/api/v1/tokens`)).status).toBe(403);
		expect((await ask(`Bearer ${BOOTSTRAP}`, `${server.url}/api/v1/tokens`)).status).toBe(200);

		expect(await server.stop()).toBe(0);
		await using again = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP });
		expect(again.out).not.toMatch(/Password|utp_pat_/);
		const list = (await (await ask(`Bearer ${BOOTSTRAP}`, `${again.url}/api/v1/tokens`)).json()) as {
			tokens: { name: string; last_used_at: string | null }[];
		};
		expect(list.tokens.map(({ name }) => name).sort()).toEqual(["bootstrap", "demo"]);
		expect(list.tokens.every(({ last_used_at }) => last_used_at !== null)).toBe(true);
	});

	test("a port that is taken makes nothing, so that the next start still tells what it makes", async () => {
		using folder = temporaryFolder();
		const other = createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		const { port } = other.address() as AddressInfo;
		const data = join(folder.path, "data");
		const refused = await utopia(["serve", "--data", data, "--port", String(port)]);
		other.close();
		expect(refused.code).toBe(69);
		expect(refused.err).toMatch(
			/^UTOPIA_ADDRESS_UNAVAILABLE\nAnother program listens on 127\.0\.0\.1:\d+; .+\n/,
		);
		expect(refused.err).not.toMatch(/ at .*\.js:/);
		await using server = await serving(data);
		expect(server.out).toMatch(/Password +\S+ +\(shown once\)/);
		expect(server.out).toMatch(/Read token +utp_pat_/);
	});

	test("a folder that cannot be one is told in a sentence", async () => {
		using folder = temporaryFolder();
		const file = join(folder.path, "file");
		writeFileSync(file, "");
		for (const data of [file, join(file, "below")]) {
			const { code, err } = await utopia(["serve", "--data", data]);
			expect({ code, first: err.split("\n")[0] }, err).toEqual({ code: 69, first: "UTOPIA_PATH_UNUSABLE" });
			expect(err).toContain(`A folder is needed at ${data}`);
		}
	});

	test("--no-demo and an administrator of one's own", async () => {
		using folder = temporaryFolder();
		const env = {
			UTOPIA_ADMIN_EMAIL: "Ada@Example.org",
			UTOPIA_ADMIN_PASSWORD: "long enough",
			UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP,
		};
		await using server = await serving(folder.path, env, ["--no-demo"]);
		expect(server.out).toContain("ada@example.org");
		expect(server.out).not.toMatch(/long enough|shown once/);
		const list = await fetch(`${server.url}/api/v1/kbs`, {
			headers: { authorization: `Bearer ${BOOTSTRAP}` },
		});
		expect(await list.json()).toEqual({ kbs: [] });
	});

	test("a second process on the same folder is refused, and the first goes on", async () => {
		using folder = temporaryFolder();
		await using server = await serving(folder.path, {}, ["--no-demo"]);
		const second = await utopia(["kb", "list", "--data", folder.path]);
		expect(second.code).toBe(75);
		expect(second.err.split("\n")[0]).toBe("UTOPIA_DATA_LOCKED");
		expect(second.err).toContain(`Stop that server, or add --url ${server.url}`);
		expect((await fetch(`${server.url}/health`)).status).toBe(200);
	});

	test("settings are shown with secrets masked, and unknown ones are errors", async () => {
		const shown = await utopia(["serve", "--print-config", "--port", "8080"], {
			UTOPIA_ADMIN_PASSWORD: "hush hush",
			UTOPIA_PORT: "1",
		});
		expect(shown.code).toBe(0);
		expect(shown.out).toContain("UTOPIA_PORT=8080");
		expect(shown.out).toContain("UTOPIA_ADMIN_PASSWORD=********");
		expect(shown.out).not.toContain("hush");
		const unknown = await utopia(["serve", "--print-config"], { UTOPIA_PROT: "1" });
		expect(unknown.code).toBe(64);
		expect(unknown.err).toContain("UTOPIA_PROT");
	});
});

describe("commands on a folder", () => {
	test("an empty file and one that is no text are told as what they are; one of each thing is told in the singular", async () => {
		using folder = temporaryFolder();
		const data = ["--data", folder.path];
		const file = (name: string, content: string | Buffer) => {
			const path = join(folder.path, name);
			writeFileSync(path, content);
			return path;
		};
		for (const empty of [file("empty.ttl", ""), file("empty.ttl.gz", gzipSync(Buffer.alloc(0)))])
			expect(await utopia(["import", empty, ...data])).toMatchObject({
				code: 65,
				err: expect.stringContaining("is empty"),
			});
		for (const junk of [
			file("junk", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 255])),
			file("zero.ttl", "a\0b"),
		])
			expect(await utopia(["import", junk, ...data])).toMatchObject({
				code: 65,
				err: expect.stringContaining("is no RDF of a known format"),
			});
		const nameless = file("foreign.ttl", "<urn:a> <urn:b> <urn:c> .");
		expect((await utopia(["import", nameless, ...data])).err).toContain("names no knowledge base");
		const one = file(
			"one.ttl",
			`<urn:utopia:kb:${DEMO_KB}:class:boat> a <http://www.w3.org/2002/07/owl#Class> .`,
		);
		const { out } = await utopia(["import", one, "--dry-run", ...data]);
		expect(out).toContain("0 entities");
		expect(out).toContain("1 class,");
	});

	test("a file is imported into the base that its IRIs name, which is made, and comes out again", async () => {
		using folder = temporaryFolder();
		const packed = join(folder.path, "tolsand.ttl.gz");
		writeFileSync(packed, gzipSync(readFileSync(DEMO)));
		const data = ["--data", join(folder.path, "data")];
		const dry = await utopia(["import", packed, "--dry-run", ...data]);
		expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("could be imported") });
		expect((await utopia(["kb", "list", ...data])).out).toBe("");
		const imported = await utopia(["import", packed, ...data]);
		expect(imported.code).toBe(0);
		expect(imported.out).toMatch(/90 facts/);
		expect((await utopia(["verify", packed, ...data])).err).toContain("utopia import FILE --dry-run");
		expect((await utopia(["kb", "list", ...data])).out).toBe(`${DEMO_KB}\tprivate\ttolsand\n`);
		const out = join(folder.path, "out.ttl");
		expect((await utopia(["export", "--kb", DEMO_KB, "--out", out, ...data])).code).toBe(0);
		expect(readFileSync(out, "utf8")).toContain("Tolsand Harbour");
		const journal = await utopia(["journal", "--kb", DEMO_KB, ...data]);
		expect(journal.out).toMatch(/^# commit 1 recorded .+Z sha256 [0-9a-f]{64}\nTX \.\nA </);
		for (const command of ["journal", "export"]) {
			const child = started([command, "--kb", DEMO_KB, ...data]);
			child.stdout.destroy();
			let err = "";
			child.stderr.on("data", (piece) => {
				err += piece;
			});
			const [code] = await once(child, "close");
			expect({ code, err }, command).toEqual({ code: 0, err: "" });
		}
		const verified = await utopia(["verify", ...data]);
		expect(verified.out).toMatch(/accounts\tsound\t\d+ commits/);
		expect(verified.out).toContain(`${DEMO_KB}\tsound\t2 commits`);
	});

	test("tokens are made, listed and revoked", async () => {
		using folder = temporaryFolder();
		const data = ["--data", folder.path];
		const made = await utopia(["token", "create", "--name", "laptop", "--scope", "write", ...data]);
		expect(made.out).toMatch(/^utp_pat_[0-9a-f]{64}\n$/);
		const listed = (await utopia(["token", "list", ...data])).out.split("\t");
		expect(listed[1]).toBe(made.out.slice(0, 16));
		expect((await utopia(["token", "revoke", listed[0] ?? "", ...data])).code).toBe(0);
		expect((await utopia(["token", "revoke", listed[0] ?? "", ...data])).code).toBe(66);
		expect((await utopia(["token", "list", ...data])).out).toContain("revoked 2");
		for (const wrong of [
			["--name", ""],
			["--name", "x".repeat(65)],
			["--name", "x", "--scope", "admin"],
			["--name", "x", "--expires-in-days", "-1"],
			["--name", "x", "--expires-in-days", "3651"],
			["--name", "x", "--kb", crypto.randomUUID()],
		]) {
			expect((await utopia(["token", "create", ...wrong, ...data])).code, wrong.join(" ")).toBe(64);
		}
	});

	test("a file that is refused tells where, and nothing is made", async () => {
		using folder = temporaryFolder();
		const broken = join(folder.path, "broken.ttl");
		writeFileSync(broken, readFileSync(DEMO, "utf8").replace("@prefix c:", "@prefix c"));
		const data = ["--data", join(folder.path, "data")];
		const answer = await utopia(["import", broken, ...data]);
		expect(answer.code).toBe(64);
		expect(answer.err).toMatch(/UTOPIA_RDF_MALFORMED[\s\S]*line 2\d/i);
		expect((await utopia(["kb", "list", ...data])).out).toBe("");
	});

	test("of several files those before the refused one are in, and the sentence says which are not", async () => {
		using folder = temporaryFolder();
		const data = ["--data", join(folder.path, "data")];
		const [broken, last] = [join(folder.path, "broken.ttl"), join(folder.path, "last.ttl")];
		writeFileSync(broken, readFileSync(DEMO, "utf8").replace(/a rdf:Statement/, "a rdf:Nonsense, "));
		writeFileSync(last, readFileSync(DEMO));
		const { code, out, err } = await utopia(["import", DEMO, broken, last, ...data]);
		expect(code).toBe(64);
		expect(out).toContain(DEMO);
		expect(err).toContain(`Imported: ${DEMO}. Not imported: ${broken}, ${last}.`);
		expect(err).not.toContain("Nothing was changed");
		expect((await utopia(["kb", "list", ...data])).out).toContain(DEMO_KB);
	});

	test("an import that is stopped from the keyboard leaves the base as it was, and says so", async () => {
		using folder = temporaryFolder();
		const data = join(folder.path, "data");
		expect((await utopia(["kb", "create", "--name", "x", "--id", DEMO_KB, "--data", data])).code).toBe(0);
		const child = started(["import", DEMO, DEMO, DEMO, "--dry-run", "--data", data]);
		let err = "";
		child.stderr.on("data", (piece) => (err += piece));
		await once(child.stdout, "data"); // the first of the files is through, another is on its way
		child.kill("SIGINT");
		const [code] = await once(child, "close");
		expect(code, err).toBe(75);
		expect(err).toMatch(/^UTOPIA_INTERRUPTED\n.*the base is as it was\.\s/m);
		expect((await utopia(["verify", "--data", data])).code).toBe(0);
	});
});

describe("a folder without data", () => {
	test("is made by nothing but a start, an import, a new base and a new token", async () => {
		using folder = temporaryFolder();
		const data = join(folder.path, "data");
		for (const args of [
			["mcp", "--kb", DEMO_KB],
			["export", "--kb", DEMO_KB],
			["kb", "list"],
			["token", "list"],
			["token", "revoke", "x"],
			["journal", "--kb", DEMO_KB],
			["verify"],
		]) {
			const { code, out, err } = await utopia([...args, "--data", data]);
			expect({ code, out, first: err.split("\n")[0] }, args.join(" ")).toEqual({
				code: 66,
				out: "",
				first: "UTOPIA_DATA_NOT_FOUND",
			});
			expect(err).toContain(data);
			expect(err).toContain("--data");
			expect(existsSync(data)).toBe(false);
		}
	});
});

describe("commands on a running server", () => {
	test("bases, tokens, import and export go over the same routes", async () => {
		using folder = temporaryFolder();
		await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP }, ["--no-demo"]);
		const env = { UTOPIA_URL: server.url, UTOPIA_TOKEN: BOOTSTRAP };
		const broken = join(folder.path, "broken.ttl");
		writeFileSync(broken, readFileSync(DEMO, "utf8").replace("@prefix c:", "@prefix c"));
		const refused = await utopia(["import", broken, "--name", "Tolsand"], env);
		expect(refused).toMatchObject({ code: 64, err: expect.stringContaining("Line 20") });
		expect(refused.err).toContain(`The base ${DEMO_KB}, made for this file, is there and empty`);
		const imported = await utopia(["import", DEMO], env);
		expect(imported, imported.err).toMatchObject({ code: 0, out: expect.stringContaining("90 facts") });
		expect((await utopia(["kb", "list"], env)).out).toBe(`${DEMO_KB}\tprivate\tTolsand\n`);
		const token = (await utopia(["token", "create", "--name", "reader", "--kb", DEMO_KB], env)).out.trim();
		const exported = await utopia(["export", "--kb", DEMO_KB], { ...env, UTOPIA_TOKEN: token });
		expect(exported.out).toContain("Tolsand Harbour");
		expect((await utopia(["token", "list"], { ...env, UTOPIA_TOKEN: token })).code).toBe(77);
		const stranger = await utopia(["kb", "list"], { ...env, UTOPIA_TOKEN: `utp_pat_${"0".repeat(64)}` });
		expect(stranger).toMatchObject({ code: 77, err: expect.stringMatching(/^UTOPIA_UNAUTHENTICATED\n/) });
		const nowhere = await utopia(["export", "--kb", crypto.randomUUID()], env);
		expect(nowhere).toMatchObject({ code: 66, err: expect.stringMatching(/^UTOPIA_KB_NOT_FOUND\n/) });
		expect((await utopia(["kb", "list"], { ...env, UTOPIA_URL: "http://127.0.0.1:1" })).code).toBe(69);
	});
});

describe("help", () => {
	test("the overview names every command, and each explains itself with examples", async () => {
		const overview = await utopia([]);
		expect(overview.code).toBe(0);
		for (const { name, summary, help } of COMMANDS) {
			expect(overview.out).toContain(summary);
			expect(help).toMatch(/Examples?:\n {2}.*utopia /);
			expect(help).toContain(`utopia ${name}`);
		}
		expect((await utopia(["import", "--help"])).out.trim()).toBe(
			COMMANDS.find(({ name }) => name === "import")?.help,
		);
	});

	test("an unknown command, an unknown flag and a missing one are told in one sentence", async () => {
		for (const args of [
			["nonsense"],
			["serve", "--porrt", "1"],
			["kb", "create"],
			["token"],
			["import"],
			["import", "nowhere.ttl"],
			["verify", "export.ttl"],
			["serve", "now"],
			["kb", "list", "all"],
		]) {
			const { code, err } = await utopia(args);
			expect(code, args.join(" ")).toBe(64);
			expect(err.split("\n")[0]).toMatch(/^UTOPIA_[A-Z_]+$/);
			expect(err).not.toMatch(/at .*\.js:/);
		}
	});
});

describe("MCP over standard input and output", () => {
	const messages = [
		{
			jsonrpc: "2.0",
			id: 1,
			method: "initialize",
			params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
		},
		{ jsonrpc: "2.0", method: "notifications/initialized" },
		{ jsonrpc: "2.0", id: 2, method: "tools/list" },
		{
			jsonrpc: "2.0",
			id: 3,
			method: "tools/call",
			params: { name: "find_entities", arguments: { name: "harbour", whim: 1 } },
		},
	];

	/** Sends the messages one after the other, each after the answer to the one before. */
	async function talk(
		args: readonly string[],
		env: Record<string, string>,
		sent: readonly { id?: unknown }[] = messages,
	) {
		const child = started(["mcp", ...args], env);
		const answers: Record<string, unknown>[] = [];
		let text = "";
		let heard: () => void = () => undefined;
		child.stdout.on("data", (piece) => {
			text += piece;
			const lines = text.split("\n");
			text = lines.pop() ?? "";
			for (const line of lines) answers.push(JSON.parse(line));
			heard();
		});
		const ended = new Promise<number | null>((resolved) => child.on("close", resolved));
		for (const message of sent) {
			const before = answers.length;
			child.stdin.write(`${JSON.stringify(message)}\n`);
			while (message.id !== undefined && answers.length === before) {
				await Promise.race([
					new Promise<void>((resolved) => (heard = resolved)),
					ended.then(() => Promise.reject(new Error("it ended"))),
				]);
			}
		}
		child.stdin.end();
		return { answers, code: await ended };
	}

	test("what was asked before the client closed its end is answered before the program ends", async () => {
		using folder = temporaryFolder();
		const data = ["--data", folder.path];
		expect((await utopia(["import", DEMO, ...data])).code).toBe(0);
		const call = (id: number) => ({
			jsonrpc: "2.0",
			id,
			method: "tools/call",
			params: { name: "entity_facts", arguments: { entity_id: "Kestrel" } },
		});
		const many = [messages[0], messages[1], ...Array.from({ length: 20 }, (_, n) => call(n + 10))];
		const sent = `${many.map((message) => JSON.stringify(message)).join("\n")}\n`;
		const { code, out } = await utopia(["mcp", "--kb", DEMO_KB, ...data], {}, sent);
		const answers = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as { id: number; result?: unknown });
		expect(code).toBe(0);
		expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([
			1,
			...Array.from({ length: 20 }, (_, n) => n + 10),
		]);
		expect(answers.every(({ result }) => result !== undefined)).toBe(true);
	});

	test("15: on a folder and through a running server the answers are those of HTTP", async () => {
		using folder = temporaryFolder();
		const overHttp: unknown[] = [];
		let bridged: unknown[];
		{
			await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP });
			for (const message of messages.filter(({ id }) => id !== undefined)) {
				const answer = await fetch(`${server.url}/api/v1/kbs/${DEMO_KB}/mcp`, {
					method: "POST",
					headers: { "content-type": "application/json", authorization: `Bearer ${BOOTSTRAP}` },
					body: JSON.stringify(message),
				});
				overHttp.push(await answer.json());
			}
			const bridge = await talk(["--kb", DEMO_KB], { UTOPIA_URL: server.url, UTOPIA_TOKEN: BOOTSTRAP });
			bridged = bridge.answers;
			const refused = await talk(
				["--kb", crypto.randomUUID()],
				{ UTOPIA_URL: server.url, UTOPIA_TOKEN: BOOTSTRAP },
				[messages[0] ?? {}],
			);
			expect(refused.answers).toMatchObject([
				{ id: 1, error: { code: -32_053, data: { code: "NOT_FOUND" } } },
			]);
		}
		expect(bridged).toEqual(overHttp);
		const direct = await talk(["--kb", DEMO_KB, "--data", folder.path], {});
		expect(direct).toEqual({ answers: overHttp, code: 0 });
		const withToken = await talk(["--kb", DEMO_KB, "--data", folder.path], { UTOPIA_TOKEN: BOOTSTRAP });
		expect(withToken.answers).toEqual(overHttp);
		const stranger = await utopia(["mcp", "--kb", DEMO_KB, "--data", folder.path], {
			UTOPIA_TOKEN: `utp_pat_${"0".repeat(64)}`,
		});
		expect(stranger).toMatchObject({ code: 77, out: "" });
	});
});
