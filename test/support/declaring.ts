import { wholeView } from "../../src/access/view.ts";
import { changeClass, declareClass, removeClass } from "../../src/declaring/classes.ts";
import { putOntology } from "../../src/declaring/put-ontology.ts";
import { changeRelation, declareRelation, removeRelation } from "../../src/declaring/relations.ts";
import type { ClassWish, NewClass, NewRelation, RelationWish } from "../../src/declaring/wishes.ts";
import { spelledStatementsAt } from "../../src/ontology/spelled.ts";
import { spell } from "../../src/rdf/terms.ts";
import { systemClock } from "../../src/time/clock.ts";
import type { Instant } from "../../src/time/instant.ts";
import { type Action, Writer } from "../../src/writing/writer.ts";
import { EDO } from "./acting.ts";
import { type ReadingBase, readerOf } from "./reading.ts";
import { KB, temporaryStore } from "./stores.ts";

/** A base without anything in it. Gone at the end of the block. */
export async function emptyBase(kb = KB): Promise<ReadingBase> {
	const folder = await temporaryStore();
	const store = await folder.directory.kb(kb);
	const view = wholeView(store, kb);
	return readerOf({ kb, store, view, clock: systemClock }, async () => folder[Symbol.asyncDispose]());
}

/** What is done to an ontology, each in a commit of its own; nothing follows from it where no writer is given that draws it. */
export function declaring({
	store,
	view,
	writer = new Writer(store, view),
}: Pick<ReadingBase, "store" | "view"> & { readonly writer?: Writer }) {
	const run = async <Answer>(action: Action<Answer>): Promise<Answer> =>
		JSON.parse(await writer.write(action, (answer) => JSON.stringify(answer), { alone: true })) as Answer;
	const file = (text: string, format: string) => ({ body: Buffer.from(text), format });
	return {
		declareClass: (wish: NewClass) => run(declareClass(wish, EDO, view)),
		changeClass: (key: string, wish: ClassWish) => run(changeClass(key, wish, EDO, view)),
		removeClass: (key: string) => run(removeClass(key, EDO, view)),
		declareRelation: (wish: NewRelation) => run(declareRelation(wish, EDO, view)),
		changeRelation: (key: string, wish: RelationWish) => run(changeRelation(key, wish, EDO, view)),
		removeRelation: (key: string) => run(removeRelation(key, EDO, view)),
		put: (text: string, { dryRun = false, format = "turtle" } = {}) =>
			run(putOntology(file(text, format), { dryRun }, EDO, view)),
		/** The triples declared at an instant, spelled, ascending. */
		async triples(asOf: Instant = view.clock.now()): Promise<readonly string[]> {
			const held = await spelledStatementsAt(asOf, view);
			const lines = held.map(
				({ subject, property, spelled }) => `<${subject}> <${property}> ${spell(spelled)} .`,
			);
			return [...new Set(lines)].sort();
		},
	};
}
