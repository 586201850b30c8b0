/** After a sentence: its mark and what closes with it, in scripts with spaces and without; and every line break. */
const SENTENCE = /(?<=[.!?…][)\]"'”’»]*)\s+|(?<=[。！？]["”’」』）]*)|(?<=\n)/u;
const WORD = /(?<=\s)(?=\S)/u;

/**
 * The texts that are embedded for a passage: itself where it has at most `window` pieces, else several, cut at the ends of
 * sentences, within one where it alone is longer, within a word where that is. The heading goes before the first where
 * there is room for it (search-and-extraction 3). None for a passage of white space.
 */
export function windowsOf(
	text: string,
	heading: string,
	window: number,
	count: (text: string) => number,
): readonly string[] {
	const whole = text.trim();
	if (whole === "") return [];
	const windows = count(whole) <= window ? [whole] : packed(whole, [SENTENCE, WORD, ""], window, count);
	const led = heading.trim() === "" ? undefined : `${heading.trim()}\n${windows[0]}`;
	return led !== undefined && count(led) <= window ? [led, ...windows.slice(1)] : windows;
}

/** Fills one window after another with what the first separator leaves whole; what is too long alone goes to the next. */
function packed(
	text: string,
	separators: readonly (RegExp | "")[],
	window: number,
	count: (text: string) => number,
): string[] {
	const [separator = "", ...finer] = separators;
	const units = separator === "" ? [...text] : separated(text, separator);
	const windows: string[] = [];
	for (let from = 0; from < units.length; ) {
		const fitting = longest(units, from, window, count);
		const unit = units[from] as string;
		if (fitting > 0) windows.push(units.slice(from, from + fitting).join(""));
		// A single character may have more pieces than the smallest of windows; it is not cut.
		else if (separator === "") windows.push(unit);
		else windows.push(...packed(unit, finer, window, count));
		from += Math.max(fitting, 1);
	}
	return windows.map((each) => each.trim()).filter((each) => each !== "");
}

/** The parts of a text, each with the white space behind it, so that they join to the text again. */
function separated(text: string, separator: RegExp): string[] {
	const parts: string[] = [];
	let from = 0;
	for (const { index, 0: space } of text.matchAll(new RegExp(separator, "gu"))) {
		const to = index + space.length;
		if (to > from) parts.push(text.slice(from, to));
		from = to;
	}
	if (from < text.length) parts.push(text.slice(from));
	return parts;
}

/** How many units from there on fit a window together: found by halving, since pieces are counted again each time. */
function longest(
	units: readonly string[],
	from: number,
	window: number,
	count: (text: string) => number,
): number {
	const fits = (many: number) =>
		count(
			units
				.slice(from, from + many)
				.join("")
				.trim(),
		) <= window;
	let most = 1;
	while (from + most < units.length && fits(most)) most = Math.min(most * 2, units.length - from);
	let [least, tooMany] = [0, most + 1];
	while (tooMany - least > 1) {
		const middle = (least + tooMany) >> 1;
		if (fits(middle)) least = middle;
		else tooMany = middle;
	}
	return least;
}
