import { canonicalFromString } from "../text/canonical.ts";

/** Code points of the longest name kept. */
const LONGEST = 255;
/** Those of its ending that survive a cut. */
const LONGEST_ENDING = 16;

/**
 * A name of a file as a label: the last part of a path of either kind, without controls and the marks that turn text around,
 * at most 255 code points with its ending kept; `fallback` when nothing is left. It never names a place on disk.
 */
export function plainFilename(name: string, fallback = "unnamed"): string {
	const last = canonicalFromString(name).split(/[/\\]/).at(-1) ?? "";
	const clean = last.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "").trim();
	if (/^\.*$/.test(clean)) return fallback;
	const points = [...clean.slice(0, 2 * LONGEST)];
	if (clean.length <= 2 * LONGEST && points.length <= LONGEST) return clean;
	const ending = extensionOf(clean);
	const kept = ending === "" || ending.length > LONGEST_ENDING ? "" : `.${ending}`;
	return points.slice(0, LONGEST - kept.length).join("") + kept;
}

/** The ending of a name in lower case, without its dot; empty when there is none. */
export function extensionOf(name: string): string {
	return /\.([\p{L}\p{N}_+-]{1,32})$/u.exec(name.slice(-40))?.[1]?.toLowerCase() ?? "";
}
