import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, rpc, type TestServer, testServer } from "../../support/server.ts";
import { temporaryFolder } from "../../support/stores.ts";

interface Answer {
	readonly status: number;
	readonly body: Record<string, never> & {
		readonly error?: { code: string; message: string; details?: Record<string, unknown> };
	};
	readonly headers: Headers;
}

describe("accounts over HTTP", () => {
	let server: TestServer;
	let write: string;
	beforeAll(async () => {
		server = await testServer({ demo: false });
		write = await server.token({ scope: "write" });
	});
	afterAll(() => server[Symbol.asyncDispose]());

	async function ask(
		method: string,
		path: string,
		{ token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
	): Promise<Answer> {
		const answer = await fetch(`${server.url}${path}`, {
			method,
			headers: {
				...(token !== undefined && { authorization: `Bearer ${token}` }),
				...(body !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		return {
			status: answer.status,
			body: text === "" ? {} : JSON.parse(text),
			headers: answer.headers,
		} as Answer;
	}
	const issue = (body: unknown, token = write) => ask("POST", "/api/v1/tokens", { token, body });
	const signIn = (email: string, password: string) =>
		ask("POST", "/api/v1/session", { body: { email, password } });

	describe("tokens", () => {
		test("79: defaults are read, every base and 90 days; the value is shown in that answer only", async () => {
			const { status, body } = await issue({ name: " laptop " });
			expect(status).toBe(201);
			const { token, info } = body as unknown as { token: string; info: Record<string, string | null> };
			expect(token).toMatch(/^utp_pat_[0-9a-f]{64}$/);
			expect(info).toMatchObject({
				name: "laptop",
				scope: "read",
				kb_ids: null,
				prefix: token.slice(0, 16),
				revoked_at: null,
			});
			const days =
				(Date.parse(String(info["expires_at"])) - Date.parse(String(info["created_at"]))) / 86_400_000;
			expect(days).toBe(90);
			const list = await ask("GET", "/api/v1/tokens", { token: write });
			expect(JSON.stringify(list.body)).toContain(String(info["id"]));
			expect(JSON.stringify(list.body)).not.toContain(token);
			expect(server.log.join("")).not.toContain(token);
		});

		test("79: storage has the digest and sixteen characters, not the value", async () => {
			const { body } = await issue({ name: "kept" });
			const { token } = body as unknown as { token: string };
			expect(await server.world.access.tokens.isKnown(token)).toBe(true);
			const told = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
			expect(JSON.stringify(await server.world.access.tokens.list(server.owner), told)).not.toContain(token);
		});

		test("79: 0 days is never", async () => {
			const { body } = await issue({ name: "for ever", expires_in_days: 0 });
			expect((body as unknown as { info: { expires_at: null } }).info.expires_at).toBeNull();
		});

		test.each([
			[{}, "name"],
			[{ name: "" }, "name"],
			[{ name: "   " }, "name"],
			[{ name: "x".repeat(65) }, "name"],
			[{ name: 5 }, "name"],
			[{ name: "x", scope: "admin" }, "scope"],
			[{ name: "x", expires_in_days: -1 }, "expires_in_days"],
			[{ name: "x", expires_in_days: 1.5 }, "expires_in_days"],
			[{ name: "x", expires_in_days: 3_651 }, "expires_in_days"],
			[{ name: "x", expires_in_days: "90" }, "expires_in_days"],
			[{ name: "x", kb_ids: [] }, "kb_ids"],
			[{ name: "x", kb_ids: "all" }, "kb_ids"],
			[{ name: "x", kb_ids: ["nonsense"] }, "kb_ids.0"],
			[{ name: "x", kb_ids: ["c0ffee00-0000-4000-8000-000000000001"] }, "kb_ids"],
		])("79: %j is refused, naming %s", async (wish, path) => {
			const { status, body } = await issue(wish);
			expect(status).toBe(400);
			expect(body.error?.code).toBe("VALIDATION_ERROR");
			expect(body.error?.details?.["issues"]).toMatchObject([{ path }]);
			expect(JSON.stringify(body.error?.details)).toContain('"accepted":"');
		});

		test("79: revoking twice and revoking what is nobody's is a 404; a revoked one stays in the list", async () => {
			const { body } = await issue({ name: "short-lived" });
			const { info, token } = body as unknown as { info: { id: string }; token: string };
			const revoke = (id: string) => ask("DELETE", `/api/v1/tokens/${id}`, { token: write });
			expect((await ask("GET", "/api/v1/me", { token })).status).toBe(200);
			expect((await revoke(info.id)).status).toBe(204);
			expect((await ask("GET", "/api/v1/me", { token })).status).toBe(401);
			expect((await revoke(info.id)).status).toBe(404);
			expect((await revoke(crypto.randomUUID())).body.error?.code).toBe("NOT_FOUND");
			const list = await ask("GET", "/api/v1/tokens", { token: write });
			const { tokens } = list.body as unknown as { tokens: { id: string; revoked_at: string | null }[] };
			expect(tokens.find(({ id }) => id === info.id)?.revoked_at).toMatch(/Z$/);
		});

		test("T3: a read token issues none, and none issues one that reaches further than itself", async () => {
			expect((await issue({ name: "x" }, await server.token())).status).toBe(403);
			const [one, two] = [await server.base("One"), await server.base("Two")];
			const narrow = await server.token({ scope: "write", bases: [one] });
			expect((await issue({ name: "x" }, narrow)).status).toBe(403);
			expect((await issue({ name: "x", kb_ids: [two] }, narrow)).status).toBe(400);
			expect((await issue({ name: "x", kb_ids: [one] }, narrow)).status).toBe(201);
		});
	});

	describe("a narrowed token and the tokens beside it", () => {
		test("it lists and revokes those within its own reach; the others are not there", async () => {
			const [one, two] = [await server.base("Within"), await server.base("Outside")];
			const made = async (bases?: readonly string[]) => {
				const { body } = await issue({ name: "beside", kb_ids: bases ?? null });
				return (body as unknown as { info: { id: string } }).info.id;
			};
			const within = await made([one]);
			const outside = [await made(), await made([two]), await made([one, two])];
			const narrow = await server.token({ scope: "write", bases: [one] });
			const list = await ask("GET", "/api/v1/tokens", { token: narrow });
			const { tokens } = list.body as unknown as { tokens: { id: string; kb_ids: string[] | null }[] };
			expect(tokens.map(({ id }) => id)).toContain(within);
			expect(tokens.every(({ kb_ids }) => kb_ids?.join() === one)).toBe(true);
			expect(JSON.stringify(list.body)).not.toContain(two);
			const revoke = (id: string, token = narrow) => ask("DELETE", `/api/v1/tokens/${id}`, { token });
			const unknown = crypto.randomUUID();
			const told = async (id: string) => {
				const { status, body } = await revoke(id);
				return { status, body: JSON.stringify(body).replaceAll(id, unknown) };
			};
			for (const id of outside) expect(await told(id)).toEqual(await told(unknown));
			expect((await told(unknown)).status).toBe(404);
			expect((await revoke(within)).status).toBe(204);
			for (const id of outside) expect((await revoke(id, write)).status).toBe(204);
		});

		test("a session sees all", async () => {
			const { headers } = await signIn("admin@localhost", PASSWORD);
			const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
			const { body } = await ask("GET", "/api/v1/tokens", { headers: { cookie } });
			const { tokens } = body as unknown as { tokens: { kb_ids: string[] | null }[] };
			expect(tokens.some(({ kb_ids }) => kb_ids === null)).toBe(true);
			expect(tokens.some(({ kb_ids }) => kb_ids !== null)).toBe(true);
		});
	});

	describe("sessions", () => {
		test("the right password opens one, in a cookie that no script and no other site gets", async () => {
			const { status, body, headers } = await signIn("ADMIN@localhost", PASSWORD);
			expect(status).toBe(200);
			expect(body).toMatchObject({ user: { email: "admin@localhost", server_admin: true } });
			expect(headers.get("set-cookie")).toMatch(
				/^utopia_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
			);
		});

		test("an unknown address and a wrong password are told the same", async () => {
			const [wrong, unknown] = [
				await signIn("admin@localhost", "x"),
				await signIn("nobody@localhost", PASSWORD),
			];
			expect(wrong.status).toBe(401);
			expect(unknown.body).toEqual(wrong.body);
		});

		test("it reads with the cookie alone, and changes only with its csrf token, until it is closed", async () => {
			const { body, headers } = await signIn("admin@localhost", PASSWORD);
			const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
			const csrf = (body as unknown as { csrf_token: string }).csrf_token;
			const me = await ask("GET", "/api/v1/me", { headers: { cookie } });
			expect(me.body).toMatchObject({ credential: { kind: "session", scope: "write", kb_ids: null } });
			const wish = { name: "from the web" };
			expect((await ask("POST", "/api/v1/tokens", { body: wish, headers: { cookie } })).status).toBe(403);
			const wrong = { cookie, "x-csrf-token": "x" };
			expect((await ask("POST", "/api/v1/tokens", { body: wish, headers: wrong })).status).toBe(403);
			const right = { cookie, "x-csrf-token": csrf };
			expect((await ask("POST", "/api/v1/tokens", { body: wish, headers: right })).status).toBe(201);
			expect((await ask("DELETE", "/api/v1/session", { headers: right })).status).toBe(204);
			expect((await ask("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401);
		});
	});

	describe("bases", () => {
		test("one is made with an id of one's choice, once", async () => {
			const id = crypto.randomUUID();
			const made = await ask("POST", "/api/v1/kbs", { token: write, body: { name: "Harbour", id } });
			expect(made.status).toBe(201);
			expect(made.body).toMatchObject({ id, name: "Harbour", visibility: "private" });
			const again = await ask("POST", "/api/v1/kbs", { token: write, body: { name: "Other", id } });
			expect(again.status).toBe(409);
			expect(again.body.error).toMatchObject({ code: "CONFLICT", details: { reason: "UTOPIA_KB_EXISTS" } });
			expect((await ask("GET", `/api/v1/kbs/${id}`, { token: write })).body).toMatchObject({
				...made.body,
				head: null,
			});
		});

		test("the id of the accounts is nobody's to take", async () => {
			const id = "00000000-0000-0000-0000-000000000000";
			expect((await ask("POST", "/api/v1/kbs", { token: write, body: { name: "x", id } })).status).toBe(409);
			expect((await ask("GET", `/api/v1/kbs/${id}`, { token: write })).status).toBe(404);
		});

		test("it is renamed with write scope only, and the rest stays", async () => {
			const id = await server.base("Before");
			const path = `/api/v1/kbs/${id}`;
			expect((await ask("PATCH", path, { token: await server.token(), body: { name: "x" } })).status).toBe(
				403,
			);
			const renamed = await ask("PATCH", path, { token: write, body: { name: "After" } });
			expect(renamed.body).toMatchObject({ id, name: "After", visibility: "private" });
			const shown = await ask("PATCH", path, { token: write, body: { visibility: "public" } });
			expect(shown.body).toMatchObject({ name: "After", visibility: "public" });
			expect((await ask("GET", path, { token: write })).body).toEqual(shown.body);
			expect(shown.body).not.toHaveProperty("conclusions");
			expect((await ask("PATCH", path, { token: write, body: { name: "" } })).status).toBe(400);
		});

		test("a narrowed token lists what it reaches, makes none, and hears nothing of the others", async () => {
			const [own, other] = [await server.base("Own"), await server.base("Other")];
			const token = await server.token({ scope: "write", bases: [own] });
			const { kbs } = (await ask("GET", "/api/v1/kbs", { token })).body as unknown as {
				kbs: { id: string }[];
			};
			expect(kbs.map(({ id }) => id)).toEqual([own]);
			expect((await ask("POST", "/api/v1/kbs", { token, body: { name: "x" } })).status).toBe(403);
			const [hidden, invented] = [
				await ask("PATCH", `/api/v1/kbs/${other}`, { token, body: { name: "x" } }),
				await ask("PATCH", `/api/v1/kbs/${crypto.randomUUID()}`, { token, body: { name: "x" } }),
			];
			expect(hidden.status).toBe(404);
			expect(hidden.body).toEqual(invented.body);
		});
	});

	test("everything else is a JSON 404, well-known addresses included", async () => {
		for (const path of [
			"/nope",
			"/.well-known/oauth-protected-resource",
			"/.well-known/oauth-protected-resource/api/v1/kbs/x/mcp",
			"/api/v1/users",
		]) {
			const { status, body, headers } = await ask("GET", path);
			expect(status).toBe(404);
			expect(body.error?.code).toBe("NOT_FOUND");
			expect(headers.get("content-type")).toMatch(/^application\/json/);
		}
	});

	test("every answer carries the headers that keep browsers from doing more than reading", async () => {
		for (const path of ["/", "/health", "/nope", "/api/v1/me"]) {
			const { headers } = await fetch(`${server.url}${path}`);
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.get("content-security-policy")).toContain("default-src 'none'");
			expect(headers.get("x-powered-by")).toBeNull();
		}
		const mcp = await server.send(write, rpc("ping"), { url: server.mcp(await server.base("Headers")) });
		expect(mcp.headers.get("x-content-type-options")).toBe("nosniff");
	});

	test("health and readiness are told to anyone, without the name of a base", async () => {
		const id = await server.base("Secret name");
		await server.send(write, rpc("ping"), { url: server.mcp(id) });
		expect((await ask("GET", "/health")).body).toEqual({ status: "ok", search: null });
		const ready = await ask("GET", "/ready");
		expect(ready.body).toMatchObject({ status: "ready", reasons: [] });
		expect((ready.body as unknown as { open_bases: number }).open_bases).toBe(server.world.open.length);
		expect(server.world.open).toContain(id);
		expect(JSON.stringify(ready.body)).not.toMatch(/Secret|[0-9a-f]{8}-/);
	});

	test("health and readiness tell how documents are searched", async () => {
		const well = { mode: "hybrid", model: "use-lite-en", dims: 512, degraded: false, reason: null };
		await server.world.loadModel();
		expect((await ask("GET", "/health")).body).toEqual({ status: "ok", search: well });
		expect((await ask("GET", "/ready")).body).toMatchObject({ status: "ready", search: well });
		using empty = temporaryFolder();
		await using wordy = await testServer({ demo: false, model: empty.path });
		await wordy.world.loadModel();
		await wordy.world.loadModel();
		expect(wordy.log.filter((line) => line.includes("words alone (model_missing)"))).toHaveLength(1);
		const missing = {
			...{ mode: "text-only", model: null, dims: null },
			...{ degraded: true, reason: "model_missing" },
		};
		expect(await (await fetch(`${wordy.url}/health`)).json()).toEqual({ status: "ok", search: missing });
		const ready = await fetch(`${wordy.url}/ready`);
		expect({ status: ready.status, body: await ready.json() }).toMatchObject({
			status: 200,
			body: { status: "degraded", reasons: [expect.stringContaining("words alone")], search: missing },
		});
	});

	test("a server that cannot read its accounts is not ready, and says so without a cause", async () => {
		await using broken = await testServer({ demo: false });
		await broken.world[Symbol.asyncDispose]();
		const answer = await fetch(`${broken.url}/ready`);
		expect(answer.status).toBe(503);
		const { status, reasons } = (await answer.json()) as { status: string; reasons: string[] };
		expect({ status, count: reasons.length }).toEqual({ status: "degraded", count: 1 });
		expect((await fetch(`${broken.url}/health`)).status).toBe(200);
		const call = await fetch(`${broken.url}/api/v1/me`, {
			headers: { authorization: `Bearer utp_pat_${"0".repeat(64)}` },
		});
		expect(call.status).toBeGreaterThanOrEqual(500);
	});

	test("a journal that takes no writes is not ready; images that do not work are told, and calls are served", async () => {
		const troubles = { readOnly: false, imagesOff: true };
		await using weak = await testServer({ demo: false, troubles: () => troubles });
		const slow = await fetch(`${weak.url}/ready`);
		expect({ status: slow.status, body: await slow.json() }).toMatchObject({
			status: 200,
			body: { status: "degraded", reasons: [expect.stringContaining("images are off")] },
		});
		troubles.readOnly = true;
		const halted = await fetch(`${weak.url}/ready`);
		expect({ status: halted.status, body: await halted.json() }).toMatchObject({
			status: 503,
			body: { status: "degraded", reasons: [expect.stringContaining("journal"), expect.anything()] },
		});
	});

	test("the description has every route with what it takes, and is made of the schemas that check", async () => {
		const { status, body } = await ask("GET", "/api/v1/openapi.json");
		expect(status).toBe(200);
		const { paths } = body as unknown as { paths: Record<string, Record<string, never>> };
		expect(Object.keys(paths)).toEqual(
			expect.arrayContaining([
				"/api/v1/kbs/{kb_id}/mcp",
				"/api/v1/tokens",
				"/api/v1/kbs/{kb}",
				"/api/v1/kbs/{kb}/import",
				"/api/v1/session",
				"/ready",
			]),
		);
		expect(JSON.stringify(paths["/api/v1/tokens"])).toContain("expires_in_days");
		// The last one takes a grant in the place of a credential.
		const open = ["/health", "/ready", "/api/v1/session", "/api/v1/documents/{id}/content"];
		const guarded = Object.entries(paths)
			.filter(([path]) => !path.includes("mcp") && !open.includes(path))
			.flatMap(([path, methods]) =>
				Object.keys(methods).map((method) => [method, path.replace(/\{\w+\}/g, "x")] as const),
			);
		expect(guarded.length).toBeGreaterThan(8);
		for (const [method, path] of guarded) {
			const answer = await ask(method.toUpperCase(), path, method === "get" ? {} : { body: {} });
			expect(answer.status, `${method} ${path}`).toBe(401);
		}
	});

	test("a body that is no JSON is refused in the envelope", async () => {
		const answer = await fetch(`${server.url}/api/v1/kbs`, {
			method: "POST",
			headers: { authorization: `Bearer ${write}`, "content-type": "application/json" },
			body: "{",
		});
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
	});
});
