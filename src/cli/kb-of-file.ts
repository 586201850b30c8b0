import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

const IRI = /urn:utopia:kb:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[:>]/;
const LOOKED_AT = 4_194_304;
const OVERLAP = 100;

/** The id of the base that a file in our mapping speaks of: the first one in its first 4 MiB, or `undefined`. */
export async function kbOfFile(file: string): Promise<string | undefined> {
	const source = createReadStream(file);
	const packed = /\.gz$/i.test(file);
	const text = packed ? source.pipe(createGunzip()) : source;
	source.on("error", (error) => packed && text.destroy(error));
	let seen = 0;
	let tail = "";
	try {
		for await (const piece of text) {
			const part: string = tail + (piece as Buffer).toString("latin1");
			const found = IRI.exec(part)?.[1];
			if (found !== undefined) return found;
			seen += (piece as Buffer).length;
			if (seen > LOOKED_AT) return undefined;
			tail = part.slice(-OVERLAP);
		}
		return undefined;
	} finally {
		text.destroy();
		source.destroy();
	}
}
