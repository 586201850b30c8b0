// What stands in the ledger after each commit of a random history, against everything drawn afresh from what is held then.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Instant } from "../../src/time/instant.ts";
import { instantText } from "../../src/time/instant.ts";
import { DerivingBase } from "../support/derivation-base.ts";
import {
	asText,
	headOf,
	heldFacts,
	type Recomputed,
	readBack,
	recomputed,
	type Standing,
	Written,
} from "../support/derivation-reading.ts";
import { DerivationRun, type Outcome } from "../support/derivation-run.ts";
import { derivationHistory } from "../support/derivation-steps.ts";

/** How many actions; `npm run test:derivations` asks for a thousand. */
const STEPS = Number(process.env["DERIVATION_STEPS"] ?? 100);
const PER_RUN = 25;
const RUNS = Math.ceil(STEPS / PER_RUN);
/** What failed is found again by its seed and path (`DERIVATION_SEED`, `DERIVATION_PATH`), and made small with `DERIVATION_SHRINK`. */
const PARAMETERS = {
	numRuns: RUNS,
	endOnFailure: process.env["DERIVATION_SHRINK"] === undefined,
	...(process.env["DERIVATION_SEED"] !== undefined && {
		seed: Number(process.env["DERIVATION_SEED"]),
		path: process.env["DERIVATION_PATH"] ?? "",
	}),
};

type Then = ReadonlyMap<string, Standing>;
const shown = (then: Then) =>
	new Map([...then].map(([line, { proofs }]) => [line, [...proofs.keys()].sort()]));

/** K3, Q4: what stood before and stands on has its ids and its moments; all else is of this commit, under new ids. */
function expectKept(before: Then, now: Then, at: Instant, known: Set<string>): void {
	for (const [line, { id, derivedAt, proofs }] of now) {
		const former = before.get(line);
		if (former === undefined) {
			expect(derivedAt, line).toBe(at);
			expect(known, line).not.toContain(id);
		} else expect([id, derivedAt], line).toEqual([former.id, former.derivedAt]);
		for (const [proof, { id: own, begun }] of proofs) {
			const kept = former?.proofs.get(proof);
			if (kept === undefined) expect(begun, proof).toBe(at);
			else expect([own, begun], proof).toEqual([kept.id, kept.begun]);
		}
	}
	for (const { id } of now.values()) known.add(id);
}

/** What tools read at a moment is what is written, and the surest proof stands first (Q3). */
async function expectReadBack(base: DerivingBase, at: Instant, then: Then, { confidences }: Recomputed) {
	const found = await readBack(base.now, at);
	expect([...found.keys()].sort()).toEqual([...then.keys()].sort());
	for (const [line, { id, derivedAt, confidence, proofs }] of found) {
		const standing = then.get(line);
		expect([id, derivedAt, confidence], line).toEqual([
			standing?.id,
			standing?.derivedAt,
			confidences.get(line),
		]);
		expect([...proofs].sort(), line).toEqual(
			[...(standing?.proofs.values() ?? [])].map((one) => one.id).sort(),
		);
	}
}

interface Commit {
	readonly at: Instant;
	readonly premises: string;
	readonly fresh: Recomputed;
}

const premisesText = async (base: DerivingBase, at: Instant) =>
	asText([...(await heldFacts(base.now, at))].sort((a, b) => (a.id < b.id ? -1 : 1)));

const tally = new Map<string, number>();
const count = (what: string, by = 1) => tally.set(what, (tally.get(what) ?? 0) + by);

function noted(does: string, outcome: Outcome | undefined): void {
	count(
		outcome === undefined ? `${does}: nothing` : "refused" in outcome ? `${does}: ${outcome.refused}` : does,
	);
}

/** A history with what its commits have to have made of conclusions. */
class Watched {
	readonly base: DerivingBase;
	readonly run: DerivationRun;
	readonly #commits: Commit[] = [];
	readonly #known = new Set<string>();
	#then: Then = new Map();
	#size = 0;

	constructor(base: DerivingBase) {
		this.base = base;
		this.run = new DerivationRun(base);
	}

	async perform(pick: Parameters<DerivationRun["perform"]>[0]): Promise<void> {
		const before = this.base.now.store.head().sequence;
		const outcome = await this.run.perform(pick);
		noted(pick.does, outcome);
		const written = await Written.of(this.base.now);
		const { sequence } = this.base.now.store.head();
		if (sequence === before) {
			expect(written.size).toBe(this.#size);
			if (outcome !== undefined && "concluded" in outcome)
				expect(outcome.concluded).toEqual({ added: 0, removed: 0 });
			return;
		}
		expect(sequence, "one commit for each action").toBe(before + 1);
		const at = headOf(this.base.now);
		const now = written.at(at);
		const fresh = await recomputed(this.base.now);
		expect(shown(now)).toEqual(fresh.proofs);
		expectKept(this.#then, now, at, this.#known);
		if (outcome === undefined || "refused" in outcome) throw new Error("something was written all the same");
		expect(outcome.concluded).toEqual({
			added: [...now.keys()].filter((line) => !this.#then.has(line)).length,
			removed: [...this.#then.keys()].filter((line) => !now.has(line)).length,
		});
		if (pick.does === "lose" || pick.does === "reopen") expect(written.size, "K7").toBe(this.#size);
		this.#size = written.size;
		this.#then = now;
		count("conclusions", now.size);
		this.#commits.push({ at, fresh, premises: await premisesText(this.base, at) });
	}

	/** At each moment what is read back is what was concluded then. */
	async replay(): Promise<void> {
		const written = await Written.of(this.base.now);
		for (const { at, fresh, premises } of this.#commits) {
			const then = written.at(at);
			expect(shown(then), instantText(at)).toEqual(fresh.proofs);
			expect(await premisesText(this.base, at), instantText(at)).toBe(premises);
			await expectReadBack(this.base, at, then, fresh);
		}
	}
}

test(
	`after each of ${STEPS} random actions what stands is what follows from what is held, now and as of every commit before`,
	async () => {
		await fc.assert(
			fc.asyncProperty(derivationHistory(PER_RUN), async ([file, steps]) => {
				await using base = await DerivingBase.fresh();
				const watched = new Watched(base);
				await watched.perform({ does: "put", file });
				for (const { action, after } of steps) {
					base.clock.advance(after);
					await watched.perform(action);
				}
				await watched.perform({ does: "reopen" });
				await watched.replay();
			}),
			PARAMETERS,
		);
		if (process.env["DERIVATION_TALLY"] !== undefined)
			process.stdout.write(`${JSON.stringify(Object.fromEntries([...tally].sort()))}\n`);
	},
	60_000 + 4_000 * STEPS,
);
