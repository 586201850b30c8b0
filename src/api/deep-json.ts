interface Open {
	readonly entries: Iterator<readonly [key: string | undefined, value: unknown]>;
	readonly end: string;
	isFirst: boolean;
}

/**
 * Plain data as JSON, however deep it nests: `JSON.stringify` calls itself for each level and ends at some thousands. The text
 * is the same; `undefined` in an object is left out.
 */
export function deepJson(value: unknown): string {
	const pieces: string[] = [];
	const open: Open[] = [];
	const write = (one: unknown) => {
		if (typeof one !== "object" || one === null) pieces.push(JSON.stringify(one) ?? "null");
		else {
			pieces.push(Array.isArray(one) ? "[" : "{");
			open.push({ entries: entriesOf(one), end: Array.isArray(one) ? "]" : "}", isFirst: true });
		}
	};
	write(value);
	for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
		const { done, value: entry } = last.entries.next();
		if (done === true) {
			pieces.push(last.end);
			open.pop();
			continue;
		}
		const [key, one] = entry;
		if (!last.isFirst) pieces.push(",");
		last.isFirst = false;
		if (key !== undefined) pieces.push(JSON.stringify(key), ":");
		write(one);
	}
	return pieces.join("");
}

function* entriesOf(value: object): Generator<readonly [string | undefined, unknown]> {
	if (Array.isArray(value)) for (const one of value) yield [undefined, one];
	else for (const entry of Object.entries(value)) if (entry[1] !== undefined) yield entry;
}
