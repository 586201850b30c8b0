import { describe, expect, test } from "vitest";
import { exitOf } from "../../../src/cli/exit.ts";
import { readConfig, SETTINGS, shownConfig } from "../../../src/config.ts";
import { ERROR_CODES, type ErrorCode, UtopiaError } from "../../../src/errors.ts";

describe("how a command ends badly", () => {
	test.each(Object.keys(ERROR_CODES) as ErrorCode[])(
		"%s is told by code, one sentence and what to do",
		(code) => {
			const { code: exit, lines } = exitOf(new UtopiaError(code, "Something is wrong"));
			expect([64, 65, 66, 69, 70, 75, 77]).toContain(exit);
			expect(lines.slice(0, 2)).toEqual([code, "Something is wrong."]);
			expect(lines.length).toBe(3);
		},
	);

	test.each([
		[
			{ code: "EADDRINUSE", syscall: "listen", address: "127.0.0.1", port: 1 },
			"ADDRESS_UNAVAILABLE",
			"--port",
		],
		[{ code: "EACCES", syscall: "listen", address: "127.0.0.1", port: 80 }, "ADDRESS_UNAVAILABLE", "--port"],
		[
			{ code: "EADDRNOTAVAIL", syscall: "listen", address: "10.0.0.1", port: 1 },
			"ADDRESS_UNAVAILABLE",
			"--host",
		],
		[
			{ code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "x.invalid" },
			"ADDRESS_UNAVAILABLE",
			"x.invalid",
		],
		[{ code: "ENOTDIR", syscall: "mkdir", path: "/a/b" }, "PATH_UNUSABLE", "/a/b"],
		[{ code: "EROFS", syscall: "open", path: "/a/lock.12" }, "PATH_UNUSABLE", "/a lies on a disk"],
		[{ code: "EACCES", syscall: "open", path: "/a/b" }, "PATH_UNUSABLE", "rights"],
		[{ code: "ENOSPC", syscall: "write" }, "PATH_UNUSABLE", "no room"],
		[{ code: 13 }, "PATH_UNUSABLE", "rights"],
	])("what the machine refuses is told in one sentence with the next step: %j", (refused, code, told) => {
		const { code: exit, lines } = exitOf(Object.assign(new Error("x"), refused));
		expect({ exit, code: lines[0], count: lines.length }).toEqual({
			exit: 69,
			code: `UTOPIA_${code}`,
			count: 3,
		});
		expect(lines[1]).toContain(told);
	});

	test("a taken folder is told with the address of its server, where the command can use it", () => {
		const locked = (address: string) => new UtopiaError("UTOPIA_DATA_LOCKED", "In use", { address });
		const advice = (address: string, takesUrl: boolean) => exitOf(locked(address), { takesUrl }).lines.at(-1);
		expect(advice("http://127.0.0.1:1516", true)).toContain("--url http://127.0.0.1:1516");
		expect(advice("http://127.0.0.1:1516", false)).toBe("Stop that server, then run the command again.");
		expect(advice("", true)).not.toContain("--url");
	});

	test("the reasons of a refused import are told, at most twenty of them", () => {
		const refusals = Array.from({ length: 30 }, (_, n) => ({ subject: `s${n}`, reason: "r" }));
		const { lines } = exitOf(new UtopiaError("UTOPIA_IMPORT_REFUSED", "Refused", { refusals }));
		expect(lines.length).toBe(23);
		expect(lines.join()).toContain("s19");
	});

	test("what is no error of ours is a fault", () => {
		expect(exitOf(new TypeError("x"))).toMatchObject({ code: 70 });
	});
});

describe("settings", () => {
	test("a flag goes before a variable, and a variable before the default", () => {
		expect(readConfig({}, {})).toMatchObject({
			data: ".data",
			host: "127.0.0.1",
			port: 1516,
			demo: true,
			grace_seconds: 10,
		});
		expect(readConfig({}, { UTOPIA_PORT: "8080", UTOPIA_DEMO: "false" })).toMatchObject({
			port: 8080,
			demo: false,
		});
		expect(
			readConfig({ port: "9090", demo: true, host: undefined }, { UTOPIA_PORT: "8080", UTOPIA_DEMO: "0" }),
		).toMatchObject({ port: 9090, demo: true });
		expect(readConfig({}, { UTOPIA_PORT: "", PATH: "/bin" }).port).toBe(1516);
		expect(readConfig({ allow_host: "a.example, b.example" }, {}).allow_host).toEqual([
			"a.example",
			"b.example",
		]);
		expect(readConfig({ public_url: "https://utopia.example/" }, {}).public_url).toBe(
			"https://utopia.example",
		);
	});

	test.each([
		{ UTOPIA_PORT: "seventy" },
		{ UTOPIA_PORT: "65536" },
		{ UTOPIA_PORT: "-1" },
		{ UTOPIA_DEMO: "perhaps" },
		{ UTOPIA_LOG_LEVEL: "loud" },
		{ UTOPIA_PUBLIC_URL: "ftp://x" },
		{ UTOPIA_ADMIN_EMAIL: "ada" },
		{ UTOPIA_ADMIN_PASSWORD: "short" },
		{ UTOPIA_BOOTSTRAP_TOKEN: "utp_pat_short" },
		{ UTOPIA_NONSENSE: "1" },
	])("%j is refused by name, and its value is not repeated", (environment) => {
		const [[name, value] = ["", ""]] = Object.entries(environment);
		let caught: unknown;
		try {
			readConfig({}, environment);
		} catch (error) {
			caught = error;
		}
		expect(caught).toMatchObject({ code: "UTOPIA_SETTING_INVALID", message: expect.stringContaining(name) });
		if (value.length > 3) expect((caught as Error).message).not.toContain(value);
	});

	test("shown, every setting has a line and no secret has its value", () => {
		const bootstrap = `utp_pat_${"cd".repeat(32)}`;
		const text = shownConfig(
			readConfig({}, { UTOPIA_ADMIN_PASSWORD: "hush hush", UTOPIA_BOOTSTRAP_TOKEN: bootstrap }),
		);
		for (const { variable } of SETTINGS) expect(text).toContain(`${variable}=`);
		expect(text).not.toMatch(/hush|cdcd/);
	});
});
