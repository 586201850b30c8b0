import { queryOnce, SwiplEye } from "eyereasoner";
import type { EyeTask } from "./eye-rules.ts";

// The process in which EYE runs once: it gets a task by message, and answers by message. Started by eye.ts.

/** What the child says: what EYE did and what that took, or the words in which EYE gave up, if it found any. */
export type EyeAnswer =
	| {
			readonly closed: true;
			readonly seconds: number;
			readonly reasoningSeconds: number;
			readonly cpuSeconds: number;
			readonly peakMegabytes: number;
			readonly conclusions: number;
	  }
	| { readonly closed: false; readonly complaint: string | undefined };

// No proofs, and none of the general machinery that plain rules over plain facts can do without: it makes EYE several times slower.
const SWITCHES = [
	"--nope",
	"--no-ucall",
	"--no-call-residue-vars",
	"--no-distinct-input",
	"--no-distinct-output",
	"--no-qnames",
];
const COUNT = /^<urn:(pairs|selves)> <urn:count> "?(\d+)/;
const PAIR = /^<urn:e:(\d+)> <(urn:[ac]:\d+)> <urn:e:(\d+)>/;

/** Reads the lines that EYE prints: counts that it made itself, or pairs; and which counts above zero and relations there were. */
function counter() {
	let total = 0;
	const answers = new Set<string>();
	const read = (line: string) => {
		const [, subject, relation, object] = PAIR.exec(line) ?? [];
		if (relation !== undefined) {
			answers.add(relation);
			if (subject !== object) total++;
		}
		const [, counted, text] = COUNT.exec(line) ?? [];
		if (counted === undefined || Number(text) === 0) return;
		answers.add(`${answers.size}`);
		total += counted === "pairs" ? Number(text) : 1 - Number(text);
	};
	return { read, total: () => total, answers: () => answers.size };
}

async function run(task: EyeTask): Promise<EyeAnswer> {
	const { read, total, answers } = counter();
	const said: string[] = [];
	const failed = () => said.find((line) => /ERROR|Abort|memory/i.test(line));
	const eye = await SwiplEye({ print: read, printErr: (line) => said.push(line) });
	// The module has 2 GiB of memory; EYE's own limits are half of that.
	eye.prolog
		.query("set_prolog_flag(stack_limit, 2000000000), set_prolog_flag(table_space, 2000000000)")
		.once();
	const query = task.query === undefined ? ["--pass-only-new"] : ["--query", "./query.n3"];
	eye.FS.writeFile("facts.ttl", task.facts);
	eye.FS.writeFile("rules.n3", task.rules);
	if (task.query !== undefined) eye.FS.writeFile("query.n3", task.query);
	const cpu = process.cpuUsage();
	const begun = performance.now();
	try {
		queryOnce(eye, "main", [...SWITCHES, "--turtle", "facts.ttl", "rules.n3", ...query]);
	} catch (error) {
		return { closed: false, complaint: failed() ?? String(error) };
	}
	const seconds = (performance.now() - begun) / 1_000;
	const spent = process.cpuUsage(cpu);
	const complaint = failed();
	const reasoning = said
		.map((line) => /^reasoning \d+ .* (\d+) \[msec walltime\]/.exec(line)?.[1])
		.find(Boolean);
	if (complaint !== undefined || reasoning === undefined)
		return { closed: false, complaint: complaint ?? said.join("\n") };
	// EYE collects nothing where it runs into an error, of memory say, and goes on without a word.
	if (answers() < task.answers) return { closed: false, complaint: undefined };
	return {
		closed: true,
		seconds,
		reasoningSeconds: Number(reasoning) / 1_000,
		cpuSeconds: (spent.user + spent.system) / 1_000_000,
		peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
		conclusions: total() - task.asserted,
	};
}

process.once("message", async (task: EyeTask) => {
	const answer = await run(task);
	process.send?.(answer, () => process.exit(0));
});
