import { describe, expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode, UtopiaError } from "../../../src/errors.ts";
import { escaped } from "../../../src/mcp/escaped.ts";
import { toolFailure } from "../../../src/mcp/failure.ts";
import { TOOLS } from "../../../src/mcp/registry.ts";

const [tool] = TOOLS;
if (tool === undefined) throw new Error("no tools");

/** Codes that a tool tells whatever their kind: how to read a document in another way. */
const NAMED: ReadonlySet<string> = new Set([
	"UTOPIA_PATTERN_UNSUPPORTED",
	"UTOPIA_PATTERN_TOO_COSTLY",
	"UTOPIA_TEXT_MISSING",
	"UTOPIA_SOURCE_UNLINKABLE",
]);

describe("a failure as a result", () => {
	test.each(Object.keys(ERROR_CODES) as ErrorCode[])("%s is told or kept back by its kind", (code) => {
		const result = toolFailure(new UtopiaError(code, "the very words", { secret: "xyzzy" }), tool, "req-1");
		expect(result.isError).toBe(true);
		expect(result.structuredContent).toBeUndefined();
		const error = result._meta?.["error"] as { code: string; message: string };
		const isTold = ["incorrect", "forbidden", "not-found"].includes(ERROR_CODES[code]);
		const seen = isTold || NAMED.has(code);
		expect(JSON.stringify(result).includes("the very words")).toBe(seen);
		expect(JSON.stringify(result).includes("xyzzy")).toBe(seen);
		if (!seen) expect(error).toMatchObject({ code: "INTERNAL", details: { request_id: "req-1" } });
		expect(result.content).toEqual([{ type: "text", text: error.message }]);
	});

	test("what is no error of ours is kept back whole", () => {
		for (const thrown of [new TypeError("?x is unbound"), "text", undefined, { code: "UTOPIA_FORBIDDEN" }]) {
			const text = JSON.stringify(toolFailure(thrown, tool, "req-1"));
			expect(text).toContain("INTERNAL");
			expect(text).not.toMatch(/unbound|FORBIDDEN/);
		}
	});

	test("the text of a file tool begins with the code, and of what was not foreseen it says one sentence", () => {
		const kbCat = TOOLS.find(({ name }) => name === "kb_cat") ?? tool;
		const missing = toolFailure(new UtopiaError("UTOPIA_TEXT_MISSING", "no \u001b text"), kbCat, "req-1");
		expect(missing.content).toEqual([{ type: "text", text: "NO_TEXT: no \\x1b text" }]);
		expect(missing._meta).toEqual({ error: { code: "NO_TEXT", message: "no \u001b text" } });
		const shared = toolFailure(new UtopiaError("UTOPIA_NAME_AMBIGUOUS", "two have it"), kbCat, "req-1");
		expect(shared.content).toEqual([{ type: "text", text: "AMBIGUOUS_NAME: two have it" }]);
		const failed = toolFailure(new TypeError("unbound"), kbCat, "req-1");
		expect(failed.content).toEqual([{ type: "text", text: "INTERNAL: the call failed" }]);
		expect(failed._meta).toEqual({
			error: { code: "INTERNAL", message: "the call failed", details: { request_id: "req-1" } },
		});
	});

	test("text shows what could not be seen and leaves the rest alone", () => {
		expect(escaped("a\tb\nc é 😀 \u0000\u001b\u202e\u2066\u200f")).toBe(
			"a\tb\nc é 😀 \\u0000\\u001b\\u202e\\u2066\\u200f",
		);
	});
});
