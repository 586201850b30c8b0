import { resolve } from "node:path";
import { SETTINGS, shownConfig } from "../config.ts";
import { administratorLines, banner } from "./banner.ts";
import type { Command, Given, Rooms } from "./command.ts";
import { type FirstStart, firstStart } from "./first-start.ts";
import { World } from "./world.ts";

const OWN = SETTINGS.filter(({ name, secret }) => !secret && name !== "url");

async function run({ flags, config }: Given, rooms: Rooms): Promise<void> {
	if (flags["print-config"] === true) {
		console.log(shownConfig(config));
		return;
	}
	await using world = await World.open(config.data, (line) => console.error(line), {
		model: config.embedding_model,
	});
	const ended = signalled();
	// The address first: what a first start makes is told once, and must not be made for a server that cannot be.
	const start = beginning();
	const server = await rooms.listen(world, config, start.begun);
	let first: FirstStart | undefined;
	try {
		first = await firstStart(world, config, (made) => {
			for (const line of administratorLines(made)) console.log(line);
		});
	} catch (error) {
		start.fail(error);
		await server.close(0);
		throw error;
	}
	start.begin();
	// Beside the first calls: what cannot be loaded is told now, not with the first search.
	const loading = world.loadModel().catch((error: unknown) => console.error(error));
	const address = config.public_url ?? server.address;
	const bases = await world.access.bases.list();
	for (const line of banner({ address, folder: resolve(config.data), first, bases })) console.log(line);
	console.log(`utopia ready ${server.address}`);
	await ended;
	await server.close(config.grace_seconds);
	await loading;
}

interface Beginning {
	readonly begun: Promise<void>;
	begin(): void;
	fail(error: unknown): void;
}

function beginning(): Beginning {
	let begin = () => {};
	let fail: (error: unknown) => void = () => {};
	const begun = new Promise<void>((resolved, rejected) => {
		begin = resolved;
		fail = rejected;
	});
	begun.catch(() => {}); // there may be no request that waits
	return { begun, begin, fail };
}

/** Resolves at the first request to stop; a second one ends the process at once. */
function signalled(): Promise<void> {
	return new Promise((resolved) => {
		for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolved());
	});
}

/** `utopia serve` */
export const serve: Command = {
	name: "serve",
	summary: "run the server",
	help: `utopia serve [--data DIR] [--host HOST] [--port PORT] [--no-demo] [--print-config]

Runs the server on a data folder. An empty folder gets an administrator and the demo base; what is needed to use them is
printed once.

${SETTINGS.map(({ flag, variable, meaning, secret }) => `  ${(secret ? "" : flag).padEnd(18)} ${variable.padEnd(24)} ${meaning}`).join("\n")}
  --print-config                              print the settings, secrets masked, and end

Examples:
  utopia serve
  utopia serve --data /var/lib/utopia --port 8080 --no-demo
  UTOPIA_ADMIN_EMAIL=ada@example.org UTOPIA_ADMIN_PASSWORD=… utopia serve --public-url https://utopia.example`,
	options: { "print-config": { type: "boolean" } },
	settings: OWN.map(({ name }) => name),
	run,
};
