import type { Ontology } from "../ontology/ontology.ts";
import type { Changing } from "./changing.ts";
import type { Ask, SentWorld } from "./protocol.ts";
import type { Needing } from "./roles.ts";
import type { Deciding } from "./told.ts";

/** What is to be drawn with a commit: by what, and from what. */
export interface Wanted {
	/** Without axioms and rules where the base draws nothing. */
	readonly world: SentWorld;
	readonly ontology: Ontology;
	/** Whether the commit declares something else than before. */
	readonly isRedeclared: boolean;
	readonly materialize: boolean;
	/** Contradictions of one relation that are listed. */
	readonly mostContradictions: number;
	readonly changing: Changing;
	readonly deciding: Deciding;
	/** For what facts are needed. */
	readonly by: Omit<Needing, "ontology">;
	/** What is declared, as far as conclusions depend on it. */
	readonly declared: string;
	/** Whether the base ever concluded anything. */
	readonly hasConcluded: boolean;
}

/** What the thread of conclusions was told last. */
export interface ToldThread
	extends Pick<Wanted, "world" | "ontology" | "by" | "declared" | "mostContradictions"> {
	readonly isTyped: boolean;
	readonly accepted: ReadonlySet<string>;
}

/** What the thread knows once it has been told what is wanted. */
export function toldBy({ changing, deciding, ...wanted }: Wanted): ToldThread {
	const { world, ontology, by, declared, mostContradictions } = wanted;
	const said = { world, ontology, by, declared, mostContradictions };
	return { ...said, isTyped: changing.isTyped, accepted: deciding.accepted };
}

/** What to ask of a thread that knows nothing but what was told of conclusions before. */
export async function askAnew({ world, ontology, changing, deciding }: Wanted): Promise<Ask> {
	const [facts, touched] = [await changing.all(), await changing.touchedFirst()];
	const { accepted, lookAt } = deciding;
	return {
		...{ kind: "restart", world, facts, recalled: [], ontology, accepted: [...accepted] },
		types: changing.types(),
		touched: { ...touched, relations: [...(touched.relations ?? []), ...lookAt] },
	};
}

/** What to ask of the thread that stands, so that it comes to what is wanted: nothing where that changes nothing. */
export async function askFor(former: ToldThread, wanted: Wanted): Promise<Ask | undefined> {
	const { world, ontology, changing, deciding } = wanted;
	const isSame = isSameWorld(former, wanted);
	const isSameOntology = ontology === former.ontology;
	const change = await changing.since(former.by);
	const types = isSame && former.isTyped ? changing.typesChanged() : changing.types();
	const touched = changing.touched();
	const accepted = isSameSet(former.accepted, deciding.accepted) ? undefined : [...deciding.accepted];
	const said = { types, touched, accepted, ontology: isSameOntology ? undefined : ontology };
	if (!isSame) return { kind: "rebase", world, change, ...said };
	const changes = [change.removed, change.added, types, touched.entities];
	const isSameList = wanted.mostContradictions === former.mostContradictions;
	const isSameSaid = isSameOntology && isSameList && accepted === undefined;
	const isSilent = isSameSaid && changes.every(({ length }) => length === 0);
	return isSilent ? undefined : { kind: "change", change, ...said };
}

type Drawing = Pick<Wanted, "world" | "declared">;

function isSameWorld(a: Drawing, b: Drawing): boolean {
	return (
		a.declared === b.declared &&
		a.world.cap === b.world.cap &&
		a.world.mostCombinations === b.world.mostCombinations &&
		JSON.stringify(a.world.rules) === JSON.stringify(b.world.rules)
	);
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	return a.size === b.size && [...a].every((one) => b.has(one));
}
