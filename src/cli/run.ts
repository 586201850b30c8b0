import { INFO } from "../mcp/server.ts";
import { classCommand } from "./class.ts";
import { type Command, given, type Rooms } from "./command.ts";
import { document } from "./document.ts";
import { entity } from "./entity.ts";
import { exitOf } from "./exit.ts";
import { exportBase } from "./export.ts";
import { fact } from "./fact.ts";
import { finding } from "./finding.ts";
import { importFiles } from "./import.ts";
import { journal } from "./journal.ts";
import { kb } from "./kb.ts";
import { mcp } from "./mcp.ts";
import { ontology } from "./ontology.ts";
import { proof } from "./proof.ts";
import { relation } from "./relation.ts";
import { rule } from "./rule.ts";
import { serve } from "./serve.ts";
import { token } from "./token.ts";
import { verify } from "./verify.ts";

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
	serve,
	mcp,
	token,
	kb,
	fact,
	entity,
	document,
	proof,
	finding,
	ontology,
	classCommand,
	relation,
	rule,
	importFiles,
	exportBase,
	journal,
	verify,
];

function overview(): string {
	const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`);
	return ["utopia COMMAND …", "", ...lines, "", "utopia COMMAND --help shows flags and examples."].join("\n");
}

/** Runs a command line and gives the exit code. */
export async function runCommand(args: readonly string[], rooms: Rooms): Promise<number> {
	const [name = "--help", ...rest] = args;
	if (name === "--help" || name === "-h" || name === "help") {
		console.log(overview());
		return 0;
	}
	if (name === "--version") {
		console.log(INFO.version);
		return 0;
	}
	const command = COMMANDS.find((known) => known.name === name);
	if (command === undefined) {
		console.error(`UTOPIA_SETTING_INVALID\nThere is no command ${name}.\n\n${overview()}`);
		return 64;
	}
	if (rest.includes("--help") || rest.includes("-h")) {
		console.log(command.help);
		return 0;
	}
	try {
		await command.run(given(command, rest), rooms);
		return 0;
	} catch (error) {
		const { code, lines } = exitOf(error, { takesUrl: command.settings.includes("url") });
		for (const line of lines) console.error(line);
		return code;
	}
}
