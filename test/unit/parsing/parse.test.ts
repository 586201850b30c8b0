import { describe, expect, test } from "vitest";
import { parse } from "../../../src/parsing/parse.ts";
import { DEFAULT_LIMITS } from "../../../src/parsing/parsed-file.ts";
import { docxOf, epubOf, pdfOf, xlsxOf, zipOf } from "../../support/files.ts";

const read = (filename: string, content: string | Buffer, charset?: string) =>
	parse(filename, { bytes: Buffer.from(content as string), charset, limits: DEFAULT_LIMITS });
const textOf = async (filename: string, content: string | Buffer) => (await read(filename, content)).text;

describe("each kind of file", () => {
	test("Markdown stays as it is written; its front matter dates it, as finely as it says", async () => {
		const text = '---\ntitle: "Tides"\ndate: 2023-06 # roughly\n---\n\n# Not this\n\nText.\n';
		expect(await read("a.md", text.replaceAll("\n", "\r\n"))).toEqual({
			mime: "text/markdown",
			markup: "markdown",
			text,
			replacedBytes: 0,
			anchors: [],
			title: "Tides",
			docTime: { value: "2023-06", source: "content" },
			attachments: [],
		});
		expect(await read("b.md", "# Tides of *June*\n")).toMatchObject({ title: "Tides of *June*" });
		expect((await read("b.md", "date: 2023\n")).docTime).toBeUndefined();
	});

	test("HTML gives its article as Markdown, links and pictures as their words, nothing escaped", async () => {
		const paragraph =
			"The harbour_master keeps the [list] of 3 * 4 berths, and says so in every report that she writes. ".repeat(
				6,
			);
		const html = `<!doctype html><html><head><title>Berths</title><meta property="article:published_time" content="2023-06-15T10:00:00+02:00"></head>
			<body><nav><a href="/">Home</a></nav><article><h2>Now</h2><p>${paragraph}</p><p>See <a href="/x">the list</a>.</p>
			<table><tr><th>berth</th><th>ship</th></tr><tr><td>1</td><td>Heron</td></tr></table></article><script>no()</script></body></html>`;
		const page = await read("page.bin", html);
		expect(page).toMatchObject({
			mime: "text/html",
			title: "Berths",
			docTime: { value: "2023-06-15T08:00:00Z", source: "content" },
		});
		expect(page.text).toBe(
			`# Berths\n\n## Now\n\n${paragraph.trim()}\n\nSee the list.\n\n| berth | ship |\n| --- | --- |\n| 1 | Heron |\n`,
		);
	});

	test("HTML in which the article is the least part gives all that is visible", async () => {
		const entries = Array.from(
			{ length: 60 },
			(_, n) => `<li><a href="/${n}">Ship number ${n} at its berth</a></li>`,
		).join("");
		const text = await textOf(
			"list.html",
			`<html><body><p>Ships, all of them.</p><ul>${entries}</ul></body></html>`,
		);
		expect(text).toContain("Ship number 0 at its berth");
		expect(text).toContain("Ship number 59 at its berth");
	});

	test("a page says in which character set it is written, or whoever brought it does", async () => {
		const page = (head: string) =>
			Buffer.from(`<html><head>${head}</head><body><p>caf\u00e9 au lait</p></body></html>`, "latin1");
		expect(await textOf("a.html", page('<meta charset="iso-8859-1">'))).toBe("café au lait\n");
		expect((await read("a.html", page(""), "windows-1252")).text).toBe("café au lait\n");
		expect(await read("a.html", page(""))).toMatchObject({ text: "caf\ufffd au lait\n", replacedBytes: 1 });
	});

	test("DOCX gives headings and tables, and the title and date of its properties", async () => {
		const file = docxOf(
			["# Berths", "Heron lies at a_b * c.", "Caf\u0065\u0301."],
			[
				["berth", "ship"],
				["1", "Heron"],
			],
		);
		expect(await read("a.docx", file)).toMatchObject({
			markup: "markdown",
			text: "# Berths\n\nHeron lies at a_b * c.\n\nCafé.\n\n| berth | ship |\n| --- | --- |\n| 1 | Heron |\n",
			title: "Berths of the harbour",
			docTime: { value: "2023-06-15T08:00:00Z", source: "source" },
		});
	});

	test("XLSX gives each row with its columns' names, sheet by sheet, formulas as stored", async () => {
		const file = xlsxOf({
			Ships: [
				["name", "tons"],
				["Heron", "=A1*2|120"],
				["", ""],
				["Gull", "80"],
			],
			Crew: [
				["1", "2"],
				["3", ""],
			],
		});
		expect(await read("a.xlsx", file)).toMatchObject({
			markup: "rows",
			text: "sheet: Ships\nname: Heron\ntons: 120\n\nsheet: Ships\nname: Gull\ntons: 80\n\nsheet: Crew\ncolumn 1: 1\ncolumn 2: 2\n\nsheet: Crew\ncolumn 1: 3\n",
			anchors: [
				{ start: 0, sheet: "Ships", row: 1 },
				{ start: 36, sheet: "Ships", row: 3 },
				{ start: 70, sheet: "Crew", row: 1 },
				{ start: 107, sheet: "Crew", row: 2 },
			],
		});
	});

	test("CSV finds what stands between its values, in quotes or not", async () => {
		expect(await textOf("a.csv", 'name;note\nAda;"a; b\nc"\nBo;\n')).toBe(
			"name: Ada\nnote: a; b c\n\nname: Bo\n",
		);
		expect(await textOf("a.tsv", "name\tage\nAda\t3\n")).toBe("name: Ada\nage: 3\n");
		expect(await textOf("a.csv", "1,2\n3,4,5\n")).toBe(
			"column 1: 1\ncolumn 2: 2\n\ncolumn 1: 3\ncolumn 2: 4\ncolumn 3: 5\n",
		);
	});

	test("EPUB gives its chapters in reading order, each with its file, and when it was published", async () => {
		const file = epubOf({
			"text/ch one.xhtml": "<h1>One</h1><p>First.</p>",
			"text/two.xhtml": "<p>Second.</p>",
		});
		expect(await read("a.epub", file)).toMatchObject({
			text: "# One\n\nFirst.\n\nSecond.\n",
			anchors: [
				{ start: 0, part: "OEBPS/text/ch one.xhtml" },
				{ start: 15, part: "OEBPS/text/two.xhtml" },
			],
			title: "The Quay",
			docTime: { value: "2023-06", source: "source" },
		});
	});

	test("a message gives lines of its header and its body; what is attached has no path in its name", async () => {
		const mail = [
			"Received: from x",
			"From: Ada <ada@example.org>",
			"To: bo@example.org",
			"Date: Thu, 15 Jun 2023 10:00:00 +0200",
			"Subject: =?utf-8?q?Caf=C3=A9?=",
			'Content-Type: multipart/mixed; boundary="b"',
			"",
			"--b",
			"Content-Type: text/plain",
			"",
			"Heron has left.",
			"--b",
			'Content-Type: text/csv; name="x"',
			'Content-Disposition: attachment; filename="../../etc/ships.csv"',
			"",
			"name",
			"--b",
			"Content-Type: message/rfc822",
			"",
			"Subject: inner",
			"",
			"--b--",
			"",
		].join("\r\n");
		const parsed = await read("mail.txt", mail);
		expect(parsed).toMatchObject({
			mime: "message/rfc822",
			text: "From: Ada <ada@example.org>\nTo: bo@example.org\nDate: Thu, 15 Jun 2023 10:00:00 +0200\nSubject: Café\n\nHeron has left.\n",
			title: "Café",
			docTime: { value: "2023-06-15T08:00:00Z", source: "content" },
		});
		expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["ships.csv", "attachment-2.eml"]);
		expect(parsed.attachments[0]?.bytes.toString().trim()).toBe("name");
	});

	test("PDF gives its pages, each with its number, and the date that its program wrote", async () => {
		expect(await read("a.pdf", pdfOf([["Page one.", "Line two."], ["Page two."]]))).toMatchObject({
			mime: "application/pdf",
			text: "Page one.\nLine two.\n\nPage two.\n",
			anchors: [
				{ start: 0, page: 1 },
				{ start: 21, page: 2 },
			],
			title: "Tides",
			docTime: { value: "2023-06-15T07:30:00Z", source: "source" },
		});
	});

	test("a PDF of pictures has no text", async () => {
		expect(await read("scan.pdf", pdfOf([[], []]))).toMatchObject({
			mime: "application/pdf",
			text: undefined,
			anchors: [],
		});
	});
});

describe("bad input", () => {
	const refused = (filename: string, content: string | Buffer) =>
		read(filename, content).then(
			() => "read",
			({ code, message }) => `${code}: ${message}`,
		);

	test("an encrypted PDF, book or archive is refused, and says what to do", async () => {
		expect(await refused("a.pdf", pdfOf([["secret"]], { encrypted: true }))).toMatch(
			/^UTOPIA_FILE_UNREADABLE: .*password.*upload/,
		);
		const locked =
			'<encryption><EncryptedData><CipherReference URI="OEBPS/a.xhtml"/></EncryptedData></encryption>';
		const book = epubOf({ "a.xhtml": "<p>x</p>" }, { "META-INF/encryption.xml": locked });
		expect(await refused("a.epub", book)).toMatch(/^UTOPIA_FILE_UNREADABLE: .*copy protection/);
		const archive = docxOf(["x"]);
		for (let at = archive.indexOf("PK\x01\x02"); at !== -1; at = archive.indexOf("PK\x01\x02", at + 1))
			archive[at + 8] = 1;
		expect(await refused("a.docx", archive)).toMatch(/^UTOPIA_FILE_UNREADABLE: .*password/);
		const office = Buffer.concat([
			Buffer.from("d0cf11e0a1b11ae1", "hex"),
			Buffer.alloc(600),
			Buffer.from("EncryptedPackage", "utf16le"),
		]);
		expect(await refused("a.docx", office)).toMatch(/^UTOPIA_FILE_UNREADABLE: .*password/);
	});

	test("an archive that unpacks to too much is refused, whatever its directory announces", async () => {
		const bomb = zipOf({ "word/document.xml": Buffer.alloc(20_000_000), "[Content_Types].xml": "<Types/>" });
		expect(await refused("a.docx", bomb)).toMatch(
			/^UTOPIA_FILE_UNREADABLE: The file unpacks to more than 50 times/,
		);
		const at = bomb.indexOf("PK\x01\x02");
		bomb.writeUInt32LE(100, at + 24);
		expect(await refused("a.docx", bomb)).toMatch(
			/^UTOPIA_FILE_UNREADABLE: The file unpacks to more than 50 times/,
		);
	});

	test("a file of zero bytes is an empty text, or a damaged file where its kind is never empty", async () => {
		expect(await read("a.txt", "")).toMatchObject({ text: "", mime: "text/plain" });
		expect(await read("\ufeff", "\ufeff")).toMatchObject({ text: "" });
		for (const name of ["a.pdf", "a.DOCX", "a.eml"])
			expect(await refused(name, "")).toMatch(/^UTOPIA_FILE_UNREADABLE: .*0 bytes/);
	});

	test("a wrong name changes nothing: bytes say what they are", async () => {
		expect(await read("a.txt", pdfOf([["In truth a PDF."]]))).toMatchObject({ mime: "application/pdf" });
		expect(await read("a.pdf", docxOf(["In truth a DOCX."]))).toMatchObject({ text: "In truth a DOCX.\n" });
		expect(await read("a.docx", "In truth text.")).toMatchObject({
			mime: "text/plain",
			text: "In truth text.",
		});
		expect(await read("a.html", "no tag < here")).toMatchObject({ mime: "text/plain" });
		expect(await read("a.txt", "BM and MZ are also words.")).toMatchObject({ mime: "text/plain" });
	});

	test("invalid bytes are replaced and counted, NULs stay", async () => {
		expect(await read("a.txt", Buffer.from("a\xffb\xc3(\0c", "latin1"))).toMatchObject({
			text: "a\ufffdb\ufffd(\0c",
			replacedBytes: 2,
		});
		expect(await read("a.txt", "a\ufffdb")).toMatchObject({ replacedBytes: 0 });
	});

	test("names do not matter, however long and whatever is in them", async () => {
		for (const name of [`${"x".repeat(10_000)}.md`, "../../etc/passwd\0.md", "C:\\a\\b.md"]) {
			expect(await read(name, "# Hi")).toMatchObject({ mime: "text/markdown" });
		}
	});

	test("what no parser reads is refused, with the way to have it read", async () => {
		const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
		expect(await refused("a.png", png)).toMatch(/^UTOPIA_FILE_UNSUPPORTED: .*image\/png/);
		expect(await refused("a.rtf", "{\\rtf1 hi}")).toMatch(/^UTOPIA_FILE_UNSUPPORTED: .*officeparser/);
		expect(await refused("a.pptx", zipOf({ "ppt/presentation.xml": "<x/>" }))).toMatch(
			/^UTOPIA_FILE_UNSUPPORTED: .*officeparser/,
		);
		expect(await refused("a.odt", zipOf({ "content.xml": "<x/>" }))).toMatch(
			/^UTOPIA_FILE_UNSUPPORTED: .*officeparser/,
		);
		expect(await refused("a.zip", zipOf({ "a.txt": "x" }))).toMatch(/^UTOPIA_FILE_UNSUPPORTED: .*unpack/);
		const noise = Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * n * 31 + (n >> 3) * 17) % 256));
		expect(await refused("a.txt", noise)).toMatch(/^UTOPIA_FILE_UNSUPPORTED/);
	});

	test("a damaged file says so", async () => {
		const whole: readonly (readonly [string, Buffer])[] = [
			["a.pdf", pdfOf([["x"]])],
			["a.docx", docxOf(["x"])],
			["a.xlsx", xlsxOf({ S: [["a"]] })],
		];
		for (const [name, bytes] of whole) {
			expect(await refused(name, bytes.subarray(0, bytes.length / 2))).toMatch(
				/^UTOPIA_FILE_UNREADABLE: .*damaged/,
			);
		}
		expect(await refused("a.docx", zipOf({ "word/document.xml": "<w" }))).toMatch(
			/^UTOPIA_FILE_UNREADABLE: .*damaged/,
		);
	});
});
