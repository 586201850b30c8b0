import { z } from "zod";
import type { SearchHealth } from "../indexing/shelves.ts";
import { type AnyRoute, route } from "./route.ts";

/** What the server says of its own state. A reason is a sentence without names of bases. */
export interface Readiness {
	readonly openBases: number;
	/** Whether calls and writes are taken. What is degraded may be less than that. */
	readonly isReady: boolean;
	readonly degraded: readonly string[];
}

/** What each reason for searches that are worth less means for those who watch a server. */
export const SEARCH_REASONS: Readonly<Record<NonNullable<SearchHealth["reason"]>, string>> = {
	model_missing: "The model is missing, so passages are found by words alone.",
	model_failed: "The model does not load, so passages are found by words alone.",
	embedder_down: "The model is out of order at the moment, so passages are found by words alone.",
	index_pending: "An index is being built, so passages may not be found yet.",
	vectors_incomplete: "Some passages have no vectors yet, and are found by words alone.",
};

const search = z
	.object({
		mode: z.enum(["hybrid", "text-only"]).describe("Words and meaning, or words alone."),
		model: z.string().nullable().describe("The model's name; null without one."),
		dims: z.int().nullable().describe("Numbers in a vector."),
		degraded: z.boolean(),
		reason: z.enum(Object.keys(SEARCH_REASONS)).nullable(),
	})
	.nullable()
	.describe("How documents are searched; null until the model was loaded.");

function searchJson(health: SearchHealth | undefined) {
	if (health === undefined) return null;
	const { mode, model = null, dims = null, degraded, reason = null } = health;
	return { mode, model, dims, degraded, reason };
}

const ready = z.object({
	status: z.enum(["ready", "degraded"]),
	open_bases: z.int().describe("How many bases are open; a base opens on first use."),
	reasons: z.array(z.string()),
	search,
});

/** Whether the server lives, and whether it is in full strength. Neither names a base. */
export function systemRoutes(
	readiness: () => Promise<Readiness>,
	searching: () => SearchHealth | undefined,
): readonly AnyRoute[] {
	return [
		route({
			method: "GET",
			url: "/health",
			summary: "Whether the process answers",
			needs: "nobody",
			answers: { 200: z.object({ status: z.enum(["ok"]), search }) },
			handle: async () => ({ status: "ok", search: searchJson(searching()) }),
		}),
		route({
			method: "GET",
			url: "/ready",
			summary: "Whether requests are served and writes taken (else 503), and what is degraded",
			needs: "nobody",
			answers: { 200: ready, 503: ready },
			async handle({ reply }) {
				const { openBases, isReady, degraded } = await readiness();
				const status = degraded.length === 0 ? "ready" : "degraded";
				const told = { status, open_bases: openBases, reasons: degraded, search: searchJson(searching()) };
				return reply.code(isReady ? 200 : 503).send(told);
			},
		}),
	];
}

/** The page at the root, for people who open the address in a browser. */
export function startPage(origin: string): string {
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Utopia</title>
<h1>Utopia</h1>
<p>A server for knowledge bases whose facts remember when they were true and when they were known.
It is made for programs; this version has no pages to look around in.</p>
<dl>
<dt>For an MCP client</dt>
<dd><code>${origin}/api/v1/kbs/{kb_id}/mcp</code> with the header <code>Authorization: Bearer utp_pat_…</code></dd>
<dt>Which bases there are</dt>
<dd><code>${origin}/api/v1/kbs</code> with the same header, or <code>utopia kb list</code> where the data lies</dd>
<dt>A token</dt>
<dd><code>utopia token create</code>, or <code>POST ${origin}/api/v1/tokens</code></dd>
<dt>The whole base as RDF</dt>
<dd><code>${origin}/api/v1/kbs/{kb_id}/export?format=turtle</code></dd>
<dt>All routes</dt>
<dd><a href="/api/v1/openapi.json">/api/v1/openapi.json</a></dd>
</dl>
</html>
`;
}
