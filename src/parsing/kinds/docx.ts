import mammoth from "mammoth";
import { canonicalFromString } from "../../text/canonical.ts";
import { corePropertiesOf } from "../core-properties.ts";
import { markdownOf } from "../html-markdown.ts";
import type { ParsedFile, ParseLimits } from "../parsed-file.ts";
import { repacked, unpacked } from "../zip.ts";

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/** A Word document as Markdown, by way of HTML; pictures are left out. */
export async function parseDocx(bytes: Buffer, limits: ParseLimits): Promise<ParsedFile> {
	// The library unpacks without measure: it is given only what was measured here, and no pictures.
	const files = unpacked(bytes, limits, (name) => /\.(?:xml|rels)$/i.test(name));
	const { value } = await mammoth.convertToHtml(
		{ buffer: repacked(files) },
		{ styleMap: STYLES, convertImage: mammoth.images.imgElement(async () => ({ src: "" })) },
	);
	const text = canonicalFromString(markdownOf(value)).trim();
	return {
		mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		text: text === "" ? "" : `${text}\n`,
		markup: "markdown",
		replacedBytes: 0,
		anchors: [],
		...corePropertiesOf(files),
		attachments: [],
	};
}
