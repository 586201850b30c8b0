import type { DocumentParts } from "../../src/mcp/tool.ts";
import { Matching } from "../../src/text/matching.ts";

/** For tests and benches of tools that read no documents. */
export const NO_DOCUMENTS: DocumentParts = {
	shelf: () => Promise.reject(new TypeError("no index is kept here")),
	matching: new Matching(),
};
