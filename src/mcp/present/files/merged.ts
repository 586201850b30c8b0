import type { View } from "../../../access/view.ts";
import { versionText } from "../../../documents/version-text.ts";
import { charsOf } from "../../../text/code-points.ts";
import type { PagedText } from "../../../text/paged-text.ts";
import { byteOfChar, lineOfByte, readChars } from "../../../text/places.ts";
import type { Passage } from "../passage.ts";

/** Passages of one document that share text, as one stretch of it. */
export interface Merged {
	/** The one that fits best. */
	readonly best: Passage;
	/** Without white space at its ends. */
	readonly text: string;
	/** The lines it stands in, from 1. */
	readonly startLine: number;
	readonly endLine: number;
}

/** A passage and where it stands in its text: code points, half-open. */
interface Placed {
	readonly best: Passage;
	start: number;
	end: number;
}

/** Puts passages that overlap into one, so that no sentence comes twice (SE-3); passages side by side share nothing and stay apart. */
export class Merging {
	readonly #view: View;
	readonly #texts = new Map<string, PagedText>();
	readonly #found: Placed[] = [];

	constructor(view: View) {
		this.#view = view;
	}

	get count(): number {
		return this.#found.length;
	}

	/** Takes the next best passage. */
	async take(passage: Passage): Promise<void> {
		const { start, end } = await this.#placeOf(passage);
		let merged: Placed = { best: passage, start, end };
		for (;;) {
			const touching = this.#found.findIndex(
				(one) => isSameText(one.best, merged.best) && one.start < merged.end && merged.start < one.end,
			);
			if (touching < 0) break;
			const [known] = this.#found.splice(touching, 1) as [Placed];
			merged = {
				best: known.best.hit.score >= merged.best.hit.score ? known.best : merged.best,
				start: Math.min(known.start, merged.start),
				end: Math.max(known.end, merged.end),
			};
		}
		this.#found.push(merged);
		this.#found.sort((a, b) => b.best.hit.score - a.best.hit.score);
	}

	/** The best of them, best first. */
	async best(limit: number): Promise<readonly Merged[]> {
		const merged: Merged[] = [];
		for (const { best, start, end } of this.#found.slice(0, limit)) {
			const text = await this.#textOf(best);
			const whole = await readChars(text, start, end);
			const from = start + charsOf(whole) - charsOf(whole.trimStart());
			const to = from + charsOf(whole.trim());
			merged.push({
				best,
				text: whole.trim(),
				startLine: (await lineOfByte(text, await byteOfChar(text, from))) + 1,
				endLine: (await lineOfByte(text, await byteOfChar(text, Math.max(from, to - 1)))) + 1,
			});
		}
		return merged;
	}

	/** Where it stands: as its chunk says, else where its words are first found. */
	async #placeOf(passage: Passage): Promise<{ readonly start: number; readonly end: number }> {
		const { chunk } = passage;
		if (chunk.start !== undefined && chunk.end !== undefined) return { start: chunk.start, end: chunk.end };
		const text = await this.#textOf(passage);
		const whole = await readChars(text, 0, text.outline.chars);
		const at = whole.indexOf(chunk.text);
		if (at < 0) return { start: 0, end: text.outline.chars };
		const start = charsOf(whole.slice(0, at));
		return { start, end: start + charsOf(chunk.text) };
	}

	async #textOf({ document, version }: Passage): Promise<PagedText> {
		const key = `${document.id} ${version.number}`;
		const known = this.#texts.get(key) ?? (await versionText(document, version, this.#view))?.text;
		if (known === undefined) throw new TypeError("a passage was found in a document without text");
		this.#texts.set(key, known);
		return known;
	}
}

function isSameText(a: Passage, b: Passage): boolean {
	return a.document.id === b.document.id && a.version.number === b.version.number;
}
