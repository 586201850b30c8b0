import { Dictionary } from "./dictionary.ts";
import { Passages } from "./passages.ts";
import { FIELDS, Postings } from "./postings.ts";
import { Vectors } from "./vectors.ts";
import type { IndexedVersion } from "./versions.ts";

/** Everything an index is made of. */
export interface IndexTables {
	readonly dictionary: Dictionary;
	readonly postings: Postings;
	readonly passages: Passages;
	readonly vectors: Vectors;
	readonly versions: Map<string, IndexedVersion>;
}

/** An index of nothing, for vectors of so many numbers. */
export function emptyTables(dims: number): IndexTables {
	return {
		dictionary: Dictionary.empty(),
		postings: new Postings(),
		passages: new Passages(),
		vectors: new Vectors(dims),
		versions: new Map(),
	};
}

function renumbered(versions: Iterable<IndexedVersion>, passages: number): Int32Array {
	const renamed = new Int32Array(passages).fill(-1);
	for (const version of versions) for (const passage of version.passages) renamed[passage] = 0;
	let next = 0;
	for (let passage = 0; passage < passages; passage++) if (renamed[passage] === 0) renamed[passage] = next++;
	return renamed;
}

/** The terms that stand in a passage which stays, and the slots they had. */
function remainingTerms({ dictionary, postings }: IndexTables, renamed: Int32Array) {
	const [terms, slots] = [Dictionary.empty(), [] as number[]];
	const stays = (term: number) =>
		Array.from({ length: FIELDS }, (_, field) => postings.places(term, field))
			.flat()
			.some(({ passages, from, to }) => {
				for (let n = from; n < to; n++) if ((renamed[passages[n] as number] as number) >= 0) return true;
				return false;
			});
	for (const [spelled, term] of dictionary.entries()) {
		if (!stays(term)) continue;
		terms.numberOf(spelled);
		for (let field = 0; field < FIELDS; field++) slots.push(term * FIELDS + field);
	}
	return { terms, slots };
}

/**
 * The same index without the passages that no version places: nothing of their texts is left, no term and no vector.
 * Passages and terms have other numbers.
 */
export function compacted(tables: IndexTables): IndexTables {
	const renamed = renumbered(tables.versions.values(), tables.passages.size);
	const { terms, slots } = remainingTerms(tables, renamed);
	const [passages, vectors] = [new Passages(), new Vectors(tables.vectors.dims)];
	for (let passage = 0; passage < renamed.length; passage++) {
		if (renamed[passage] === -1) continue;
		const lengths = tables.passages.lengths.subarray(passage * FIELDS, (passage + 1) * FIELDS);
		const number = passages.add(tables.passages.key(passage), [...lengths]);
		vectors.addPassage();
		if (tables.vectors.isSettled(passage)) vectors.settle(number, tables.vectors.windowsOf(passage));
	}
	const versions = new Map<string, IndexedVersion>();
	for (const [name, version] of tables.versions)
		versions.set(name, {
			...version,
			passages: version.passages.map((passage) => renamed[passage] as number),
		});
	return {
		dictionary: terms,
		postings: new Postings(tables.postings.merged({ passage: renamed, slots })),
		passages,
		vectors,
		versions,
	};
}
