// Taxonomies of a stated size for benchmarks: the same numbers give the same edges, on every machine.

/** One edge of a taxonomy, from the narrower node to the broader one. Nodes are whole numbers from 0. */
export interface Link {
	readonly child: number;
	readonly parent: number;
}

/**
 * A deep taxonomy of `edges` edges whose closure has about `pairs` pairs, asserted ones among them: one trunk that makes half of the
 * pairs, and chains that hang from it and from each other's middles (every tenth edge or so gives a node a second parent).
 * `pairs` must be at least five times `edges`; the closure comes within 2 % of it from 1,000 edges on.
 */
export function deepTaxonomy(edges: number, pairs: number): readonly Link[] {
	if (pairs < 5 * edges) throw new RangeError("a deep taxonomy needs five pairs or more for an edge");
	const trunk = Math.min(Math.floor(Math.sqrt(pairs)), Math.floor(edges / 2));
	const links: Link[] = [];
	for (let i = 1; i <= trunk; i++) links.push({ child: i, parent: i - 1 });
	let node = trunk;
	let made = (trunk * (trunk + 1)) / 2;
	let before: readonly number[] = [];
	while (links.length < edges) {
		const mean = Math.max(2, Math.round((pairs - made) / (edges - links.length)));
		const length = Math.min(mean, edges - links.length, 10 + (links.length % 7));
		const hangsAt = Math.min(trunk, Math.max(0, Math.round(mean - length / 2)));
		const chain: number[] = [];
		for (let i = 0; i < length; i++) {
			links.push({ child: ++node, parent: chain.at(-1) ?? hangsAt });
			chain.push(node);
		}
		made += length * hangsAt + (length * (length + 1)) / 2;
		const middle = before.slice(0, before.length >> 1).at(-1);
		if (middle !== undefined && links.length < edges) {
			links.push({ child: node, parent: middle });
			made += before.length >> 1;
		}
		before = chain;
	}
	return links;
}

/**
 * A wide taxonomy of `edges` edges, about six levels deep: every node has as many children as that takes, and every tenth edge gives
 * a node a second parent beside its first one.
 */
export function wideTaxonomy(edges: number): readonly Link[] {
	const children = Math.max(2, Math.round(edges ** (1 / 6)));
	const links: Link[] = [];
	for (let node = 1; links.length < edges; node++) {
		const parent = Math.floor((node - 1) / children);
		links.push({ child: node, parent });
		if (node % 9 === 0 && parent > 1 && links.length < edges) links.push({ child: node, parent: parent - 1 });
	}
	return links;
}

/** Nodes above `start`, each once. */
function above(start: number, parents: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> {
	const found = new Set<number>();
	const open = [start];
	for (let node = open.pop(); node !== undefined; node = open.pop())
		for (const parent of parents.get(node) ?? [])
			if (!found.has(parent)) {
				found.add(parent);
				open.push(parent);
			}
	return found;
}

/** How many pairs of two different nodes the transitive closure of an acyclic taxonomy has, the asserted ones among them. */
export function closurePairs(links: readonly Link[]): number {
	const parents = new Map<number, number[]>();
	for (const { child, parent } of links) {
		parents.set(child, parents.get(child) ?? []);
		parents.get(child)?.push(parent);
	}
	return [...parents.keys()].reduce((sum, node) => sum + above(node, parents).size, 0);
}
