/**
 * How long EYE takes for the closure of a taxonomy under one transitive relation, and how many conclusions it draws.
 * Read the processor seconds where the machine does something else too. The limit is in seconds of the clock.
 * `npx tsx test/bench/eye.bench.ts [edges … and forms …]`   (default 1000 10000 100000 counted printed forward)
 */
import { eyeClosure } from "./eye.ts";
import type { Axiom, EyeForm } from "./eye-rules.ts";
import { closurePairs, deepTaxonomy, type Link, wideTaxonomy } from "./taxonomies.ts";

const FORMS: readonly EyeForm[] = ["counted", "printed", "forward"];
const words = process.argv.slice(2);
const sizes = words.map(Number).filter((size) => size > 0);
const named = FORMS.filter((form) => words.includes(form));
const SIZES = sizes.length > 0 ? sizes : [1_000, 10_000, 100_000];
const PAIRS_AN_EDGE = 10;
const WITHIN_SECONDS = 300;
const AXIOMS: readonly Axiom[] = [{ kind: "transitive", predicate: "part of" }];

const edgesOf = (links: readonly Link[]) =>
	links.map(({ child, parent }) => ({ subject: `${child}`, predicate: "part of", object: `${parent}` }));

for (const edges of SIZES) {
	const shapes = { wide: wideTaxonomy(edges), deep: deepTaxonomy(edges, PAIRS_AN_EDGE * edges) };
	for (const [shape, links] of Object.entries(shapes)) {
		const conclusions = closurePairs(links) - links.length;
		for (const form of named.length > 0 ? named : FORMS) {
			const run = await eyeClosure(edgesOf(links), AXIOMS, { form, withinSeconds: WITHIN_SECONDS });
			const what = `${shape} ${edges} edges, ${conclusions} conclusions, EYE ${form}:`;
			if (run.outcome !== "closed") {
				console.log(`${what} ${run.outcome} after ${run.seconds.toFixed(1)} s`);
				continue;
			}
			if (run.conclusions !== conclusions) throw new Error(`${what} EYE found ${run.conclusions}`);
			const { seconds, reasoningSeconds, cpuSeconds, peakMegabytes } = run;
			const times = `${seconds.toFixed(2)} s (reasoning ${reasoningSeconds.toFixed(2)} s, processor ${cpuSeconds.toFixed(2)} s)`;
			console.log(`${what} ${times}, ${peakMegabytes} MB`);
		}
	}
}
