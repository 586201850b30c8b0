import type { Actor } from "../actions/actor.ts";
import type { Files } from "../ingestion/files.ts";
import { isUuid } from "../mcp/arguments.ts";
import { sceneOf } from "../mcp/present/subject.ts";
import type { ToolContext } from "../mcp/tool.ts";
import { instant, instantText } from "../time/instant.ts";
import { unknownThing } from "../writing/refusal.ts";
import type { Action, WriteOptions, Writer } from "../writing/writer.ts";
import { checked } from "./checked.ts";
import {
	type Asked,
	type Json,
	type Operation,
	parameterOf,
	type ReadOperation,
	type WriteOperation,
} from "./operation.ts";

/** A request as it came: the id or key in its path, and what has still to be checked. */
export interface Sent {
	readonly id?: string | undefined;
	readonly query?: unknown;
	readonly body?: unknown;
}

/** @throws UTOPIA_THING_NOT_FOUND for what is no id, as for an id that nothing has. */
function idIn({ of }: Operation, { id }: Sent): string {
	if (of === undefined) return "";
	if (parameterOf(of) === "key") return id ?? "";
	if (id === undefined || !isUuid(id)) throw unknownThing(of);
	return id.toLowerCase();
}

/** Answers a question. @throws UTOPIA_ARGUMENT_INVALID, UTOPIA_THING_NOT_FOUND */
export async function performRead(operation: ReadOperation, sent: Sent, context: ToolContext): Promise<Json> {
	const query = checked(operation.query, sent.query);
	return operation.read({ id: idIn(operation, sent), query, body: {} }, context);
}

/**
 * Carries out a change and gives the text to answer, with `head` in it: the record instant of the commit. The same request
 * with the same key is given the same text.
 * @throws UTOPIA_ARGUMENT_INVALID, and whatever the action refuses with.
 */
export async function performWrite(
	operation: WriteOperation,
	sent: Sent,
	{
		writer,
		actor,
		files,
		signal,
		...options
	}: Omit<WriteOptions, "alone"> & {
		readonly writer: Writer;
		readonly actor: Actor;
		readonly files: Files;
		readonly signal?: AbortSignal | undefined;
	},
): Promise<{ readonly text: string; readonly head: string; readonly kept: Json }> {
	const { view } = writer;
	const query = checked(operation.query, sent.query);
	const isPlain = operation.media === undefined && operation.isFile === undefined;
	const given = isPlain ? checked(operation.body, sent.body) : sent.body;
	const body = (await operation.prepare?.(given, { view, files, signal })) ?? given;
	const asked: Asked<unknown, unknown> = { id: idIn(operation, sent), query, body };
	const action = withHead(operation.decide(asked, { actor, view }));
	const alone = operation.alone === true;
	const text = await writer.write(action, (answer) => JSON.stringify(answer), { ...options, alone });
	const kept = JSON.parse(text) as Json & { readonly head: string };
	const { head } = kept;
	if (operation.shown === undefined) return { text, head, kept };
	const moment = { at: undefined, asOf: instant(head), asked: {}, named: undefined };
	const shown = await operation.shown(kept, await sceneOf(moment, { view }));
	return { text: JSON.stringify({ ...shown, head }), head, kept };
}

function withHead(action: Action<Json>): Action<Json> {
	return async (holding) => {
		const { answer, ...decided } = await action(holding);
		return {
			...decided,
			answer: (at, concluded) => ({ ...answer(at, concluded), head: instantText(at) }),
		};
	};
}
