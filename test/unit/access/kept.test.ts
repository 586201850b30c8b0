import { expect, test } from "vitest";
import { type CommitRows, commitRows } from "../../../src/access/commit-rows.ts";
import { Kept } from "../../../src/access/kept.ts";
import { baseIri, graphsOf } from "../../../src/rdf/base-iris.ts";
import { literal, quad } from "../../../src/rdf/terms.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { rdfs } from "../../../src/vocab/well-known.ts";
import { KB } from "../../support/stores.ts";

const { ledger, current, requests, documents, ontology, spelling } = graphsOf(KB);
const said = (text: string, graph = ledger) =>
	quad(baseIri(KB, "entity", text), rdfs.label, literal(text), graph);

function commit(text: string): CommitRows {
	const rows = commitRows({ insert: [said(text)], remove: [], recordedAt: 1n as Instant }, KB);
	if (rows === undefined) throw new TypeError("it can be followed");
	return rows;
}

/** A value that notes whose labels it was told of. */
function noting() {
	let built: (value: string[]) => void = () => undefined;
	const kept = new Kept(
		() => new Promise<string[]>((resolve) => (built = resolve)),
		(value, { ledger: rows }) => void value.push(...rows.keys()),
	);
	return { kept, built: (value: string[]) => built(value) };
}

test("commits that come while the value is built are taken afterwards, in order, before anybody has it", async () => {
	const { kept, built } = noting();
	expect([kept.follow(commit("a")), kept.follow(commit("b"))]).toEqual([true, true]);
	built(["old"]);
	const value = await kept.value;
	expect(value.map((row) => row.replace(/.*:/, ""))).toEqual(["old", "a", "b"]);
	expect(kept.follow(commit("c"))).toBe(true);
	expect(value).toHaveLength(4);
	expect(kept.isTorn).toBe(false);
});

test("a commit that cannot be followed leaves the value behind, and tears one that is being built", async () => {
	const { kept, built } = noting();
	expect(kept.follow(undefined)).toBe(false);
	expect(kept.isTorn).toBe(true);
	const whole = noting();
	whole.built([]);
	await whole.kept.value;
	expect([whole.kept.follow(undefined), whole.kept.isTorn]).toEqual([false, false]);
	built([]);
});

test("without a way to advance, any commit leaves the value behind", () => {
	expect(new Kept(async () => 1, undefined).follow(commit("a"))).toBe(false);
});

test("a commit that takes away more than plain triples, spellings and bookkeeping cannot be followed", () => {
	const rows = (graph: typeof ledger) =>
		commitRows({ insert: [], remove: [said("a", graph)], recordedAt: 1n as Instant }, KB);
	for (const graph of [current, requests, spelling, ontology]) expect(rows(graph)).toBeDefined();
	expect(rows(ontology)?.withdrawn).toEqual([said("a", ontology)]);
	expect(rows(current)?.withdrawn).toEqual([]);
	expect([rows(ledger), rows(documents)]).toEqual([undefined, undefined]);
});
