import type { PatchChunk } from "../port.ts";
import { PatchDigest } from "./commit-record.ts";
import { journalDamaged } from "./journal-damaged.ts";
import type { LogEnvironment } from "./log-environment.ts";
import { piecesOf } from "./pieces.ts";

const OPERATIONS: readonly PatchChunk["op"][] = ["remove", "insert"];
const SWEEP_AT_ONCE = 256;

/** The pieces of a commit that is being written. They count only once the log has sealed them. */
export interface Staging {
	readonly sequence: number;
	/** Adds lines of one operation; resolves when they are on disk. */
	add(op: PatchChunk["op"], nquads: Uint8Array): Promise<void>;
	/** Digest and number of what was added. */
	finished(): { readonly patch: string; readonly pieces: number };
	/** Takes away every piece from this place on; answers how many there were. */
	sweep(): Promise<number>;
	/** The pieces in order. */
	read(pieces: number): Generator<[op: PatchChunk["op"], nquads: Uint8Array]>;
}

/** The staging of the commit that takes, or took, place `sequence`. */
export function stagingAt(environment: LogEnvironment, kb: string, sequence: number): Staging {
	const digest = new PatchDigest();
	let pieces = 0;
	return {
		sequence,
		async add(op, nquads) {
			const parts = [...piecesOf(nquads)];
			for (const part of parts) digest.add(op, part);
			const first = pieces;
			pieces += parts.length;
			await environment.write(() => {
				for (const [n, part] of parts.entries()) {
					const tagged = Buffer.concat([Buffer.of(OPERATIONS.indexOf(op)), part]);
					void environment.chunks.put([kb, sequence, first + n], tagged);
				}
			});
		},
		finished: () => ({ patch: digest.hex(), pieces }),
		async sweep() {
			let swept = 0;
			const range = { start: [kb, sequence], end: [kb, Number.MAX_SAFE_INTEGER], limit: SWEEP_AT_ONCE };
			for (;;) {
				const keys = [...environment.chunks.getKeys(range)];
				if (keys.length === 0) return swept;
				await environment.write(() => {
					for (const key of keys) void environment.chunks.remove(key);
				});
				swept += keys.length;
			}
		},
		*read(count) {
			for (let n = 0; n < count; n++) yield piece(environment, kb, sequence, n);
		},
	};
}

function piece(
	environment: LogEnvironment,
	kb: string,
	sequence: number,
	n: number,
): [op: PatchChunk["op"], nquads: Uint8Array] {
	let bytes: Buffer | undefined;
	try {
		bytes = environment.chunks.get([kb, sequence, n]);
	} catch (cause) {
		throw journalDamaged(kb, sequence, `its piece ${n} cannot be read`, cause);
	}
	const op = OPERATIONS[bytes?.[0] ?? -1];
	if (bytes === undefined || op === undefined)
		throw journalDamaged(kb, sequence, `its piece ${n} is missing`);
	return [op, bytes.subarray(1)];
}
