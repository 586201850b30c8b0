import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DirectoryLock } from "../../../src/store/log/directory-lock.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import { temporaryFolder } from "../../support/stores.ts";

const WRITER = fileURLToPath(new URL("../../crash/writer.ts", import.meta.url));
const lockOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, "lock"), "utf8")) as Record<string, unknown>;

test("a second process is refused, told who the first is, and let in when that is dead", async () => {
	using folder = temporaryFolder();
	const first = spawn(process.execPath, ["--import", "tsx", WRITER, folder.path, "commits", "1", "5"], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	await once(first.stdout, "data");
	await expect(DataDirectory.open(folder.path, { warn: () => {} })).rejects.toMatchObject({
		code: "UTOPIA_DATA_LOCKED",
		details: { pid: first.pid },
		message: expect.stringContaining(`process ${first.pid}`),
	});
	const closed = once(first, "close");
	first.kill("SIGKILL");
	await closed;
	await using directory = await DataDirectory.open(folder.path, {
		warn: () => {},
		address: "http://127.0.0.1:1",
	});
	expect(lockOf(directory.folder)).toMatchObject({ pid: process.pid, address: "http://127.0.0.1:1" });
});

test("the lock says where its process can be reached, once that is known, and is gone at the end", () => {
	using folder = temporaryFolder();
	{
		using lock = DirectoryLock.take(folder.path, "");
		lock.announce("http://127.0.0.1:8080");
		expect(() => DirectoryLock.take(folder.path, "")).toThrow("http://127.0.0.1:8080");
	}
	expect(existsSync(join(folder.path, "lock"))).toBe(false);
});

test("a pid that belongs to another process by now does not hold the lock", () => {
	using folder = temporaryFolder();
	using lock = DirectoryLock.take(folder.path, "");
	const held = lockOf(folder.path);
	if (held["process"] === "") return; // no /proc here: nothing tells two processes of one pid apart
	writeFileSync(join(folder.path, "lock"), JSON.stringify({ ...held, process: "another-boot/1" }));
	using second = DirectoryLock.take(folder.path, "");
	expect([lock, second]).toHaveLength(2);
});

test("a pid that nobody has does not hold the lock", () => {
	using folder = temporaryFolder();
	const { pid } = spawnSync(process.execPath, ["-e", ""]);
	{
		using lock = DirectoryLock.take(folder.path, "");
		expect(lock).toBeDefined();
		const held = lockOf(folder.path);
		writeFileSync(join(folder.path, "lock"), JSON.stringify({ ...held, pid, process: "" }));
	}
	writeFileSync(
		join(folder.path, "lock"),
		JSON.stringify({ pid, host: "", startedAt: "", address: "", process: "" }),
	);
	utimesSync(join(folder.path, "lock"), 1, 1);
	using taken = DirectoryLock.take(folder.path, "");
	expect(taken).toBeDefined();
});

test("a lock of another machine holds while its heart beats", () => {
	using folder = temporaryFolder();
	const foreign = { pid: 1, host: "elsewhere", startedAt: "2020", address: "", process: "x" };
	writeFileSync(join(folder.path, "lock"), JSON.stringify(foreign));
	expect(() => DirectoryLock.take(folder.path, "")).toThrow("elsewhere");
	utimesSync(join(folder.path, "lock"), 1, 1);
	using taken = DirectoryLock.take(folder.path, "");
	expect(taken).toBeDefined();
});

test("a process that has ended does not hold the lock, even while its parent has not noticed", async () => {
	using folder = temporaryFolder();
	// The shell becomes `sleep`, which never asks how its child ended: that stays a zombie.
	const parent = spawn("sh", ["-c", "sh -c 'echo $$; exit 0' & exec sleep 60"], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	try {
		const [pid] = (await once(parent.stdout, "data")).map(Number);
		const state = () => {
			try {
				return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "")[0];
			} catch {
				return undefined;
			}
		};
		await expect.poll(state, { timeout: 5_000 }).toMatch(/[Z]|undefined/);
		{
			using _lock = DirectoryLock.take(folder.path, "");
			writeFileSync(join(folder.path, "kept"), JSON.stringify({ ...lockOf(folder.path), pid, process: "" }));
		}
		renameSync(join(folder.path, "kept"), join(folder.path, "lock"));
		using taken = DirectoryLock.take(folder.path, "");
		expect(taken).toBeDefined();
	} finally {
		parent.kill("SIGKILL");
	}
});
