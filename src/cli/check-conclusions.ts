import { ACCOUNTS_KB, AccountsBase } from "../access/accounts-base.ts";
import { Bases } from "../access/bases.ts";
import { DEFAULT_SETTINGS, type DerivationSettings } from "../access/derivation-settings.ts";
import { wholeView } from "../access/view.ts";
import type { Conclusion, ProofOf } from "../closure/premise.ts";
import { Derivations, type Recomputed } from "../derive/derivations.ts";
import type { Listed } from "../derive/protocol.ts";
import type { JournalReader } from "../store/log/journal-reader.ts";
import { OxigraphStore } from "../store/oxigraph/oxigraph-store.ts";
import { systemClock } from "../time/clock.ts";
import type { Bound } from "../time/holds.ts";
import { instantText } from "../time/instant.ts";

/** How the conclusions of a base compare with those that are drawn afresh (K7). */
export interface CheckedConclusions {
	/** How many derived facts stand. */
	readonly standing: number;
	/** What differs, a line each, both sides told; none where all is well. */
	readonly differences: readonly string[];
}

const TRIES = 3;

/**
 * Draws the conclusions of a base afresh, from a copy in memory that its journal makes, and compares them with those that
 * stand there. Takes no lock: where a running server writes meanwhile and something differs, the newer state is looked at.
 */
export async function checkConclusions(
	kb: string,
	journals: JournalReader,
	warn: (line: string) => void,
): Promise<CheckedConclusions> {
	for (let tries = 1; ; tries++) {
		const log = journals.log(kb);
		await using store = await OxigraphStore.open(log, { images: undefined, warn });
		const settings = await settingsOf(kb, journals, warn);
		const derivations = new Derivations(wholeView(store, kb), async () => settings);
		const { standing, change } = await recomputedBy(derivations);
		const differences = change === undefined ? [] : told(change);
		const isNewest = journals.log(kb).head.sequence === log.head.sequence;
		if (differences.length === 0 || isNewest || tries === TRIES) return { standing, differences };
	}
}

async function recomputedBy(derivations: Derivations): Promise<Recomputed> {
	try {
		return await derivations.recomputed();
	} finally {
		await derivations.close();
	}
}

async function settingsOf(
	kb: string,
	journals: JournalReader,
	warn: (line: string) => void,
): Promise<DerivationSettings> {
	if (!journals.list().includes(ACCOUNTS_KB)) return DEFAULT_SETTINGS;
	await using store = await OxigraphStore.open(journals.log(ACCOUNTS_KB), { images: undefined, warn });
	const base = await new Bases(new AccountsBase(store, systemClock)).find(kb);
	return base?.derivation ?? DEFAULT_SETTINGS;
}

/** Both sides of each difference; of conclusions that are others, their proofs go without saying. */
function told({ drawn, withdrawn, proofsBegun, proofsEnded }: Listed): readonly string[] {
	const others = new Set([...drawn, ...withdrawn].map(({ id }) => id));
	const own = (proofs: readonly ProofOf[]) => proofs.filter(({ of }) => !others.has(of));
	return [
		...withdrawn.map(
			(conclusion) => `stands, does not follow: ${conclusion.id}, ${conclusionText(conclusion)}`,
		),
		...drawn.map((conclusion) => `follows, does not stand: ${conclusionText(conclusion)}`),
		...own(proofsEnded).map((proof) => `is kept as a proof, is none: ${proof.id}, ${proofText(proof)}`),
		...own(proofsBegun).map((proof) => `is a proof, is not kept: ${proofText(proof)}`),
	];
}

function conclusionText({ subject, relation, object, from, to }: Conclusion): string {
	return `${subject} ${relation} ${object} [${boundText(from)}, ${boundText(to)})`;
}

function boundText(bound: Bound | undefined): string {
	if (bound === undefined) return "…";
	return `${instantText(bound.at)} ${bound.precision ?? "no precision"}`;
}

function proofText({ of, rule, premises, confidence }: ProofOf): string {
	const by =
		rule.kind === "business" ? `${rule.version}, group ${rule.group},` : `${rule.kind} of ${rule.declaredOn}`;
	return `of ${of} by ${by} from ${premises.join(", ")}, confidence ${confidence}`;
}
