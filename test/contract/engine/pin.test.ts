import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { loadEngine } from "../../../src/store/oxigraph/engine-module.ts";

const require = createRequire(import.meta.url);

describe("the engine's package", () => {
	test("is the one that images were tried with", () => {
		expect((require("oxigraph/package.json") as { version: string }).version).toBe("0.5.11");
		expect(loadEngine().binary).toBe("be0b89d82fa81b91c23426af04e301f1ff276dce1fded8ca2bd2a13c371cc327");
	});

	test("shows its memory, its table and the handle of a store", () => {
		expect(() => loadEngine()).toThrow(TypeError);
		const { Store } = require("oxigraph") as typeof import("oxigraph");
		expect(Object.keys(new Store())).toEqual(["__wbg_ptr"]);
	});
});
