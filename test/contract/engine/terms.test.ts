import { blankNode, literal, namedNode, parse, quad, Store } from "oxigraph";
import { describe, expect, test } from "vitest";

const NQUADS = { format: "application/n-quads" };
const one = `<http://x/s> <http://x/p> "o" <http://x/g> .\n`;

describe("terms and files", () => {
	test.each(["no-scheme", "http://x/>", "http://x/ y", "http://x/[", "http://x/%zz", "http://x/\ue000"])(
		"the IRI %j is refused",
		(iri) => {
			expect(() => namedNode(iri)).toThrow();
		},
	);

	test.each(["en-abcdefghi", "a", "en-x"])("the language tag %s is refused", (tag) => {
		expect(() => parse(`<http://x/s> <http://x/p> "o"@${tag} .`, NQUADS)).toThrow();
	});

	test("a blank node of one file is another one in the next", () => {
		const store = new Store();
		const file = `_:b <http://x/p> "o" <http://x/g> .\n`;
		store.load(file, NQUADS);
		store.load(file, NQUADS);
		expect(store.size).toBe(2);
		const added = new Store();
		const [node, p, g] = [blankNode("b"), namedNode("http://x/p"), namedNode("http://x/g")];
		added.add(quad(node, p, literal("1"), g));
		added.add(quad(node, p, literal("2"), g));
		expect(new Set(added.match().map(({ subject }) => subject.value)).size).toBe(1);
	});

	test("a byte order mark is refused, carriage returns pass", () => {
		expect(() => parse(`\ufeff${one}`, NQUADS)).toThrow();
		expect(parse(one.replace("\n", "\r\n"), NQUADS)).toHaveLength(1);
	});

	test("a relative IRI needs a base, a space in an IRI needs leniency", () => {
		expect(() => parse("<s> <http://x/p> 1 .", { format: "text/turtle" })).toThrow();
		expect(parse("<s> <http://x/p> 1 .", { format: "text/turtle", base_iri: "http://x/" })).toHaveLength(1);
		expect(() => parse("<http://x/a b> <http://x/p> 1 .", { format: "text/turtle" })).toThrow();
	});

	test("a triple term is accepted as an object, so the log's own shape must refuse it", () => {
		const text = `<http://x/s> <http://x/p> <<( <http://x/a> <http://x/b> "c" )>> <http://x/g> .\n`;
		expect(parse(text, NQUADS)).toHaveLength(1);
	});
});

describe("loading", () => {
	test("a load that fails at its last line leaves nothing of it", () => {
		const store = new Store();
		expect(() => store.load(`${one.repeat(3)}rubbish`, NQUADS)).toThrow();
		expect(store.size).toBe(0);
	});

	test("an update whose second operation fails leaves nothing of the first", () => {
		const store = new Store();
		const update = `INSERT DATA { GRAPH <http://x/g> { <http://x/s> <http://x/p> 1 } } ; LOAD <http://localhost:1/x>`;
		expect(() => store.update(update)).toThrow();
		expect(store.size).toBe(0);
	});

	test("loading what is there and deleting what is not change nothing", () => {
		const store = new Store();
		store.load(one, NQUADS);
		store.load(one, NQUADS);
		for (const gone of parse(`<http://x/s> <http://x/p> "other" <http://x/g> .\n`, NQUADS))
			store.delete(gone);
		expect(store.size).toBe(1);
	});

	test("bytes are loaded like text", () => {
		const store = new Store();
		store.load(Buffer.from(one.replace('"o"', '"日本"')), NQUADS);
		expect(store.match()[0]?.object.value).toBe("日本");
	});
});
