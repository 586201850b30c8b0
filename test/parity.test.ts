import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../src/cli/run.ts";
import { SETTINGS } from "../src/config.ts";
import { ERROR_CODES } from "../src/errors.ts";
import { notFound } from "../src/http/envelope.ts";
import { TOOLS } from "../src/mcp/registry.ts";
import { literal, namedNode } from "../src/rdf/terms.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Files below a folder whose names end so, with their text. */
function filesBelow(folder: string, ending: string): ReadonlyMap<string, string> {
	const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
	const named = paths.filter((path) => path.endsWith(ending)).map((path) => path.replaceAll("\\", "/"));
	return new Map(named.map((path) => [path, readFileSync(join(ROOT, folder, path), "utf8")]));
}

const source = filesBelow("src", ".ts");
const tests = filesBelow("test", ".ts");

describe("codes of errors", () => {
	const codes = Object.keys(ERROR_CODES);
	const raised = [...source]
		.filter(([path]) => path !== "errors.ts")
		.map(([, text]) => text)
		.join("\n");
	const provoked = [...tests].map(([, text]) => text).join("\n");

	test("each is raised somewhere", () => {
		expect(codes.filter((code) => !raised.includes(`"${code}"`))).toEqual([]);
	});

	test("each is provoked by some test", () => {
		expect(codes.filter((code) => !provoked.includes(code))).toEqual([]);
	});

	test("the doors of terms raise theirs", () => {
		expect(() => namedNode("http://x/ y")).toThrow(expect.objectContaining({ code: "UTOPIA_IRI_MALFORMED" }));
		expect(() => literal("\ud800")).toThrow(expect.objectContaining({ code: "UTOPIA_LITERAL_MALFORMED" }));
	});

	test("an address without a route has one that callers never see", () => {
		expect(notFound()).toMatchObject({ code: "UTOPIA_ROUTE_NOT_FOUND", details: {} });
	});
});

describe("queries", () => {
	const templates = [...filesBelow("queries", ".rq").keys()].map((path) => path.replace(/\.rq$/, ""));
	const loads = [...source].flatMap(([path, text]) =>
		[...text.matchAll(/loadTemplate\(\s*"([^"]+)"/g)].map(([, name]) => ({
			name: name ?? "",
			room: path.split("/")[0],
		})),
	);

	test("each is loaded once, and by its own room", () => {
		expect(loads.map(({ name }) => name).sort()).toEqual([...templates].sort());
		expect(loads.filter(({ name, room }) => !name.startsWith(`${room}/`))).toEqual([]);
	});
});

describe("commands and settings", () => {
	test("each setting is a flag of serve or, when it is secret, only a variable, and its help says so", () => {
		const help = COMMANDS.find(({ name }) => name === "serve")?.help ?? "";
		for (const { flag, variable, meaning, secret } of SETTINGS) {
			expect(help).toContain(variable);
			expect(meaning.length, variable).toBeGreaterThan(10);
			expect(new RegExp(`^  ${flag} `, "m").test(help), flag).toBe(!secret);
		}
	});

	test("what the README says of commands, settings and tools is there", () => {
		const readme = readFileSync(join(ROOT, "README.md"), "utf8");
		const variables = SETTINGS.map(({ variable }) => variable);
		for (const [variable] of readme.matchAll(/\bUTOPIA_[A-Z_]+\b/g)) {
			expect([...variables, ...Object.keys(ERROR_CODES)]).toContain(variable);
		}
		const commands = COMMANDS.map(({ name }) => name);
		for (const [, command] of readme.matchAll(/node dist\/main\.js ([a-z]+)/g))
			expect(commands).toContain(command);
		for (const { name } of TOOLS) expect(readme).toContain(name);
	});
});
