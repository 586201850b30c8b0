/** JSON with the keys of every object in order, so that equal arguments give equal text. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
