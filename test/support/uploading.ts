import { testServer } from "./server.ts";

/** What goes in and comes out. */
export type Json = Record<string, unknown>;

/** A server with an empty base that documents are brought into. */
export async function uploading(options: Parameters<typeof testServer>[0] = {}) {
	const server = await testServer({ demo: false, ...options });
	const kb = await server.base("Documents");
	const token = await server.token({ scope: "write" });
	const at = `${server.url}/api/v1/kbs/${kb}`;
	const authorization = `Bearer ${token}`;
	const answer = async (response: Response) => ({
		status: response.status,
		body: (await response.json()) as Json,
	});
	return {
		server,
		kb,
		token,
		at,
		text: async (body: Json) =>
			answer(
				await fetch(`${at}/documents`, {
					method: "POST",
					headers: { authorization, "content-type": "application/json" },
					body: JSON.stringify(body),
				}),
			),
		file: async (
			bytes: Uint8Array<ArrayBuffer>,
			filename: string,
			fields: Record<string, string> = {},
			headers: Record<string, string> = {},
		) => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			form.append("file", new Blob([bytes]), filename);
			return answer(
				await fetch(`${at}/documents`, {
					method: "POST",
					headers: { authorization, ...headers },
					body: form,
				}),
			);
		},
		ask: async (method: string, path: string, body?: Json) =>
			answer(
				await fetch(`${at}${path}`, {
					method,
					headers: { authorization, ...(body && { "content-type": "application/json" }) },
					...(body && { body: JSON.stringify(body) }),
				}),
			),
		bytes: async (path: string) => {
			const response = await fetch(`${at}${path}`, { headers: { authorization } });
			return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
