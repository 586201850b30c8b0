import { expect } from "vitest";
import { type Instant, instantText } from "../../src/time/instant.ts";
import type { HistoryBase } from "./history-base.ts";
import { type Asked, byId, clocks, factShown, ModelReading } from "./history-compare.ts";
import { type HistoryModel, isName, type ModelRow, type Moment } from "./history-model.ts";
import type { Json } from "./history-reads.ts";

const list = (answer: Json, key: string) => answer[key] as readonly Json[];

/** What of a base is compared with its model, and at which moments of both clocks. */
export interface Agreeing {
	readonly base: HistoryBase;
	readonly model: HistoryModel;
	readonly entities: readonly string[];
	readonly asked: Asked;
}

const known = ({ model, entities, asked }: Agreeing) =>
	entities.filter((entity) => (model.created.get(entity) ?? 0n) <= asked.asOf);

/** Every row that every entity shows, field by field, and the names of each. */
export async function factsAgree(agreeing: Agreeing): Promise<void> {
	const { base, model, asked } = agreeing;
	const reading = new ModelReading(model, asked);
	for (const entity of known(agreeing)) {
		const answer = await base.read("entity_facts", { entity_id: entity, limit: 300, ...clocks(asked) });
		const rows = reading.rows(entity);
		expect(list(answer, "facts").map(factShown).sort(byId), entity).toEqual(
			rows.map((row) => reading.json(entity, row)).sort(byId),
		);
		expect(answer["total_facts"]).toBe(rows.length);
		const owner = reading.owner(entity);
		expect((answer["entity"] as Json)["name"]).toBe(model.name(owner, asked.asOf));
		const names = list(answer, "names").map(({ fact_id: id, name, canonical }) => ({ id, name, canonical }));
		expect(names.sort(byId)).toEqual(namesOf(owner, agreeing).sort(byId));
	}
}

function namesOf(owner: string, { model, asked: { asOf } }: Agreeing): Json[] {
	const own = model.held(asOf).filter((row) => isName(row) && model.owner(row.claim.subject, asOf) === owner);
	return own.map(({ id, claim, canonical }) => ({
		id,
		name: "value" in claim.object ? claim.object.value : "",
		canonical: canonical && claim.subject === owner,
	}));
}

export async function timelineAgrees(agreeing: Agreeing): Promise<void> {
	const { base, model, asked } = agreeing;
	const { at: _, ...record } = clocks(asked) as Record<string, unknown>;
	const reading = new ModelReading(model, { ...asked, at: undefined });
	for (const entity of known(agreeing)) {
		const rows = reading.rows(entity);
		const dated = rows.filter(({ from }) => from !== undefined);
		dated.sort((a, b) => Number((a.from?.at ?? 0n) - (b.from?.at ?? 0n)) || (a.id < b.id ? -1 : 1));
		const answer = await base.read("timeline", { entity, limit: 300, ...record });
		expect(list(answer, "entries").map(({ id }) => id)).toEqual(dated.map(({ id }) => id));
		expect(answer["undated_count"]).toBe(rows.length - dated.length);
	}
}

export async function neighborsAgree(agreeing: Agreeing): Promise<void> {
	const { base, model, asked } = agreeing;
	const reading = new ModelReading(model, asked);
	for (const entity of known(agreeing)) {
		const expected = new Map<string, string[]>();
		for (const row of reading.rows(entity)) {
			const { direction, other_id: other, predicate } = reading.json(entity, row);
			if (other === null || other === reading.owner(entity)) continue;
			const key = `${String(predicate).replaceAll("_", " ")} ${direction} ${other}`;
			expected.set(key, [...(expected.get(key) ?? []), row.id].sort());
		}
		const answer = await base.read("neighbors", { entity, limit: 300, ...clocks(asked) });
		const found = list(answer, "neighbors").map(
			({ predicate_label: label, direction, id, facts }) =>
				[`${label} ${direction} ${id}`, (facts as readonly Json[]).map((fact) => fact["id"]).sort()] as const,
		);
		expect(found.sort()).toEqual([...expected].sort());
	}
}

/** Names, types and counts of whatever a piece of a name finds; and that it finds all that have it. */
export async function entitiesAgree(agreeing: Agreeing): Promise<void> {
	const { base, model, asked } = agreeing;
	const { at: _, ...record } = clocks(asked) as Record<string, unknown>;
	const reading = new ModelReading(model, { ...asked, at: undefined });
	for (const piece of ["er", "pier", "tern"]) {
		const answer = await base.read("find_entities", { name: piece, ...record });
		for (const { id, name, type_key: type, fact_count: count } of list(answer, "entities")) {
			const entity = String(id);
			const expected = [
				entity,
				model.name(entity, asked.asOf),
				model.type(entity, asked.asOf) ?? null,
				reading.rows(entity).length,
			];
			expect([id, name, type, count]).toEqual(expected);
			expect(reading.owner(entity)).toBe(entity);
		}
	}
}

interface Event {
	readonly at: Moment;
	readonly kind: string;
	readonly affected: string;
	readonly subject: string;
	readonly object: string | null;
}

/** Everything that moved, in order, in a window. */
export async function changesAgree({ base, model }: Agreeing, since: Moment, until: Moment): Promise<void> {
	const expected = eventsOf(model)
		.filter(({ at }) => since <= at && at <= until)
		.sort((a, b) => Number(b.at - a.at) || (a.affected < b.affected ? -1 : 1))
		.map(({ at, kind, affected, subject, object }) =>
			[instantText(at as Instant), kind, affected, subject, object].join(" "),
		);
	const found: string[] = [];
	let cursor: unknown;
	do {
		const answer = await base.read("changes", {
			since: instantText(since as Instant),
			until: instantText(until as Instant),
			...(typeof cursor === "string" && { cursor }),
		});
		for (const one of list(answer, "changes")) {
			const { at, kind, fact_id: fact, subject_id: subject, object_id: object } = one;
			found.push([at, kind, fact ?? subject, subject, object].join(" "));
		}
		cursor = answer["next_cursor"];
	} while (cursor !== null);
	expect(found).toEqual(expected);
}

function eventsOf(model: HistoryModel): Event[] {
	const ofRow = (row: ModelRow, kind: string, at: Moment): Event => {
		const { id, claim } = row;
		const subject = model.owner(claim.subject, at);
		const object = "entity" in claim.object ? model.owner(claim.object.entity, at) : null;
		return {
			at,
			kind,
			affected: kind === "renamed" ? claim.subject : id,
			subject: kind === "renamed" ? claim.subject : subject,
			object,
		};
	};
	const replaced = new Set(model.rows.map(({ supersedes }) => supersedes));
	return [
		...model.rows.flatMap((row) => (row.event === undefined ? [] : [ofRow(row, row.event, row.recorded)])),
		...model.rows.flatMap((row) =>
			row.invalidated === undefined || replaced.has(row.id) ? [] : [ofRow(row, "rejected", row.invalidated)],
		),
		...model.merges.map(({ source, target, from }) => ofEntity("merged", source, target, from)),
		...model.merges.flatMap(({ source, target, to }) =>
			to === undefined ? [] : [ofEntity("reverted", source, target, to)],
		),
		...model.typings.flatMap(({ entity, from, isEvent }) =>
			isEvent ? [ofEntity("retyped", entity, null, from)] : [],
		),
	];
}

function ofEntity(kind: string, entity: string, object: string | null, at: Moment): Event {
	return { at, kind, affected: entity, subject: entity, object };
}

/** Every simple path of up to three hops, by walking all of them. */
function walks(reading: ModelReading, from: string, to: string): string[] {
	const edges = reading.rows().flatMap((row) => {
		const [subject, object] = [
			reading.owner(row.claim.subject),
			"entity" in row.claim.object && reading.owner(row.claim.object.entity),
		];
		if (object === false || object === subject) return [];
		const word = row.claim.predicate ?? row.claim.word ?? "";
		return [
			{ from: subject, to: object, step: `${word} out ${object}` },
			{ from: object, to: subject, step: `${word} in ${subject}` },
		];
	});
	const found = new Set<string>();
	const walk = (node: string, passed: readonly string[], steps: readonly string[]) => {
		if (node === to) found.add(steps.join(" / "));
		if (node === to || steps.length === 3) return;
		for (const edge of edges)
			if (edge.from === node && !passed.includes(edge.to))
				walk(edge.to, [...passed, edge.to], [...steps, edge.step]);
	};
	if (from !== to) walk(from, [from], []);
	return [...found].sort();
}

export async function pathsAgree(agreeing: Agreeing): Promise<void> {
	const { base, model, asked } = agreeing;
	const reading = new ModelReading(model, asked);
	const ids = known(agreeing);
	for (const [from = "", to = ""] of [ids.slice(0, 2), [ids[0], ids.at(-1)], ids.slice(2, 4)]) {
		const found: string[] = [];
		let cursor: unknown;
		do {
			const more = typeof cursor === "string" && { cursor };
			const answer = await base.read("paths_between", { from, to, ...clocks(asked), ...more });
			for (const path of list(answer, "paths")) {
				const edges = list(path, "edges").map(
					({ predicate_key: key, predicate_label: label, direction, to_id: end }) =>
						`${key ?? label} ${direction} ${end}`,
				);
				found.push(edges.join(" / "));
			}
			cursor = answer["next_cursor"];
		} while (cursor !== null);
		expect(found.sort()).toEqual(walks(reading, reading.owner(from), reading.owner(to)));
	}
}

/** At most one held row supersedes any row, with the same ends asserted, recorded when its predecessor ended. */
export function expectWholeChains({ rows }: HistoryModel): void {
	for (const row of rows) {
		if (row.supersedes === undefined) continue;
		const old = rows.find(({ id }) => id === row.supersedes);
		expect(old?.invalidated).toBe(row.recorded);
		expect(rows.filter(({ supersedes }) => supersedes === row.supersedes)).toHaveLength(1);
		expect([row.claim.subject, row.claim.predicate]).toEqual([old?.claim.subject, old?.claim.predicate]);
	}
}
