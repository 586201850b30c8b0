import { DataFactory } from "n3";
import { describe, expect, test } from "vitest";
import { literal, namedNode, quad, XSD } from "../../src/rdf/terms.ts";
import type { BoundQuery } from "../../src/sparql/template.ts";
import type { Dataset, PatchChunk, Store } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
import { testQuery } from "../support/stores.ts";

/** A store that is being tested, and what must go with it. */
export interface Opened extends AsyncDisposable {
	readonly store: Store;
}

const n = (name: string) => namedNode(`http://example.org/${name}`);
const [ada, name, open, sealed] = [n("ada"), n("name"), n("open"), n("sealed")];
const byPattern = testQuery(
	"SELECT ?value WHERE { <http://example.org/ada> <http://example.org/name> ?value }",
);
const byGraph = testQuery("SELECT ?value WHERE { GRAPH ?g { <http://example.org/ada> ?p ?value } }");
const everything = testQuery("SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o");
const askOpen = "ASK { GRAPH <http://example.org/open> {} }" as BoundQuery;

let clock = 1_000n;
const next = () => {
	clock += 1n;
	return clock as Instant;
};
const insert = (...quads: ReturnType<typeof quad>[]) => ({ insert: quads, remove: [], recordedAt: next() });
const remove = (...quads: ReturnType<typeof quad>[]) => ({ insert: [], remove: quads, recordedAt: next() });

async function values(store: Store, query: BoundQuery, dataset: Dataset): Promise<(string | undefined)[]> {
	return (await store.select(query, dataset)).map((row) => row.get("value")?.value);
}

async function* pieces(...chunks: readonly (PatchChunk | Error)[]): AsyncGenerator<PatchChunk> {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield chunk;
	}
}

const line = (subject: string, graph = "bulk") =>
	`<http://example.org/${subject}> <http://example.org/name> "${subject}" <http://example.org/${graph}> .\n`;

/** What every store must do. A room that implements the port runs this and adds only what is its own. */
export function storeContract(label: string, opened: () => Promise<Opened>): void {
	describe(`${label}: datasets`, () => {
		test("a graph outside the dataset is invisible, by pattern and by GRAPH", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(
				insert(quad(ada, name, literal("open"), open), quad(ada, name, literal("sealed"), sealed)),
			);
			for (const query of [byPattern, byGraph]) {
				expect(await values(store, query, [open])).toEqual(["open"]);
				expect((await values(store, query, "all")).sort()).toEqual(["open", "sealed"]);
				expect((await values(store, query, [open, sealed])).sort()).toEqual(["open", "sealed"]);
				expect(await values(store, query, [n("nowhere")])).toEqual([]);
			}
		});

		test("an empty list sees nothing", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(insert(quad(ada, name, literal("open"), open)));
			for (const query of [byPattern, byGraph]) expect(await values(store, query, [])).toEqual([]);
			expect(await store.ask(askOpen, [])).toBe(false);
		});

		test("naming a graph in the query does not reach past the dataset", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(
				insert(quad(ada, name, literal("open"), open), quad(ada, name, literal("sealed"), sealed)),
			);
			const direct = testQuery("SELECT ?value WHERE { GRAPH <http://example.org/sealed> { ?s ?p ?value } }");
			expect(await values(store, direct, [open])).toEqual([]);
			expect(await values(store, direct, [sealed])).toEqual(["sealed"]);
			expect(await store.ask(askOpen, [sealed])).toBe(false);
			expect(await store.ask(askOpen, [open])).toBe(true);
			expect(await store.ask(askOpen, "all")).toBe(true);
		});

		test("property paths and FROM in the text obey the dataset", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(
				insert(quad(ada, n("knows"), n("bob"), open), quad(n("bob"), n("knows"), n("eve"), sealed)),
			);
			const path = testQuery(
				"SELECT ?value FROM <http://example.org/sealed> WHERE { <http://example.org/ada> <http://example.org/knows>+ ?value }",
			);
			expect(await values(store, path, [open])).toEqual(["http://example.org/bob"]);
		});
	});

	describe(`${label}: commits`, () => {
		test("a commit is visible when it is answered, and moves the head by one", async () => {
			await using given = await opened();
			const { store } = given;
			expect(store.head()).toMatchObject({ sequence: 0, recordedAt: undefined });
			const change = insert(quad(ada, name, literal("Ada"), open));
			const head = await store.commit(change);
			expect(head).toMatchObject({ sequence: 1, recordedAt: change.recordedAt });
			expect(store.head()).toEqual(head);
			expect(await values(store, byGraph, "all")).toEqual(["Ada"]);
		});

		test("removing and inserting happen together, removals first", async () => {
			await using given = await opened();
			const { store } = given;
			const [old, kept] = [quad(ada, name, literal("old"), open), quad(ada, name, literal("kept"), open)];
			await store.commit(insert(old, kept));
			await store.commit({
				remove: [old, kept, quad(ada, name, literal("never there"), open)],
				insert: [kept, quad(ada, name, literal("new"), open)],
				recordedAt: next(),
			});
			expect((await values(store, byGraph, "all")).sort()).toEqual(["kept", "new"]);
		});

		test("inserting what is there and removing what is not change nothing but the head", async () => {
			await using given = await opened();
			const { store } = given;
			const one = quad(ada, name, literal("Ada"), open);
			await store.commit(insert(one));
			await store.commit(insert(one));
			await store.commit(remove(quad(ada, name, literal("other"), open)));
			expect(await values(store, byGraph, "all")).toEqual(["Ada"]);
			expect(store.head().sequence).toBe(3);
		});

		test("a commit on a head that the base has left is refused, and changes nothing", async () => {
			await using given = await opened();
			const { store } = given;
			const { sequence } = await store.commit(insert(quad(ada, name, literal("first"), open)), { head: 0 });
			await expect(
				store.commit(insert(quad(ada, name, literal("late"), open)), { head: 0 }),
			).rejects.toMatchObject({ code: "UTOPIA_COMMIT_CONFLICT" });
			await store.commit(insert(quad(ada, name, literal("second"), open)), { head: sequence });
			expect((await values(store, byGraph, "all")).sort()).toEqual(["first", "second"]);
			expect(store.head().sequence).toBe(2);
		});

		test("of two writers on one head exactly one wins, and the other sees why", async () => {
			await using given = await opened();
			const { store } = given;
			const outcomes = await Promise.allSettled(
				["one", "two"].map((text) => store.commit(insert(quad(ada, name, literal(text), open)), { head: 0 })),
			);
			expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
			expect(store.head().sequence).toBe(1);
			expect(await values(store, byGraph, "all")).toHaveLength(1);
		});

		test("two writers that compute again after losing both arrive", async () => {
			await using given = await opened();
			const { store } = given;
			const counter = async (): Promise<void> => {
				for (let done = 0; done < 10; ) {
					const head = store.head().sequence;
					const mine = quad(ada, name, literal(String(head)), open);
					const outcome = await store.commit(insert(mine), { head }).catch((error: unknown) => error);
					if (!(outcome instanceof Error)) done++;
					else expect(outcome).toMatchObject({ code: "UTOPIA_COMMIT_CONFLICT" });
				}
			};
			await Promise.all([counter(), counter()]);
			expect(store.head().sequence).toBe(20);
			expect(await values(store, byGraph, "all")).toHaveLength(20);
		});

		test("a record instant that is not after the head's is refused", async () => {
			await using given = await opened();
			const { store } = given;
			const change = insert(quad(ada, name, literal("first"), open));
			await store.commit(change);
			await expect(
				store.commit({ ...change, insert: [quad(ada, name, literal("again"), open)] }),
			).rejects.toMatchObject({ code: "UTOPIA_COMMIT_CONFLICT" });
			expect(await values(store, byGraph, "all")).toEqual(["first"]);
		});

		test("many commits at once keep the order they were given in", async () => {
			await using given = await opened();
			const { store } = given;
			const heard: number[] = [];
			store.onCommit(({ head }) => heard.push(head.sequence));
			const heads = await Promise.all(
				Array.from({ length: 100 }, (_, i) => store.commit(insert(quad(ada, name, literal(`${i}`), open)))),
			);
			const counting = Array.from({ length: 100 }, (_, i) => i + 1);
			expect(heads.map(({ sequence }) => sequence)).toEqual(counting);
			expect(heard).toEqual(counting);
			expect(new Set(heads.map(({ hash }) => hash)).size).toBe(100);
		});

		test("whoever stops following hears nothing more", async () => {
			await using given = await opened();
			const { store } = given;
			let heard = 0;
			const stop = store.onCommit(() => heard++);
			await store.commit(insert(quad(ada, name, literal("1"), open)));
			stop();
			await store.commit(insert(quad(ada, name, literal("2"), open)));
			expect(heard).toBe(1);
		});

		test("who follows hears what a commit changed, and of a bulk commit only that it came", async () => {
			await using given = await opened();
			const { store } = given;
			const heard: unknown[] = [];
			store.onCommit(({ changes }) => heard.push(changes));
			const changes = insert(quad(ada, name, literal("1"), open));
			await store.commit(changes);
			const chunk = { op: "insert" as const, nquads: line("a") };
			await store.commitBulk(pieces(chunk), () => ({ recordedAt: next() }));
			expect(heard).toEqual([changes, undefined]);
		});

		test("past commits are told from any instant on, in order, as many as are asked for", async () => {
			await using given = await opened();
			const { store } = given;
			expect(await store.commits(undefined, 10)).toEqual([]);
			const all: { sequence: number; recordedAt: Instant }[] = [];
			for (let sequence = 1; sequence <= 9; sequence++) {
				const changes = insert(quad(ada, name, literal(`${sequence}`), open));
				clock += 2n;
				await store.commit(changes);
				all.push({ sequence, recordedAt: changes.recordedAt });
			}
			const [first, last] = [all[0]?.recordedAt ?? 0n, all[8]?.recordedAt ?? 0n];
			expect(await store.commits(undefined, 100)).toEqual(all);
			for (let after = first - 1n; after <= last + 1n; after++) {
				const later = all.filter(({ recordedAt }) => recordedAt > after);
				expect(await store.commits(after as Instant, 100)).toEqual(later);
				expect(await store.commits(after as Instant, 2)).toEqual(later.slice(0, 2));
			}
			expect(await store.commits(undefined, 0)).toEqual([]);
		});

		test("blank nodes, triple terms and the default graph are never stored", async () => {
			await using given = await opened();
			const { store } = given;
			const blank = DataFactory.blankNode("b");
			const triple = DataFactory.quad(ada, name, literal("x"));
			const bad = [
				DataFactory.quad(blank, name, literal("x"), open),
				DataFactory.quad(ada, name, blank, open),
				DataFactory.quad(ada, name, literal("x"), blank),
				DataFactory.quad(ada, name, literal("x")),
				DataFactory.quad(ada, name, triple as never, open),
			];
			for (const one of bad) {
				await expect(store.commit({ insert: [one], remove: [], recordedAt: next() })).rejects.toBeInstanceOf(
					TypeError,
				);
			}
			for (const text of [
				`_:b <http://x/p> "x" <http://x/g> .\n`,
				`<http://x/s> <http://x/p> _:b <http://x/g> .\n`,
				`<http://x/s> <http://x/p> "x" _:g .\n`,
				`<http://x/s> <http://x/p> "x" .\n`,
				`<http://x/s> <http://x/p> <<( <http://x/a> <http://x/b> "c" )>> <http://x/g> .\n`,
			]) {
				await expect(
					store.commitBulk(pieces({ op: "insert", nquads: text }), () => ({ recordedAt: next() })),
				).rejects.toMatchObject({ code: "UTOPIA_RDF_MALFORMED" });
			}
			expect(store.head().sequence).toBe(0);
			expect(await store.select(everything, "all")).toEqual([]);
		});

		test("a term that no parser reads is refused before it is written", async () => {
			await using given = await opened();
			const { store } = given;
			const strange = DataFactory.literal("x", "a");
			await expect(store.commit(insert(quad(ada, name, strange, open)))).rejects.toMatchObject({
				code: "UTOPIA_RDF_MALFORMED",
			});
			const hostile = DataFactory.namedNode(
				"http://x/> <http://x/p> <http://x/o> <http://x/g> .\n<http://x/s",
			);
			await expect(
				store.commit(insert(quad(hostile as never, name, literal("x"), open))),
			).rejects.toBeInstanceOf(TypeError);
			expect(store.head().sequence).toBe(0);
			await store.commit(insert(quad(ada, name, literal("fine"), open)));
			expect(await values(store, byGraph, "all")).toEqual(["fine"]);
		});
	});

	describe(`${label}: terms`, () => {
		test("text comes back as it went in, whatever it holds", async () => {
			await using given = await opened();
			const { store } = given;
			const texts = [
				"",
				" ",
				"tab\tline\nreturn\rquote\"back\\slash'",
				"\\u0041 \\n \\\\",
				"\u0000\u0001\u007f\u0085\u2028\ufeff\ufffd",
				"日本語 مرحبا 🜂 e\u0301",
				"} ; DROP ALL # ?x $y <http://x/>",
				"x".repeat(100_000),
			];
			await store.commit(insert(...texts.map((text, i) => quad(n(`t${i}`), name, literal(text), open))));
			const rows = await store.select(everything, "all");
			expect(rows.map((row) => row.get("o")?.value)).toEqual(texts);
			await store.commit(remove(...texts.map((text, i) => quad(n(`t${i}`), name, literal(text), open))));
			expect(await store.select(everything, "all")).toEqual([]);
		});

		test("datatypes and languages come back", async () => {
			await using given = await opened();
			const { store } = given;
			const terms = [
				literal("5", namedNode(`${XSD}integer`)),
				literal("12345678901234567890123", namedNode(`${XSD}integer`)),
				literal("1.5", namedNode(`${XSD}decimal`)),
				literal("true", namedNode(`${XSD}boolean`)),
				literal("2020-01-01T00:00:00.1Z", namedNode(`${XSD}dateTime`)),
				literal("-0044-03-15T12:00:00Z", namedNode(`${XSD}dateTime`)),
				literal("odd", n("type")),
				literal("chat", { language: "fr" }),
				literal("chat", { language: "en-gb" }),
				n("object"),
			];
			await store.commit(insert(...terms.map((term, i) => quad(n(`t${i}`), name, term, open))));
			const rows = await store.select(everything, "all");
			expect(rows.map((row) => row.get("o"))).toEqual(terms);
		});

		test("instants are ordered by value, not by their text", async () => {
			await using given = await opened();
			const { store } = given;
			const fractions = ["Z", ".099999Z", ".1Z", ".100001Z"];
			const dated = (fraction: string) =>
				literal(`2020-01-01T00:00:00${fraction}`, namedNode(`${XSD}dateTime`));
			await store.commit(insert(...fractions.map((f) => quad(ada, name, dated(f), open)).reverse()));
			const ordered = testQuery("SELECT ?value WHERE { GRAPH ?g { ?s ?p ?value } } ORDER BY ?value");
			expect(await values(store, ordered, "all")).toEqual(fractions.map((f) => dated(f).value));
		});

		test("an unbound variable is no term, and no rows are no rows", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(insert(quad(ada, name, literal("Ada"), open)));
			const [row] = await store.select(
				testQuery(
					"SELECT ?value ?none WHERE { GRAPH ?g { ?s ?p ?value OPTIONAL { ?s <http://x/none> ?none } } }",
				),
				"all",
			);
			expect(row?.get("value")?.value).toBe("Ada");
			expect(row?.get("none")).toBeUndefined();
			expect(row?.get("never asked for")).toBeUndefined();
		});

		test("a big result arrives whole", async () => {
			await using given = await opened();
			const { store } = given;
			const count = 50_000;
			const nquads = Array.from({ length: count }, (_, i) => line(`s${i}`)).join("");
			await store.commitBulk(pieces({ op: "insert", nquads }), () => ({ recordedAt: next() }));
			const rows = await store.select(everything, "all");
			expect(rows).toHaveLength(count);
			expect(new Set(rows.map((row) => row.get("s")?.value)).size).toBe(count);
		});
	});

	describe(`${label}: bulk commits`, () => {
		test("the pieces of a bulk commit become visible together, in one commit", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(insert(quad(ada, name, literal("before"), open)));
			const seen: number[] = [];
			async function* watched(): AsyncGenerator<PatchChunk> {
				for (const subject of ["a", "b", "c"]) {
					yield { op: "insert", nquads: line(subject) };
					seen.push((await store.select(everything, "all")).length);
				}
				yield { op: "remove", nquads: line("b") };
			}
			const head = await store.commitBulk(watched(), () => ({ recordedAt: next() }));
			expect(seen).toEqual([1, 1, 1]);
			expect(head.sequence).toBe(2);
			expect(store.head()).toEqual(head);
			const rows = await store.select(everything, "all");
			expect(rows.map((row) => row.get("o")?.value)).toEqual(["a", "c", "before"]);
		});

		test("a generator that fails leaves nothing behind, and the base goes on", async () => {
			await using given = await opened();
			const { store } = given;
			const failing = pieces({ op: "insert", nquads: line("a") }, new Error("the file ends here"));
			await expect(store.commitBulk(failing, () => ({ recordedAt: next() }))).rejects.toThrow(
				"the file ends here",
			);
			expect(store.head().sequence).toBe(0);
			expect(await store.select(everything, "all")).toEqual([]);
			await store.commitBulk(pieces({ op: "insert", nquads: line("b") }), () => ({ recordedAt: next() }));
			expect((await store.select(everything, "all")).map((row) => row.get("o")?.value)).toEqual(["b"]);
		});

		test("a seal that fails leaves nothing behind", async () => {
			await using given = await opened();
			const { store } = given;
			const sealing = () => {
				throw new Error("changed my mind");
			};
			await expect(store.commitBulk(pieces({ op: "insert", nquads: line("a") }), sealing)).rejects.toThrow(
				"changed my mind",
			);
			expect(await store.select(everything, "all")).toEqual([]);
			expect(store.head().sequence).toBe(0);
		});

		test("one that is given up leaves nothing behind, even while its generator waits", async () => {
			await using given = await opened();
			const { store } = given;
			const giveUp = new AbortController();
			async function* stuck(): AsyncGenerator<PatchChunk> {
				yield { op: "insert", nquads: line("a") };
				setTimeout(() => giveUp.abort(), 20);
				await new Promise(() => {});
			}
			await expect(
				store.commitBulk(stuck(), () => ({ recordedAt: next() }), { signal: giveUp.signal }),
			).rejects.toMatchObject({ code: "UTOPIA_INTERRUPTED" });
			expect(store.head().sequence).toBe(0);
			expect(await store.select(everything, "all")).toEqual([]);
			await store.commit(insert(quad(ada, name, literal("after"), open)));
			expect(await values(store, byGraph, "all")).toEqual(["after"]);
		});

		test("broken lines anywhere in it leave nothing behind", async () => {
			await using given = await opened();
			const { store } = given;
			const good = Array.from({ length: 1_000 }, (_, i) => line(`s${i}`)).join("");
			for (const bad of [
				"rubbish\n",
				`<http://x/s> <http://x/p> "x"@a <http://x/g> .\n`,
				line("cut").slice(0, -3),
			]) {
				await expect(
					store.commitBulk(pieces({ op: "insert", nquads: good + bad }), () => ({ recordedAt: next() })),
				).rejects.toMatchObject({ code: "UTOPIA_RDF_MALFORMED" });
			}
			expect(await store.select(everything, "all")).toEqual([]);
		});

		test("it is refused on a head that the base has left", async () => {
			await using given = await opened();
			const { store } = given;
			await store.commit(insert(quad(ada, name, literal("first"), open)));
			await expect(
				store.commitBulk(pieces({ op: "insert", nquads: line("a") }), () => ({ recordedAt: next() }), {
					head: 0,
				}),
			).rejects.toMatchObject({ code: "UTOPIA_COMMIT_CONFLICT" });
			expect(await values(store, byGraph, "all")).toEqual(["first"]);
		});

		test("commits asked for meanwhile come after it", async () => {
			await using given = await opened();
			const { store } = given;
			const bulk = store.commitBulk(pieces({ op: "insert", nquads: line("a") }), () => ({
				recordedAt: next(),
			}));
			const single = bulk.then(() => undefined);
			const later = store.commit({
				insert: [quad(ada, name, literal("later"), open)],
				remove: [],
				recordedAt: (clock + 1_000n) as Instant,
			});
			expect([(await bulk).sequence, (await later).sequence]).toEqual([1, 2]);
			clock += 2_000n;
			await single;
		});
	});

	describe(`${label}: waiting`, () => {
		const slow = testQuery(
			"SELECT (COUNT(*) AS ?value) WHERE { GRAPH ?a { ?s1 ?p1 ?o1 } GRAPH ?b { ?s2 ?p2 ?o2 } GRAPH ?c { ?s3 ?p3 ?o3 } }",
		);
		async function withSlowBase(store: Store): Promise<void> {
			const nquads = Array.from({ length: 1_500 }, (_, i) => line(`s${i}`)).join("");
			await store.commitBulk(pieces({ op: "insert", nquads }), () => ({ recordedAt: next() }));
		}

		test("a read whose caller has gone away is not begun", async () => {
			await using given = await opened();
			const { store } = given;
			await expect(store.select(byGraph, "all", { signal: AbortSignal.abort() })).rejects.toMatchObject({
				code: "UTOPIA_INTERRUPTED",
			});
		});

		test("in a replica a running query is ended at its time, and by its caller, while others are served", async () => {
			await using given = await opened();
			const { store } = given;
			await withSlowBase(store);
			const giveUp = new AbortController();
			const timed = store.select(slow, "all", { replica: true, timeout: 700 });
			const aborted = store.select(slow, "all", { replica: true, signal: giveUp.signal });
			setTimeout(() => giveUp.abort(), 500);
			const since = performance.now();
			await store.commit(insert(quad(ada, name, literal("meanwhile"), open)));
			expect(await values(store, byGraph, "all")).toEqual(["meanwhile"]);
			await expect(aborted).rejects.toMatchObject({ code: "UTOPIA_INTERRUPTED" });
			await expect(timed).rejects.toMatchObject({ code: "UTOPIA_QUERY_TIMEOUT" });
			expect(performance.now() - since).toBeLessThan(5_000);
			expect((await store.select(byGraph, "all", { replica: true })).length).toBe(1);
		});
	});
}
