/** Comparison for sorting by code units: the same order on every machine, unlike that of a locale. */
export function byText(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
