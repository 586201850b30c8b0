import { expect } from "vitest";
import type { ReadingBase } from "./reading.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A question of record time that was answered, with the bytes of its answer. */
export interface Answered {
	readonly tool: string;
	readonly args: Json;
	readonly structure: unknown;
	readonly text: string;
}

const NAMES = ["heron", "e", "pier", "tern"];

/** What every read tool is asked at a moment of the record; `clocks` names it, or nothing for now. */
export function questions(
	entities: readonly string[],
	moment: string,
	{ at, strictly = false }: { readonly at?: string | undefined; readonly strictly?: boolean },
): readonly (readonly [tool: string, args: Json])[] {
	const clocks = strictly ? { before: moment } : { as_of: moment };
	const world = at === undefined ? {} : { at };
	const [first = "", second = "", third = ""] = entities;
	const pairs = [
		[first, second],
		[second, third],
		[first, entities.at(-1) ?? ""],
	];
	return [
		...entities.flatMap((entity): (readonly [string, Json])[] => [
			["entity_facts", { entity_id: entity, limit: 300, ...clocks }],
			["neighbors", { entity, limit: 300, ...world, ...clocks }],
			["timeline", { entity, limit: 300, ...clocks }],
		]),
		...(at === undefined
			? []
			: entities.map(
					(entity) => ["entity_facts", { entity_id: entity, limit: 300, at, ...clocks }] as const,
				)),
		["entity_facts", { entity_id: first, limit: 300, predicate: "berths", since: "2020", ...clocks }],
		...NAMES.map((name) => ["find_entities", { name, ...clocks }] as const),
		["changes", { since: "2026-07", until: moment }],
		["changes", { since: "2026-07", until: moment, kinds: ["rejected", "corrected"] }],
		...pairs.map(([from, to]) => ["paths_between", { from, to, ...world, ...clocks }] as const),
	];
}

export async function asked(base: ReadingBase, tool: string, args: Json): Promise<Answered> {
	const { structuredContent, content } = await base.call(tool, args);
	// Where a list of changes goes on is asked now, whatever window it is of.
	const structure =
		tool === "changes" ? { ...(structuredContent as Json), next_cursor: null } : structuredContent;
	return { tool, args, structure, text: JSON.stringify(content) };
}

/** R10: the same bytes, but that a row may have been given up since. */
export function expectSameBytes(now: Answered, then: Answered): void {
	const told = `${then.tool} ${JSON.stringify(then.args)}`;
	expect(now.text, told).toBe(then.text);
	const structure = withLatter(now.structure, then.structure);
	// First as structures, which tells better where they differ.
	expect(structure, told).toEqual(then.structure);
	expect(JSON.stringify(structure), told).toBe(JSON.stringify(then.structure));
}

/** `now` with the `invalidated_at` of `then` wherever it was null there. */
function withLatter(now: unknown, then: unknown): unknown {
	if (Array.isArray(now))
		return now.map((item, n) => withLatter(item, Array.isArray(then) ? then[n] : undefined));
	if (typeof now !== "object" || now === null) return now;
	const before = (typeof then === "object" && then !== null ? then : {}) as Json;
	return Object.fromEntries(
		Object.entries(now).map(([key, value]) => [
			key,
			key === "invalidated_at" && before[key] === null ? null : withLatter(value, before[key]),
		]),
	);
}
