import { stateOf } from "../../src/actions/base-state.ts";
import { factsOfRelations } from "../../src/declaring/resettle.ts";
import { type Touched, violationsAround } from "../../src/findings/checks/around.ts";
import type { Checked, HeldFact } from "../../src/findings/checks/held.ts";
import { type FindingWish, resolveFinding } from "../../src/findings/resolve.ts";
import { reviseViolations } from "../../src/findings/revise.ts";
import { factsById } from "../../src/ledger/facts.ts";
import { stateAt } from "../../src/ledger/finding-table.ts";
import { type Violation, violations } from "../../src/ledger/violations.ts";
import type { Ontology } from "../../src/ontology/ontology.ts";
import { spell } from "../../src/rdf/terms.ts";
import type { Instant } from "../../src/time/instant.ts";
import { Draft } from "../../src/writing/draft.ts";
import { type Action, Writer } from "../../src/writing/writer.ts";
import { type ActingBase, EDO } from "./acting.ts";
import { heldFacts } from "./checked.ts";

/** All facts that a base holds, as checks look at them. */
export async function checkedIn({ view }: ActingBase, ontology?: Ontology): Promise<Checked> {
	const state = await stateOf(view);
	const relations = [...state.ontology.relations.values()].map(({ iri }) => iri);
	const ids = [...(await factsOfRelations(relations, state)).values()].flat();
	const facts = (await factsById(ids, state)).map(
		(fact): HeldFact => ({
			...{ id: fact.id, isDerived: false, subject: fact.subject, interval: fact.interval },
			predicate: fact.predicate?.value ?? "",
			object: "entity" in fact.object ? fact.object.entity : undefined,
			value: "value" in fact.object ? spell(fact.object.value) : undefined,
			placed: { ...fact.stated, from: fact.stated.validFrom, described: false },
		}),
	);
	const classOf = (entity: string) => state.index.type(entity, state.asOf);
	return { ontology: ontology ?? state.ontology, facts: heldFacts(facts), classOf };
}

/** A base whose violations are brought in step with what it holds, in a commit of its own each time. */
export function violating(base: ActingBase) {
	const writer = new Writer(base.store, base.view);
	const run = async <Answer>(action: Action<Answer>): Promise<Answer> =>
		JSON.parse(await writer.write(action, (answer) => JSON.stringify(answer))) as Answer;
	const all = async () => (await base.view.kept(violations)).list();
	const allTouched = async (checked: Checked): Promise<Touched> => {
		const relations = [...checked.ontology.relations.keys()];
		const named = (await all()).flatMap(({ relation }) => relation ?? []);
		return { relations: new Set([...relations, ...named]) };
	};
	const revise = (isCriterionChanged = false) =>
		run(async () => {
			const checked = await checkedIn(base);
			const draft = new Draft(base.view.kb);
			const around = violationsAround(await allTouched(checked), checked);
			await reviseViolations({ ...around, isCriterionChanged, state: await stateOf(base.view), draft });
			return { draft, answer: () => null };
		});
	/** Decides, and revises in the same commit with what is found before it, or with nothing. */
	const resolve = (id: string, wish: FindingWish, found?: "same" | "nothing") =>
		run(async (holding) => {
			const { draft, answer } = await resolveFinding(id, wish, EDO, base.view)(holding);
			if (found !== undefined) {
				const checked = await checkedIn(base);
				const around = violationsAround(await allTouched(checked), checked);
				const state = await stateOf(base.view);
				const told = found === "same" ? around.found : [];
				await reviseViolations({ ...around, found: told, isCriterionChanged: false, state, draft });
			}
			return { draft, answer };
		});
	const shown = async (asOf?: Instant) =>
		(await all()).flatMap((one) => {
			const state = stateAt(one, asOf ?? (base.view.head().recordedAt as Instant));
			return state === undefined ? [] : [`${one.kind} ${state.status} ${state.resolution ?? "-"}`];
		});
	return { revise, resolve, shown, all: all as () => Promise<readonly Violation[]> };
}
