import { parse } from "csv-parse/sync";
import { canonicalText } from "../../text/canonical.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { RowsText } from "../rows-text.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Characters looked at to find out what stands between values. */
const SAMPLE = 16_384;

/** A table of text, row by row as `column: value` lines. */
export function parseCsv(bytes: Buffer, charset?: string): ParsedFile {
	const { text, replacedBytes } = canonicalText(bytes, charset);
	const rows = new RowsText();
	rows.table();
	parse(text, {
		delimiter: delimiterOf(text.slice(0, SAMPLE)),
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		// Rows are written down as they come and not collected.
		on_record: (cells: readonly string[]) => {
			rows.row(cells);
			return null;
		},
	});
	return {
		mime: "text/csv",
		text: rows.text,
		markup: "rows",
		replacedBytes,
		anchors: rows.anchors,
		attachments: [],
	};
}

/** What stands most often outside quotes in the first line that has any of them. */
function delimiterOf(sample: string): string {
	for (const line of sample.replaceAll(/"[^"]*"/g, "").split("\n")) {
		const counted = DELIMITERS.map((mark) => ({ mark, count: line.split(mark).length - 1 }));
		const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
		if (best.count > 0) return best.mark;
	}
	return ",";
}
