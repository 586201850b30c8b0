import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { performWrite } from "../../src/api/perform.ts";
import { World } from "../../src/cli/world.ts";
import { callTool } from "../../src/mcp/call-tool.ts";
import { CursorSeal } from "../../src/mcp/cursor.ts";
import { TOOLS } from "../../src/mcp/registry.ts";
import { namedNode } from "../../src/rdf/terms.ts";
import { instant } from "../../src/time/instant.ts";
import { temporaryFolder } from "./stores.ts";
import { type Windable, windable } from "./windable.ts";

type Json = Readonly<Record<string, unknown>>;

/** A folder in which bases get documents and are searched, as a server does it; it can be opened anew. */
export class DocumentWorld implements AsyncDisposable {
	readonly clock: Windable = windable(instant("2026-12-01T00:00:00Z"));
	readonly warnings: string[] = [];
	readonly #folder = temporaryFolder();
	readonly #model: string | undefined;
	readonly #cursors = new CursorSeal(Buffer.alloc(32, 5), this.clock);
	#world: World | undefined;

	private constructor(model: string | undefined) {
		this.#model = model;
	}

	/** Opens an empty one. `model`: the model's folder, where it is not the shipped one. */
	static async open(model?: string): Promise<DocumentWorld> {
		const opened = new DocumentWorld(model);
		await opened.#start();
		return opened;
	}

	/** Closes it and opens it again, the search index made anew if that is asked. */
	async reopen({ rebuilt }: { readonly rebuilt: boolean }): Promise<void> {
		await this.#world?.[Symbol.asyncDispose]();
		this.#world = undefined;
		if (rebuilt) rmSync(join(this.#folder.path, "search"), { recursive: true });
		await this.#start();
	}

	/** Carries out a write, such as `POST /documents`, and gives its answer; it can be searched by words and meaning then. */
	async write(
		kb: string,
		name: string,
		sent: { readonly id?: string; readonly body?: unknown },
	): Promise<Json> {
		const operation = OPERATIONS.find(({ method, path }) => `${method} ${path}` === name);
		if (operation === undefined || !isWrite(operation)) throw new TypeError(`no write ${name}`);
		const { text } = await performWrite(operation, sent, {
			writer: await this.#opened.writer(kb),
			actor: { person: namedNode("urn:utopia:test:person") },
			files: this.#opened.files,
		});
		await this.settled(kb);
		return JSON.parse(text) as Json;
	}

	/** Resolves once everything that was written is found by words and by meaning. */
	async settled(kb: string): Promise<void> {
		const shelf = await this.#opened.shelf(kb);
		await shelf.upToDate();
		await shelf.vectorsSettled();
	}

	/** The answer of a tool, as a caller gets it; what failed inside is thrown. */
	async call(kb: string, name: string, args: Json): Promise<Awaited<ReturnType<typeof callTool>>> {
		const tool = TOOLS.find((one) => one.name === name);
		if (tool === undefined) throw new TypeError(`no tool ${name}`);
		let cause: unknown;
		const answer = await callTool(tool, args, {
			caller: { owner: "reader", token: "token", scope: "read" } as never,
			view: await this.#opened.view(kb),
			cursors: this.#cursors,
			documents: this.#opened.documents,
			signal: new AbortController().signal,
			requestId: "request",
			report: (_, failure) => {
				cause = failure;
			},
		});
		if (cause !== undefined) throw cause;
		return answer;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#world?.[Symbol.asyncDispose]();
		this.#folder[Symbol.dispose]();
	}

	get #opened(): World {
		if (this.#world === undefined) throw new TypeError("the world is closed");
		return this.#world;
	}

	async #start(): Promise<void> {
		this.#world = await World.open(this.#folder.path, (line) => this.warnings.push(line), {
			clock: this.clock,
			model: this.#model,
		});
	}
}

const isWrite = (operation: Operation) => operation.method !== "GET";
