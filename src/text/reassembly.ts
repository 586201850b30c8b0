import { afterChars, charsOf } from "./code-points.ts";

/** A chunk of a text whose whole is gone: where it begins, in code points, if that was kept. */
export interface LooseChunk {
	readonly text: string;
	readonly start?: number | undefined;
}

/** A text put together again, and how far that may be trusted. */
export interface Reassembled {
	readonly text: string;
	/** `heuristic` where there were no offsets: text that repeats itself at a border is lost. */
	readonly reassembly: "exact" | "heuristic";
	/** `false` where chunks leave a hole. */
	readonly complete: boolean;
}

/**
 * The text that chunks were cut from. By offsets where every chunk has one (TX-3): in the order of start and end, without what
 * is there already, a hole told by a line of its own, also one before the end of `chars` characters. Else by the longest end that is also a beginning, of at most `overlap`
 * characters (TX-4), in the order given.
 */
export function reassembled(
	chunks: readonly LooseChunk[],
	{ overlap, chars = 0 }: { readonly overlap: number; readonly chars?: number | undefined },
): Reassembled {
	const placed: PlacedText[] = [];
	for (const { text, start } of chunks) {
		if (start === undefined)
			return { text: joined(chunks, overlap), reassembly: "heuristic", complete: true };
		placed.push({ text, start, end: start + charsOf(text) });
	}
	return byOffset(placed, chars);
}

interface PlacedText {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

function byOffset(placed: readonly PlacedText[], chars: number): Reassembled {
	const parts: string[] = [];
	let [covered, complete] = [0, true];
	const hole = (until: number) => {
		complete = false;
		const broken = parts.length > 0 && parts.at(-1)?.endsWith("\n") !== true;
		parts.push(`${broken ? "\n" : ""}[… ${until - covered} characters not indexed …]\n`);
	};
	for (const { text, start, end } of placed.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
		if (end <= covered) continue;
		if (start > covered) hole(start);
		parts.push(start > covered ? text : text.slice(afterChars(text, covered - start)));
		covered = end;
	}
	if (covered < chars) hole(chars);
	return { text: parts.join(""), reassembly: "exact", complete };
}

function joined(chunks: readonly LooseChunk[], overlap: number): string {
	let whole = "";
	for (const { text } of chunks) whole += text.slice(sharedUnits(whole, text, overlap));
	return whole;
}

function sharedUnits(before: string, after: string, overlap: number): number {
	let units = Math.min(before.length, afterChars(after, overlap));
	while (units > 0 && !before.endsWith(after.slice(0, units))) units--;
	return units;
}
