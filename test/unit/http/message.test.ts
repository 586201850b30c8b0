import { describe, expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode, UtopiaError } from "../../../src/errors.ts";
import { refuse } from "../../../src/http/envelope.ts";
import { allowedNames, checkHost } from "../../../src/http/guard.ts";
import { Sessions, sessionCookie, sessionValue } from "../../../src/http/sessions.ts";
import { instant } from "../../../src/time/instant.ts";
import { windable } from "../../support/windable.ts";

const HOUR = 3_600_000_000n;

function refused(error: unknown) {
	const sent: Record<string, unknown> = { headers: {} };
	const reply = {
		header: (name: string, value: string) => Object.assign(sent["headers"] as object, { [name]: value }),
		code(status: number) {
			sent["status"] = status;
			return { send: (body: unknown) => Object.assign(sent, { body }) };
		},
	};
	const raw = { socket: { destroyed: false } };
	refuse(error, { id: "req-1", raw, log: { error: () => undefined } } as never, reply as never);
	return sent as {
		status: number;
		headers: Record<string, string>;
		body: { error: { code: string; message: string; details?: Record<string, unknown> } };
	};
}

describe("the envelope", () => {
	test.each(Object.keys(ERROR_CODES) as ErrorCode[])(
		"%s has a status, a code and no more words than it may",
		(code) => {
			const { status, body, headers } = refused(
				new UtopiaError(code, "the very words", { id: "7" }, { cause: new Error("SELECT ?secret") }),
			);
			expect(status).toBeGreaterThanOrEqual(400);
			expect(body.error.code).toMatch(/^[A-Z_]+$/);
			expect(JSON.stringify(body)).not.toContain("secret");
			if (status === 500)
				expect(body.error).toMatchObject({ code: "INTERNAL", details: { request_id: "req-1" } });
			else expect(body.error.message).toBe("the very words");
			if (status === 401 || status === 404) expect(JSON.stringify(body)).not.toContain("UTOPIA_");
			else if (status !== 500) expect(body.error.details).toMatchObject({ reason: code });
			expect(headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
			expect(headers["retry-after"]).toBe(status === 429 || status === 503 ? "1" : undefined);
		},
	);

	test("what is no error of ours is a failure of ours", () => {
		for (const thrown of [new TypeError("SELECT"), "SELECT", undefined]) {
			expect(refused(thrown)).toMatchObject({ status: 500, body: { error: { code: "INTERNAL" } } });
			expect(JSON.stringify(refused(thrown))).not.toContain("SELECT");
		}
	});
});

describe("names under which the server may be called", () => {
	const allowed = allowedNames(["Utopia.Example", "[::]"]);
	const check = (headers: Record<string, string | undefined>) => () =>
		checkHost({ headers } as never, allowed);

	test.each([
		"localhost",
		"LOCALHOST:1",
		"127.0.0.1:1516",
		"[::1]:1516",
		"utopia.example",
		"utopia.example:443",
	])("%s is one", (host) => {
		expect(check({ host })).not.toThrow();
		expect(check({ host: "localhost", origin: `https://${host}` })).not.toThrow();
	});

	test.each([
		"",
		"evil.example",
		"localhost.evil.example",
		"127.0.0.1.evil.example",
		"localhost@evil.example",
		"evil.example#localhost",
		"localhost/x",
		"x@localhost",
		"10.0.0.1",
	])("%j is none", (host) => {
		expect(check({ host })).toThrow(expect.objectContaining({ code: "UTOPIA_FORBIDDEN" }));
	});

	test("a request without a host is refused, and so is an origin that is no address", () => {
		expect(check({ host: undefined })).toThrow();
		expect(check({ host: "localhost", origin: "null" })).toThrow();
		expect(check({ host: "localhost", origin: "" })).toThrow();
	});
});

describe("sessions", () => {
	test("one ends after twelve idle hours, and after thirty days however busy", () => {
		const clock = windable(instant("2026-12-01T00:00:00Z"));
		const sessions = new Sessions(clock);
		const idle = sessions.open("ada");
		clock.advance(12n * HOUR);
		expect(sessions.find(idle.value)?.person).toBe("ada");
		clock.advance(12n * HOUR + 1n);
		expect(sessions.find(idle.value)).toBeUndefined();
		const busy = sessions.open("ada");
		for (let n = 0; n < 60; n++) {
			clock.advance(12n * HOUR);
			expect(sessions.find(busy.value)).toBeDefined();
		}
		clock.advance(1n);
		expect(sessions.find(busy.value)).toBeUndefined();
	});

	test("a closed one and an invented one are unknown", () => {
		const sessions = new Sessions(windable(instant("2026-12-01T00:00:00Z")));
		const { value } = sessions.open("ada");
		sessions.close(value);
		expect(sessions.find(value)).toBeUndefined();
		expect(sessions.find("x")).toBeUndefined();
	});

	test("the cookie is Secure where the address is", () => {
		expect(sessionCookie("x", { secure: true })).toContain("; Secure");
		expect(sessionCookie(undefined, { secure: false })).toContain("Max-Age=0");
		expect(sessionValue("a=b; utopia_session=xyz; c=d")).toBe("xyz");
		expect(sessionValue("not_utopia_session=xyz")).toBeUndefined();
		expect(sessionValue(undefined)).toBeUndefined();
	});
});
