import fc from "fast-check";
import { expect, test } from "vitest";
import {
	LEDGER_KB,
	momentText,
	ownerAt,
	type PlainFact,
	type PlainLedger,
	plainLedger,
	recordMoment,
	TEMPORAL,
	turtleOf,
	worldMoment,
} from "../support/random-ledger.ts";
import { type ReadingBase, readingBase } from "../support/reading.ts";

/** The plain reading of R1, R5 and W1 to W6 over all rows: slow, obvious, and sharing nothing with the server. */
class Model {
	readonly ledger: PlainLedger;
	constructor(ledger: PlainLedger) {
		this.ledger = ledger;
	}

	held(asOf: number): PlainFact[] {
		return this.ledger.facts
			.filter(
				({ recorded, invalidated }) => recorded <= asOf && (invalidated === undefined || asOf < invalidated),
			)
			.map((fact) => ({
				...fact,
				subject: this.owner(fact.subject, asOf),
				object: "entity" in fact.object ? { entity: this.owner(fact.object.entity, asOf) } : fact.object,
			}));
	}

	owner(entity: string, asOf: number): string {
		return ownerAt(entity, asOf, this.ledger.merges);
	}

	of(entity: string, at: number | undefined, asOf: number): PlainFact[] {
		const owner = this.owner(entity, asOf);
		return this.held(asOf).filter(
			(fact) => (fact.subject === owner || objectOf(fact) === owner) && holdsAt(fact, at),
		);
	}
}

const objectOf = ({ object }: PlainFact) => ("entity" in object ? object.entity : undefined);

function unitLater(at: number, precision: string): number {
	const date = new Date(at / 1_000);
	if (precision === "year") date.setUTCFullYear(date.getUTCFullYear() + 1);
	else if (precision === "month") date.setUTCMonth(date.getUTCMonth() + 1);
	else date.setUTCDate(date.getUTCDate() + 1);
	return date.getTime() * 1_000;
}

function holdsAt(fact: PlainFact, at: number | undefined): boolean {
	if (at === undefined) return true;
	const kind = fact.predicate === undefined ? "state" : TEMPORAL[fact.predicate];
	if (kind === "eternal") return true;
	const from = fact.validFrom?.at ?? fact.attestedFrom;
	if (kind === "event") {
		const date = fact.validFrom;
		return date !== undefined && date.at <= at && at < unitLater(date.at, date.precision);
	}
	const to = fact.validTo?.at ?? (fact.endedUnknown ? fact.attestedTo : undefined);
	return (from === undefined || from <= at) && (to === undefined || at < to);
}

const moments = fc.array(fc.record({ at: worldMoment, asOf: recordMoment, strictly: fc.boolean() }), {
	minLength: 4,
	maxLength: 4,
});
type Moment = typeof moments extends fc.Arbitrary<(infer Value)[]> ? Value : never;

function clocks({ at, asOf, strictly }: Moment): Record<string, string> {
	return {
		...(at !== undefined && { at: momentText(at) }),
		...(strictly ? { before: momentText(asOf + 1) } : { as_of: momentText(asOf) }),
	};
}

interface FactEntry {
	readonly id: string;
	readonly valid_from: string | null;
}

async function factsAgree(base: ReadingBase, model: Model, moment: Moment): Promise<void> {
	for (const { id } of model.ledger.entities) {
		const expected = model.of(id, moment.at, moment.asOf).map((fact) => fact.id);
		const answer = await base.read("entity_facts", { entity_id: id, limit: 300, ...clocks(moment) });
		const facts = answer["facts"] as FactEntry[];
		expect(facts.map((fact) => fact.id).sort()).toEqual(expected.sort());
		expect(answer["total_facts"]).toBe(expected.length);
	}
}

async function timelineAgrees(base: ReadingBase, model: Model, moment: Moment): Promise<void> {
	const { at: _, ...record } = clocks(moment);
	for (const { id } of model.ledger.entities) {
		const facts = model.of(id, undefined, moment.asOf);
		const dated = facts.filter(({ validFrom }) => validFrom !== undefined);
		dated.sort((a, b) => (a.validFrom?.at ?? 0) - (b.validFrom?.at ?? 0) || (a.id < b.id ? -1 : 1));
		const answer = await base.read("timeline", { entity: id, limit: 300, ...record });
		expect((answer["entries"] as FactEntry[]).map((entry) => entry.id)).toEqual(dated.map((fact) => fact.id));
		expect(answer["undated_count"]).toBe(facts.length - dated.length);
	}
}

interface Neighbor {
	readonly predicate_label: string;
	readonly direction: string;
	readonly id: string;
	readonly facts: readonly { readonly id: string }[];
}

async function neighborsAgree(base: ReadingBase, model: Model, moment: Moment): Promise<void> {
	for (const { id } of model.ledger.entities) {
		const owner = model.owner(id, moment.asOf);
		const expected = new Map<string, string[]>();
		for (const fact of model.of(id, moment.at, moment.asOf)) {
			const object = objectOf(fact);
			if (object === undefined || object === fact.subject) continue;
			const direction = fact.subject === owner ? "out" : "in";
			const label = (fact.predicate ?? fact.word).replace("_", " ");
			const key = `${label} ${direction} ${fact.subject === owner ? object : fact.subject}`;
			expected.set(key, [...(expected.get(key) ?? []), fact.id].sort());
		}
		const answer = await base.read("neighbors", { entity: id, limit: 300, ...clocks(moment) });
		const found = (answer["neighbors"] as Neighbor[]).map(
			({ predicate_label, direction, id: other, facts }) =>
				[`${predicate_label} ${direction} ${other}`, facts.map((fact) => fact.id).sort()] as const,
		);
		expect(found.sort()).toEqual([...expected].sort());
	}
}

/** Every simple path of up to three hops, by walking all of them. */
function walks(model: Model, from: string, to: string, moment: Moment): string[] {
	const edges = model.held(moment.asOf).flatMap((fact) => {
		const object = objectOf(fact);
		if (object === undefined || object === fact.subject || !holdsAt(fact, moment.at)) return [];
		const word = fact.predicate ?? "";
		return [
			{ from: fact.subject, to: object, step: `${word} out ${object}` },
			{ from: object, to: fact.subject, step: `${word} in ${fact.subject}` },
		];
	});
	const found = new Set<string>();
	const walk = (node: string, passed: readonly string[], steps: readonly string[]) => {
		if (node === to) {
			found.add(steps.join(" / "));
			return;
		}
		if (steps.length === 3) return;
		for (const edge of edges) {
			if (edge.from === node && !passed.includes(edge.to))
				walk(edge.to, [...passed, edge.to], [...steps, edge.step]);
		}
	};
	if (from !== to) walk(from, [from], []);
	return [...found].sort();
}

interface PathEntry {
	readonly hops: number;
	readonly edges: readonly {
		readonly predicate_key: string | null;
		readonly direction: string;
		readonly to_id: string;
	}[];
}

/** How long the paths were that the runs met: without any of three hops nothing would have been compared. */
const hopsSeen = new Set<number>();

async function pathsAgree(base: ReadingBase, model: Model, moment: Moment): Promise<void> {
	const id = (n: number) => model.ledger.entities[n]?.id ?? "";
	for (const [from, to] of [
		[id(0), id(5)],
		[id(1), id(3)],
		[id(2), id(1)],
	] as const) {
		const found: string[] = [];
		const hops: number[] = [];
		let cursor: unknown;
		do {
			const answer = await base.read("paths_between", {
				from,
				to,
				...clocks(moment),
				...(typeof cursor === "string" && { cursor }),
			});
			for (const path of answer["paths"] as PathEntry[]) {
				hops.push(path.hops);
				hopsSeen.add(path.hops);
				found.push(
					path.edges.map((edge) => `${edge.predicate_key ?? ""} ${edge.direction} ${edge.to_id}`).join(" / "),
				);
			}
			cursor = answer["next_cursor"];
		} while (cursor !== null);
		expect(hops).toEqual(hops.toSorted());
		expect(found.sort()).toEqual(
			walks(model, model.owner(from, moment.asOf), model.owner(to, moment.asOf), moment),
		);
	}
}

interface Event {
	readonly at: string;
	readonly kind: string;
	readonly fact_id: string | null;
	readonly subject_id: string;
}

async function changesAgree(base: ReadingBase, model: Model, moment: Moment, other: Moment): Promise<void> {
	const [since, until] = [moment.asOf, other.asOf].sort((a, b) => a - b) as [number, number];
	const { facts, merges } = model.ledger;
	const superseded = new Set(facts.map(({ supersedes }) => supersedes));
	const expected = [
		...facts.map(({ id, recorded, supersedes }) => ({
			at: recorded,
			kind: supersedes === undefined ? "asserted" : "corrected",
			id,
		})),
		...facts.flatMap(({ id, invalidated }) =>
			invalidated === undefined || superseded.has(id) ? [] : [{ at: invalidated, kind: "rejected", id }],
		),
		...merges.map(({ source, from }) => ({ at: from, kind: "merged", id: source })),
		...merges.flatMap(({ source, to }) =>
			to === undefined ? [] : [{ at: to, kind: "reverted", id: source }],
		),
	]
		.filter(({ at }) => since <= at && at <= until)
		.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
		.map(({ at, kind, id }) => `${momentText(at)} ${kind} ${id}`);
	const found: string[] = [];
	let cursor: unknown;
	do {
		const answer = await base.read("changes", {
			since: momentText(since),
			until: momentText(until),
			...(typeof cursor === "string" && { cursor }),
		});
		for (const { at, kind, fact_id, subject_id } of answer["changes"] as Event[])
			found.push(`${at} ${kind} ${fact_id ?? subject_id}`);
		cursor = answer["next_cursor"];
	} while (cursor !== null);
	expect(found).toEqual(expected);
}

async function countsAgree(base: ReadingBase, model: Model, moment: Moment): Promise<void> {
	const { at: _, ...record } = clocks(moment);
	for (const name of ["heron", "gret", "e"]) {
		const answer = await base.read("find_entities", { name, ...record });
		for (const { id, fact_count } of answer["entities"] as { id: string; fact_count: number }[]) {
			expect([id, fact_count]).toEqual([id, model.of(id, undefined, moment.asOf).length]);
		}
	}
}

test("every read tool equals a plain reading of the rules, at every moment of both clocks", async () => {
	await fc.assert(
		fc.asyncProperty(plainLedger, moments, async (ledger, asked) => {
			await using base = await readingBase(LEDGER_KB, turtleOf(ledger));
			const model = new Model(ledger);
			for (const moment of asked) {
				await factsAgree(base, model, moment);
				await timelineAgrees(base, model, moment);
				await neighborsAgree(base, model, moment);
				await pathsAgree(base, model, moment);
				await changesAgree(base, model, moment, asked[0] ?? moment);
				await countsAgree(base, model, moment);
			}
		}),
		{ numRuns: 25 },
	);
	expect([...hopsSeen].sort()).toEqual([1, 2, 3]);
}, 300_000);
