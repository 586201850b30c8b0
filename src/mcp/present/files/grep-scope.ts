import type { View } from "../../../access/view.ts";
import type { VersionText } from "../../../documents/version-text.ts";
import { versionText } from "../../../documents/version-text.ts";
import type { GrepPosition, Texts } from "../../../text/grep-request.ts";
import { memoryText } from "../../../text/paged-text.ts";
import { cursorRefused } from "../../cursor.ts";
import type { CallContext } from "../../tool.ts";
import { inFolder } from "./document-list.ts";
import { byPoints, type Readable, type Readables } from "./readable.ts";
import { resolved, textOf } from "./resolve.ts";

const NOTHING = memoryText("");

interface Asked {
	readonly documents?: readonly string[];
	readonly path?: string;
}

/** The documents that a search goes through, from where its page begins. */
export interface GrepScope {
	readonly documents: readonly Readable[];
	readonly texts: Texts;
	/** Within the first of `documents`; missing where the page begins with it. */
	readonly at: GrepPosition | undefined;
	/** The documents without text among those that were looked at, up to a number of them. */
	textless(until: number): readonly Readable[];
	/** Where the next page begins, as a cursor holds it. */
	stateAt(position: GrepPosition): Readonly<Record<string, unknown>>;
}

/**
 * Who is searched. A further page goes on behind the document it reached, whatever came or went since; it stands within that
 * document only in the generation in which it was read (CM-6).
 * @throws UTOPIA_THING_NOT_FOUND, UTOPIA_NAME_AMBIGUOUS, UTOPIA_TEXT_MISSING for a document that is named (GR-12);
 * UTOPIA_CURSOR_INVALID where there is a later version of the one it stands in
 */
export async function grepScope(
	asked: Asked,
	all: Readables,
	{ view, cursor }: CallContext,
): Promise<GrepScope> {
	const state = cursor.opened();
	const ids =
		state === undefined ? await idsOf(asked.documents, all, view) : (state["ids"] as string[] | null);
	const isIn = inFolder(asked.path);
	const named = ids === null ? undefined : new Set(ids);
	const inScope = all.list.filter((one) => isIn(one) && (named === undefined || named.has(one.id)));
	if (state === undefined) return scopeOf(inScope, { at: undefined, ids, view });
	const reached = { key: String(state["key"]), id: String(state["id"]) };
	const rest = inScope.filter((one) => (byPoints(one.key, reached.key) || byPoints(one.id, reached.id)) >= 0);
	const at = state["at"] as GrepPosition | null;
	const now = all.get(reached.id);
	if (at !== null && now !== undefined && now.version.number !== state["generation"]) throw cursorRefused();
	const goesOn = at !== null && rest[0]?.id === reached.id;
	return scopeOf(rest, { at: goesOn ? at : undefined, ids, view });
}

async function idsOf(documents: Asked["documents"], all: Readables, view: View): Promise<string[] | null> {
	if (documents === undefined) return null;
	const found = documents.map((asked) => resolved(asked, all));
	for (const one of found) await textOf(one, view);
	return [...new Set(found.map(({ id }) => id))];
}

interface Given {
	readonly at: GrepPosition | undefined;
	readonly ids: readonly string[] | null;
	readonly view: View;
}

function scopeOf(documents: readonly Readable[], { at, ids, view }: Given): GrepScope {
	const textless = new Set<number>();
	const open = async (n: number): Promise<VersionText["text"]> => {
		const { row, version } = documents[n] as Readable;
		const text = await versionText(row, version, view);
		if (text === undefined) textless.add(n);
		return text?.text ?? NOTHING;
	};
	return {
		documents,
		texts: { count: documents.length, open },
		at,
		textless: (until) => documents.filter((_, n) => n < until && textless.has(n)),
		stateAt(position) {
			const { key, id, version } = documents[position.source] as Readable;
			const isWithin = position.line > 1 || position.shown > 0 || position.counted > 0;
			return {
				ids,
				...{ key, id, generation: version.number },
				at: isWithin ? { ...position, source: 0 } : null,
			};
		},
	};
}
