#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { GrantSeal } from "./access/grants.ts";
import type { Listening, Rooms } from "./cli/command.ts";
import { runCommand } from "./cli/run.ts";
import type { World } from "./cli/world.ts";
import type { Config } from "./config.ts";
import { CursorSeal } from "./mcp/cursor.ts";
import { registryOf, TOOLS } from "./mcp/registry.ts";

const FLUSH_EVERY = 60_000;
const HEARTBEAT = 15_000;

function hostsOf({ host, allow_host, public_url }: Config): readonly string[] {
	const told = public_url === undefined ? [] : [new URL(public_url).hostname];
	return [host.includes(":") ? `[${host}]` : host, ...allow_host, ...told];
}

async function listen(world: World, config: Config, begun: Promise<void>): Promise<Listening> {
	// Only a server needs it: other commands start without.
	const { closeWithin, httpServer } = await import("./http/server.ts");
	const { access, clock } = world;
	const name = config.host.includes(":") ? `[${config.host}]` : config.host;
	const app = await httpServer({
		access,
		clock,
		mcp: {
			registry: registryOf(TOOLS),
			cursors: new CursorSeal(randomBytes(32), clock),
			documents: world.documents,
		},
		grants: new GrantSeal(randomBytes(32), clock),
		importLedger: (kb, body, options) => world.importLedger(kb, body, options),
		exportTurtle: (view, options) => world.exportLedger(view, options),
		writers: (kb) => world.writer(kb),
		files: world.files,
		indexed: async (kb) => (await world.shelf(kb)).upToDate(),
		uploadLimit: config.upload_limit,
		heartbeat: HEARTBEAT,
		openBases: () => world.open.length,
		troubles: () => world.troubles,
		search: () => world.search,
		begun,
		hosts: hostsOf(config),
		origin: config.public_url,
		log: { level: config.log_level, stream: process.stderr },
	});
	await app.listen({ host: config.host, port: config.port });
	const [bound] = app.addresses();
	const port = typeof bound === "object" ? bound.port : config.port;
	const address = `http://${name}:${port}`;
	world.announce(address);
	const flushing = setInterval(() => {
		access.tokens
			.flush()
			.catch((error: unknown) => app.log.error({ err: error }, "last use of tokens not written"));
	}, FLUSH_EVERY);
	return {
		address,
		async close(grace) {
			clearInterval(flushing);
			await closeWithin(app, grace);
		},
	};
}

const rooms: Rooms = { listen };
process.exitCode = await runCommand(process.argv.slice(2), rooms);
