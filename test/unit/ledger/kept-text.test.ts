import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { wholeView } from "../../../src/access/view.ts";
import { importLedger } from "../../../src/export/import-ledger.ts";
import { entityIndex } from "../../../src/ledger/entity-index.ts";
import { factLives } from "../../../src/ledger/fact-lives.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import { GENERATED_KB, generatedTurtle } from "../../support/generated-base.ts";
import { temporaryFolder } from "../../support/stores.ts";

const FACTS = 4_000;

function heapInUse(collect: () => void): number {
	collect();
	collect();
	return process.memoryUsage().heapUsed;
}

test("what is kept of a base does not keep the answers it was read from", async () => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;
	using folder = temporaryFolder();
	await using directory = await DataDirectory.open(folder.path, { warn: () => undefined });
	const store = await directory.kb(GENERATED_KB);
	const view = wholeView(store, GENERATED_KB);
	const body = Readable.from(generatedTurtle(FACTS)).map((piece: string) => Buffer.from(piece));
	await importLedger({ store, view }, body, { format: "turtle" });

	const before = heapInUse(collect);
	const index = await view.kept(entityIndex);
	const ofIndex = heapInUse(collect) - before;
	const lives = await view.kept(factLives);
	const ofLives = heapInUse(collect) - before - ofIndex;

	// The answers are some 400 bytes a fact and 500 an entity; ids, numbers and the index over the names are what may stay.
	expect(ofLives / FACTS).toBeLessThan(300);
	expect(ofIndex / FACTS).toBeLessThan(300);
	expect([index, lives]).toHaveLength(2);
});
