import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentId, factId, ids, K1 } from "../../story/harbour.ts";
import { type Ended, serving, utopia } from "../../support/command.ts";
import { temporaryFolder } from "../../support/stores.ts";

const HARBOUR = fileURLToPath(new URL("../../story/harbour.ttl", import.meta.url));
const BOOTSTRAP = `utp_pat_${"cd".repeat(32)}`;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const nobody = "00000000-0000-4000-8000-00000000dead";

/** Runs a command on the base Harbour. */
type Run = (args: readonly string[], input?: string) => Promise<Ended>;

/** What is printed, with ids and instants that differ from run to run replaced by the order in which they come. */
function masked(text: string): string {
	const seen = new Map<string, string>();
	const number = (found: string, kind: string) => {
		const known = seen.get(found) ?? `${kind}${seen.size + 1}`;
		seen.set(found, known);
		return known;
	};
	return text
		.replace(UUID, (found) => number(found, "id"))
		.replace(/2026-1[12]-\d\dT[\d:.]+Z/g, (found) => number(found, "at"));
}

/** A story in commands, with what each has printed. */
async function story(run: Run, folder: string): Promise<readonly string[]> {
	const printed: string[] = [];
	const done = async (args: readonly string[], input?: string) => {
		const { code, out, err } = await run(args, input);
		expect(code, `${args.join(" ")}: ${err}`).toBe(0);
		printed.push(out);
		return out;
	};
	const idIn = (text: string, before: string) =>
		new RegExp(`${before} (${UUID.source})`).exec(text)?.[1] ?? `no id in ${text}`;
	const batch = join(folder, "batch.json");
	writeFileSync(
		batch,
		JSON.stringify([
			{
				subject: { name: "Tern", type: "vessel" },
				predicate: "berths_at",
				object: { id: ids["Pier 9"] },
				valid_from: "2023",
			},
			{ subject: { name: "Tern", type: "vessel" }, predicate: "tonnage", value: { value: "7.50" } },
		]),
	);
	const asserted = await done(["fact", "assert", batch]);
	expect(asserted).toMatch(/^recorded .*\nrecorded .*\nnew entity /);
	const berth = idIn(asserted, "recorded");
	const tern = idIn(asserted, "new entity");
	const one = { subject: { id: tern }, proposed_predicate: "is painted", value: { value: "green" } };
	const wordless = idIn(await done(["fact", "assert", "-"], JSON.stringify(one)), "recorded");
	const corrected = await done(["fact", "correct", berth, "--valid-from", "2023-06", "--note", "the log"]);
	expect(corrected).toContain("Tern · berths at · Pier 9");
	expect(corrected).toMatch(/valid +2023-06 → now/);
	expect(corrected).toMatch(/note +the log/);
	const row = idIn(corrected, "fact +");
	expect(await done(["fact", "correct", row, "--object", "Pier 12", "--object-type", "pier"])).toContain(
		"Pier 12",
	);
	const moved = idIn(printed.at(-1) ?? "", "fact +");
	expect(await done(["fact", "close", moved, "--valid-to", "2024-07-01"])).toMatch(
		/valid +2023-06 → 2024-07-01/,
	);
	expect(await done(["fact", "close", wordless, "--ended-unknown", "--attested-to", "2027"])).toContain(
		"date unknown",
	);
	expect(await done(["fact", "retract", idIn(printed.at(-1) ?? "", "fact +")])).toMatch(/ended +2026/);
	expect(await done(["fact", "show", berth])).toMatch(/replaced by +[0-9a-f-]{36}/);
	expect(await done(["fact", "show", factId(1), "--json"])).toContain('"subject_name":"Heron"');

	const made = await done(["entity", "create", "Marigold", "--type", "vessel"]);
	const marigold = idIn(made, "entity +");
	expect(await done(["entity", "rename", marigold, "Solveig"])).toMatch(/also called +Marigold/);
	expect(await done(["entity", "retype", marigold, "none"])).toContain("Solveig · untyped");
	expect(await done(["entity", "find", "marigold"])).toContain('found as "Marigold"');
	const merge = idIn(await done(["entity", "merge", marigold, "--into", ids.Egret]), "merge");
	expect(await done(["entity", "show", ids.Egret])).toContain(`(merge ${merge})`);
	expect(await done(["entity", "revert", merge])).toContain(`taken back: merge ${merge}`);
	const history = await done(["entity", "history", marigold, "--kinds", "renamed,merged,reverted"]);
	expect(history).toMatch(/reverted: [\s\S]*merged: [\s\S]*renamed: Solveig?/);

	const berthAt = (name: string) => ({
		subject: { name: "Skua", type: "vessel" },
		predicate: "berths_at",
		object: { name },
		valid_from: "2025-03-01",
	});
	for (const name of ["Pier 1", "Pier 9"]) await done(["fact", "assert", "-"], JSON.stringify(berthAt(name)));
	const found = await done(["finding", "list", "--status", "open"]);
	expect(found).toMatch(
		/ simultaneous, open, found .*\n {2}old +Skua · berths at · Pier 1 .*\n {2}new +Skua/,
	);
	const finding = found.slice(0, found.indexOf(" "));
	expect(
		await done(["finding", "resolve", finding, "closed", "--valid-to", "2025-06", "--note", "moved"]),
	).toMatch(/resolved as closed\n[\s\S]*2025-03-01 → 2025-06[\s\S]*: moved/);
	expect(await done(["finding", "list"])).toBe("Nothing is found.\n");
	expect(await done(["finding", "resolve", finding, "reopened"])).toContain("· simultaneous · open");
	expect(await done(["finding", "show", finding])).toMatch(/open [\s\S]*resolved as closed [\s\S]*open /);

	expect(await done(["document", "delete", documentId(4)])).toMatch(/^deleted .*: \d+ facts? ended\n/);
	expect(await done(["document", "restore", documentId(4)])).toMatch(/^restored .*: \d+ facts? came back\n/);
	return printed;
}

describe("writing from a shell", () => {
	test("on a folder and over a server, the same commands print the same", async () => {
		using folder = temporaryFolder();
		using other = temporaryFolder();
		for (const { path } of [folder, other])
			expect((await utopia(["import", HARBOUR, "--data", path])).code).toBe(0);
		const onFolder = await story(
			(args, input) => utopia([...args, "--kb", K1, "--data", folder.path], {}, input),
			folder.path,
		);
		await using server = await serving(other.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP });
		const overServer = await story(
			(args, input) =>
				utopia([...args, "--kb", K1], { UTOPIA_URL: server.url, UTOPIA_TOKEN: BOOTSTRAP }, input),
			other.path,
		);
		expect(overServer.map(masked)).toEqual(onFolder.map(masked));
	}, 600_000);

	test("a refusal says why, where, what was found and what is allowed, on a folder and over a server alike", async () => {
		using folder = temporaryFolder();
		await utopia(["import", HARBOUR, "--data", folder.path]);
		const bad = JSON.stringify([
			{ subject: { id: ids.Heron }, predicate: "berths_at", object: { id: ids["Pier 9"] } },
			{
				subject: { id: ids.Heron },
				predicate: "berths_at",
				object: { id: ids["Pier 9"] },
				valid_from: "2023-02-30",
			},
		]);
		const misspelt = JSON.stringify({
			subject: { id: ids.Heron },
			predicate: "berths_at",
			valid_form: "2023",
		});
		const calls: readonly (readonly [readonly string[], string, number, readonly string[]])[] = [
			[
				["fact", "assert", "-"],
				bad,
				65,
				[
					"UTOPIA_WRITE_REFUSED",
					"reason: invalid_date",
					"fact: number 2 of the batch",
					"field: valid_from",
					"found: 2023-02-30",
					"allowed: a date",
				],
			],
			[
				["fact", "assert", "-"],
				misspelt,
				64,
				["UTOPIA_ARGUMENT_INVALID", "facts.0.valid_form must be one of subject"],
			],
			[["fact", "assert", "-"], "{", 64, ["UTOPIA_ARGUMENT_INVALID", "is not JSON"]],
			[["fact", "show", nobody], "", 66, ["UTOPIA_THING_NOT_FOUND", "No fact with that id"]],
			[["fact", "close", factId(5), "--valid-to", "2020"], "", 65, ["reason: not_a_state"]],
			[["fact", "close", factId(1)], "", 64, ["UTOPIA_ARGUMENT_INVALID", "valid_to"]],
			[["entity", "retype", ids.Heron, "castle"], "", 65, ["reason: unknown_class", "field: type"]],
			[["entity", "revert", nobody], "", 66, ["No merge with that id"]],
			[["document", "restore", documentId(1)], "", 75, ["UTOPIA_WRITE_OVERTAKEN", "reason: not_deleted"]],
		];
		const all = async (run: Run) => {
			const said: string[] = [];
			for (const [args, input, code, words] of calls) {
				const ended = await run(args, input);
				expect(ended.code, `${args.join(" ")}: ${ended.err}`).toBe(code);
				for (const word of words) expect(ended.err).toContain(word);
				expect(ended.err).not.toMatch(/ at .*\.js:/);
				expect(ended.out).toBe("");
				said.push(ended.err);
			}
			return said;
		};
		const onFolder = await all((args, input) =>
			utopia([...args, "--kb", K1, "--data", folder.path], {}, input),
		);
		await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: BOOTSTRAP });
		const overServer = await all((args, input) =>
			utopia([...args, "--kb", K1, "--url", server.url, "--token", BOOTSTRAP], {}, input),
		);
		expect(overServer).toEqual(onFolder);
		const gone = await utopia([
			"fact",
			"show",
			factId(1),
			"--kb",
			nobody,
			"--url",
			server.url,
			"--token",
			BOOTSTRAP,
		]);
		expect(gone).toMatchObject({ code: 66, err: expect.stringContaining("UTOPIA_KB_NOT_FOUND") });
		const twice = await utopia([
			"kb",
			"create",
			"--name",
			"x",
			"--id",
			K1,
			"--url",
			server.url,
			"--token",
			BOOTSTRAP,
		]);
		expect(twice).toMatchObject({ code: 75, err: expect.stringContaining("UTOPIA_KB_EXISTS") });
	}, 300_000);

	test.each([
		[["fact"], "takes assert, correct, close, retract or show"],
		[["fact", "toString"], "takes assert"],
		[["fact", "correct", "--kb", K1], "utopia fact correct FACT"],
		[["entity", "rename", ids.Heron, "--kb", K1], "utopia entity rename ENTITY NAME"],
		[["fact", "retract", ids.Heron, "--kb", K1, "--valid-to", "2024"], "does not take --valid-to"],
		[["fact", "show", ids.Heron], "--kb is missing"],
		[["fact", "show", ids.Heron, "--kb", K1, "--valid-form", "x"], "Unknown option"],
		[["fact", "assert", "no-such-file", "--kb", K1], "There is no"],
	])("%j is refused as a call", async (args, sentence) => {
		using folder = temporaryFolder();
		const { code, err, out } = await utopia([...args, "--data", folder.path]);
		expect([64, 66]).toContain(code);
		expect({ err, out }).toMatchObject({ err: expect.stringContaining(sentence), out: "" });
	});
});
