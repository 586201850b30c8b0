import type { Literal, NamedNode } from "@rdfjs/types";
import { literal } from "../rdf/terms.ts";
import { count, optional, text } from "../sparql/rows.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { xsd } from "../vocab/well-known.ts";
import { truth } from "./accounts-base.ts";

/** How much is drawn at most (derivation 9). Whole numbers from 1 to {@link MOST}. */
export interface Caps {
	/** Derived facts of one relation that may stand (L1). */
	readonly perPredicate: number;
	/** Combinations of readings that a rule looks at for one entity and group (L2). */
	readonly ruleCombinations: number;
	/** Contradictions of one relation that are listed (X4). */
	readonly contradictionsPerPredicate: number;
}

/** What a base says of its conclusions. */
export interface DerivationSettings {
	/** Whether anything is concluded at all; a base without it has no derived facts (K6). */
	readonly materialize: boolean;
	readonly caps: Caps;
}

/** What is to become of the settings; what is left out stays. */
export interface DerivationWish {
	readonly materialize?: boolean | undefined;
	readonly caps?: { readonly [Cap in keyof Caps]?: number | undefined } | undefined;
}

/** The largest cap that a base may have. */
export const MOST = 10_000_000;

/** The settings of a base that says nothing else. */
export const DEFAULT_SETTINGS: DerivationSettings = {
	materialize: true,
	caps: { perPredicate: 200_000, ruleCombinations: 64, contradictionsPerPredicate: 50 },
};

const CAPS: readonly (readonly [keyof Caps, NamedNode])[] = [
	["perPredicate", utopia.capPerPredicate],
	["ruleCombinations", utopia.capRuleCombinations],
	["contradictionsPerPredicate", utopia.capContradictionsPerPredicate],
];

/** The variables of a row that says settings. */
export const SETTINGS_SHAPE = {
	materialize: optional(text),
	perPredicate: optional(count),
	ruleCombinations: optional(count),
	contradictionsPerPredicate: optional(count),
};

/** The settings that a row says, each the default where it says nothing. */
export function settingsIn({
	materialize,
	...caps
}: { readonly [Cap in keyof Caps]: number | undefined } & {
	readonly materialize: string | undefined;
}): DerivationSettings {
	const said = CAPS.map(([cap]) => [cap, caps[cap] ?? DEFAULT_SETTINGS.caps[cap]]);
	return { materialize: materialize !== "false", caps: Object.fromEntries(said) as Caps };
}

/** What is kept of settings: those that are not the default. */
export function settingsSaid({
	materialize,
	caps,
}: DerivationSettings): readonly (readonly [NamedNode, Literal])[] {
	const own = CAPS.filter(([cap]) => caps[cap] !== DEFAULT_SETTINGS.caps[cap]);
	return [
		...(materialize ? [] : [[utopia.materializeInferences, truth(false)] as const]),
		...own.map(([cap, property]) => [property, literal(String(caps[cap]), xsd.integer)] as const),
	];
}

/** The settings with what a wish says of them. */
export function settingsAfter(before: DerivationSettings, wish: DerivationWish): DerivationSettings {
	const wished = Object.entries(wish.caps ?? {}).filter(([, cap]) => cap !== undefined);
	return {
		materialize: wish.materialize ?? before.materialize,
		caps: { ...before.caps, ...Object.fromEntries(wished) },
	};
}
