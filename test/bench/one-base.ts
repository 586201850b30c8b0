/**
 * A process of its own around one generated base, as a server has it: opened from its folder, asked over the channel to whoever
 * started it. `folder facts owner`
 */
import { setImmediate } from "node:timers/promises";
import { entitiesOf, entityId, GENERATED_KB } from "../support/generated-base.ts";
import { NO_DOCUMENTS } from "../support/no-documents.ts";
import { built } from "./built.ts";
import { questions } from "./questions.ts";
import { type Times, timesOf } from "./timing.ts";

/** Calls of a tool, or of the first template of `entity_facts` alone. */
export interface Asked {
	readonly what: string;
	readonly from: number;
	readonly to: number;
}

/** What comes back: how long it took from opening to the first answer, then the times of what is asked. */
export type Told = { readonly ready: number } | Times;

const { World } = await built<typeof import("../../src/cli/world.ts")>("cli/world.js");
const { callTool } = await built<typeof import("../../src/mcp/call-tool.ts")>("mcp/call-tool.js");
const { CursorSeal } = await built<typeof import("../../src/mcp/cursor.ts")>("mcp/cursor.js");
const { TOOLS } = await built<typeof import("../../src/mcp/registry.ts")>("mcp/registry.js");
const { systemClock } = await built<typeof import("../../src/time/clock.ts")>("time/clock.js");
const { loadTemplate } = await built<typeof import("../../src/sparql/template.ts")>("sparql/template.js");
const { baseIri, graphsOf } = await built<typeof import("../../src/rdf/base-iris.ts")>("rdf/base-iris.js");
const { dateTime } = await built<typeof import("../../src/ledger/stated-date.ts")>("ledger/stated-date.js");

/** What stands for the first template among the names of the tools. */
const TEMPLATE = "template";
const [folder = "", size = "", owner = ""] = process.argv.slice(2);
const facts = Number(size);
const world = await World.open(folder, () => undefined);
const view = await world.view(GENERATED_KB);
const cursors = new CursorSeal(Buffer.alloc(32, 1), systemClock);
const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
const asked = questions(facts);

async function call(name: string, args: Record<string, unknown>): Promise<void> {
	const tool = tools.get(name);
	if (tool === undefined) throw new TypeError(name);
	const answer = await callTool(tool, args, {
		caller: { owner, scope: "read" },
		view,
		signal: new AbortController().signal,
		cursors,
		documents: NO_DOCUMENTS,
		requestId: "bench",
		report: () => undefined,
	});
	if (answer.isError) throw new Error(JSON.stringify(answer));
}

function firstTemplate(): (n: number) => Promise<unknown> {
	const template = loadTemplate("ledger/facts-of-entities");
	const { ledger } = graphsOf(GENERATED_KB);
	const asOf = dateTime(systemClock.now());
	const entities = entitiesOf(facts);
	return (n) => {
		const entity = baseIri(GENERATED_KB, "entity", entityId((n * 7_919) % entities));
		return view.select(template.bind({ ledger, entities: [entity], asOf }, { limit: 10_000 }));
	};
}

function tell(told: Told): void {
	process.send?.(told);
}

const template = firstTemplate();
process.on("message", async ({ what, ...range }: Asked) => {
	await setImmediate();
	tell(await timesOf(what === TEMPLATE ? template : (n) => call(what, asked[what]?.(n) ?? {}), range));
});
process.on("disconnect", async () => {
	await world[Symbol.asyncDispose]();
	process.exit(0);
});
const started = performance.now();
await call("find_entities", { name: "heron" });
tell({ ready: performance.now() - started });
