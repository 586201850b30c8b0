import type { z } from "zod";
import type { View } from "../access/view.ts";
import type { Actor } from "../actions/actor.ts";
import type { Files } from "../ingestion/files.ts";
import type { Scene } from "../mcp/present/subject.ts";
import type { ToolContext } from "../mcp/tool.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
import type { Action } from "../writing/writer.ts";
import type { Shape } from "./checked.ts";

/** An answer as it goes out. */
export type Json = Readonly<Record<string, unknown>>;
type Read<S> = S extends Shape ? z.output<S> : Record<string, never>;

/** What an operation is given, checked. `id` is there where the path has one. */
export interface Asked<Q, B> {
	readonly id: string;
	readonly query: Q;
	readonly body: B;
}

/** Things that a path names, by their id; classes and relations by their key. */
export type ThingKind =
	| "fact"
	| "derived"
	| "entity"
	| "merge"
	| "document"
	| "finding"
	| "rule"
	| "class"
	| "relation";

/** What the parameter of a path is called that names a thing. */
export function parameterOf(of: ThingKind): "id" | "key" {
	return of === "class" || of === "relation" ? "key" : "id";
}

interface Described {
	/** Below the address of a base, `/facts/:id`. */
	readonly path: string;
	readonly summary: string;
	/** What `:id` is the id of, or `:key` the key. */
	readonly of?: ThingKind;
	/** What is answered; a write adds `head`. */
	readonly answer: Shape;
}

/** A question about a base. */
export interface ReadOperation<Q = unknown> extends Described {
	readonly method: "GET";
	readonly query?: Shape;
	/** Media types of the text that is answered, where that is no JSON: then the answer is a {@link TextAnswer}. */
	readonly media?: readonly string[];
	/** The answer nests as deep as what it tells, and is written by `deepJson`. */
	readonly deep?: true;
	read(asked: Asked<Q, Json>, context: ToolContext): Promise<Json>;
}

/** A text that is answered as it is. */
export interface TextAnswer extends Json {
	readonly text: string;
	readonly media_type: string;
}

/** A body that is no JSON, as it was sent. */
export interface SentText {
	readonly bytes: Uint8Array;
	readonly media_type: string | undefined;
}

/** A change of a base: one action, one commit. */
export interface WriteOperation<B = unknown, Q = unknown> extends Described {
	readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
	readonly query?: Shape;
	readonly body?: Shape;
	/** Media types of the body, where that is no JSON: then it is a {@link SentText}. */
	readonly media?: readonly string[];
	/** 201 where something is made. */
	readonly status: 200 | 201;
	/** Where it depends on what became of it. */
	statusOf?(kept: Json): 200 | 201;
	/** Whether nobody else may write meanwhile. */
	readonly alone?: true;
	/** How many bytes the body may have, where that is more than usual. */
	readonly bodyLimit?: number;
	/** The body is a {@link SentFile}. */
	readonly isFile?: true;
	/** What takes long and needs nobody to wait: done before the action, its answer is the body that is decided on. */
	prepare?(
		sent: unknown,
		given: { readonly view: View; readonly files: Files; readonly signal?: AbortSignal | undefined },
	): Promise<unknown>;
	/** What it answers is kept in the commit for whoever sends the same request again. */
	decide(asked: Asked<Q, B>, who: { readonly actor: Actor; readonly view: View }): Action<Json>;
	/** Where more is shown than is kept: a function of what was kept and of the base at that moment. */
	shown?(kept: Json, scene: Scene): Promise<Json>;
}

export type Operation = ReadOperation | WriteOperation;

/** Keeps the types of a question together while it is written down. */
export function read<Q extends Shape>(
	written: Omit<ReadOperation<z.output<Q>>, "query" | "method"> & { readonly query: Q },
): ReadOperation {
	return { ...written, method: "GET" } as unknown as ReadOperation;
}

/** Keeps the types of a change together while it is written down. */
export function write<B extends Shape | undefined = undefined>(
	written: Omit<WriteOperation<Read<B>, Json>, "body" | "query" | "media"> & { readonly body?: B },
): WriteOperation {
	return written as unknown as WriteOperation;
}

/** As {@link write}, for a change whose body is a text of its own syntax. */
export function writeText<Q extends Shape>(
	written: Omit<WriteOperation<SentText, z.output<Q>>, "body" | "query" | "media"> & {
		readonly query: Q;
		readonly media: readonly string[];
	},
): WriteOperation {
	return written as unknown as WriteOperation;
}

/** The action with another answer. */
export function answering<Answer>(
	action: Action<Answer>,
	told: (answer: Answer, concluded: ConclusionCount) => Json,
): Action<Json> {
	return async (holding) => {
		const { answer, ...decided } = await action(holding);
		return { ...decided, answer: (at, concluded) => told(answer(at, concluded), concluded) };
	};
}
