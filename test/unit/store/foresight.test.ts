import fc from "fast-check";
import { expect, test } from "vitest";
import { Foresight } from "../../../src/store/oxigraph/foresight.ts";

const block = fc.record({
	op: fc.constantFrom("insert" as const, "remove" as const),
	lines: fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 4 }),
});
const bytes = (lines: readonly string[]) => Buffer.from(`${lines.join("\n")}\n`);

/** The lines that are there at the end, and every line that was ever inserted. */
function replayed(
	blocks: readonly (typeof block extends fc.Arbitrary<infer B> ? B : never)[],
	foresight?: Foresight,
) {
	const [left, touched] = [new Set<string>(), new Set<string>()];
	for (const { op, lines } of blocks) {
		if (op === "remove") {
			foresight?.removed(bytes(lines));
			for (const line of lines) left.delete(line);
			continue;
		}
		const lasting = foresight?.lasting(bytes(lines)) ?? bytes(lines);
		for (const line of Buffer.from(lasting).toString().split("\n").filter(Boolean)) {
			left.add(line);
			touched.add(line);
		}
	}
	return { left, touched };
}

test("a replay with foresight ends where one without ends, and inserts nothing in vain", () => {
	fc.assert(
		fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
			const foresight = new Foresight();
			for (const { op, lines } of blocks) if (op === "remove") foresight.foresee(bytes(lines));
			const plain = replayed(blocks);
			expect(replayed(blocks, foresight)).toEqual({ left: plain.left, touched: plain.left });
		}),
	);
});
