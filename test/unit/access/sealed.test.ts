import { describe, expect, test } from "vitest";
import { GrantSeal } from "../../../src/access/grants.ts";
import { Sealing } from "../../../src/access/sealed.ts";
import { instant } from "../../../src/time/instant.ts";
import { windable } from "../../support/windable.ts";

const KEY = Buffer.alloc(32, 3);

describe("a sealed text", () => {
	test("gives back its content to the same key and binding alone", () => {
		const sealing = new Sealing(KEY);
		const text = sealing.seal("a", { line: 7, name: "päper" });
		expect(sealing.open("a", text)).toEqual({ line: 7, name: "päper" });
		expect(new Sealing(KEY).open("a", text)).toEqual({ line: 7, name: "päper" });
		expect(sealing.open("b", text)).toBeUndefined();
		expect(new Sealing(Buffer.alloc(32, 4)).open("a", text)).toBeUndefined();
	});

	test("shows nothing of its content, and is the same text for the same content and binding alone", () => {
		const sealing = new Sealing(KEY);
		const text = sealing.seal("a", "a secret place");
		expect(Buffer.from(text, "base64url").toString("latin1")).not.toContain("secret");
		expect(sealing.seal("a", "a secret place")).toBe(text);
		expect(sealing.seal("b", "a secret place").slice(0, 16)).not.toBe(text.slice(0, 16));
		expect(sealing.seal("a", "a secret plate").slice(0, 16)).not.toBe(text.slice(0, 16));
	});

	test("opens with none of its characters changed, left out or added", () => {
		const sealing = new Sealing(KEY);
		const text = sealing.seal("a", 1);
		for (let n = 0; n < text.length; n++) {
			const other = text[n] === "A" ? "B" : "A";
			expect(sealing.open("a", text.slice(0, n) + other + text.slice(n + 1))).toBeUndefined();
			expect(sealing.open("a", text.slice(0, n) + text.slice(n + 1))).toBeUndefined();
		}
		for (const nonsense of ["", "=", "AAAA", `${text} `, `${text}AAAA`])
			expect(sealing.open("a", nonsense)).toBeUndefined();
	});
});

describe("a grant", () => {
	const grant = { kb: "k", document: "d", version: 2, owner: "ana", token: "t" };

	test("says what it grants, for its document and version, for 300 seconds", () => {
		const clock = windable(instant("2026-12-01T00:00:00Z"));
		const seal = new GrantSeal(KEY, clock);
		const { text, expiresAt } = seal.mint(grant);
		expect(expiresAt).toBe(instant("2026-12-01T00:05:00Z"));
		expect(seal.open(text, "e", 2)).toBeUndefined();
		expect(seal.open(text, "d", 3)).toBeUndefined();
		clock.advance(300_000_000n);
		expect(seal.open(text, "d", 2)).toEqual(grant);
		clock.advance(1n);
		expect(seal.open(text, "d", 2)).toBeUndefined();
	});

	test("is no other sealed text of the same key", () => {
		const seal = new GrantSeal(KEY, windable(instant("2026-12-01T00:00:00Z")));
		expect(seal.open(new Sealing(KEY).seal("content of d 2", ["1"]), "d", 2)).toBeUndefined();
	});
});
