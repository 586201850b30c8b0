import type { Projection, View } from "../access/view.ts";
import { byText } from "../ledger/by-text.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import type { RuleInWriting } from "../writing/draft.ts";
import { definitionText } from "./definition.ts";
import { isReadable } from "./parse-definition.ts";
import { heldAt, historyOf, type RuleHeld, type RuleHistory, type Said } from "./rule-history.ts";

/** All business rules of a base with their histories, deleted ones among them: few beside its facts. */
export class Rules {
	readonly #kb: string;
	readonly #said = new Map<string, Map<string, readonly StoredTerm[]>>();
	/** The states and versions of each rule, by its IRI. */
	readonly #parts = new Map<string, Set<string>>();
	/** Those that were asked for since something was said of them, by IRI. */
	readonly #read = new Map<string, RuleHistory | undefined>();

	constructor(kb: string) {
		this.#kb = kb;
	}

	/** Takes in a statement about a rule, a state or a version. Saying it twice changes nothing. */
	say(thing: string, property: string, value: StoredTerm): void {
		const said = this.#said.get(thing) ?? new Map<string, readonly StoredTerm[]>();
		const values = said.get(property) ?? [];
		if (values.some((known) => known.equals(value))) return;
		this.#said.set(thing, said.set(property, [...values, value]));
		if (PARTS.has(property))
			this.#parts.set(value.value, (this.#parts.get(value.value) ?? new Set()).add(thing));
		this.#read.delete(thing);
		for (const part of PARTS) this.#read.delete(said.get(part)?.[0]?.value ?? "");
	}

	/** The rule of that id, deleted or not. */
	get(id: string): RuleHistory | undefined {
		return this.#rule(baseIri(this.#kb, "rule", id).value);
	}

	/** Every rule there ever was, by id. */
	list(): readonly RuleHistory[] {
		const all = [...this.#said.keys()].flatMap((thing) => this.#rule(thing) ?? []);
		return all.sort((a, b) => byText(a.id, b.id));
	}

	#rule(thing: string): RuleHistory | undefined {
		if (this.#read.has(thing)) return this.#read.get(thing);
		const id = idOfKind(thing, "rule");
		const said: Said | undefined = this.#said.get(thing);
		if (id === undefined || !isBusinessRule(said)) return undefined;
		const parts = [...(this.#parts.get(thing) ?? [])].map(
			(part) => [part, this.#said.get(part) ?? new Map()] as const,
		);
		const of = (kind: string) => parts.filter(([part]) => idOfKind(part, kind) !== undefined);
		const rule = historyOf(id, said, {
			states: new Map(of("rulestate")),
			versions: of("ruleversion").map(([, own]) => own),
		});
		this.#read.set(thing, rule);
		return rule;
	}
}

const PARTS: ReadonlySet<string> = new Set([utopia.ofRule.value, utopia.versionOf.value]);

function isBusinessRule(said: Said | undefined): said is Said {
	return said?.get(rdf.type.value)?.some(({ value }) => value === utopia.BusinessRule.value) === true;
}

const template = loadTemplate("rules/rules");
const MOST_ROWS = 10_000_000;
const KINDS = ["rule", "rulestate", "ruleversion"];

export const rules: Projection<Rules> = {
	name: "rules",
	async build(view) {
		const found = new Rules(view.kb);
		const { derivations } = graphsOf(view.kb);
		for (const row of await view.select(template.bind({ derivations }, { limit: MOST_ROWS }))) {
			const { thing, property, value } = decode(row, { thing: iri, property: iri, value: term });
			found.say(thing.value, property.value, value);
		}
		return found;
	},
	advance(found, { derivations }) {
		for (const [thing, said] of derivations) {
			if (!KINDS.some((kind) => idOfKind(thing, kind) !== undefined)) continue;
			for (const [property, values] of said) for (const value of values) found.say(thing, property, value);
		}
	},
};

/** What rules draw conclusions at a record instant: those that are switched on and have a version that can be read. */
export async function rulesInForce(asOf: Instant, view: View): Promise<readonly RuleInWriting[]> {
	return inForce(await rulesAt(asOf, view));
}

/** Those of rules that draw conclusions, by id. */
export function inForce(
	held: readonly {
		readonly id: string;
		readonly state: Pick<RuleHeld["state"], "enabled">;
		readonly version: Pick<NonNullable<RuleHeld["version"]>, "number" | "definition"> | undefined;
	}[],
): readonly RuleInWriting[] {
	const found = held.flatMap(({ id, state, version }) => {
		if (!state.enabled || version === undefined || !isReadable(version.definition)) return [];
		const { appliesTo } = version.definition;
		const definition = definitionText(version.definition);
		return [{ rule: id, number: version.number, appliesTo, definition }];
	});
	return found.sort((a, b) => byText(a.rule, b.rule));
}

/** The rules held at a record instant, by name and id; deleted ones are not among them. */
export async function rulesAt(asOf: Instant, view: View): Promise<readonly RuleHeld[]> {
	const all = (await view.kept(rules)).list().flatMap((rule) => heldAt(rule, asOf) ?? []);
	return all.sort((a, b) => byText(a.state.name, b.state.name) || byText(a.id, b.id));
}
