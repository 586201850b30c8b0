import { describe, expect, test } from "vitest";
import type { DocumentRow, Version } from "../../../src/documents/document-table.ts";
import { byPoints, type Readable, type Readables } from "../../../src/mcp/present/files/readable.ts";
import { resolved } from "../../../src/mcp/present/files/resolve.ts";
import { instant } from "../../../src/time/instant.ts";

const uuid = (n: number) => `0000000${n % 10}-0000-4000-8000-${String(n).padStart(12, "0")}`;

function readable(n: number, name: string): Readable {
	const version = { from: instant("2026-01-01T00:00:00Z"), filename: name, number: 1 } as Version;
	return { id: uuid(n), row: {} as DocumentRow, version, name, key: name.normalize("NFC") };
}

function readablesOf(list: readonly Readable[]): Readables {
	return {
		list,
		get: (id) => list.find((one) => one.id === id),
		named: (key) => list.filter((one) => one.key === key),
		label: ({ name }) => name,
	};
}

describe("the document that is meant", () => {
	const list = [readable(1, "cafe\u0301.txt"), readable(2, uuid(1)), readable(3, "A.txt")];
	const all = readablesOf(list);

	test("is found by both forms of its id, in any case, and by its whole name in either composition", () => {
		for (const asked of [uuid(3), `vsf_${uuid(3)}`, "A.txt"]) expect(resolved(asked, all)).toBe(list[2]);
		const letters = { ...readable(4, "b.txt"), id: "abcdefab-0000-4000-8000-000000000004" };
		expect(resolved(`vsf_${letters.id.toUpperCase()}`, readablesOf([letters]))).toBe(letters);
		for (const asked of ["café.txt", "cafe\u0301.txt"]) expect(resolved(asked, all)).toBe(list[0]);
	});

	test("has the form of an id or is a name, never both", () => {
		expect(resolved(uuid(1), all)).toBe(list[0]);
		for (const asked of [uuid(9), `vsf_${uuid(9)}`, "a.txt", "A", " A.txt", "vsf_", "A.txt\0"])
			expect(() => resolved(asked, all), asked).toThrow(
				expect.objectContaining({
					code: "UTOPIA_THING_NOT_FOUND",
					message:
						"no such document in this knowledge base; kb_ls and kb_find list the documents you may read",
					details: {},
				}),
			);
	});

	test("is none where several bear the name, of which twenty are told", () => {
		const many = Array.from({ length: 25 }, (_, n) => readable(n, "same.txt"));
		expect(() => resolved("same.txt", readablesOf(many))).toThrow(
			expect.objectContaining({
				code: "UTOPIA_NAME_AMBIGUOUS",
				details: {
					candidates: many.slice(0, 20).map(({ id }) => ({
						id: `vsf_${id}`,
						name: "same.txt",
						updated_at: "2026-01-01T00:00:00.000000Z",
					})),
				},
			}),
		);
	});
});

test("names are in the order of code points, which that of UTF-16 is not", () => {
	expect(["\u{1f600}", "\uff5e", "a", "", "ab", "\ue000b"].sort(byPoints)).toEqual([
		"",
		"a",
		"ab",
		"\ue000b",
		"\uff5e",
		"\u{1f600}",
	]);
});
