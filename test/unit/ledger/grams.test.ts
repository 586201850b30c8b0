import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../../src/ledger/fold.ts";
import { Grams } from "../../../src/ledger/grams.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é", "船"), maxLength: 8 });

test("a piece is found in exactly the texts that contain it, whatever its length", () => {
	fc.assert(
		fc.property(
			fc.array(letters),
			letters.filter((piece) => piece.length > 0),
			(texts, piece) => {
				const grams = new Grams();
				for (const text of texts) grams.add(text);
				const expected = texts.flatMap((text, n) => (text.includes(piece) ? [n] : []));
				expect(grams.containing(piece)).toEqual(expected);
			},
		),
		{ numRuns: 2_000 },
	);
});

test("case, accents, width and runs of white space are folded, other scripts are kept", () => {
	expect(fold("  Ｈéron \t Quay ")).toBe("heron quay");
	expect(fold("ÅNGSTRÖM")).toBe("angstrom");
	expect(fold("鷺丸")).toBe("鷺丸");
});
