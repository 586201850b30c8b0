import type { FactWish } from "../../src/actions/wishes.ts";
import { changeRelation } from "../../src/declaring/relations.ts";
import type { RelationWish } from "../../src/declaring/wishes.ts";
import { derivedFactsById } from "../../src/ledger/derived-facts.ts";
import { entityIndex } from "../../src/ledger/entity-index.ts";
import { ontologyAt } from "../../src/ontology/ontology.ts";
import {
	changeRule,
	createRule,
	deleteRule,
	type NewRule,
	type RuleWish,
	type RuleWritten,
} from "../../src/rules/write-rules.ts";
import { type Instant, instantText } from "../../src/time/instant.ts";
import { type ActingBase, actingBase, EDO, type Json } from "./acting.ts";

const attributes = (keys: readonly string[], datatype: string) =>
	keys
		.map((key) => `r:${key} a owl:DatatypeProperty ; rdfs:label "${key}" ; rdfs:range xsd:${datatype} .`)
		.join("\n");

/** The names of the worked examples B1 to B12 (derivation 10). */
const ONTOLOGY = `
c:ship a owl:Class ; rdfs:label "Ship" .
c:needs_dock a owl:Class ; rdfs:label "Needs dock" .
c:booked a owl:Class ; rdfs:label "Booked" .
c:firm a owl:Class ; rdfs:label "Firm" .
${attributes(["strain", "revenue", "cost", "margin", "share", "count"], "decimal")}
${attributes(["survey", "slot_date", "country"], "string")}
r:owns a owl:ObjectProperty ; rdfs:label "owns" .
r:controls a owl:ObjectProperty ; rdfs:label "controls" .
`;

/** A derived fact as `entity_facts` tells it. */
export interface ConcludedOf {
	readonly id: string;
	readonly derivedAt: unknown;
	/** `is_a {"class":"booked"} [2024-01-01, )`. */
	readonly text: string;
	/** How many, and what they are: `fact` or `derived` ids. */
	readonly premises: readonly string[];
	readonly version: unknown;
}

type Value = string | number;

/** A base with the names of the examples, in which rules are written, and read with the tools of a caller. */
export async function ruledBase(more = "") {
	const base = await actingBase(`${ONTOLOGY}${more}`);
	const run = async <Answer>(action: Parameters<typeof base.writer.write>[0]): Promise<Answer> => {
		base.clock.advance(1_000_000n);
		return JSON.parse(
			await base.writer.write(action, (answer) => JSON.stringify(answer), { alone: true }),
		) as Answer;
	};
	const assert = async (...wishes: FactWish[]) => {
		base.clock.advance(1_000_000n);
		return (await base.act.assert(...wishes)).facts.map(({ row }) => String(row));
	};
	return {
		base,
		create: (rule: Json) => run<RuleWritten>(createRule(rule as unknown as NewRule, EDO, base.view)),
		change: (id: string, wish: RuleWish) => run<RuleWritten>(changeRule(id, wish, EDO, base.view)),
		delete: (id: string) => run<RuleWritten>(deleteRule(id, base.view)),
		declare: (key: string, wish: RelationWish) => run<unknown>(changeRelation(key, wish, EDO, base.view)),
		/** `say("Heron ship", "strain", 12.3, "2023-05-01")`; answers the fact's id. */
		say: async (who: string, predicate: string, value: Value, from?: string, to?: string) =>
			(await assert(said(who, predicate, { value: { value } }, from, to)))[0] as string,
		link: async (who: string, predicate: string, whom: string, from?: string, to?: string) =>
			(await assert(said(who, predicate, { object: named(whom) }, from, to)))[0] as string,
		assert,
		/** By name. */
		retype: async (entity: string, type: string) => {
			const answer = await base.read("entity_facts", { entity_id: entity });
			base.clock.advance(1_000_000n);
			return base.act.retype(String((answer["entity"] as Json)["id"]), type);
		},
		/** The record instant of what was written last. */
		now: () => instantText(base.view.head().recordedAt as Instant),
		concluded: (entity: string, args: Json = {}) => concluded(base, entity, args),
		texts: async (entity: string, args: Json = {}) =>
			(await concluded(base, entity, args)).map(({ text }) => text).sort(),
		matches: (id: string) => matches(base, id),
		/** How many conclusions `list_rules` says of each rule, by name. */
		counts: async () => {
			const { rules } = await base.read("list_rules", {});
			return Object.fromEntries((rules as Json[]).map(({ name, matches: count }) => [name, count]));
		},
		proofs: (id: string, asOf?: Instant) => proofs(base, id, asOf),
		[Symbol.asyncDispose]: () => base[Symbol.asyncDispose](),
	};
}

function named(who: string) {
	const [name, type] = who.split(" ");
	return { name: name as string, ...(type !== undefined && { type }) };
}

/** A wish as `say` makes it, for several in one commit; from 2000 unless it is told otherwise. */
export function said(who: string, predicate: string, object: object, from = "2000", to?: string): FactWish {
	const wish = { subject: named(who), predicate, ...object, validFrom: from };
	return { ...wish, ...(to && { validTo: to }) } as FactWish;
}

const brief = (at: unknown) => String(at ?? "").replace("T00:00:00.000000Z", "");

async function concluded(base: ActingBase, entity: string, args: Json): Promise<readonly ConcludedOf[]> {
	const answer = await base.read("entity_facts", { entity_id: entity, ...args });
	return (answer["derived_facts"] as Json[]).map((one) => {
		const { value, class: type } = (one["object_value"] ?? {}) as Json;
		const object = one["object"] ?? value ?? String(type).split(":").at(-1);
		const interval = `[${brief(one["valid_from"])}, ${brief(one["valid_to"])})`;
		return {
			id: String(one["id"]),
			derivedAt: one["derived_at"],
			text: `${one["predicate"]} ${object} ${interval}`,
			premises: one["premises"] as string[],
			version: one["rule_version"],
		};
	});
}

async function matches(base: ActingBase, id: string): Promise<readonly string[]> {
	const answer = await base.read("rule_matches", { rule_id: id });
	return (answer["matches"] as Json[]).map((one) => {
		const { value, class: type } = (one["object_value"] ?? {}) as Json;
		const premises = (one["premises"] as Json[]).map(({ label }) => label).join(", ");
		const interval = `[${brief(one["valid_from"])}, ${brief(one["valid_to"])})`;
		return `${one["entity_name"]} ${one["predicate"]} ${one["object_name"] ?? value ?? type} ${interval} by ${premises}`;
	});
}

/** The proofs of a derived fact that are held, in order: the group that is met and the version of the rule. */
async function proofs({ view }: ActingBase, id: string, at?: Instant): Promise<readonly string[]> {
	const asOf = at ?? (view.head().recordedAt as Instant);
	const [ontology, { merges }] = [await ontologyAt(asOf, view), await view.kept(entityIndex)];
	const [derived] = await derivedFactsById([id], { view, asOf, ontology, merges });
	return (derived?.proofs ?? []).map(
		({ group, rule, premises }) => `group ${group} version ${rule.version} of ${premises.length}`,
	);
}
