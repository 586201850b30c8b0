import type { View } from "../../access/view.ts";
import { type Chunk, chunkAt } from "../../documents/chunks.ts";
import { type DocumentRow, documentTable, type Version } from "../../documents/document-table.ts";
import { versionNamed } from "../../indexing/shelf.ts";
import type { Hit } from "../../search/asked.ts";
import { afterChars } from "../../text/code-points.ts";

/** A passage that was found, with the document and the version that it stands in. */
export interface Passage {
	readonly hit: Hit;
	readonly document: DocumentRow;
	readonly version: Version;
	readonly chunk: Chunk;
}

/** What hits stand for, in their order. */
export async function passagesOf(hits: readonly Hit[], view: View): Promise<readonly Passage[]> {
	const table = await view.kept(documentTable);
	const found: Passage[] = [];
	for (const hit of hits) {
		const document = table.get(hit.document);
		const version = document && versionNamed(document, hit.version);
		const chunk = version && (await chunkAt(document, version, { seq: hit.seq, view }));
		if (document === undefined || version === undefined || chunk === undefined)
			throw new TypeError("the index names a passage that is not there");
		found.push({ hit, document, version, chunk });
	}
	return found;
}

/** A text cut after so many code points, with an ellipsis where something is left out. */
export function cut(text: string, chars: number): { readonly text: string; readonly truncated: boolean } {
	const units = afterChars(text, chars);
	return units >= text.length
		? { text, truncated: false }
		: { text: `${text.slice(0, units)}…`, truncated: true };
}
