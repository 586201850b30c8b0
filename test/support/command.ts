import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** The environment without any setting of ours. */
const CLEAN = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("UTOPIA_")));

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** Starts the built command. */
export function started(
	args: readonly string[],
	env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
	return spawn(process.execPath, [MAIN, ...args], { env: { ...CLEAN, ...env } });
}

/** Runs the built command to its end, with `input` on its standard input. */
export async function utopia(
	args: readonly string[],
	env: Record<string, string> = {},
	input = "",
): Promise<Ended> {
	const child = started(args, env);
	let out = "";
	let err = "";
	child.stdout.on("data", (piece) => (out += piece));
	child.stderr.on("data", (piece) => (err += piece));
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const [code] = (await once(child, "close")) as [number | null];
	return { code, out, err };
}

export interface Serving extends AsyncDisposable {
	readonly url: string;
	readonly out: string;
	/** Asks it to stop and waits until it has. */
	stop(): Promise<number | null>;
}

/** Starts `utopia serve` and waits until it says that it is ready. */
export async function serving(
	folder: string,
	env: Record<string, string> = {},
	args: readonly string[] = [],
): Promise<Serving> {
	const child = started(["serve", "--data", folder, "--port", "0", ...args], {
		UTOPIA_LOG_LEVEL: "warn",
		...env,
	});
	let out = "";
	let err = "";
	child.stderr.on("data", (piece) => (err += piece));
	const closed = once(child, "close") as Promise<[number | null]>;
	const ready = new Promise<string>((resolved) => {
		child.stdout.on("data", (piece) => {
			out += piece;
			const url = /^utopia ready (\S+)$/m.exec(out)?.[1];
			if (url !== undefined) resolved(url);
		});
	});
	const url = await Promise.race([
		ready,
		closed.then(() => Promise.reject(new Error(`did not start: ${out}${err}`))),
	]);
	const stop = async () => {
		child.kill("SIGTERM");
		return (await closed)[0];
	};
	return {
		url,
		out,
		stop,
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null) await stop();
		},
	};
}
