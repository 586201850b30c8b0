import { existsSync } from "node:fs";
import { join } from "node:path";
import { cranfield } from "../support/cranfield.ts";
import { rankingsOf, tableOf } from "../support/retrieval.ts";

/**
 * How good searching is on collections that are not part of the project: they lie in the folder that UTOPIA_BENCH_DATA names.
 * Prints figures; asserts nothing.
 */
const folder = process.env["UTOPIA_BENCH_DATA"] ?? "";
const places = [folder, join(folder, "cranfield")];
const found = folder === "" ? undefined : places.find((place) => existsSync(join(place, "cran.all.1400")));

if (found === undefined) {
	console.log(
		"Nothing is measured: UTOPIA_BENCH_DATA names no folder with cran.all.1400, cran.qry and cranqrel (the Cranfield collection).",
	);
} else {
	const collection = cranfield(found);
	console.log(`Cranfield: ${collection.passages.length} texts, ${collection.questions.length} questions`);
	for (const line of tableOf(collection, await rankingsOf(collection))) console.log(line);
}
