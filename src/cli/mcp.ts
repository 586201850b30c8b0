import { randomBytes, randomUUID } from "node:crypto";
import type { Caller } from "../access/caller.ts";
import { UtopiaError } from "../errors.ts";
import { CursorSeal } from "../mcp/cursor.ts";
import { registryOf, TOOLS, toolSets } from "../mcp/registry.ts";
import type { Admitted, McpParts } from "../mcp/server.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { bridge } from "./bridge.ts";
import { type Command, type Given, needed, textFlag } from "./command.ts";
import { knownHolder } from "./first-start.ts";
import { remoteOf } from "./remote.ts";
import { World } from "./world.ts";

async function run(given: Given): Promise<void> {
	const kb = needed(given, "kb").replace(/^vs_/, "").toLowerCase();
	const tools = textFlag(given, "tools");
	const sets = toolSets(tools, ["graph"]);
	const remote = remoteOf(given);
	if (remote !== undefined) {
		await bridge(
			remote,
			`/api/v1/kbs/${kb}/mcp${tools === undefined ? "" : `?tools=${encodeURIComponent(tools)}`}`,
		);
		return;
	}
	await using world = await World.existing(given.config.data, (line) => console.error(line), {
		model: given.config.embedding_model,
	});
	const caller = await callerOf(world, given);
	const parts: McpParts = {
		registry: registryOf(TOOLS),
		cursors: new CursorSeal(randomBytes(32), world.clock),
		documents: world.documents,
		report: (record, cause) => cause !== undefined && console.error(JSON.stringify(record), cause),
	};
	const admitted = () => admit(world, kb, caller);
	await admitted();
	const session = { sets, admitted, requestId: () => randomUUID() };
	await serveOverStdio(parts, session, (error) => console.error(error.message));
}

/** The owner of the token, read anew each time; without one, whoever holds the folder: its administrator, reading. */
async function callerOf(world: World, given: Given): Promise<() => Promise<Caller>> {
	const { token } = given.config;
	const administrator = await knownHolder(world);
	if (token === undefined) return async () => ({ owner: administrator.id, scope: "read" });
	return async () => {
		const caller = await world.access.tokens.callerOf(token);
		if (caller === undefined) throw new UtopiaError("UTOPIA_UNAUTHENTICATED", "Authentication required.");
		return caller;
	};
}

async function admit(world: World, kb: string, callerNow: () => Promise<Caller>): Promise<Admitted> {
	try {
		const caller = await callerNow();
		const view = await world.access.view(caller, kb);
		if (caller.token !== undefined) world.access.tokens.used(caller.token);
		return { caller, view };
	} catch (error) {
		if (!(error instanceof UtopiaError)) console.error(error);
		throw error;
	}
}

/** `utopia mcp` */
export const mcp: Command = {
	name: "mcp",
	summary: "serve one base to an MCP client over standard input and output",
	help: `utopia mcp --kb ID [--tools graph,files,search] [--token TOKEN]

Serves the same tools as the server, for clients that start a program. Works on the data folder of a server that does not run
(--data DIR), or passes messages to a running one (--url, --token). The token may stand in UTOPIA_TOKEN. On the folder and
without a token, the administrator reads.

Examples:
  utopia mcp --kb 7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17
  UTOPIA_TOKEN=utp_pat_… utopia mcp --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: { kb: { type: "string" }, tools: { type: "string" } },
	settings: ["data", "embedding_model", "url", "token"],
	run,
};
