import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { loadEngine, reserve } from "../../../src/store/oxigraph/engine-module.ts";

const require = createRequire(import.meta.url);
const engine = loadEngine();

describe("the engine's package", () => {
	test("is the one that images were tried with", () => {
		expect((require("oxigraph/package.json") as { version: string }).version).toBe("0.5.11");
		expect(engine.binary).toBe("be0b89d82fa81b91c23426af04e301f1ff276dce1fded8ca2bd2a13c371cc327");
	});

	test("shows its memory, its table and the handle of a store", () => {
		expect(() => loadEngine()).toThrow(TypeError);
		const { Store } = require("oxigraph") as typeof import("oxigraph");
		expect(Object.keys(new Store())).toEqual(["__wbg_ptr"]);
	});

	test("keeps memory that was asked for and given back, for what comes next", () => {
		const before = engine.exports.memory.buffer.byteLength;
		reserve(engine.exports, 2 ** 24);
		const reserved = engine.exports.memory.buffer.byteLength;
		expect(reserved - before).toBeGreaterThanOrEqual(2 ** 24);
		reserve(engine.exports, 2 ** 24);
		const { Store } = require("oxigraph") as typeof import("oxigraph");
		const lines = Array.from(
			{ length: 10_000 },
			(_, n) => `<http://x/${n}> <http://x/p> "${n}" <http://x/g> .\n`,
		);
		new Store().load(lines.join(""), { format: "application/n-quads" });
		expect(engine.exports.memory.buffer.byteLength).toBe(reserved);
	});
});
