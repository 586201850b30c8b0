import { readFileSync } from "node:fs";
import type { Collection } from "./retrieval.ts";

/** The labelled set of our own: passages about a harbour that does not exist, in twelve languages. */
export function harbourQuality(): Collection {
	const file = new URL("../../data/search-quality/harbour.json", import.meta.url);
	return JSON.parse(readFileSync(file, "utf8")) as Collection;
}
