// What EYE is given: facts as Turtle, and the axioms of relations as the rules that EYE closes fastest.

/** A fact as EYE gets it, without its interval. The three may be any text; equal text names the same thing. */
export interface Edge {
	readonly subject: string;
	readonly predicate: string;
	readonly object: string;
}

/** An axiom of a relation. `other` is its inverse, or the broader relation that it is a sub-property of. */
export type Axiom =
	| { readonly kind: "transitive" | "symmetric"; readonly predicate: string }
	| { readonly kind: "inverse" | "sub_property"; readonly predicate: string; readonly other: string };

/**
 * How EYE is asked. `counted`: backward rules with tables, from which EYE counts the pairs itself, which is the fastest that it can
 * do; `printed`: the same, and EYE writes every pair out; `forward`: one forward rule an axiom and `--pass-only-new`.
 */
export type EyeForm = "counted" | "printed" | "forward";

/**
 * What one run of EYE is given. `asserted`: how many of the pairs that it finds it was told (none in the forward form). `answers`: how
 * many counts above zero, or relations printed, it owes; with fewer it did not get through.
 */
export interface EyeTask {
	readonly facts: string;
	readonly rules: string;
	readonly query?: string;
	readonly asserted: number;
	readonly answers: number;
}

/** Rules of a relation, and the question that they are for, if there is one. */
interface Asked {
	readonly rules: string;
	readonly query?: string;
}

/** Some relation whose facts are facts of another one too, its ends exchanged if `turned`. */
interface Source {
	readonly predicate: string;
	readonly turned: boolean;
}

const LOG = "@prefix log: <http://www.w3.org/2000/10/swap/log#>.\n";
const LIST = "@prefix list: <http://www.w3.org/2000/10/swap/list#>.\n";

function numbering(): (text: string) => number {
	const numbers = new Map<string, number>();
	return (text) => {
		const known = numbers.get(text) ?? numbers.size;
		numbers.set(text, known);
		return known;
	};
}

/** The edges without repetitions and without those from a thing to itself, which are premises of nothing. */
function distinct(edges: readonly Edge[]): readonly Edge[] {
	const kept = new Map<string, Edge>();
	for (const edge of edges) {
		if (edge.subject === edge.object) continue;
		kept.set(JSON.stringify([edge.subject, edge.predicate, edge.object]), edge);
	}
	return [...kept.values()];
}

/** What concludes facts of `predicate` in one step: relations and whether their ends are exchanged. */
function steps(predicate: string, axioms: readonly Axiom[]): readonly Source[] {
	const found: Source[] = [];
	for (const axiom of axioms) {
		if (axiom.kind === "symmetric" && axiom.predicate === predicate) found.push({ predicate, turned: true });
		if (axiom.kind !== "inverse" && axiom.kind !== "sub_property") continue;
		const turned = axiom.kind === "inverse";
		if (axiom.other === predicate) found.push({ predicate: axiom.predicate, turned });
		if (turned && axiom.predicate === predicate) found.push({ predicate: axiom.other, turned });
	}
	return found;
}

/** Every relation whose facts are facts of `predicate` by symmetric, inverse and sub-property axioms, itself the first. */
function sources(predicate: string, axioms: readonly Axiom[]): readonly Source[] {
	const found = new Map<string, Source>();
	const open: Source[] = [{ predicate, turned: false }];
	for (let next = open.shift(); next !== undefined; next = open.shift()) {
		const key = JSON.stringify([next.predicate, next.turned]);
		if (found.has(key)) continue;
		found.set(key, next);
		const { turned } = next;
		for (const step of steps(next.predicate, axioms))
			open.push({ predicate: step.predicate, turned: step.turned !== turned });
	}
	return [...found.values()];
}

/** Whether some thing comes back to itself over the edges of `from`, each taken in its direction. */
function turns(from: readonly Source[], edges: readonly Edge[]): boolean {
	const out = new Map<string, string[]>();
	const before = new Map<string, number>();
	const ways = from.flatMap(({ predicate, turned }) =>
		edges
			.filter((edge) => edge.predicate === predicate)
			.map(
				(edge) => (turned ? [edge.object, edge.subject] : [edge.subject, edge.object]) as [string, string],
			),
	);
	for (const [start, end] of ways) {
		out.set(start, out.get(start) ?? []);
		out.get(start)?.push(end);
		before.set(end, (before.get(end) ?? 0) + 1);
	}
	const open = [...out.keys()].filter((node) => !before.has(node));
	let passed = 0;
	for (let node = open.pop(); node !== undefined; node = open.pop())
		for (const end of out.get(node) ?? []) {
			passed++;
			before.set(end, (before.get(end) ?? 0) - 1);
			if (before.get(end) === 0) open.push(end);
		}
	return passed < ways.length;
}

const pattern = (name: string, turned: boolean, a: string, b: string) =>
	turned ? `${b} <${name}> ${a}` : `${a} <${name}> ${b}`;

/** Tabled rules for one relation: left-linear, so that one table holds the whole relation and each pair is looked at once a step. */
function tabled(
	predicate: string,
	axioms: readonly Axiom[],
	transitive: ReadonlySet<string>,
	number: (text: string) => number,
): string {
	const closed = `urn:c:${number(predicate)}`;
	const lines = [`[] log:table <${closed}>.`];
	for (const source of sources(predicate, axioms)) {
		const told = `urn:a:${number(source.predicate)}`;
		lines.push(`{?a <${closed}> ?b} <= {${pattern(told, source.turned, "?a", "?b")}}.`);
		if (transitive.has(predicate))
			lines.push(`{?a <${closed}> ?c} <= {?a <${closed}> ?b. ${pattern(told, source.turned, "?b", "?c")}}.`);
		else if (transitive.has(source.predicate))
			lines.push(
				`{?a <${closed}> ?b} <= {${pattern(`urn:c:${number(source.predicate)}`, source.turned, "?a", "?b")}}.`,
			);
	}
	return lines.join("\n");
}

function forward(axiom: Axiom, number: (text: string) => number): string {
	const p = `<urn:a:${number(axiom.predicate)}>`;
	const other = (text: string) => `<urn:a:${number(text)}>`;
	switch (axiom.kind) {
		case "transitive":
			return `{?a ${p} ?b. ?b ${p} ?c} => {?a ${p} ?c}.`;
		case "symmetric":
			return `{?a ${p} ?b} => {?b ${p} ?a}.`;
		case "sub_property":
			return `{?a ${p} ?b} => {?a ${other(axiom.other)} ?b}.`;
		case "inverse":
			return `{?a ${p} ?b} => {?b ${other(axiom.other)} ?a}. {?a ${other(axiom.other)} ?b} => {?b ${p} ?a}.`;
	}
}

const counting = (relation: string, end: string, name: string) =>
	`{(1 {?a <${relation}> ${end}} ?l) log:collectAllIn ?s. ?l list:length ?n} => {<${name}> <urn:count> ?n}.`;

/** What comes back to itself in a relation, and one mark beside it: EYE collects nothing, silently, where it runs into an error. */
const selves = (closed: string) =>
	`<urn:mark> <${closed}:self> <urn:mark>.\n{?a <${closed}:self> ?a} <= {?a <${closed}> ?a}.`;

/** Facts and rules for one run of EYE, in the form named. */
export function eyeTask(edges: readonly Edge[], axioms: readonly Axiom[], form: EyeForm): EyeTask {
	const node = numbering();
	const number = numbering();
	const told = distinct(edges);
	const facts = told
		.map(
			(edge) =>
				`<urn:e:${node(edge.subject)}> <urn:a:${number(edge.predicate)}> <urn:e:${node(edge.object)}> .\n`,
		)
		.join("");
	if (form === "forward")
		return {
			facts,
			rules: axioms.map((axiom) => forward(axiom, number)).join("\n"),
			asserted: 0,
			answers: 0,
		};
	const named = axioms.flatMap((axiom) =>
		"other" in axiom ? [axiom.predicate, axiom.other] : [axiom.predicate],
	);
	const ruled = [...new Set(named)];
	const transitive = new Set(
		axioms.flatMap((axiom) => (axiom.kind === "transitive" ? [axiom.predicate] : [])),
	);
	const said = ruled.flatMap((predicate): readonly Asked[] => {
		const closed = `urn:c:${number(predicate)}`;
		const from = sources(predicate, axioms);
		const rules = tabled(predicate, axioms, transitive, number);
		if (!told.some((edge) => from.some((source) => source.predicate === edge.predicate))) return [{ rules }];
		if (form === "printed") return [{ rules, query: `{?a <${closed}> ?b} => {?a <${closed}> ?b}.` }];
		const all = { rules, query: counting(closed, "?b", "urn:pairs") };
		if (!turns(from, told)) return [all];
		return [all, { rules: selves(closed), query: counting(`${closed}:self`, "?a", "urn:selves") }];
	});
	const queries = said.flatMap(({ query }) => query ?? []);
	return {
		facts,
		rules: `${LOG}${said.map(({ rules }) => rules).join("\n")}`,
		query: `${LOG}${LIST}${queries.join("\n")}`,
		asserted: told.filter((edge) => ruled.includes(edge.predicate)).length,
		answers: queries.length,
	};
}
