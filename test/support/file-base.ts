import { answerOf, type TestServer, type TestServerOptions, testServer, toolCall } from "./server.ts";

type Json = Record<string, unknown>;

/** What a file tool answered over HTTP. */
export interface FileAnswer {
	readonly text: string;
	/** The structure, empty where the call was refused. */
	readonly json: Json;
	readonly error: { readonly code: string; readonly message: string; readonly details?: Json } | undefined;
	readonly ignored: readonly string[] | undefined;
}

/** A base whose documents are uploaded over REST and read by the file tools over MCP. */
export interface FileBase extends AsyncDisposable {
	readonly server: TestServer;
	readonly kb: string;
	readonly token: string;
	/** Where its file tools are. */
	readonly url: string;
	/** Uploads bytes or a text; gives the id that the file tools print. */
	upload(
		filename: string,
		content: string | Uint8Array,
		fields?: Readonly<Record<string, string>>,
	): Promise<string>;
	/** Takes a document out of use. */
	remove(id: string): Promise<void>;
	call(tool: string, args?: Json, token?: string): Promise<FileAnswer>;
	/** Another base on the same server. */
	another(): Promise<FileBase>;
	/** The structure of an answer that must be a success. */
	read(tool: string, args?: Json): Promise<Json>;
}

/** A base on a server of its own. */
export async function fileBase(options: TestServerOptions = {}): Promise<FileBase> {
	return baseOn(await testServer({ demo: false, ...options }));
}

async function baseOn(server: TestServer): Promise<FileBase> {
	const kb = await server.base("Harbour");
	const token = await server.token({ scope: "write" });
	const url = `${server.url}/v1/knowledge_bases/vs_${kb}/mcp`;
	const authorization = `Bearer ${token}`;
	const call: FileBase["call"] = async (tool, args = {}, as = token) => {
		const { result } = await answerOf(server.send(as, toolCall(tool, args), { url }));
		return {
			text: result.content[0]?.text ?? "",
			json: (result.structuredContent ?? {}) as Json,
			error: result.isError ? result._meta?.error : undefined,
			ignored: result._meta?.ignored_arguments,
		};
	};
	return {
		server,
		kb,
		token,
		url,
		call,
		another: () => baseOn(server),
		async upload(filename, content, fields = {}) {
			if (typeof content === "string" && filename.includes("\n")) {
				// A form would make another line break of it.
				const response = await fetch(`${server.url}/api/v1/kbs/${kb}/documents`, {
					method: "POST",
					headers: { authorization, "content-type": "application/json" },
					body: JSON.stringify({ filename, text: content, ...fields }),
				});
				return idIn(response);
			}
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			form.append("filename", filename);
			const bytes = typeof content === "string" ? Buffer.from(content) : content;
			form.append(
				"file",
				new Blob([new Uint8Array(bytes)]),
				filename.replace(/^.*\//, "").replace(/\s/g, "_"),
			);
			const response = await fetch(`${server.url}/api/v1/kbs/${kb}/documents`, {
				method: "POST",
				headers: { authorization },
				body: form,
			});
			return idIn(response);
		},
		async remove(id) {
			const response = await fetch(`${server.url}/api/v1/kbs/${kb}/documents/${id.replace("vsf_", "")}`, {
				method: "DELETE",
				headers: { authorization },
			});
			if (!response.ok) throw new Error(await response.text());
		},
		async read(tool, args) {
			const answer = await call(tool, args);
			if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
			return answer.json;
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

async function idIn(response: Response): Promise<string> {
	const answer = (await response.json()) as { readonly id?: string };
	if (!response.ok || answer.id === undefined) throw new Error(JSON.stringify(answer));
	return `vsf_${answer.id}`;
}

/** The handbook of the acceptance fixture. */
export const HANDBOOK = `# Harbour handbook
Here we greet every crew.
Office hours: 08:00 to 17:00.
The duty officer assigns berths.
At night we answer radio channel 12.
Gate code format: a.b*c(1)[x]$
Wrong form: aXbbc1x
Arrival forms start at INV-42.
Badges expire after 90 days.
Fuel is paid by card.
Refunds take 14 days.
End of handbook.
`;

/** The log of the acceptance fixture. */
export const LOG = Array.from({ length: 20 }, (_, n) => {
	const day = String(n + 1).padStart(2, "0");
	return `2026-09-${day} gate ${n % 2 === 0 ? "open" : "closed"}, wind ${10 + n} knots.\n`;
}).join("");

export const WIDE = `${"x".repeat(700_000)}NEEDLE${"y".repeat(499_994)}`;
export const UNI = "😀 Café naïve straße 北京 \u212a\n";

/** A page without any text on it. */
export const SCAN = Buffer.from(
	`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
4 0 obj<</Length 24>>stream
10 10 100 100 re S
endstream
endobj
trailer<</Root 1 0 R>>
`,
	"latin1",
);

/** The open documents of the acceptance fixture, and `notes.txt` twice. */
export const FIXTURE: readonly (readonly [name: string, content: string | Uint8Array])[] = [
	["handbook.md", HANDBOOK],
	["crlf.txt", "alpha\r\nbeta\r\ngamma"],
	["wide.json", WIDE],
	["uni.md", UNI],
	["ctx.txt", "pier\nmast\npier2\nrope\nkeel\npier3\n"],
	["log.txt", LOG],
	["port-log.md", "Heron berths at Pier 4 since 2024.\nPier 4 is part of East Dock.\n"],
	["empty.txt", ""],
	["scan.pdf", SCAN],
	["notes.txt", "Ana: order new ropes.\n"],
	["notes.txt", "Cy: interview on Monday.\n"],
];
