import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, type TestServer, testServer, toolCall } from "../../support/server.ts";
import { asked } from "../../support/writing-server.ts";

const NODES = 60;
const MOST = 500;
/** A tree: the edges are asserted upwards, each node's to the one above it. */
const EDGES = Array.from({ length: NODES - 1 }, (_, n) => [n + 1, n >> 1] as const);
const nameOf = (n: number) => `node ${String(n).padStart(2, "0")}`;

/** Which nodes are joined, by a walk along the edges in either direction. */
function joined(from: number): ReadonlySet<number> {
	const seen = new Set<number>([from]);
	for (const node of seen)
		for (const [a, b] of EDGES) {
			if (a === node) seen.add(b);
			if (b === node) seen.add(a);
		}
	seen.delete(from);
	return seen;
}

let server: TestServer;
let token: string;
beforeAll(async () => {
	server = await testServer({ demo: false });
	token = await server.token({ scope: "write" });
});
afterAll(() => server[Symbol.asyncDispose]());

/** A base with a symmetric and transitive relation, and the tree in it. */
async function sprung(caps: Readonly<Record<string, number>>) {
	const kb = await server.base("Tree");
	const ask = (method: string, path: string, body?: unknown) =>
		asked(server.url, method, path, body, { kb, token });
	await ask("PATCH", "", { caps });
	await ask("POST", "/relations", { key: "joins", symmetric: true, transitive: true });
	const facts = EDGES.map(([subject, object]) => ({
		subject: { name: nameOf(subject) },
		predicate: "joins",
		object: { name: nameOf(object) },
	}));
	const { body } = await ask("POST", "/facts", { facts });
	const ids = new Map<number, string>();
	for (const [n, [subject, object]] of EDGES.entries()) {
		ids.set(subject, body.facts[n].subject_id);
		ids.set(object, body.facts[n].object_id);
	}
	const derivedOf = async (node: number) => {
		const call = toolCall("entity_facts", { entity_id: ids.get(node), limit: 200 });
		const { result } = await answerOf(server.send(token, call, { url: server.mcp(kb) }));
		return result.structuredContent as {
			readonly derived_facts: readonly { readonly subject: string; readonly object: string }[];
			readonly capped: readonly string[];
		};
	};
	return { kb, ask, added: body.derived.added as number, derivedOf };
}

/** The conclusions at a node that it is the subject of: of these the walk has to find every one. */
function fromNode(node: number, derived: readonly { readonly subject: string; readonly object: string }[]) {
	for (const { subject, object } of derived) {
		const [from, to] = [subject, object].map((name) => Number(name.slice("node ".length))) as [
			number,
			number,
		];
		expect(joined(from)).toContain(to);
		expect(EDGES).not.toContainEqual([from, to]);
	}
	return derived.filter(({ subject }) => subject === nameOf(node)).map(({ object }) => object);
}

test("a symmetric and transitive tree: more than is listed at once, all of it there, and gone again with its edges", async () => {
	const { ask, added, derivedOf } = await sprung({});
	// Every pair both ways, but for the edges themselves.
	expect(added).toBe(NODES * (NODES - 1) - EDGES.length);
	for (const node of [0, 31, 59]) {
		const { derived_facts, capped } = await derivedOf(node);
		expect(capped).toEqual([]);
		const above = EDGES.find(([subject]) => subject === node)?.[1];
		const expected = [...joined(node)].filter((other) => other !== above).map(nameOf);
		expect(fromNode(node, derived_facts).toSorted()).toEqual(expected.toSorted());
	}
	const { body } = await ask("PATCH", "", { materialize_inferences: false });
	expect(body.conclusions).toEqual({ added: 0, removed: added });
	expect((await derivedOf(31)).derived_facts).toEqual([]);
});

test("under a cap as many stand as it says, all of them right, and findings and answers tell of it", async () => {
	const { ask, added, derivedOf } = await sprung({ per_predicate: MOST });
	expect(added).toBe(MOST);
	const { body } = await ask("GET", "/findings?status=open&kind=predicate_capped");
	expect(body.findings).toMatchObject([{ relation_key: "joins" }]);
	for (const node of [0, 31, 59]) {
		const { derived_facts, capped } = await derivedOf(node);
		expect(capped).toHaveLength(1);
		fromNode(node, derived_facts);
	}
	const raised = await ask("PATCH", "", { caps: { per_predicate: 200_000 } });
	expect(raised.body.conclusions).toEqual({ added: NODES * (NODES - 1) - EDGES.length - MOST, removed: 0 });
	expect((await ask("GET", "/findings?status=open&kind=predicate_capped")).body.findings).toEqual([]);
});
