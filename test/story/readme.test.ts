// What the README says of settings, commands, tools, walls and files is compared with what there is.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
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
		const [stopped = "", running = ""] = [...section("Your own base").matchAll(/```sh\n(.*?)```/gs)].map(
			([, commands]) => commands ?? "",
		);
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
