import type { FirstStart } from "./first-start.ts";

/** What is told about a server that is about to be ready. */
export interface Told {
	readonly address: string;
	readonly folder: string;
	readonly first: FirstStart | undefined;
	readonly bases: readonly { readonly id: string; readonly name: string }[];
}

/** The lines that greet whoever starts a server. */
export function banner({ address, folder, first, bases }: Told): readonly string[] {
	const demo = first?.demo;
	return [
		`Utopia keeps its data in ${folder}`,
		"",
		`Web            ${address}/`,
		`MCP            ${address}/api/v1/kbs/${demo?.kb ?? bases[0]?.id ?? "{kb_id}"}/mcp`,
		...bases.map(({ id, name }) => `Base           ${id}  ${name}`),
		...(demo === undefined ? [] : demoLines(address, demo)),
		"",
	];
}

/** The lines that tell of a new administrator, once. */
export function administratorLines({
	administrator,
	password,
}: Pick<FirstStart, "administrator" | "password">): readonly string[] {
	const made = password === undefined ? "with the password from UTOPIA_ADMIN_PASSWORD" : password;
	return [
		`Administrator  ${administrator.email}`,
		`Password       ${made}${password === undefined ? "" : "  (shown once)"}`,
	];
}

function demoLines(
	address: string,
	{ kb, facts, token }: NonNullable<FirstStart["demo"]>,
): readonly string[] {
	const url = `${address}/api/v1/kbs/${kb}/mcp`;
	const client = {
		mcpServers: { "utopia-demo": { type: "http", url, headers: { Authorization: `Bearer ${token}` } } },
	};
	return [
		`Demo base      ${facts} facts`,
		`Read token     ${token}  (shown once, 90 days)`,
		"",
		"For an MCP client that reads JSON:",
		"",
		JSON.stringify(client, null, 2),
	];
}
