const floors = [
	["errors", "built"],
	["config"],
	["rdf"],
	["vocab", "time"],
	["timeline", "closure", "text", "embedding"],
	["chunking"],
	["parsing", "search"],
	["sparql", "manual"],
	["store"],
	["access"],
	["ontology"],
	["ledger"],
	["writing"],
	["rules"],
	["findings/checks"],
	["derive"],
	["documents"],
	["actions"],
	["ingestion", "indexing"],
	["declaring"],
	["findings"],
	["export"],
	["mcp"],
	["api"],
	["http", "cli"],
	["main"],
];
const room = (name) => `^src/${name}(/|[.]ts$)`;
const downOnly = floors.flatMap((rooms, floor) =>
	rooms.map((name) => ({
		name: `floor-${name}`,
		severity: "error",
		from: { path: room(name) },
		to: { path: "^src/", pathNot: [room(name), ...floors.slice(0, floor).flat().map(room)] },
	})),
);
const only = (name, to, ...homes) => ({ name, severity: "error", from: { path: "^src/", pathNot: homes.map(room) }, to });
const home = (names, ...rooms) =>
	only(`home-of-${names.replace(/\W+/g, "-")}`, { path: `node_modules/(${names})(/|$)` }, ...rooms);

export default {
	forbidden: [
		...downOnly,
		{ name: "no-circular", severity: "error", from: {}, to: { circular: true } },
		{ name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
		{
			name: "no-dev-dependency-in-src",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/vocab/generate[.]ts$" },
			to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
		},
		{
			name: "timeline-is-pure",
			severity: "error",
			from: { path: room("timeline") },
			to: { pathNot: ["timeline", "time", "errors"].map(room) },
		},
		{
			name: "closure-is-pure",
			severity: "error",
			from: { path: room("closure") },
			to: { pathNot: ["closure", "time", "errors"].map(room) },
		},
		only("reads-go-through-a-view", { path: "^src/store/" }, "store", "access", "ledger", "writing", "ingestion", "export", "main", "cli"),
		only("stores-are-chosen-in-main", { path: "^src/store/oxigraph/" }, "store/oxigraph", "main", "cli"),
		home("oxigraph|lmdb", "store"),
		{
			name: "text-is-pure",
			severity: "error",
			from: { path: room("text") },
			to: { path: "^src/", pathNot: ["text", "errors"].map(room) },
		},
		home("big.js", "rules"),
		home("@xenova", "embedding"),
		home("re2js", "text"),
		home("minisearch|wink-porter2-stemmer", "search"),
		// vocab/generate.ts is run by people, never by the server: it may parse the vocabulary itself.
		home("n3|jsonld", "rdf", "vocab/generate"),
		home("@modelcontextprotocol", "mcp", "http"),
		home("fastify|@fastify", "http"),
		home("wink-nlp|wink-eng-lite-web-model|unified|remark-parse|remark-gfm|mdast-util-to-string", "chunking"),
		home(
			"file-type|unpdf|mammoth|@mozilla/readability|linkedom|cheerio|turndown|csv-parse|read-excel-file|fflate|postal-mime",
			"parsing",
		),
	],
	options: {
		doNotFollow: { path: "node_modules" },
		tsConfig: { fileName: "tsconfig.json" },
		tsPreCompilationDeps: true,
		enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
	},
};
