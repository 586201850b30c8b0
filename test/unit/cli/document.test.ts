import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Ended, serving, utopia } from "../../support/command.ts";
import { pdfOf } from "../../support/files.ts";
import { temporaryFolder } from "../../support/stores.ts";

const BOOTSTRAP = `utp_pat_${"cd".repeat(32)}`;
const KB = "11111111-2222-4333-8444-555555555555";

type Run = (args: readonly string[]) => Promise<Ended>;

/** Notes in folders, one file that is locked, and one that nobody reads. */
function files(folder: string): string {
	const notes = join(folder, "notes");
	mkdirSync(join(notes, "2023", ".git"), { recursive: true });
	writeFileSync(join(notes, "2023", "june.md"), "# June\n\nHeron lies at pier 4.\n");
	writeFileSync(join(notes, "2023", ".git", "secret"), "not to be read");
	writeFileSync(join(notes, "a.txt"), "Gull left.\n");
	writeFileSync(join(notes, "locked.pdf"), pdfOf([["x"]], { encrypted: true }));
	writeFileSync(join(folder, "rules.txt"), "Pier 4 is for herons.\n");
	return notes;
}

async function story(run: Run, folder: string): Promise<void> {
	const notes = files(folder);
	const rules = join(folder, "rules.txt");
	const added = await run(["add", notes, "--tag", "log", "--tag", "2023"]);
	expect(added.code, added.err).toBe(65);
	expect(added.out.split("\n")).toEqual([
		expect.stringMatching(/^added {6}\S+june\.md: \S+ version 1$/),
		expect.stringMatching(/^added {6}\S+a\.txt: \S+ version 1$/),
		expect.stringMatching(/^refused {4}\S+locked\.pdf: .*password/),
		"",
	]);
	expect(added.err).toContain("UTOPIA_FILE_UNREADABLE\n1 of 3 files were not taken; the others are in.");
	expect(added.err).toMatch(/UTOPIA_FILE_UNREADABLE: .*password/);

	const keyed = ["--key", "port-rules", "--date", "2023-06", "--source-url", "https://example.org/rules"];
	expect((await run(["add", rules, ...keyed])).out).toMatch(/^added .* version 1\n$/);
	writeFileSync(rules, "Pier 9 is for herons.\n");
	const second = await run(["add", rules, "--key", "port-rules", "--json"]);
	const [{ document }] = JSON.parse(second.out).files;
	expect(document).toMatchObject({ outcome: "refreshed", version: 2, doc_time: "2023-06" });
	expect((await run(["add", rules])).out).toMatch(/^unchanged {2}/);

	const listed = JSON.parse((await run(["list", "--json"])).out);
	expect(listed.documents.map(({ filename, tags }: Record<string, unknown>) => [filename, tags])).toEqual([
		["2023/june.md", ["2023", "log"]],
		["a.txt", ["2023", "log"]],
		["rules.txt", []],
	]);
	expect((await run(["list"])).out.split("\n")).toHaveLength(4);
	const shown = (await run(["show", document.id])).out;
	expect(shown).toMatch(/rules\.txt: version 2, text\/plain, 22 bytes, 22 characters of text/);
	expect(shown).toContain("external key: port-rules");
	expect(shown).toContain("doc time: 2023-06");
	expect(shown).toMatch(/version 1 of .*\n {2}version 2 of /);

	expect((await run(["get", document.id])).out).toBe("Pier 9 is for herons.\n");
	const out = join(folder, "first.txt");
	expect((await run(["get", document.id, "-o", out, "--version", "1"])).code).toBe(0);
	expect(readFileSync(out, "utf8")).toBe("Pier 4 is for herons.\n");

	const refused: readonly (readonly [readonly string[], number, string])[] = [
		[["add"], 64, "utopia document add FILE…"],
		[["add", join(folder, "nothing.txt")], 64, "There is no file or folder"],
		[["add", notes, rules, "--key", "k"], 64, "--key is that of one file"],
		[["add", rules, "--date", "soon"], 64, "must be a date such as"],
		[["add", join(notes, "locked.pdf")], 65, "password"],
		[["get", document.id, "-o", out], 64, "is there already"],
		[["get", document.id, "--version", "7"], 66, "UTOPIA_THING_NOT_FOUND"],
		[["show", "00000000-0000-4000-8000-00000000dead"], 66, "UTOPIA_THING_NOT_FOUND"],
		[["list", "--tag", "log"], 64, "does not take --tag"],
	];
	for (const [args, code, said] of refused) {
		const ended = await run(args);
		expect({ args, code: ended.code }).toEqual({ args, code });
		expect(ended.err).toContain(said);
	}
	expect(JSON.parse((await run(["list", "--json"])).out)).toEqual(listed);
}

describe("utopia document", () => {
	test("brings files and folders into the base of a folder, and shows them", async () => {
		using data = temporaryFolder();
		using folder = temporaryFolder();
		const made = await utopia(["kb", "create", "--name", "Harbour", "--id", KB, "--data", data.path]);
		expect(made.code, made.err).toBe(0);
		await story((args) => utopia(["document", ...args, "--kb", KB, "--data", data.path]), folder.path);
	}, 400_000);

	test("does the same through a server", async () => {
		using data = temporaryFolder();
		using folder = temporaryFolder();
		await utopia(["kb", "create", "--name", "Harbour", "--id", KB, "--data", data.path]);
		await using server = await serving(data.path, {
			UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP,
			UTOPIA_DEMO: "false",
		});
		const there = ["--kb", KB, "--url", server.url];
		await story((args) => utopia(["document", ...args, ...there], { UTOPIA_TOKEN: BOOTSTRAP }), folder.path);
	}, 400_000);
});
