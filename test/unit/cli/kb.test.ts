import { expect, test } from "vitest";
import { serving, utopia } from "../../support/command.ts";
import { temporaryFolder } from "../../support/stores.ts";

const KB = "00000000-0000-4000-8000-0000000000ab";
const TOKEN = `utp_pat_${"cd".repeat(32)}`;

const CALLS: readonly (readonly string[])[] = [
	["kb", "show", KB],
	["kb", "change", KB, "--no-materialize-inferences", "--cap-per-predicate", "10000000"],
	["kb", "change", KB, "--materialize-inferences", "--cap-contradictions", "1"],
	["kb", "change", KB, "--name", "Other", "--visibility", "public"],
	["kb", "show", `vs_${KB.toUpperCase()}`],
];
const REFUSED: readonly (readonly [number, ...string[]])[] = [
	[64, "change", KB],
	[64, "change", "--name", "x"],
	[64, "change", KB, "--cap-per-predicate", "0"],
	[64, "change", KB, "--cap-per-predicate", "10000001"],
	[64, "change", KB, "--cap-rule-combinations", "1.5"],
	[64, "change", KB, "--cap-contradictions=-1"],
	[64, "change", KB, "--id", KB],
	[64, "change", KB, "--visibility", "secret"],
	[64, "show", KB, "--name", "x"],
	[64, "list", KB],
	[64, "constructor"],
	[66, "show", "nonsense"],
	[66, "change", crypto.randomUUID(), "--no-materialize-inferences"],
];

test("a base is shown and changed the same on a folder and over a server", async () => {
	const run = async (where: readonly string[], refusals: typeof REFUSED) => {
		await utopia(["relation", "declare", "part_of", "--transitive", "--kb", KB, ...where]);
		const facts = [1, 2].map((n) => ({
			...{ subject: { name: `p${n}` }, predicate: "part_of", object: { name: `p${n + 1}` } },
		}));
		await utopia(["fact", "assert", "-", "--kb", KB, ...where], {}, JSON.stringify(facts));
		const told: string[] = [];
		for (const call of CALLS) {
			const { code, out, err } = await utopia([...call, ...where]);
			expect([code, err], call.join(" ")).toEqual([0, ""]);
			told.push(out);
		}
		for (const [exit, ...call] of refusals)
			expect((await utopia(["kb", ...call, ...where])).code, call.join(" ")).toBe(exit);
		expect((await utopia(["kb", "show", KB, ...where])).out).toBe(told.at(-1));
		return told;
	};
	using folder = temporaryFolder();
	await utopia(["kb", "create", "--name", "One", "--id", KB, "--data", folder.path]);
	const offline = await run(["--data", folder.path], REFUSED);
	expect(offline).toEqual([
		expect.stringMatching(
			/^One · private\n.*\n {2}concludes {4}yes\n.* 200000 per predicate\n.* 64 rule combinations\n.* 50 /,
		),
		expect.stringMatching(/ nothing\n.* 10000000 per predicate\n[\s\S]*0 drawn, 1 withdrawn\n$/),
		expect.stringMatching(
			/ yes\n.* 10000000 per predicate\n[\s\S]* 1 contradictions.*\n.*1 drawn, 0 withdrawn\n$/,
		),
		expect.stringMatching(/^Other · public\n/),
		expect.stringMatching(/^Other · public\n[\s\S]* 10000000 per predicate\n/),
	]);
	using other = temporaryFolder();
	await utopia(["kb", "create", "--name", "One", "--id", KB, "--data", other.path]);
	await using server = await serving(other.path, { UTOPIA_BOOTSTRAP_TOKEN: TOKEN }, ["--no-demo"]);
	expect(await run(["--url", server.url, "--token", TOKEN], REFUSED.slice(2, 4))).toEqual(offline);
}, 180_000);
