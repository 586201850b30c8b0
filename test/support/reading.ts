import { Readable } from "node:stream";
import { type View, wholeView } from "../../src/access/view.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { callTool } from "../../src/mcp/call-tool.ts";
import { CursorSeal } from "../../src/mcp/cursor.ts";
import { TOOLS } from "../../src/mcp/registry.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { Store } from "../../src/store/port.ts";
import { type Clock, systemClock } from "../../src/time/clock.ts";
import { NO_DOCUMENTS } from "./no-documents.ts";
import { temporaryFolder } from "./stores.ts";

type Answer = Awaited<ReturnType<typeof callTool>>;

/** A base of its own, filled by an import, with its tools as a caller has them. Gone at the end of the block. */
export interface ReadingBase extends AsyncDisposable {
	readonly kb: string;
	readonly store: Store;
	readonly view: View;
	/** Calls a tool; what failed inside is thrown, not hidden behind the tool's sentence. */
	call(tool: string, args: Record<string, unknown>): Promise<Answer>;
	/** The structure of an answer that must be a success. */
	read(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Imports the text (Turtle unless its name says otherwise) into a fresh base and lets its tools be called. */
export async function readingBase(
	kb: string,
	text: string | AsyncIterable<Uint8Array>,
	{ clock = systemClock, filename = "base.ttl" }: { clock?: Clock; filename?: string } = {},
): Promise<ReadingBase> {
	const folder = temporaryFolder();
	const warnings: string[] = [];
	const directory = await DataDirectory.open(folder.path, { warn: (line) => warnings.push(line) });
	const store = await directory.kb(kb);
	const view = wholeView(store, kb, clock);
	const body = typeof text === "string" ? Readable.from([Buffer.from(text)]) : text;
	await importLedger({ store, view }, body, { filename });
	return readerOf({ kb, store, view, clock }, async () => {
		await directory[Symbol.asyncDispose]();
		folder[Symbol.dispose]();
	});
}

/** Lets the tools of a base be called that is there already. */
export function readerOf(
	{ kb, store, view, clock }: { kb: string; store: Store; view: View; clock: Clock },
	dispose: () => Promise<void>,
): ReadingBase {
	const cursors = new CursorSeal(Buffer.alloc(32, 7), clock);
	const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
	const call = async (name: string, args: Record<string, unknown>) => {
		const tool = tools.get(name);
		if (tool === undefined) throw new TypeError(`no tool ${name}`);
		let cause: unknown;
		const answer = await callTool(tool, args, {
			caller: { owner: "reader", token: "token", scope: "read" } as never,
			view,
			cursors,
			documents: NO_DOCUMENTS,
			signal: new AbortController().signal,
			requestId: "request",
			report: (_, failure) => {
				cause = failure;
			},
		});
		if (cause !== undefined) throw cause;
		return answer;
	};
	return {
		kb,
		store,
		view,
		call,
		async read(name, args) {
			const answer = await call(name, args);
			if (answer.isError || answer.structuredContent === undefined) throw new Error(JSON.stringify(answer));
			return answer.structuredContent as Record<string, unknown>;
		},
		[Symbol.asyncDispose]: dispose,
	};
}
