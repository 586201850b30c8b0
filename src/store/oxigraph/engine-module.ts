import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Oxigraph from "oxigraph";

/** `WebAssembly` as far as it is used: Node's types leave it to the browser's library. */
interface WebAssemblyApi {
	Instance: new (module: object, imports: object) => { readonly exports: unknown };
	readonly RuntimeError: new (message: string) => Error;
}

export interface WasmMemory {
	readonly buffer: ArrayBuffer;
	grow(pages: number): number;
}

export interface WasmTable {
	readonly length: number;
	get(index: number): unknown;
	set(index: number, value: unknown): void;
	grow(entries: number): number;
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

/** What is used of the instance behind the package: its memory and allocator, and the table of JavaScript values it refers to. */
export interface EngineExports {
	readonly memory: WasmMemory;
	readonly __wbindgen_externrefs: WasmTable;
	__wbindgen_malloc(bytes: number, alignment: number): number;
	__wbindgen_free(at: number, bytes: number, alignment: number): void;
}

export interface EngineModule {
	readonly oxigraph: typeof Oxigraph;
	readonly exports: EngineExports;
	/** SHA-256 of the engine's binary: an image fits no other. */
	readonly binary: string;
}

/**
 * Loads the engine into this thread and catches its instance while the package's glue code makes it. The glue is CommonJS and
 * instantiates synchronously, so nothing else can come between. Once per thread.
 */
export function loadEngine(): EngineModule {
	const require = createRequire(import.meta.url);
	const entry = require.resolve("oxigraph");
	const Original = webAssembly.Instance;
	const caught: { readonly exports: unknown }[] = [];
	webAssembly.Instance = new Proxy(Original, {
		construct(target, [module, imports]: [object, object]) {
			const instance = new target(module, imports);
			caught.push(instance);
			return instance;
		},
	});
	let oxigraph: typeof Oxigraph;
	try {
		oxigraph = require("oxigraph") as typeof Oxigraph;
	} finally {
		webAssembly.Instance = Original;
	}
	const [instance] = caught;
	if (instance === undefined) throw new TypeError("the engine was loaded in this thread before");
	const binary = createHash("sha256")
		.update(readFileSync(join(dirname(entry), "node_bg.wasm")))
		.digest("hex");
	return { oxigraph, exports: instance.exports as EngineExports, binary };
}

/** The engine's allocator aborts the instance where memory ends; so near to that nothing is asked for ahead. */
const RESERVE_BELOW = 3 * 2 ** 30;
const RESERVE_MOST = 2 ** 26;

/**
 * Has the allocator take memory for some time to come in one step. By itself it takes 64 KiB, and for each of these steps
 * JavaScript collects its garbage, believing that the whole memory is a new buffer: a third of the time of a large load.
 */
export function reserve({ memory, __wbindgen_malloc, __wbindgen_free }: EngineExports, least: number): void {
	const { byteLength } = memory.buffer;
	if (byteLength > RESERVE_BELOW) return;
	const bytes = Math.min(RESERVE_MOST, Math.max(least, Math.floor(byteLength / 8)));
	__wbindgen_free(__wbindgen_malloc(bytes, 1), bytes, 1);
}
