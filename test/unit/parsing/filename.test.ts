import { expect, test } from "vitest";
import { extensionOf, plainFilename } from "../../../src/parsing/filename.ts";

test("a name is the last part of its path, whatever the system it came from", () => {
	expect(
		["../../etc/passwd", "C:\\a\\b.txt", "/", "..", "a/\0b\u202ec\n.md", "Cafe\u0301.md"].map((name) =>
			plainFilename(name),
		),
	).toEqual(["passwd", "b.txt", "unnamed", "unnamed", "bc.md", "Café.md"]);
	expect(plainFilename("", "attachment-1")).toBe("attachment-1");
});

test("a name of 10,000 characters keeps its beginning and its ending, between code points", () => {
	const name = plainFilename(`${"😀".repeat(5_000)}.markdown`);
	expect([...name]).toHaveLength(255);
	expect(name).toMatch(/^(?:😀)+\.markdown$/u);
	expect([...plainFilename("x".repeat(10_000))]).toHaveLength(255);
});

test("endings are what stands behind the last dot", () => {
	expect(
		["a.MD", "a.tar.gz", "noending", "a.", "a.b c", `${"x".repeat(10_000)}.pdf`].map(extensionOf),
	).toEqual(["md", "gz", "", "", "", "pdf"]);
});
