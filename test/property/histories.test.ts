import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instantText } from "../../src/time/instant.ts";
import {
	changesAgree,
	entitiesAgree,
	expectWholeChains,
	factsAgree,
	neighborsAgree,
	pathsAgree,
	timelineAgrees,
} from "../support/history-agree.ts";
import { type HistoryBase, type HistoryBases, historyBases } from "../support/history-base.ts";
import { ModelRun } from "../support/history-model-run.ts";
import { type Answered, asked, expectSameBytes, questions } from "../support/history-reads.ts";
import { HistoryRun } from "../support/history-run.ts";
import { type HistoryStep, history, worldMoment } from "../support/history-steps.ts";

/** How many histories; `npm run test:histories` asks for a thousand. */
const RUNS = Number(process.env["HISTORIES"] ?? 50) / 2;
/** What failed is found again by its seed and path (`HISTORY_SEED`, `HISTORY_PATH`), and made small with `HISTORY_SHRINK`. */
const PARAMETERS = {
	numRuns: RUNS,
	endOnFailure: process.env["HISTORY_SHRINK"] === undefined,
	...(process.env["HISTORY_SEED"] !== undefined && {
		seed: Number(process.env["HISTORY_SEED"]),
		path: process.env["HISTORY_PATH"] ?? "",
	}),
};
const TIMEOUT = 120_000 + 4_000 * RUNS;

let bases: HistoryBases;
beforeAll(async () => {
	bases = await historyBases();
});
afterAll(() => bases[Symbol.asyncDispose]());

async function replayed(steps: readonly HistoryStep[], at: string | undefined): Promise<void> {
	await using base = await bases.fresh();
	const run = new HistoryRun(base);
	const kept: Answered[] = [];
	for (const { action, after, reads } of steps) {
		const done = await run.resolved(action);
		if (done !== undefined) await run.perform(done);
		base.clock.advance(after);
		if (reads) kept.push(...(await answeredNow(base, run.entities, at)));
	}
	for (const answer of kept) expectSameBytes(await asked(base, answer.tool, answer.args), answer);
}

/** Every answer of this moment, which are those that are given without naming it. */
async function answeredNow(
	base: HistoryBase,
	entities: readonly string[],
	at: string | undefined,
): Promise<readonly Answered[]> {
	const now = instantText(base.view.clock.now());
	const answers: Answered[] = [];
	for (const [tool, args] of questions(entities, now, { at })) answers.push(await asked(base, tool, args));
	const plain = await base.read("entity_facts", { entity_id: entities[0], limit: 300 });
	expect({ ...plain, as_of: now }).toEqual(answers[0]?.structure);
	return answers;
}

test(
	"R10: what was answered as of a moment is answered again, byte for byte, after any later history",
	async () => {
		await fc.assert(fc.asyncProperty(history(24), worldMoment, replayed), PARAMETERS);
	},
	TIMEOUT,
);

async function modelled(steps: readonly HistoryStep[], at: string | undefined, which: number): Promise<void> {
	await using base = await bases.fresh();
	const run = new HistoryRun(base);
	const both = new ModelRun(run);
	const start = base.view.clock.now();
	const moments = [start];
	const agreeing = (asOf: bigint) => ({
		base,
		model: both.model,
		entities: run.entities,
		asked: { asOf, at, strictly: which % 3 === 0 },
	});
	for (const { action, after, reads } of steps) {
		const done = await run.resolved(action);
		const { at: recorded } = done === undefined ? { at: undefined } : await both.perform(done);
		if (recorded !== undefined) moments.push(recorded as typeof start);
		await factsAgree({ ...agreeing(0n), asked: { asOf: base.view.clock.now() } });
		expectWholeChains(both.model);
		base.clock.advance(after);
		if (!reads) continue;
		const earlier = agreeing(moments[which % moments.length] ?? start);
		await factsAgree(earlier);
		await timelineAgrees(earlier);
		await entitiesAgree(earlier);
		await pathsAgree(earlier);
	}
	const now = base.view.clock.now();
	await neighborsAgree(agreeing(now));
	await changesAgree(agreeing(now), start, now);
}

test(
	"what tools show of any history, at every moment of both clocks, is what a model of everything said shows",
	async () => {
		await fc.assert(fc.asyncProperty(history(16), worldMoment, fc.nat(1000), modelled), PARAMETERS);
	},
	TIMEOUT,
);
