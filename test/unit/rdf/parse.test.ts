import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { UtopiaError } from "../../../src/errors.ts";
import { type ParseOptions, parseRdf } from "../../../src/rdf/parse.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Read {
	readonly statements: readonly string[];
	readonly faults: readonly string[];
	readonly format: string;
}

/** Reads a text in pieces of some bytes; statements come back as text, with the line they were found on. */
async function read(
	text: string | Uint8Array,
	options: Partial<ParseOptions> & { readonly size?: number } = {},
): Promise<Read> {
	const rows: number[][] = [];
	const faults: string[] = [];
	let nodes = 0;
	const bytes = typeof text === "string" ? Buffer.from(text) : text;
	const { dictionary, format } = await parseRdf(inPieces(bytes, options.size ?? 7), {
		nodeIri: () => `urn:node:${++nodes}`,
		sink: (...row) => rows.push(row),
		fault: (reason, value, at) => faults.push(`${at?.line}:${at?.column} ${value} ${reason}`),
		...options,
	});
	const shown = (index: number) => {
		if (index < 0) return "";
		const { termType, value, language, datatype } = dictionary.at(index);
		return termType === "NamedNode"
			? value
			: `${JSON.stringify(value)}${language && `@${language}`}^${datatype.split("#")[1]}`;
	};
	const statements = rows.map(([s, p, o, g, line]) =>
		[s, p, o, g]
			.map((term) => shown(term as number))
			.join(" ")
			.trim()
			.concat(` :${line}`),
	);
	return { statements, faults, format };
}

async function failure(text: string | Uint8Array, options: Partial<ParseOptions> & { size?: number } = {}) {
	try {
		await read(text, options);
	} catch (error) {
		if (error instanceof UtopiaError) return error;
		throw error;
	}
	throw new Error("it was read");
}

const place = async (...given: Parameters<typeof failure>) => {
	const { code, details } = await failure(...given);
	expect(code).toBe("UTOPIA_RDF_MALFORMED");
	return `${details["line"]}:${details["column"]} ${details["reason"]}`;
};

const GOOD = Array.from({ length: 10_000 }, (_, n) => `<urn:s${n}> <urn:p> "value ${n}" .`);
const broken = (line: string, end = "\n") => [...GOOD.slice(0, 8_999), line, ...GOOD.slice(9_000)].join(end);

describe("a syntax error has its exact place", () => {
	test.each([
		["a missing object", "<urn:s> <urn:p> .", "9000:17 Expected entity but got ."],
		["an undeclared prefix", "<urn:s> no:p 1 .", '9000:9 Undefined prefix "no:"'],
		[
			"a bracket too many",
			'   <urn:s> <urn:p> "x" ] .',
			'9000:24 Expected punctuation (".", ";" or ",") to follow the object',
		],
		["a bad escape", '<urn:s> <urn:p> "a\\qb" .', "9000:19 \\q is no escape sequence"],
		["an IRI with a space", "<urn:s> <urn:a b> 1 .", '9000:15 an IRI cannot hold " "'],
		["a text that is not closed", '<urn:s> <urn:p> "open .', '9000:17 this text is not closed; " is missing'],
		["a stray character", "<urn:s> <urn:p> & .", '9000:17 Unexpected "&"'],
		["a bad escape in a long text", '<urn:s> <urn:p> """a\\q""" .', "9000:21 \\q is no escape sequence"],
	])("%s", async (_, line, expected) => {
		for (const [end, size] of [
			["\n", 65_536],
			["\r\n", 4_093],
			["\r", 65_536],
		] as const)
			expect(await place(broken(line, end), { format: "turtle", size })).toContain(expected);
	});

	test("in a file of one line", async () => {
		const text = `${GOOD.join(" ")} <urn:s> <urn:p> ! .`;
		expect(await place(text, { format: "turtle", size: 1_000 })).toBe(
			`1:${text.indexOf("!") + 1} Unexpected "!"`,
		);
	});

	test("at the end of the file", async () => {
		expect(await place("<urn:s> <urn:p> <urn:o>\n", { format: "turtle" })).toMatch(/^2:1 .*/);
		expect(await place('<urn:s>\n <urn:p> """never\nclosed', { format: "turtle" })).toBe(
			'2:10 this text is not closed; """ is missing',
		);
	});

	test("behind a comment, and in N-Quads and TriG", async () => {
		expect(await place("# a comment\n<urn:s> <urn:p> # no object\n .", { format: "turtle" })).toMatch(
			/^3:2 /,
		);
		expect(
			await place("<urn:s> <urn:p> <urn:o> <urn:g> .\n<urn:s> <urn:p> 1 .", { format: "nquads" }),
		).toMatch(/^2:17 /);
		expect(await place("<urn:g> { <urn:s> <urn:p> 1 \n} }", { format: "trig" })).toMatch(/^2:3 /);
	});

	test("in JSON", async () => {
		expect(await place('{\n  "@id": "urn:s",\n  "urn:p" 1\n}', { format: "jsonld" })).toBe(
			'3:11 Expected ":" but got "1"',
		);
		expect(await place('[{"@id": "urn:s",}]', { format: "jsonld" })).toBe(
			'1:18 Expected a key in double quotes but got "}"',
		);
		expect(await place('{"@id": "urn:s"', { format: "jsonld" })).toBe(
			'1:16 Expected "," or "}" but got the end of the file',
		);
		expect(await place('{"a": [1, tru]}', { format: "jsonld" })).toBe('1:11 Expected a value but got "t"');
	});

	test("where the bytes are no text, or the gzip data is damaged", async () => {
		const bytes = Buffer.concat([
			Buffer.from('<urn:s> <urn:p> 1 .\n<urn:s> <urn:p> "ä'),
			Buffer.from([0xff, 0x22]),
		]);
		for (const size of [1, 2, 3, 1_000])
			expect(await place(bytes, { format: "turtle", size })).toMatch(/^2:19 .*not UTF-8/);
		const packed = gzipSync(Buffer.from(GOOD.join("\n"))).subarray(0, 20_000);
		expect(await place(packed, { format: "turtle", size: 5_000 })).toMatch(/gzip data is damaged/);
	});
});

describe("what is refused before it can do harm", () => {
	test("a literal without end: early, and with little of it read", async () => {
		let sent = 0;
		async function* endless(): AsyncGenerator<Uint8Array> {
			yield Buffer.from('<urn:s> <urn:p> "');
			const piece = Buffer.alloc(1024 * 1024, "x");
			for (; sent < 2_048; sent++) yield piece;
		}
		const before = process.memoryUsage.rss();
		const outcome = await parseRdf(endless(), {
			...{ format: "turtle", nodeIri: () => "urn:n", sink: () => {}, fault: () => {} },
		}).catch((error: UtopiaError) => error.details);
		expect(outcome).toMatchObject({ line: 1, column: 17, reason: expect.stringContaining("4 MiB") });
		expect(sent).toBeLessThan(100);
		expect(process.memoryUsage.rss() - before).toBeLessThan(800 * 1024 * 1024);
	});

	test("a literal above 4 MiB that does end; one below it is read", async () => {
		const literal = (size: number) => `<urn:s> <urn:p> "${"x".repeat(size)}" .`;
		expect(await place(literal(4 * 1024 * 1024 + 1), { format: "turtle", size: 1_000_000 })).toContain(
			"4 MiB",
		);
		expect(
			(await read(literal(4 * 1024 * 1024 - 1), { format: "turtle", size: 1_000_000 })).statements,
		).toHaveLength(1);
	});

	test("64 MiB without the end of a statement", async () => {
		const piece = Buffer.from(`# ${"x".repeat(1024 * 1024)}\n`);
		async function* comments(): AsyncGenerator<Uint8Array> {
			for (let n = 0; n < 80; n++) yield piece;
		}
		await expect(
			parseRdf(comments(), { format: "turtle", nodeIri: () => "urn:n", sink: () => {}, fault: () => {} }),
		).rejects.toThrow(/64 MiB without the end of a statement/);
	});

	test.each([
		["<<( <urn:s> <urn:p> <urn:o> )>>", "<urn:a> <urn:b> <<( <urn:s> <urn:p> <urn:o> )>> ."],
		["<< >>", "<< <urn:s> <urn:p> <urn:o> >> <urn:b> 1 ."],
		["{| |}", "<urn:s> <urn:p> <urn:o> {| <urn:b> 1 |} ."],
		["a deep nest", `<urn:a> <urn:b> ${"<<( <urn:s> <urn:p> ".repeat(50_000)}`],
	])("triple terms: %s", async (_, text) => {
		expect(await place(text, { format: "turtle", size: 65_536 })).toContain(
			"triple terms of RDF 1.2 are not part of the mapping",
		);
	});

	test("a context that would have to be fetched", async () => {
		const text = '{"@context": "https://schema.org/", "@id": "urn:s", "name": "x"}';
		expect(await place(text, { format: "jsonld" })).toBe(
			"1:1 contexts are not fetched; write that of https://schema.org/ into the document",
		);
	});

	test("JSON-LD that nests deeper than 256 levels, with its place; 256 are read", async () => {
		const nested = (levels: number) =>
			`{"@id": "urn:s", "urn:p": ${'{"urn:p": '.repeat(levels - 1)}"]] {{"${"}".repeat(levels)}`;
		expect(await place(nested(257), { format: "jsonld" })).toMatch(/^1:\d+ nested deeper than 256 levels$/);
		expect(await place(nested(50_000), { format: "jsonld", size: 65_536 })).toMatch(/nested deeper/);
		expect((await read(nested(256), { format: "jsonld" })).statements).toHaveLength(256);
	});

	test("JSON that is broken behind a very long text", async () => {
		const text = `{"a": "${"x".repeat(9 * 1024 * 1024)}", }`;
		expect(await place(text, { format: "jsonld", size: 1_000_000 })).toContain("Expected a key");
	});

	test("a bad IRI is told wherever it stands", async () => {
		const { faults } = await read("<urn:s> <urn:p> <x> .\n<urn:s> <urn:q> <x> .", { format: "turtle" });
		expect(faults.map((fault) => fault.split(" ", 1)[0])).toEqual(["1:17", "2:17"]);
	});

	test("a format nobody knows", async () => {
		expect((await failure("", { format: "docx" })).code).toBe("UTOPIA_MEDIA_TYPE_UNSUPPORTED");
	});
});

test("an IRI that is none is a fault with its place, and the reading goes on", async () => {
	const { faults, statements } = await read(
		'@prefix x: <urn:x%> .\n<urn:s> <urn:p> <relative>, <urn:a%zz> ; <urn:q> x:y .\n<urn:s> <urn:p> "x"^^<nowhere> .',
		{ format: "turtle" },
	);
	expect(faults).toEqual([
		expect.stringMatching(/^1:12 urn:x% /),
		expect.stringMatching(/^2:17 relative .*@base/),
		expect.stringMatching(/^2:29 urn:a%zz .*"%"/),
		expect.stringMatching(/^2:50 urn:x%y /),
		expect.stringMatching(/^3:22 nowhere /),
	]);
	expect(statements).toHaveLength(4);
});

describe("one text in every syntax", () => {
	const expected = [
		'urn:s urn:p "a\\r\\nb"^string :',
		'urn:s urn:q "1.50"^decimal :',
		'urn:s urn:r "x"@en-US^langString :',
	];
	const same = async (text: string | Uint8Array, options: Partial<ParseOptions>, format: string) => {
		for (const size of [1, 5, 100_000]) {
			const found = await read(text, { ...options, size });
			expect(found.statements.map((line) => line.replace(/:\d+$/, ":"))).toEqual(expected);
			expect(found.format).toBe(format);
		}
	};
	const turtle = '@prefix u: <urn:> .\r\n<urn:s> u:p """a\r\nb""" ; u:q 1.50 ;\r\n u:r "x"@en-US .\r\n';
	const ntriples =
		'<urn:s> <urn:p> "a\\r\\nb" .\n<urn:s> <urn:q> "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n<urn:s> <urn:r> "x"@en-US .\n';
	const jsonld = JSON.stringify({
		"@id": "urn:s",
		"urn:p": "a\r\nb",
		"urn:q": { "@value": "1.50", "@type": "http://www.w3.org/2001/XMLSchema#decimal" },
		"urn:r": { "@value": "x", "@language": "en-US" },
	});

	test("by name of format", async () => {
		await same(turtle, { format: "text/turtle; charset=utf-8" }, "turtle");
		await same(ntriples, { format: "nt" }, "ntriples");
		await same(ntriples, { format: "application/n-quads" }, "nquads");
		await same(jsonld, { format: "json-ld" }, "jsonld");
	});

	test("by name of file, by what the text shows, with a byte order mark, packed", async () => {
		await same(gzipSync(turtle), { filename: "base.ttl.gz" }, "turtle");
		await same(`\ufeff${turtle}`, {}, "trig");
		await same(`\ufeff${jsonld}`, {}, "jsonld");
		await same(gzipSync(`\ufeff${ntriples}`), { filename: "base.nq" }, "nquads");
	});
});

test("a double in JSON-LD that is written as text keeps its text", async () => {
	const type = "http://www.w3.org/2001/XMLSchema#double";
	const text = JSON.stringify({ "@id": "urn:s", "urn:p": { "@value": "1e0", "@type": type } });
	expect((await read(text, { size: 1_000 })).statements).toEqual(['urn:s urn:p "1e0"^double :0']);
});

test("quads are told from triples by looking", async () => {
	const { format, statements } = await read('<urn:s> <urn:p> <urn:o> .\n<urn:s> <urn:p> "x"@en <urn:g> .\n', {
		size: 1_000,
	});
	expect(format).toBe("nquads");
	expect(statements).toEqual(["urn:s urn:p urn:o :1", 'urn:s urn:p "x"@en^langString urn:g :2']);
});

test("blank nodes become IRIs, the same label the same one, and lists hang together", async () => {
	const { statements } = await read("_:a <urn:p> _:b . _:b <urn:q> _:a , ( 1 ) .", { format: "turtle" });
	expect(statements.slice(0, 2)).toEqual([
		"urn:node:1 urn:p urn:node:2 :1",
		"urn:node:2 urn:q urn:node:1 :1",
	]);
	expect(statements.map((line) => line.split(" ")[0])).toEqual(expect.arrayContaining(["urn:node:3"]));
});

test("half a surrogate pair is a fault", async () => {
	const { faults } = await read('{"@id": "urn:s", "urn:p": "\\ud800"}', { format: "jsonld", size: 1_000 });
	expect(faults).toEqual([expect.stringContaining("surrogate")]);
});
