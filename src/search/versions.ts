import type { LifeSpan } from "./asked.ts";

/** A version in the index: its passages by number, and where it places them. */
export interface IndexedVersion {
	readonly version: string;
	readonly document: string;
	readonly group: number;
	readonly spans: readonly LifeSpan[];
	readonly passages: Uint32Array;
	readonly seqs: Uint32Array;
}

/** What a view is made by. */
export interface ViewRequest {
	readonly asOf?: bigint | undefined;
	readonly documents?: ReadonlySet<string> | undefined;
	readonly groups?: ReadonlySet<number> | undefined;
}

/** The passages of a view, and the figures that scores are worked out from. */
export interface View {
	/** 1 for a passage of the view. */
	readonly mask: Uint8Array;
	readonly size: number;
	/** The version that places a passage, as a number in `versions`, and where. Only where the mask is set. */
	readonly placedBy: Uint32Array;
	readonly seqs: Uint32Array;
	readonly versions: readonly IndexedVersion[];
}

/** The span that holds a moment; the last one, if they overlap. Without a moment: the one that lasts. */
function spanAt(spans: readonly LifeSpan[], asOf: bigint | undefined): LifeSpan | undefined {
	return spans.findLast(({ from, to }) =>
		asOf === undefined ? to === undefined : from <= asOf && (to === undefined || asOf < to),
	);
}

function heldVersions(versions: Iterable<IndexedVersion>, { asOf, documents, groups }: ViewRequest) {
	const held: { readonly version: IndexedVersion; readonly from: bigint }[] = [];
	for (const version of versions) {
		if (documents?.has(version.document) === false || groups?.has(version.group) === false) continue;
		const span = spanAt(version.spans, asOf);
		if (span !== undefined) held.push({ version, from: span.from });
	}
	return held;
}

/** Where two versions hold one passage at the same moment, the one held last names it, then the greater id. */
function latestFirst(
	a: { readonly version: IndexedVersion; readonly from: bigint },
	b: { readonly version: IndexedVersion; readonly from: bigint },
): number {
	if (a.from !== b.from) return a.from > b.from ? -1 : 1;
	return a.version.version > b.version.version ? -1 : 1;
}

/** What may be read and is held at a moment, of an index with so many passages. */
export function viewOf(versions: Iterable<IndexedVersion>, request: ViewRequest, passages: number): View {
	const held = heldVersions(versions, request).toSorted(latestFirst);
	const view = {
		mask: new Uint8Array(passages),
		placedBy: new Uint32Array(passages),
		seqs: new Uint32Array(passages),
	};
	let size = 0;
	for (const [at, { version }] of held.entries())
		for (let n = 0; n < version.passages.length; n++) {
			const passage = version.passages[n] as number;
			if (view.mask[passage] === 1) continue;
			view.mask[passage] = 1;
			view.placedBy[passage] = at;
			view.seqs[passage] = version.seqs[n] as number;
			size += 1;
		}
	return { ...view, size, versions: held.map(({ version }) => version) };
}
