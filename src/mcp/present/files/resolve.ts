import type { View } from "../../../access/view.ts";
import { type VersionText, versionText } from "../../../documents/version-text.ts";
import { UtopiaError } from "../../../errors.ts";
import { instantText } from "../../../time/instant.ts";
import { isUuid } from "../../arguments.ts";
import { cursorRefused } from "../../cursor.ts";
import type { CallContext } from "../../tool.ts";
import { fileId, type Readable, type Readables, readables } from "./readable.ts";

const MOST_CANDIDATES = 20;

/** What every tool says of a document that is not there for the caller, whatever the reason (3.2). */
export function noSuchDocument(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_THING_NOT_FOUND",
		"no such document in this knowledge base; kb_ls and kb_find list the documents you may read",
	);
}

/**
 * The document that is meant (CM-1 to CM-3): what has the form of an id is an id and nothing else.
 * @throws UTOPIA_THING_NOT_FOUND, UTOPIA_NAME_AMBIGUOUS
 */
export function resolved(asked: string, all: Readables): Readable {
	const id = asked.replace(/^vsf_/, "");
	if (isUuid(id)) {
		const found = all.get(id.toLowerCase());
		if (found === undefined) throw noSuchDocument();
		return found;
	}
	const named = all.named(asked.toWellFormed().normalize("NFC"));
	const [first] = named;
	if (first === undefined) throw noSuchDocument();
	if (named.length > 1) throw ambiguous(named);
	return first;
}

function ambiguous(named: readonly Readable[]): UtopiaError {
	const candidates = named.slice(0, MOST_CANDIDATES).map(({ id, name, version }) => ({
		id: fileId(id),
		name,
		updated_at: instantText(version.from),
	}));
	return new UtopiaError(
		"UTOPIA_NAME_AMBIGUOUS",
		`${named.length} documents bear this name; pass the id of one: ${candidates.map(({ id }) => id).join(", ")}`,
		{ candidates },
	);
}

/**
 * The canonical text of a document.
 * @throws UTOPIA_TEXT_MISSING where it has none
 */
export async function textOf({ row, version }: Readable, view: View): Promise<VersionText> {
	const text = await versionText(row, version, view);
	if (text === undefined) throw noText();
	return text;
}

/** What a reader of text is told of a document without (TX-11). */
function noText(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_TEXT_MISSING",
		"this document has no text layer; kb_source_url gives a link to the original",
	);
}

/** A document that is read by pages: what it is, its text, and the place that the page begins at. */
export interface Opened {
	readonly all: Readables;
	readonly document: Readable;
	readonly text: VersionText;
	/** What the page before sealed; nothing on the first page. */
	readonly place: Readonly<Record<string, unknown>> | undefined;
	/** Makes the cursor of the next page; without a place there is none. */
	next(place: object | undefined): string | null;
}

/**
 * Opens the document of a call. A further page is of the document and generation that the first was of, whatever bears its
 * name by now (CM-6).
 * @throws UTOPIA_THING_NOT_FOUND, UTOPIA_NAME_AMBIGUOUS, UTOPIA_TEXT_MISSING; UTOPIA_CURSOR_INVALID where there is a later version
 */
export async function opened(asked: string, { view, cursor }: CallContext): Promise<Opened> {
	const all = await readables(view);
	const state = cursor.opened();
	const document = state === undefined ? resolved(asked, all) : all.get(String(state["id"]));
	if (document === undefined) throw noSuchDocument();
	const { id } = document;
	const generation = document.version.number;
	if (state !== undefined && state["generation"] !== generation) throw cursorRefused();
	return {
		all,
		document,
		text: await textOf(document, view),
		place: state?.["place"] as Opened["place"],
		next: (place) => (place === undefined ? null : cursor.seal({ id, generation, place })),
	};
}
