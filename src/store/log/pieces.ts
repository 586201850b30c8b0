const LINE_FEED = 10;
/** Pieces on disk are no larger, so that replay goes in steps of some milliseconds. */
const PIECE_BYTES = 2 ** 21;

/** Cuts lines into pieces of at most `most` bytes, or of one line where that is longer. */
export function* piecesOf(nquads: Uint8Array, most = PIECE_BYTES): Generator<Uint8Array> {
	let start = 0;
	while (nquads.byteLength - start > most) {
		const cut = nquads.lastIndexOf(LINE_FEED, start + most - 1);
		const end = cut >= start ? cut + 1 : nquads.indexOf(LINE_FEED, start + most) + 1;
		if (end <= start) break;
		yield nquads.subarray(start, end);
		start = end;
	}
	if (start < nquads.byteLength) yield nquads.subarray(start);
}
