import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UtopiaError } from "../../errors.ts";
import { systemClock } from "../../time/clock.ts";
import { instantText } from "../../time/instant.ts";

const HEARTBEAT = 5_000;
/** A lock of another machine (or container) whose file was not touched for so long belongs to nobody. */
const SILENCE = 30_000;

/** States of a process that runs no more, in the words of /proc. */
const ENDED: ReadonlySet<string> = new Set(["Z", "X", "x"]);

interface Holder {
	readonly pid: number;
	readonly startedAt: string;
	readonly address: string;
	readonly host: string;
	/** Which process of that pid: its start in the kernel's own count, with the boot it counts from. */
	readonly process: string;
}

/** The lock that keeps every process but one out of a data directory. A lock whose process is dead is taken over. */
export class DirectoryLock implements Disposable {
	readonly #path: string;
	readonly #own: string;
	#holder: Holder;
	readonly #heartbeat: NodeJS.Timeout;

	private constructor(path: string, holder: Holder) {
		this.#path = path;
		this.#own = `${path}.${holder.pid}`;
		this.#holder = holder;
		this.#heartbeat = setInterval(() => touch(path), HEARTBEAT);
		this.#heartbeat.unref();
	}

	/** @throws UTOPIA_DATA_LOCKED, naming the process that has the directory. */
	static take(folder: string, address: string): DirectoryLock {
		const path = join(folder, "lock");
		const holder: Holder = {
			pid: process.pid,
			startedAt: instantText(systemClock.now()),
			address,
			host: hostname(),
			process: processMark(process.pid) ?? "",
		};
		const own = `${path}.${process.pid}`;
		try {
			writeFileSync(own, JSON.stringify(holder));
			if (!linked(own, path)) takeOver(own, path, folder);
		} finally {
			rmSync(own, { force: true });
		}
		return new DirectoryLock(path, holder);
	}

	/** Says in the lock where this process can be reached, once that is known. */
	announce(address: string): void {
		this.#holder = { ...this.#holder, address };
		writeFileSync(this.#own, JSON.stringify(this.#holder));
		renameSync(this.#own, this.#path);
	}

	[Symbol.dispose](): void {
		clearInterval(this.#heartbeat);
		rmSync(this.#path, { force: true });
	}
}

/** Makes the lock whole in one step; `false` when there is one. */
function linked(own: string, path: string): boolean {
	try {
		linkSync(own, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
}

/** One process at a time decides about a lock that is there, so that no fresh one is taken for the stale one. */
function takeOver(own: string, path: string, folder: string): void {
	const guard = `${path}.takeover`;
	if (!linked(own, guard)) {
		const other = read(guard);
		if (other === undefined || alive(other, guard, own)) throw locked(folder, other);
		rmSync(guard, { force: true });
		if (!linked(own, guard)) throw locked(folder, read(guard));
	}
	try {
		const holder = read(path);
		if (holder !== undefined) {
			if (alive(holder, path, own)) throw locked(folder, holder);
			rmSync(path, { force: true });
		}
		if (!linked(own, path)) throw locked(folder, read(path));
	} finally {
		rmSync(guard, { force: true });
	}
}

function read(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(path, "utf8")) as Holder;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new UtopiaError(
			"UTOPIA_DATA_LOCKED",
			`The lock ${path} cannot be read; remove it if no server runs`,
			{},
			{
				cause: error,
			},
		);
	}
}

function alive({ pid, host, process: mark }: Holder, path: string, own: string): boolean {
	if (host !== hostname()) return statSync(own).mtimeMs - statSync(path).mtimeMs < SILENCE;
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
	}
	const now = processMark(pid);
	if (now === undefined) return false;
	return now === "" || mark === "" || now === mark;
}

/**
 * Tells a process from a later one of the same pid, where the kernel says; else empty. `undefined` when it has ended and only
 * its parent has not asked for its exit code yet: it holds nothing any more.
 */
function processMark(pid: number): string | undefined {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return ENDED.has(afterName[0] ?? "") ? undefined : `${boot}/${afterName[19]}`;
	} catch {
		return ""; // no /proc on this system: the pid alone decides
	}
}

function touch(path: string): void {
	try {
		const { atime } = statSync(path);
		utimesSync(path, atime, systemSeconds());
	} catch {
		// The directory is gone or read-only; whoever opens it next decides by the pid.
	}
}

function systemSeconds(): number {
	return Number(systemClock.now() / 1_000n) / 1_000;
}

function locked(folder: string, holder: Holder | undefined): UtopiaError {
	const who =
		holder === undefined
			? "another process"
			: `process ${holder.pid} on ${holder.host}, started ${holder.startedAt}${holder.address === "" ? "" : `, at ${holder.address}`}`;
	return new UtopiaError("UTOPIA_DATA_LOCKED", `The data directory ${folder} is in use by ${who}`, {
		...(holder === undefined
			? {}
			: { pid: holder.pid, startedAt: holder.startedAt, address: holder.address }),
	});
}
