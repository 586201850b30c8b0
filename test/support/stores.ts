import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BoundQuery } from "../../src/sparql/template.ts";
import { Template } from "../../src/sparql/template.ts";
import { DataDirectory, type DirectoryOptions } from "../../src/store/oxigraph/data-directory.ts";
import type { OxigraphStore } from "../../src/store/oxigraph/oxigraph-store.ts";

export interface TemporaryFolder extends Disposable {
	readonly path: string;
}

/** An empty folder that is gone with everything in it at the end of the block. */
export function temporaryFolder(): TemporaryFolder {
	const path = mkdtempSync(join(tmpdir(), "utopia-test-"));
	return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export interface TemporaryStore extends AsyncDisposable {
	readonly store: OxigraphStore;
	readonly directory: DataDirectory;
	readonly folder: string;
	/** What operators would have read. */
	readonly warnings: readonly string[];
}

export const KB = "00000000-0000-4000-8000-000000000001";

/** An empty base in a directory of its own; both are gone at the end of the block. */
export async function temporaryStore(options: Partial<DirectoryOptions> = {}): Promise<TemporaryStore> {
	const folder = temporaryFolder();
	const warnings: string[] = [];
	const directory = await DataDirectory.open(folder.path, {
		warn: (line) => warnings.push(line),
		...options,
	});
	return {
		store: await directory.kb(KB),
		directory,
		folder: folder.path,
		warnings,
		async [Symbol.asyncDispose]() {
			await directory[Symbol.asyncDispose]();
			folder[Symbol.dispose]();
		},
	};
}

/** A query written in a test. The text carries its own LIMIT nowhere: `bind` appends it. */
export function testQuery(text: string, limit = 1_000_000): BoundQuery {
	return new Template("test", text).bind({}, { limit });
}
