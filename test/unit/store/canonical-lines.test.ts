import { describe, expect, test } from "vitest";
import { literal, namedNode, quad, spellQuad } from "../../../src/rdf/terms.ts";
import { firstBadLine } from "../../../src/store/oxigraph/canonical-lines.ts";
import { type Instant, instant } from "../../../src/time/instant.ts";
import { KB, temporaryStore } from "../../support/stores.ts";

const MEBIBYTE = 1024 * 1024;
const G = namedNode(`urn:utopia:kb:${KB}:graph:ledger`);
const line = (text: string) => quad(namedNode("urn:s"), namedNode("urn:p"), literal(text), G);
const AT = instant("2026-11-30T12:00:00Z");

describe("long lines of the log", () => {
	test.each([
		["plain text", "x"],
		["text of escapes only", '"'],
		["text beyond Latin", "é"],
	])("the longest literal is one: %s", (_, char) => {
		expect(firstBadLine(`${spellQuad(line(char.repeat(4 * MEBIBYTE)))}\n`)).toBeUndefined();
	});

	test("a commit and a bulk commit refuse a longer one in words, and the engine lives on", async () => {
		await using temporary = await temporaryStore();
		const { store } = temporary;
		const refusal = {
			code: "UTOPIA_RDF_MALFORMED",
			details: { reason: expect.stringContaining("longer than a literal of 4 MiB") },
		};
		const long = line("x".repeat(12 * MEBIBYTE));
		await expect(store.commit({ recordedAt: AT, insert: [long], remove: [] })).rejects.toMatchObject(refusal);
		async function* pieces() {
			yield { op: "insert" as const, nquads: `${spellQuad(long)}\n` };
		}
		await expect(store.commitBulk(pieces(), () => ({ recordedAt: AT }))).rejects.toMatchObject(refusal);
		const head = await store.commit({ recordedAt: AT, insert: [line("x".repeat(4 * MEBIBYTE))], remove: [] });
		expect(head.sequence).toBe(1);
		const again = (AT + 1n) as Instant;
		expect((await store.commit({ recordedAt: again, insert: [line("y")], remove: [] })).sequence).toBe(2);
	}, 60_000);
});
