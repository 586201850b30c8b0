// What the README says of settings, commands, tools, walls and files is compared with what there is.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/api/operations.ts";
import { COMMANDS } from "../../src/cli/run.ts";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { TOOLS } from "../../src/mcp/registry.ts";
import { serving } from "../support/command.ts";
import { temporaryFolder } from "../support/stores.ts";

const root = new URL("../../", import.meta.url);
const README = readFileSync(new URL("README.md", root), "utf8");
const section = (title: string) => README.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
/** The cells of a table's rows, heading and rule left out. */
const rows = (text: string) =>
	text
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.slice(2)
		.map((line) =>
			line
				.split("|")
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
const code = (cell: string | undefined) => (cell ?? "").replaceAll("`", "");

describe("the README", () => {
	test("lists every setting, with the default that holds", () => {
		const table = rows(section("Settings"));
		expect(table.map(([variable]) => code(variable))).toEqual(SETTINGS.map(({ variable }) => variable));
		const defaults: Readonly<Record<string, unknown>> = readConfig({}, {});
		for (const [n, [, shown]] of table.entries()) {
			const value = defaults[SETTINGS[n]?.name ?? ""];
			const told = value === undefined || (Array.isArray(value) && value.length === 0) ? "" : String(value);
			if (shown !== "made and printed once") expect(code(shown), SETTINGS[n]?.variable).toBe(told);
		}
	});

	test("lists every command", () => {
		expect(rows(section("Commands")).map(([name]) => code(name))).toEqual(COMMANDS.map(({ name }) => name));
	});

	test("lists every tool", () => {
		expect(rows(section("The tools")).map(([name]) => code(name))).toEqual(TOOLS.map(({ name }) => name));
	});

	test("draws the walls that the linter holds, and says of each room what it is for", async () => {
		const linter = readFileSync(new URL(".dependency-cruiser.mjs", root), "utf8");
		const floors = [
			...(/const floors = \[(.*?)\n\];/s.exec(linter)?.[1] ?? "").matchAll(/\[([^\]]+)\]/g),
		].map(([, names]) => [...(names ?? "").matchAll(/"([a-z]+)"/g)].map(([, name]) => name ?? ""));
		expect(floors.length).toBeGreaterThan(5);
		const picture = /```mermaid\n.*?\n(.*?)```/s.exec(README)?.[1] ?? "";
		const drawn = picture
			.trim()
			.split("\n")
			.map((line) => line.split("-->").map((side) => side.split("&").map((name) => name.trim())));
		const downwards = [...floors].reverse();
		expect(drawn.map(([upper]) => upper)).toEqual(downwards.slice(0, -1));
		expect(drawn.map(([, lower]) => lower)).toEqual(downwards.slice(1));
		const told = rows(section("How it is built")).flatMap(([names]) => code(names).split(", "));
		expect([...told].sort()).toEqual(
			floors
				.flat()
				.filter((name) => name !== "main")
				.sort(),
		);
		for (const name of told) {
			expect(
				existsSync(new URL(`src/${name}`, root)) || existsSync(new URL(`src/${name}.ts`, root)),
				name,
			).toBe(true);
		}
	});

	test("shows commands for a base of one's own that work as they stand", async () => {
		const [stopped = "", running = "", ontology = ""] = [
			...section("Your own base").matchAll(/```sh\n(.*?)```/gs),
		].map(([, commands]) => commands ?? "");
		using folder = temporaryFolder();
		copyFileSync(new URL("data/demo.ttl", root), join(folder.path, "my-base.ttl"));
		const main = fileURLToPath(new URL("dist/main.js", root));
		const shell = async (commands: string, env: Record<string, string> = {}) => {
			const script = commands
				.replace("npm run build\n", "")
				.replaceAll("node dist/main.js", '"$NODE" "$MAIN"');
			const own = { PATH: process.env["PATH"] ?? "", NODE: process.execPath, MAIN: main };
			const { stdout } = await promisify(execFile)("sh", ["-euc", script], {
				cwd: folder.path,
				env: { ...own, ...env },
			});
			return stdout;
		};
		const told = await shell(`${stopped}\necho "made $KB $WRITE_TOKEN"`);
		const [, KB = "", WRITE_TOKEN = ""] = /^made (\S+) (utp_pat_\S+)$/m.exec(told) ?? [];
		await using server = await serving(join(folder.path, ".data"));
		const out = await shell(running.replaceAll("http://127.0.0.1:1516", server.url), { KB, WRITE_TOKEN });
		expect(out).toContain("90 facts");
		expect(out).toContain('"facts":');
		expect(readFileSync(join(folder.path, "export.ttl"), "utf8")).toContain("Tolsand Harbour");
		const made = '$("$NODE" "$MAIN" kb create --name fresh --data other)';
		const fresh = (
			await shell(`echo ${made}; "$NODE" "$MAIN" token create --scope write --name fresh --data other`)
		)
			.trim()
			.split("\n");
		await using other = await serving(join(folder.path, "other"), {}, ["--no-demo"]);
		const env = { KB: fresh[0] ?? "", WRITE_TOKEN: fresh.find((line) => line.startsWith("utp_pat_")) ?? "" };
		const told2 = await shell(ontology.replaceAll("http://127.0.0.1:1516", other.url), env);
		expect(told2).toContain("berths_at · berths at · state relation");
		expect(told2).toContain('"outcome":"recorded"');
		expect(told2).toContain("would be added 0, removed 0 statements");
	});

	test("shows how to write in calls that work as they stand", async () => {
		using folder = temporaryFolder();
		const WRITE_TOKEN = `utp_pat_${"ef".repeat(32)}`;
		await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: WRITE_TOKEN });
		const main = fileURLToPath(new URL("dist/main.js", root));
		const blocks = [...section("Writing").matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands);
		const script = blocks
			.join("\n")
			.replaceAll("node dist/main.js", '"$NODE" "$MAIN"')
			.replaceAll("http://127.0.0.1:1516", server.url);
		const own = { KB: "7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17", UTOPIA_DATA: folder.path, WRITE_TOKEN };
		const env = { PATH: process.env["PATH"] ?? "", NODE: process.execPath, MAIN: main, ...own };
		const { stdout } = await promisify(execFile)("sh", ["-euc", script], { cwd: folder.path, env });
		expect(stdout).toContain('"valid_from":"2026-05-12T00:00:00.000000Z"');
		expect(stdout).toMatch(
			/Kestrel · berths at · South Berth\n[\s\S]*valid +2026-05 → now[\s\S]*replaced by/,
		);
		expect(stdout).toMatch(
			/"materialize_inferences":false[\s\S]*at most +1000000 per predicate[\s\S]*follow\n/,
		);
		const headers = { authorization: `Bearer ${WRITE_TOKEN}` };
		const facts = `${server.url}/api/v1/kbs/7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17/entities/e0000000-0000-4000-8000-000000000006/history?limit=9`;
		const { changes } = (await (await fetch(facts, { headers })).json()) as {
			changes: { cause: string; valid_to: string }[];
		};
		expect(changes.some((one) => one.cause === "timeline" && one.valid_to?.startsWith("2026-05-12"))).toBe(
			true,
		);
	});

	test("names every route that is there, and none that is not", () => {
		const cells = rows(section("Writing")).map(([cell]) => cell ?? "");
		const told = cells.flatMap((cell) => {
			let method = "";
			let before = "";
			return [...cell.matchAll(/`(?:([A-Z]+) )?(\/[^`?]+)[^`]*`/g)].map(([, verb, path = ""]) => {
				method = verb ?? method;
				const whole = verb === undefined ? `${before.replace(/\}\/[a-z]+$/, "}")}${path}` : path;
				before = whole;
				return `${method} ${whole.replace(/\{(id|key)\}/, ":$1")}`;
			});
		});
		const there = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
		expect(told.sort()).toEqual([...there, "GET /events"].sort());
	});

	test("links to files that are there, and names scripts that are there", () => {
		for (const [, path] of README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
			expect(existsSync(new URL(path ?? "", root)), path).toBe(true);
		}
		for (const [path] of README.matchAll(/\b(?:test|data|ontology)\/[\w./-]+\.(?:ts|ttl)\b/g)) {
			expect(existsSync(new URL(path, root)), path).toBe(true);
		}
		const { scripts, engines } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
		for (const [, name] of README.matchAll(/npm run ([a-z:]+)/g))
			expect(Object.keys(scripts)).toContain(name);
		expect(README).toContain(`Node ${engines.node.replace(">=", "")} or newer`);
	});
});
