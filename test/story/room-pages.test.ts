// What the rooms' pages say of tests is compared with what there is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const pages = ["src/", "queries/"].flatMap((folder) =>
	readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith("README.md"))
		.map((path) => `${folder}${path}`),
);

test.each(pages)("every test that %s names is there", (page) => {
	const text = readFileSync(new URL(page, root), "utf8");
	const named = [...text.matchAll(/`(test\/[\w./-]*)`/g)].map(([, path]) => path ?? "");
	expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("every room has its page", () => {
	const rooms = readdirSync(new URL("src/", root), { withFileTypes: true }).filter((entry) =>
		entry.isDirectory(),
	);
	expect(rooms.map(({ name }) => name).filter((name) => !pages.includes(`src/${name}/README.md`))).toEqual(
		[],
	);
});
