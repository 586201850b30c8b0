// What the manual says of commands, flags, settings, tools, codes and routes is compared with what there is.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/api/operations.ts";
import { COMMANDS } from "../../src/cli/run.ts";
import { SETTINGS } from "../../src/config.ts";
import { ERROR_CODES } from "../../src/errors.ts";
import { manual } from "../../src/manual/manual.ts";
import { TOOLS } from "../../src/mcp/registry.ts";

const root = new URL("../../", import.meta.url);
const text = manual()
	.sections.map((section) => `${section.heading}\n${section.text}`)
	.join("\n\n");
const source = (path: string) => readFileSync(new URL(path, root), "utf8");
const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
const known = new Set<string>([...SETTINGS.map(({ variable }) => variable), ...Object.keys(ERROR_CODES)]);

/** Commands below a command, and flags, of which its help does not tell. */
function missingIn(help: string, name: string, rest: string): readonly string[] {
	const shown = `${help} ${help.replaceAll("--[no-]", "--no-")} --data --url --token`;
	const verb = /^ ([a-z]+)/.exec(rest)?.[1];
	const hasVerbs = new RegExp(`^utopia ${name} [a-z]+ `, "m").test(help);
	const verbs = verb !== undefined && hasVerbs ? [`utopia ${name} ${verb}`] : [];
	return [...verbs, ...(rest.match(/--[a-z-]+/g) ?? [])].filter((word) => !shown.includes(word));
}

describe("what the manual names is there", () => {
	test("settings and codes", () => {
		expect(named(/\b(UTOPIA_[A-Z_]+[A-Z])\b/g).filter((name) => !known.has(name))).toEqual([]);
	});

	test("codes of answers", () => {
		const told = `${source("src/http/envelope.ts")}${source("src/mcp/failure.ts")}`;
		const codes = named(/`([A-Z]{3,}(?:_[A-Z]+)*)`/g).filter((code) => !code.startsWith("UTOPIA_"));
		expect(codes.length).toBeGreaterThan(10);
		expect(codes.filter((code) => !told.includes(`"${code}"`) && !["POST", "GET"].includes(code))).toEqual(
			[],
		);
	});

	test("commands, with their own commands and flags", () => {
		const helps = new Map(COMMANDS.map(({ name, help }) => [name, help]));
		const lines = [...text.matchAll(/\butopia ([a-z]+)((?: (?:--)?[a-zA-Z][^\s`]*)*)/g)];
		expect(lines.length).toBeGreaterThan(40);
		for (const [line, name = "", rest = ""] of lines) {
			if (name === "ready") continue;
			expect(helps.has(name), line).toBe(true);
			expect(missingIn(helps.get(name) ?? "", name, rest), line).toEqual([]);
		}
	});

	test("routes", () => {
		const paths = OPERATIONS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
		const system = ["src/http/kb-routes.ts", "src/http/account-routes.ts", "src/http/document-routes.ts"];
		const rest = [...system, "src/http/transfer-routes.ts", "src/http/event-routes.ts"].map(source).join("");
		const routes = named(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?\s]*)/g);
		expect(routes.length).toBeGreaterThan(25);
		for (const route of routes) {
			const [, path = ""] = route.split(" ");
			const told = path.replace("/api/v1/kbs/{kb}", "").replaceAll(/\{(\w+)\}/g, ":$1");
			expect(paths.includes(route) || rest.includes(`${told}"`), route).toBe(true);
		}
	});

	test("tools", () => {
		const tools = TOOLS.map(({ name }) => name);
		const found = named(/`([a-z]+_[a-z_]+)`/g).filter((name) =>
			/^(?:kb|search|get|list|find|entity|rule|paths)_/.test(name),
		);
		const fields = ["entity_id", "search_docs"];
		expect(found.filter((name) => !tools.includes(name) && !fields.includes(name))).toEqual([]);
	});
});

describe("what there is the manual names", () => {
	test.each(TOOLS.map(({ name }) => name))("the tool %s", (name) => expect(text).toContain(`\`${name}\``));
	test.each(COMMANDS.map(({ name }) => name))("the command %s", (name) =>
		expect(text).toContain(`\`utopia ${name}`),
	);
	test.each(SETTINGS.map(({ variable }) => variable))("the setting %s", (variable) =>
		expect(text).toContain(`\`${variable}\``),
	);
	test("every code of an answer", () => {
		const told = `${source("src/http/envelope.ts")}${source("src/mcp/failure.ts")}`;
		const codes = [...told.matchAll(/(?:code: |: )"([A-Z]{3,}(?:_[A-Z]+)*)"/g)].map(([, code = ""]) => code);
		expect(codes.length).toBeGreaterThan(15);
		expect([...new Set(codes)].filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
	});
});
