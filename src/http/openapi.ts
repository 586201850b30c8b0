import { z } from "zod";
import type { AnyRoute } from "./route.ts";

type Node = Record<string, unknown>;

const ERROR = z.object({
	error: z.object({
		code: z.string().describe("Stable; what a program decides by."),
		message: z.string(),
		details: z.object({}).optional(),
	}),
});

const NEEDS: Readonly<Record<AnyRoute["needs"], readonly Node[]>> = {
	nobody: [],
	credential: [{ token: [] }, { session: [] }],
	write: [{ token: [] }, { session: [] }],
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): Node {
	const { $schema, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Node;
	return plain;
}

/** `{kb}` in place of `:kb`. */
const templated = (url: string) => url.replace(/:(\w+)/g, "{$1}");

function parameters({ params, query, headers }: AnyRoute): readonly Node[] {
	const told = (place: "path" | "query" | "header", shape: z.ZodObject | undefined) => {
		if (shape === undefined) return [];
		const { properties = {}, required = [] } = schemaOf(shape, "input") as {
			properties?: Node;
			required?: string[];
		};
		return Object.entries(properties).map(([name, schema]) => {
			const { description, ...rest } = schema as Node;
			return {
				name,
				in: place,
				required: required.includes(name),
				schema: rest,
				...(description ? { description } : {}),
			};
		});
	};
	return [...told("path", params), ...told("query", query), ...told("header", headers)];
}

function requestBody({ body, media }: AnyRoute): Node {
	if (body !== undefined) {
		return {
			requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
		};
	}
	if (media === undefined) return {};
	return { requestBody: { required: true, content: Object.fromEntries(media.map((type) => [type, {}])) } };
}

function responses({ answers }: AnyRoute): Node {
	const told = Object.entries(answers).map(([status, answer]) => {
		if (answer === undefined) return [status, { description: "Done" }];
		const content =
			typeof answer === "string"
				? { [answer]: {} }
				: { "application/json": { schema: schemaOf(answer, "output") } };
		return [status, { description: "Done", content }];
	});
	const failed = {
		description: "Refused or failed",
		content: { "application/json": { schema: schemaOf(ERROR, "output") } },
	};
	return { ...Object.fromEntries(told), default: failed };
}

/** The MCP endpoints speak JSON-RPC: what they take and give is told by `tools/list`, not here. */
function mcpPath(summary: string): Node {
	const message = { "application/json": { schema: { type: "object" } } };
	return {
		post: {
			summary,
			security: [{ token: [] }],
			parameters: [
				{ name: "kb_id", in: "path", required: true, schema: { type: "string" } },
				{
					name: "tools",
					in: "query",
					required: false,
					schema: { type: "string" },
					description: "graph, files, search, separated by commas.",
				},
			],
			requestBody: { required: true, content: message },
			responses: {
				200: { description: "A JSON-RPC answer", content: message },
				202: { description: "A notification was taken" },
			},
		},
	};
}

/** The description of the API, made from the schemas that check the requests. */
export function openApi(routes: readonly AnyRoute[], version: string): Node {
	const paths: Record<string, Node> = {
		"/api/v1/kbs/{kb_id}/mcp": mcpPath("MCP, graph tools by default"),
		"/v1/knowledge_bases/{kb_id}/mcp": mcpPath("MCP, file tools by default"),
	};
	for (const route of routes) {
		const path = templated(route.url);
		paths[path] = {
			...paths[path],
			[route.method.toLowerCase()]: {
				summary: route.summary,
				security: NEEDS[route.needs],
				parameters: parameters(route),
				...requestBody(route),
				responses: responses(route),
			},
		};
	}
	return {
		openapi: "3.1.0",
		info: { title: "Utopia", version },
		paths,
		components: {
			securitySchemes: {
				token: { type: "http", scheme: "bearer", description: "A personal access token, utp_pat_…" },
				session: { type: "apiKey", in: "cookie", name: "utopia_session" },
			},
		},
	};
}
