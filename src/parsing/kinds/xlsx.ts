import readSheets from "read-excel-file/universal";
import { corePropertiesOf } from "../core-properties.ts";
import type { ParsedFile, ParseLimits } from "../parsed-file.ts";
import { type Cell, RowsText } from "../rows-text.ts";
import { repacked, unpacked } from "../zip.ts";

/** A workbook, sheet after sheet, row by row as `column: value` lines; formulas as the values stored with them. */
export async function parseXlsx(bytes: Buffer, limits: ParseLimits): Promise<ParsedFile> {
	// The library unpacks without measure: it is given only what was measured here.
	const files = unpacked(bytes, limits, (name) => /\.(?:xml|rels)$/i.test(name));
	const zip = repacked(files);
	const sheets = await readSheets(
		zip.buffer.slice(zip.byteOffset, zip.byteOffset + zip.length) as ArrayBuffer,
	);
	const rows = new RowsText();
	for (const { sheet, data } of sheets) {
		rows.table(sheet);
		for (const cells of data) rows.row(cells.map(cellText));
	}
	return {
		mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		text: rows.text,
		markup: "rows",
		replacedBytes: 0,
		anchors: rows.anchors,
		...corePropertiesOf(files),
		attachments: [],
	};
}

/** Days without a time of day are told as days. */
function cellText(cell: unknown): Cell {
	if (cell === null || cell === undefined) return null;
	if (typeof cell !== "object") return String(cell);
	const moment = (cell as { toISOString(): string }).toISOString();
	return moment.endsWith("T00:00:00.000Z") ? moment.slice(0, 10) : moment.replace(".000Z", "Z");
}
