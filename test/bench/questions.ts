import { entitiesOf, entityId, recordedAt } from "../support/generated-base.ts";

/** The arguments of the n-th call. */
type Question = (n: number) => Record<string, unknown>;

/** What is asked of each tool: the same kind of question at every size, as far as possible each about another entity. */
export function questions(facts: number): Readonly<Record<string, Question>> {
	const entities = entitiesOf(facts);
	const some = (n: number) => entityId((n * 7_919) % entities);
	return {
		entity_facts: (n) => ({
			entity_id: some(n),
			at: "1999-06",
			as_of: recordedAt(Math.floor(facts * 0.8), facts),
		}),
		neighbors: (n) => ({ entity: some(n) }),
		timeline: (n) => ({ entity: some(n) }),
		changes: (n) => ({ since: recordedAt((n * 613) % facts, facts).slice(0, 10) }),
		find_entities: (n) => ({ name: `ret ${(n * 31) % entities}` }),
		paths_between: (n) => ({ from: some(n), to: some(n + 1) }),
	};
}
