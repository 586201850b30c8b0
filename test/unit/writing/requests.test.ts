import { expect, test } from "vitest";
import { wholeView } from "../../../src/access/view.ts";
import { assertFacts } from "../../../src/actions/assert-facts.ts";
import { retractFact } from "../../../src/actions/retract-fact.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import { instant } from "../../../src/time/instant.ts";
import { Writer } from "../../../src/writing/writer.ts";
import { EDO } from "../../support/acting.ts";
import { temporaryFolder } from "../../support/stores.ts";
import { windable } from "../../support/windable.ts";

const KB = "4c1f0a52-5a0e-4f0b-9d65-3f0f4c1b2a33";
const HOUR = 3_600_000_000n;
const WISH = {
	subject: { name: "Heron" },
	proposedPredicate: "lies at",
	object: { name: "Pier 4" },
	validFrom: "2020",
};

/** A writer over a folder, and how far its base has come; closing it leaves what is on disk. */
async function opened(folder: string, clock = windable(instant("2026-07-01T00:00:00.000000Z"))) {
	const directory = await DataDirectory.open(folder, { warn: () => undefined });
	const store = await directory.kb(KB);
	const view = wholeView(store, KB, clock);
	const writer = new Writer(store, view);
	return {
		clock,
		commits: () => store.head().sequence,
		send: (key: string, { caller = "Ada", asked = JSON.stringify(WISH) } = {}) =>
			writer.write(assertFacts([WISH], EDO, view), (answer) => JSON.stringify(answer), {
				request: { caller, key, asked },
			}),
		retract: (fact: string) => writer.write(retractFact(fact, view), () => ""),
		async [Symbol.asyncDispose]() {
			await directory[Symbol.asyncDispose]();
		},
	};
}

test("a key and its request are answered with the same bytes and done once, also after a start", async () => {
	using folder = temporaryFolder();
	let first: string;
	{
		await using base = await opened(folder.path);
		first = await base.send("k1");
		expect(await base.send("k1")).toBe(first);
		expect(base.commits()).toBe(1);
	}
	await using again = await opened(folder.path);
	expect(await again.send("k1")).toBe(first);
	expect(again.commits()).toBe(1);
});

test("a key is its caller's own", async () => {
	using folder = temporaryFolder();
	await using base = await opened(folder.path);
	const ada = await base.send("k1");
	expect(await base.send("k1", { caller: "Edo" })).not.toBe(ada);
});

test("a key that comes with another request is refused, and nothing is written", async () => {
	using folder = temporaryFolder();
	await using base = await opened(folder.path);
	await base.send("k1");
	await expect(base.send("k1", { asked: "something else" })).rejects.toMatchObject({
		code: "UTOPIA_WRITE_OVERTAKEN",
		details: { reason: "key_reused" },
	});
	expect(base.commits()).toBe(1);
});

test("a key is known for a day, and then for another request; what is older leaves the base with the next keyed write", async () => {
	using folder = temporaryFolder();
	await using base = await opened(folder.path);
	const first = await base.send("k1");
	base.clock.advance(24n * HOUR - 1_000n);
	expect(await base.send("k1")).toBe(first);
	base.clock.advance(HOUR);
	const later = await base.send("k1", { asked: "a new day" });
	expect(later).not.toBe(first);
	expect(await base.send("k1", { asked: "a new day" })).toBe(later);
	await expect(base.send("k1")).rejects.toMatchObject({ details: { reason: "key_reused" } });
});

test("a keyed request that changes nothing is kept too: sent again when it would change something, it is not done", async () => {
	using folder = temporaryFolder();
	await using base = await opened(folder.path);
	await base.send("k1");
	const same = await base.send("k2");
	expect(JSON.parse(same)).toMatchObject({ facts: [{ outcome: "merged" }] });
	await base.retract(JSON.parse(same).facts[0].row);
	const commits = base.commits();
	expect(await base.send("k2")).toBe(same);
	expect(base.commits()).toBe(commits);
});
