import { namedNode, Store } from "oxigraph";
import { describe, expect, test } from "vitest";

const [a, b] = [namedNode("http://x/a"), namedNode("http://x/b")];
const PLAIN = "SELECT ?o { ?s ?p ?o } ORDER BY ?o";
const GRAPH = "SELECT ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?o";

function two(): Store {
	const store = new Store();
	store.load(
		`<http://x/s> <http://x/p> "in a" <http://x/a> .\n<http://x/s> <http://x/p> "in b" <http://x/b> .\n`,
		{ format: "application/n-quads" },
	);
	return store;
}

function found(text: string, options: object): string[] {
	const rows = two().query(text, options) as Map<string, { value: string }>[];
	return rows.map((row) => row.get("o")?.value ?? "");
}

describe("the dataset of a query", () => {
	const all = ["in a", "in b"];
	test.each([
		["none", {}, [], all],
		["default_graph only", { default_graph: [a] }, ["in a"], all],
		["named_graphs only", { named_graphs: [a] }, [], ["in a"]],
		["both", { default_graph: [a], named_graphs: [a] }, ["in a"], ["in a"]],
		["both, empty", { default_graph: [], named_graphs: [] }, [], []],
		["the union", { use_default_graph_as_union: true }, all, all],
		["the union and named_graphs", { use_default_graph_as_union: true, named_graphs: [a] }, all, ["in a"]],
	])("%s", (_, options, plain, graph) => {
		expect(found(PLAIN, options)).toEqual(plain);
		expect(found(GRAPH, options)).toEqual(graph);
	});

	test("a graph outside both lists is empty, and does not exist", () => {
		const options = { default_graph: [a], named_graphs: [a] };
		expect(found("SELECT ?o { GRAPH <http://x/b> { ?s ?p ?o } }", options)).toEqual([]);
		expect(two().query("ASK { GRAPH <http://x/b> {} }", options)).toBe(false);
	});

	test("the options win over FROM, and property paths obey them", () => {
		const options = { default_graph: [a], named_graphs: [a] };
		expect(found("SELECT ?o FROM <http://x/b> { ?s ?p ?o }", options)).toEqual(["in a"]);
		expect(found("SELECT ?o FROM <http://x/b> { <http://x/s> <http://x/p>+ ?o }", options)).toEqual(["in a"]);
		expect(two().query("DESCRIBE <http://x/s>", { default_graph: [b], named_graphs: [b] })).toHaveLength(1);
	});

	test("options it does not know are passed over in silence: there is no binding", () => {
		const options = { use_default_graph_as_union: true, substitutions: { o: "in a" } };
		expect(found(PLAIN, options)).toEqual(all);
	});

	test("SERVICE and LOAD fail: nothing reaches the network", () => {
		expect(() => two().query("SELECT * { SERVICE <http://localhost:1/> { ?s ?p ?o } }")).toThrow();
		expect(() => two().update("LOAD <http://localhost:1/x>")).toThrow();
	});
});

describe("the text of a result", () => {
	const tsv = { use_default_graph_as_union: true, results_format: "text/tab-separated-values" };

	test("tabs and line feeds inside literals are escaped, an unbound cell is empty", () => {
		const store = new Store();
		store.update(`INSERT DATA { GRAPH <http://x/a> { <http://x/s> <http://x/p> "tab\\tline\\nend" } }`);
		const text = store.query("SELECT ?o ?none { ?s ?p ?o }", tsv) as string;
		expect(text.split("\n")[1]).toBe('"tab\\tline\\nend"\t');
		expect(text.split("\n")).toHaveLength(3);
	});

	test("a backslash before a u stays two characters, in queries and in results", () => {
		const store = new Store();
		store.update(`INSERT DATA { GRAPH <http://x/a> { <http://x/s> <http://x/p> "\\\\u0041" } }`);
		expect(store.match()[0]?.object.value).toBe("\\u0041");
	});
});
