import { Axioms } from "../closure/axioms.ts";
import type { Ontology } from "../ontology/ontology.ts";
import type { Changing } from "./changing.ts";
import type { Ask, SentWorld } from "./protocol.ts";
import { ruledBy } from "./read-rule.ts";
import type { recalled } from "./recalled.ts";
import type { Deciding } from "./told.ts";

/** What is to be drawn with a commit: by what, and from what. */
export interface Wanted {
	/** Without axioms and rules where the base draws nothing. */
	readonly world: SentWorld;
	readonly ontology: Ontology;
	/** Whether the commit declares something else than before. */
	readonly isRedeclared: boolean;
	readonly materialize: boolean;
	readonly changing: Changing;
	readonly deciding: Deciding;
}

/** What the thread of conclusions was told last. */
export interface ToldThread {
	readonly world: SentWorld;
	readonly ontology: Ontology;
	readonly isTyped: boolean;
	readonly accepted: ReadonlySet<string>;
}

/** What the thread knows once it has been told what is wanted. */
export function toldBy({ world, ontology, changing, deciding }: Wanted): ToldThread {
	return { world, ontology, isTyped: changing.isTyped, accepted: deciding.accepted };
}

/** What to ask of a thread that knows nothing. */
export async function askAnew(
	{ world, ontology, changing, deciding }: Wanted,
	told: Awaited<ReturnType<typeof recalled>>,
): Promise<Ask> {
	const [facts, touched] = [await changing.all(), await changing.touchedFirst()];
	const { accepted, lookAt } = deciding;
	return {
		...{ kind: "restart", world, facts, recalled: told, ontology, accepted: [...accepted] },
		types: changing.types(),
		touched: { ...touched, relations: [...(touched.relations ?? []), ...lookAt] },
	};
}

/** What to ask of the thread that stands, so that it comes to what is wanted: nothing where that changes nothing. */
export async function askFor(former: ToldThread, wanted: Wanted): Promise<Ask | undefined> {
	const { world, ontology, changing, deciding } = wanted;
	const isSame = JSON.stringify(world) === JSON.stringify(former.world);
	const isSameOntology = ontology === former.ontology;
	const { axioms, rules } = former.world;
	const change = await changing.since({ axioms: new Axioms(axioms), ruled: ruledBy(rules) });
	const types = isSame && former.isTyped ? changing.typesChanged() : changing.types();
	const touched = changing.touched();
	const accepted = isSameSet(former.accepted, deciding.accepted) ? undefined : [...deciding.accepted];
	const said = { types, touched, accepted, ontology: isSameOntology ? undefined : ontology };
	if (!isSame) return { kind: "rebase", world, change, ...said };
	const changes = [change.removed, change.added, types, touched.entities];
	const isSilent = isSameOntology && accepted === undefined && changes.every(({ length }) => length === 0);
	return isSilent ? undefined : { kind: "change", change, ...said };
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.size === b.size && [...a].every((one) => b.has(one));
}
