import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { wholeView } from "../../src/access/view.ts";
import { assertFacts } from "../../src/actions/assert-facts.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { Consequences } from "../../src/findings/consequences.ts";
import { CommitLog } from "../../src/store/log/commit-log.ts";
import { LogEnvironment } from "../../src/store/log/log-environment.ts";
import { OxigraphStore } from "../../src/store/oxigraph/oxigraph-store.ts";
import { instant } from "../../src/time/instant.ts";
import { Writer } from "../../src/writing/writer.ts";
import { EDO } from "../support/acting.ts";
import { DERIVING_KB, DERIVING_THINGS, ontologyFile, thing } from "../support/derivation-base.ts";
import { headOf, recomputed, Written } from "../support/derivation-reading.ts";
import { temporaryFolder } from "../support/stores.ts";
import { windable } from "../support/windable.ts";

/** A disk that is full from the moment it is told to be. */
class FullDisk extends LogEnvironment {
	full = false;
	static at(folder: string): FullDisk {
		return new FullDisk(FullDisk.root(folder));
	}
	protected override flush(action: () => void): Promise<void> {
		return this.full ? Promise.reject(new Error("ENOSPC: no space left on device")) : super.flush(action);
	}
}

const flags = { inverseOf: [], subPropertyOf: [], temporal: "state" } as const;
const TEXT = `${ontologyFile([{ ...flags, key: "part_of", types: ["owl:TransitiveProperty"] }])}${DERIVING_THINGS}`;
const clock = windable(instant("2026-07-01T00:00:00.000000Z"));

/** A base on a disk, with a writer that draws conclusions. */
async function opened(disk: LogEnvironment) {
	const log = await CommitLog.open(disk, DERIVING_KB, () => {});
	const store = await OxigraphStore.open(log, { images: undefined, warn: () => {} });
	const view = wholeView(store, DERIVING_KB, clock);
	const derivations = new Consequences(view);
	const writer = new Writer(store, view, derivations);
	const write = (from: number, to: number) => {
		const wish = { subject: { id: thing(from) }, predicate: "part_of", object: { id: thing(to) } };
		return writer.write(assertFacts([wish], EDO, view), () => "");
	};
	const base = { kb: DERIVING_KB, store, view };
	return {
		...{ base, write, writer },
		/** What stands, by what it says, after checking that it is what follows. */
		async standing() {
			const now = (await Written.of(base)).at(headOf(base));
			const { proofs } = await recomputed(base);
			expect(new Map([...now].map(([line, one]) => [line, [...one.proofs.keys()].sort()]))).toEqual(proofs);
			return now;
		},
		async [Symbol.asyncDispose]() {
			await derivations.close();
			await store[Symbol.asyncDispose]();
		},
	};
}

test("a disk that fills up under writes leaves no conclusion of what was not written, and opened again the base goes on", async () => {
	using folder = temporaryFolder();
	let before: Awaited<ReturnType<Written["at"]>>;
	{
		await using disk = FullDisk.at(folder.path);
		await using there = await opened(disk);
		const { base, writer, write, standing } = there;
		await writer.alone(() => importLedger(base, Readable.from([Buffer.from(TEXT)]), { filename: "a.ttl" }));
		await write(1, 2);
		await write(2, 3);
		before = await standing();
		expect(before.size).toBe(1);
		disk.full = true;
		for (const outcome of await Promise.allSettled([write(3, 4), write(4, 5), write(5, 6)]))
			expect(outcome).toMatchObject({ status: "rejected", reason: { code: "UTOPIA_STORE_UNAVAILABLE" } });
		expect(await standing()).toEqual(before);
	}
	await using disk = FullDisk.at(folder.path);
	await using there = await opened(disk);
	expect(await there.standing()).toEqual(before);
	await there.write(3, 4);
	const after = await there.standing();
	expect(after.size).toBe(3);
	for (const [line, { id, derivedAt }] of before) expect(after.get(line)).toMatchObject({ id, derivedAt });
});
