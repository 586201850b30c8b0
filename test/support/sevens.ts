import { packLayout } from "../../src/chunking/layout.ts";
import type { Files } from "../../src/ingestion/files.ts";
import { outlineOf, pagesOf } from "../../src/text/paged-text.ts";

/** Files are taken as they are: text in chunks of seven characters, so that many have the same words. */
export const sevens: Files = {
	async read(bytes) {
		const utf8 = Buffer.from(bytes);
		const text = [...utf8.toString("utf8")];
		const { chars, lines, pages } = outlineOf(pagesOf(utf8));
		const seen = new Map<string, number>();
		const places = Array.from({ length: Math.ceil(text.length / 7) }, (_, seq) => {
			const words = text.slice(7 * seq, 7 * seq + 7).join("");
			const repeat = seen.get(words) ?? 0;
			seen.set(words, repeat + 1);
			return { start: 7 * seq, heading: [`part ${seq % 3}`], repeat };
		});
		const layout = packLayout(places, { chunker: "sevens", chars });
		return {
			mime: "text/plain",
			text: { utf8, figures: { chars, lines, pages }, layout, replacedBytes: 0 },
			docTime: undefined,
			attachments: [],
		};
	},
};
