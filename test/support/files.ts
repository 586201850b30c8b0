import { strToU8, zipSync } from "fflate";

/** An archive with these files. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
	const bytes = Object.entries(files).map(([name, content]) => [
		name,
		typeof content === "string" ? strToU8(content) : content,
	]);
	return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CORE = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Berths of the harbour</dc:title><dcterms:created>2023-06-15T08:00:00Z</dcterms:created><dcterms:modified>2024-01-01T00:00:00Z</dcterms:modified></cp:coreProperties>`;

function relationships(type: string, target: string): string {
	return `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

/** A Word document: paragraphs, those that begin with `# ` as headings, and a table of two rows. */
export function docxOf(paragraphs: readonly string[], rows: readonly (readonly string[])[] = []): Buffer {
	const body = paragraphs.map((text) => {
		const style = text.startsWith("# ") ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : "";
		return `<w:p>${style}<w:r><w:t>${text.replace(/^# /, "")}</w:t></w:r></w:p>`;
	});
	const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
	const table = rows.map((cells) => `<w:tr>${cells.map(cell).join("")}</w:tr>`).join("");
	return zipOf({
		"[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
		"_rels/.rels": relationships("officeDocument", "word/document.xml"),
		"word/document.xml": `<w:document ${W}><w:body>${body.join("")}${table === "" ? "" : `<w:tbl>${table}</w:tbl>`}</w:body></w:document>`,
		"word/styles.xml": `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
		"docProps/core.xml": CORE,
	});
}

/** A workbook of sheets by name; a cell that begins with `=` is a formula with the value stored behind `|`. */
export function xlsxOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
	const names = Object.keys(sheets);
	const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
	const cell = (text: string, at: string) => {
		const [formula, value] = text.startsWith("=") ? text.slice(1).split("|") : [];
		if (formula !== undefined) return `<c r="${at}"><f>${formula}</f><v>${value}</v></c>`;
		return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
	};
	const sheet = (rows: readonly (readonly string[])[]) =>
		rows.map(
			(cells, r) =>
				`<row r="${r + 1}">${cells.map((text, c) => cell(text, `${"ABCDEFGH"[c]}${r + 1}`)).join("")}</row>`,
		);
	const files = Object.fromEntries(
		Object.values(sheets).map((rows, n) => [
			`xl/worksheets/sheet${n + 1}.xml`,
			`<worksheet ${main}><sheetData>${sheet(rows).join("")}</sheetData></worksheet>`,
		]),
	);
	const list = names
		.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
		.join("");
	const targets = names.map(
		(_, n) =>
			`<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
	);
	return zipOf({
		"[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
		"_rels/.rels": relationships("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml": `<workbook ${main} xmlns:r="${OFFICE}"><sheets>${list}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONSHIPS}">${targets.join("")}</Relationships>`,
		"docProps/core.xml": CORE,
		...files,
	});
}

/** A book whose chapters are bodies of pages, by the paths of their files; its table lists them the other way round. */
export function epubOf(
	chapters: Readonly<Record<string, string>>,
	extra: Readonly<Record<string, string>> = {},
): Buffer {
	const paths = Object.keys(chapters);
	const manifest = paths.map(
		(path, n) => `<item id="c${n}" href="${encodeURI(path)}" media-type="application/xhtml+xml"/>`,
	);
	const spine = paths.map((_, n) => `<itemref idref="c${n}"/>`);
	const pages = Object.entries(chapters).map(([path, body]) => [
		`OEBPS/${path}`,
		`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body>${body}</body></html>`,
	]);
	return zipOf({
		mimetype: "application/epub+zip",
		"META-INF/container.xml":
			'<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
		"OEBPS/book.opf": `<package xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><metadata><dc:title>The Quay</dc:title><dc:date opf:event="modification">2024-02-02</dc:date><dc:date opf:event="publication">2023-06</dc:date></metadata><manifest>${manifest.toReversed().join("")}</manifest><spine>${spine.join("")}</spine></package>`,
		...Object.fromEntries(pages),
		...extra,
	});
}

/** A PDF of pages of lines; a page without lines shows only a picture. `encrypted`: a password is asked for. */
export function pdfOf(pages: readonly (readonly string[])[], { encrypted = false } = {}): Buffer {
	const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${pages.map((_, n) => `${5 + 2 * n} 0 R`).join(" ")}] /Count ${pages.length} >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Title (Tides) /CreationDate (D:20230615093000+02'00') >>",
		...pages.flatMap((lines, n) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> /Contents ${6 + 2 * n} 0 R >>`,
			stream(
				lines.length === 0
					? "q 9 0 0 9 9 9 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q"
					: `BT /F 12 Tf 72 700 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(" ")} ET`,
			),
		]),
	];
	let written = "%PDF-1.4\n";
	const offsets = objects.map((object, n) => {
		const at = written.length;
		written += `${n + 1} 0 obj\n${object}\nendobj\n`;
		return at;
	});
	const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
	const key = "0123456789abcdef0123456789abcdef";
	const lock = encrypted
		? `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${key}) /U (${key}) /P -4 >> /ID [(${key}) (${key})]`
		: "";
	const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${lock} >>`;
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
	return Buffer.from(
		`${written}${table}trailer\n${trailer}\nstartxref\n${written.length}\n%%EOF\n`,
		"latin1",
	);
}
