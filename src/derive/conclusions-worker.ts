import { parentPort } from "node:worker_threads";
import type { Recalled } from "../closure/premise.ts";
import type { Instant } from "../time/instant.ts";
import { Concluding } from "./concluding.ts";
import type { Answer, Answered, Ask, Asked, AxiomRuleIds } from "./protocol.ts";
import { axiomRulesOf, nquadsOf, thingsIn } from "./rows.ts";

const port = parentPort;
if (port === null) throw new TypeError("conclusions are drawn in a thread of their own");
const concluding = new Concluding();
/** Makes the rows of what was drawn last, where it was not listed. */
let making: ((axiomRules: AxiomRuleIds) => Generator<string>) | undefined;
let rows: Generator<string> | undefined;
let recalled: Recalled[] = [];

/** What is asked, with all that was recalled before. */
function whole(ask: Ask): Ask {
	if (ask.kind !== "restart") return ask;
	const all = [...recalled, ...ask.recalled];
	recalled = [];
	return { ...ask, recalled: all };
}

function answer(asked: Extract<Asked, { kind: "draw" }>): Answer {
	if (making !== undefined) throw new TypeError("the rows of the last answer were not all taken");
	const { kb, mostListed } = asked;
	const at = asked.at as Instant;
	const { change, around } = concluding.answer(whole(asked.ask), kb, at);
	const { capped, contradictions, troubles, ...listed } = change;
	const isListed = thingsIn(listed) <= mostListed;
	if (!isListed) making = (axiomRules) => nquadsOf(listed, { kb, at, axiomRules });
	return {
		count: { added: listed.drawn.length, removed: listed.withdrawn.length },
		listed: isListed ? listed : undefined,
		axiomRules: axiomRulesOf(listed),
		hindered: { capped, contradictions, troubles },
		around,
	};
}

function nextRows(axiomRules: AxiomRuleIds): string | undefined {
	rows ??= making?.(axiomRules);
	const nquads = rows?.next().value as string | undefined;
	if (nquads === undefined) [making, rows] = [undefined, undefined];
	return nquads;
}

port.on("message", (asked: Asked) => {
	const send = (answered: Answered) => port.postMessage(answered);
	try {
		if (asked.kind === "recall") for (const one of asked.recalled) recalled.push(one);
		else if (asked.kind === "draw") send({ kind: "answer", answer: answer(asked) });
		else send({ kind: "rows", nquads: nextRows(asked.axiomRules) });
	} catch (error) {
		const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
		send({ kind: "failure", failure });
	}
});
