/** What can be reached from some things, themselves included. */
export function reached(
	from: Iterable<string>,
	next: (iri: string) => Iterable<string>,
): ReadonlySet<string> {
	const found = new Set(from);
	for (const iri of found) for (const one of next(iri)) found.add(one);
	return found;
}

/** A class with all above it. */
export function withAncestors(
	type: string,
	classes: ReadonlyMap<string, { readonly parents: readonly string[] }>,
): ReadonlySet<string> {
	return reached([type], (one) => classes.get(one)?.parents ?? []);
}

/** Which things name each one. */
export function named<Thing>(
	things: ReadonlyMap<string, Thing>,
	next: (thing: Thing) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const [iri, thing] of things)
		for (const one of next(thing)) {
			const known = found.get(one);
			if (known === undefined) found.set(one, [iri]);
			else known.push(iri);
		}
	return found;
}

/** The groups of things that stand above each other, and single ones that stand above themselves; ids ascending. */
export function circles<Thing>(
	things: ReadonlyMap<string, Thing>,
	next: (thing: Thing) => readonly string[],
): readonly (readonly string[])[] {
	const before = named(things, next);
	const done = new Set<string>();
	const found: string[][] = [];
	for (const root of finished(things, next).reverse()) {
		if (done.has(root)) continue;
		const group = reached([root], (iri) => (before.get(iri) ?? []).filter((one) => !done.has(one)));
		for (const iri of group) done.add(iri);
		if (group.size > 1 || next(things.get(root) as Thing).includes(root)) found.push([...group].sort());
	}
	return found;
}

/** Things in the order in which a walk that goes upwards leaves them, without calling itself: chains may be long. */
function finished<Thing>(
	things: ReadonlyMap<string, Thing>,
	next: (thing: Thing) => readonly string[],
): string[] {
	const order: string[] = [];
	const seen = new Set<string>();
	for (const root of things.keys()) {
		if (seen.has(root)) continue;
		seen.add(root);
		const open = [{ iri: root, rest: [...next(things.get(root) as Thing)] }];
		for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
			const one = last.rest.pop();
			if (one === undefined) {
				order.push(last.iri);
				open.pop();
			} else if (things.has(one) && !seen.has(one)) {
				seen.add(one);
				open.push({ iri: one, rest: [...next(things.get(one) as Thing)] });
			}
		}
	}
	return order;
}
