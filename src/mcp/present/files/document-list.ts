import { z } from "zod";
import type { View } from "../../../access/view.ts";
import { versionText } from "../../../documents/version-text.ts";
import { instantText } from "../../../time/instant.ts";
import type { CallContext, ToolAnswer } from "../../tool.ts";
import { type Bounded, clampLines } from "./input.ts";
import { completeOutput, cutLines, kbOutput, pageOutput } from "./output.ts";
import { baseId, byPoints, fileId, type Readable, type Readables } from "./readable.ts";
import { sourceType } from "./source.ts";

/** What documents in use are: texts are read when they are brought in, so none waits. */
export const STATUS = "completed";

const count = z.number().int().min(0);

const rowOutput = z.object({
	id: z.string().max(64).describe("Pass it as document to the other tools."),
	name: z.string().describe("Its name; what stands before the last slash is its folder."),
	type: z.string().nullable().describe("Media type."),
	status: z.enum(["queued", "in_progress", "completed", "failed"]).describe("Whether its text is ready."),
	bytes: count.nullable().describe("Of the original."),
	lines: count.nullable().describe("Of its text; null where it has none."),
	chars: count.nullable().describe("Unicode code points of its text; null where it has none."),
	text_available: z.boolean().describe("Whether there is text in it."),
	replaced_bytes: count.describe("Invalid sequences that became U+FFFD."),
	updated_at: z.string().max(40).describe("When this version came in."),
	source_type: z
		.enum(["uploaded_file", "memory", "import", "web_page", "remote_file"])
		.describe("Where it is from."),
	tags: z.array(z.string()).describe("Its tags."),
});

/** What a list of documents gives. */
export const documentListOutput = z.object({
	...kbOutput,
	documents: z.array(rowOutput).describe("In order."),
	total: count.describe("Documents in scope, on all pages."),
	limit: z.number().int().min(1).describe("Rows on a page, as it was taken."),
	...completeOutput,
	...pageOutput,
});

type Row = z.output<typeof rowOutput>;

/** Whether a name lies in a folder (LS-2). Without a folder all do. */
export function inFolder(path: string | undefined): (document: Readable) => boolean {
	if (path === undefined) return () => true;
	const folder = path.normalize("NFC");
	const prefix = folder.endsWith("/") ? folder : `${folder}/`;
	return ({ key }) => key.startsWith(prefix);
}

/** What goes before the name in the order of a list: what is less comes first. */
export type Rank = (document: Readable) => bigint;

interface Asked {
	readonly limit: Bounded;
	/** Default: by name alone. */
	readonly rank?: Rank | undefined;
}

/** A page of some documents, as `kb_ls` and `kb_find` give it; a cursor names the row before, so that no change elsewhere moves it. */
export async function documentList(
	found: readonly Readable[],
	{ limit, rank = () => 0n }: Asked,
	all: Readables,
	{ view, cursor }: CallContext,
): Promise<ToolAnswer> {
	const placed = found.map((document) => ({
		document,
		rank: rank(document),
		key: document.key,
		id: document.id,
	}));
	placed.sort(inOrder);
	const state = cursor.opened();
	const after = state && {
		rank: BigInt(String(state["rank"])),
		key: String(state["key"]),
		id: String(state["id"]),
	};
	const rest = after === undefined ? placed : placed.filter((one) => inOrder(one, after) > 0);
	const page = rest.slice(0, limit.value);
	const last = page.at(-1);
	const next =
		last === undefined || page.length === rest.length
			? null
			: cursor.seal({ rank: String(last.rank), key: last.key, id: last.id });
	const rows: Row[] = [];
	for (const { document } of page) rows.push(await rowOf(document, view));
	return {
		structured: {
			knowledge_base_id: baseId(view),
			documents: rows,
			total: found.length,
			limit: limit.value,
			complete: true,
			incomplete_reasons: [],
			truncated: next !== null,
			next_cursor: next,
		},
		lines: [
			...(rows.length === 0 ? ["No document is listed."] : []),
			...rows.map((row, n) => rowText(row, all.label((page[n] as (typeof page)[number]).document))),
			`total: ${found.length}`,
			...clampLines({ limit }),
			...cutLines(`${rows.length} of ${found.length} documents`, next),
		],
	};
}

interface Placed {
	readonly rank: bigint;
	readonly key: string;
	readonly id: string;
}

function inOrder(a: Placed, b: Placed): number {
	if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
	return byPoints(a.key, b.key) || byPoints(a.id, b.id);
}

async function rowOf({ id, row, version, name }: Readable, view: View): Promise<Row> {
	const known = version.chars !== undefined && version.lines !== undefined;
	const outline = known ? undefined : (await versionText(row, version, view))?.text.outline;
	return {
		id: fileId(id),
		name,
		type: version.mime ?? null,
		status: STATUS,
		bytes: version.bytes ?? null,
		lines: version.lines ?? outline?.lines ?? null,
		chars: version.chars ?? outline?.chars ?? null,
		text_available: known || outline !== undefined,
		replaced_bytes: version.replacedBytes,
		updated_at: instantText(version.from),
		source_type: sourceType(version, view),
		tags: [...version.tags],
	};
}

function rowText(row: Row, label: string): string {
	const size = row.text_available ? `${row.lines} lines, ${row.chars} chars` : "no text";
	const parts = [
		row.id,
		row.type ?? "type unknown",
		row.status,
		size,
		...(row.bytes === null ? [] : [`${row.bytes} bytes`]),
		...(row.replaced_bytes === 0 ? [] : [`${row.replaced_bytes} replaced_bytes`]),
		row.source_type,
		`updated ${row.updated_at}`,
		...(row.tags.length === 0 ? [] : [`tags ${row.tags.join(", ")}`]),
	];
	return `${label} · ${parts.join(" · ")}`;
}
