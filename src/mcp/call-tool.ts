import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "../access/caller.ts";
import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { checked } from "./check.ts";
import type { CursorSeal } from "./cursor.ts";
import { escapedFileLine, escapedLine } from "./escaped.ts";
import { toolCode, toolFailure } from "./failure.ts";
import { type Sifted, sift } from "./sift.ts";
import type { DocumentParts, MintLink, Tool } from "./tool.ts";

/** One line of the log about one call: no argument, no text, no value of a token. */
interface CallRecord {
	readonly tool: string;
	readonly outcome: "result" | "refused" | "failed";
	readonly code?: string | undefined;
	readonly milliseconds: number;
	readonly owner: string;
	readonly token?: string | undefined;
	readonly kb: string;
	readonly request_id: string;
}

/** All that a call brings beside its arguments. */
export interface Call {
	readonly caller: Caller;
	readonly view: View;
	readonly signal: AbortSignal;
	readonly cursors: CursorSeal;
	readonly documents: DocumentParts;
	readonly mintLink?: MintLink | undefined;
	readonly requestId: string;
	/** Hears of every call once; `cause` is there when the failure was ours. */
	readonly report: (record: CallRecord, cause?: unknown) => void;
}

/**
 * Runs a tool: the one place where arguments are parted, checked and refused, where cursors are opened, and where a failure
 * becomes a result. It never rejects.
 */
export async function callTool(
	tool: Tool,
	sent: Readonly<Record<string, unknown>>,
	call: Call,
): Promise<CallToolResult> {
	const started = performance.now();
	let ignored: readonly string[] = [];
	let result: CallToolResult;
	let cause: unknown;
	try {
		if (tool.scope === "write" && call.caller.scope !== "write") throw needsWrite();
		const sifted = sift(tool, sent);
		ignored = sifted.ignored;
		result = await answer(tool, sifted, call);
	} catch (error) {
		cause = error;
		result = toolFailure(error, tool, call.requestId);
	}
	if (ignored.length > 0) result = { ...result, _meta: { ...result._meta, ignored_arguments: ignored } };
	const code = cause === undefined ? undefined : toolCode(cause);
	call.report(
		{
			tool: tool.name,
			outcome: code === undefined ? "result" : code === "INTERNAL" ? "failed" : "refused",
			code,
			milliseconds: Math.round((performance.now() - started) * 100) / 100,
			owner: call.caller.owner,
			token: call.caller.token,
			kb: call.view.kb,
			request_id: call.requestId,
		},
		code === "INTERNAL" ? cause : undefined,
	);
	return result;
}

function needsWrite(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_FORBIDDEN",
		"This tool needs a token with the write scope; nothing was recorded.",
	);
}

async function answer(tool: Tool, sifted: Sifted, call: Call): Promise<CallToolResult> {
	const asked = checked(tool, sifted);
	const cursor = sifted.known["cursor"];
	const known = boundTo(tool, sifted.known);
	const binding = { owner: call.caller.owner, kb: call.view.kb, tool: tool.name, known };
	const door = call.cursors.door(binding, cursor as string | undefined);
	const { view, signal, documents, mintLink } = call;
	const context = { view, signal, documents, mintLink, cursor: door };
	const { structured, lines } = await tool.run(asked as never, context);
	const shown = tool.set === "files" ? escapedFileLine : escapedLine;
	return {
		content: [{ type: "text", text: lines.map(shown).join("\n") }],
		structuredContent: { ...structured },
	};
}

/** The arguments that a cursor is bound to: all but itself (graph-tools G12), and of file tools how much goes on a page (file-tools CM-6). */
function boundTo({ set }: Tool, known: Sifted["known"]): Sifted["known"] {
	const free = set === "files" ? ["cursor", "limit", "max_chars"] : ["cursor"];
	return Object.fromEntries(Object.entries(known).filter(([name]) => !free.includes(name)));
}
