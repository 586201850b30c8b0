import { expect, test } from "vitest";
import { linkable } from "../../../src/mcp/present/files/source.ts";
import { instant } from "../../../src/time/instant.ts";
import { fileBase } from "../../support/file-base.ts";
import { PASSWORD } from "../../support/server.ts";
import { windable } from "../../support/windable.ts";

type Json = Record<string, unknown>;

async function linking() {
	const clock = windable(instant("2026-12-01T00:00:00Z"));
	const base = await fileBase({ clock });
	const { access } = base.server.world;
	const issued = await access.tokens.issue(base.server.owner, {
		name: "links",
		scope: "read",
		bases: undefined,
		days: 0,
	});
	const document = await base.upload("a.txt", "alpha\r\n", { external_key: "a" });
	const minted = async () => {
		const { json } = await base.call("kb_source_url", { document }, issued.value);
		return (json["sources"] as Json[])[0] as Json;
	};
	const open = async (url: unknown, headers: Record<string, string> = {}) => {
		const response = await fetch(String(url), { headers });
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	return {
		...{ base, clock, access, issued, document, minted, open },
		[Symbol.asyncDispose]: () => base[Symbol.asyncDispose](),
	};
}

test("a link gives the bytes as they came in, for 300 seconds, as a file to be saved", async () => {
	await using links = await linking();
	const { url, expires_at } = await links.minted();
	expect(expires_at).toBe("2026-12-01T00:05:00.000000Z");
	const { status, headers, text } = await links.open(url);
	expect([status, text]).toEqual([200, "alpha\r\n"]);
	expect(headers.get("cache-control")).toBe("private, no-store");
	expect(headers.get("referrer-policy")).toBe("no-referrer");
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("content-disposition")).toMatch(/^attachment/);
	links.clock.advance(300_000_001n);
	expect(await links.open(url)).toMatchObject({ status: 404, text: expect.stringContaining("NOT_FOUND") });
});

test("a link is of one version, and nobody can make another of it", async () => {
	await using links = await linking();
	const url = String((await links.minted())["url"]);
	await links.base.upload("a.txt", "beta\n", { external_key: "a" });
	expect((await links.open(url)).text).toBe("alpha\r\n");
	const other = await links.base.upload("b.txt", "gamma\n");
	for (const changed of [
		url.replace("version=1", "version=2"),
		url.replace("version=1", "version=x"),
		url.replace(links.document.slice(4), other.slice(4)),
		`${url}A`,
		url.replace(/grant=./, "grant="),
		url.replace(/&grant=.*/, ""),
		url.replace(/\?.*/, ""),
	])
		expect((await links.open(changed)).status, changed).toBe(404);
	await links.base.remove(links.document);
	expect((await links.open(url)).status).toBe(404);
});

test("a link ends with the token it was asked for with, or when that no longer reaches the base", async () => {
	await using links = await linking();
	const { url } = await links.minted();
	expect((await links.open(url)).status).toBe(200);
	await links.access.tokens.revoke(links.base.server.owner, links.issued.info.id);
	expect((await links.open(url)).status).toBe(404);
});

test("a credential that comes along must be of the same person", async () => {
	await using links = await linking();
	const { url } = await links.minted();
	const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
	expect((await links.open(url, bearer(links.base.token))).status).toBe(200);
	expect((await links.open(url, bearer(`utp_pat_${"0".repeat(64)}`))).status).toBe(404);
	const { id } = await links.access.people.createAdministrator("other@localhost", PASSWORD);
	const wish = { name: "other", scope: "read", bases: undefined, days: 0 } as const;
	const { value } = await links.access.tokens.issue(id, wish);
	expect((await links.open(url, bearer(value))).status).toBe(404);
});

test("only http and https addresses come out, without what opens doors", () => {
	for (const none of [
		"javascript:alert(1)",
		"data:text/html,x",
		"file:///etc/passwd",
		"ftp://x/y",
		"nonsense",
		"",
	])
		expect(linkable(none), none).toBeUndefined();
	for (const [given, told] of [
		["https://u:p@example.org/", "https://example.org/"],
		["https://example.org/a?q=1&q=%2F#part-2", "https://example.org/a?q=1&q=%2F#part-2"],
		["https://example.org/a?Access_Token=x&q=1", "https://example.org/a?q=1"],
		["https://example.org/a?to%6ben=x", "https://example.org/a"],
		["https://example.org/a?X-Amz-Signature=x&X-Amz-Date=1", "https://example.org/a?X-Amz-Date=1"],
		["https://example.org/a#access_token=x&state=1", "https://example.org/a"],
		["HTTP://EXAMPLE.org/A", "http://example.org/A"],
	] as const)
		expect(linkable(given)).toBe(told);
});
