import type { Fact } from "./facts.ts";
import type { RuleTrouble, Triple } from "./premise.ts";
import type { Application, Outcome, RuleConclusion } from "./rule-book.ts";
import type { Span } from "./span.ts";

/** A triple over a span, as it is concluded. */
export interface Spanned {
	readonly triple: Triple;
	readonly span: Span;
}

const NOTHING: Outcome = { conclusions: [], cappedGroups: [], troubles: [] };

/** What rules conclude, and in which of their rounds they first did. */
export interface GivenSpan extends Spanned {
	/** From 1. */
	readonly round: number;
}

interface Stretch extends GivenSpan {
	readonly by: Map<string, readonly RuleConclusion[]>;
}

/** What rules conclude, application by application, whether it stands or not. */
export class Given {
	readonly #byTriple = new Map<string, Map<string, Stretch>>();
	readonly #byApplication = new Map<string, Outcome>();

	/**
	 * Puts what an application comes to in the place of what it came to. Answers what is concluded by others or by none now. `round`:
	 * that of what nothing concluded before.
	 */
	set(
		{ key }: Application,
		outcome: Outcome,
		round: number,
	): { readonly more: readonly Spanned[]; readonly less: readonly Spanned[] } {
		const before = this.#byApplication.get(key)?.conclusions ?? [];
		if (outcome.conclusions.length + outcome.troubles.length === 0) this.#byApplication.delete(key);
		else this.#byApplication.set(key, outcome);
		const isAsBefore = isSame(before, outcome.conclusions);
		for (const one of before) this.#stretch(one, round).by.delete(key);
		const groups = new Map<string, RuleConclusion[]>();
		for (const one of outcome.conclusions) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
		for (const own of groups.values()) this.#stretch(own[0] as RuleConclusion, round).by.set(key, own);
		const less = before.filter((one) => !groups.has(keyOf(one)));
		for (const one of less) this.#tidy(one);
		// Its premises may be other objects: those are kept now.
		if (isAsBefore) return { more: [], less: [] };
		return { more: outcome.conclusions, less: before };
	}

	/** Forgets everything. Answers what was concluded. */
	clear(): readonly Spanned[] {
		const all = [...this.#byTriple.values()].flatMap((stretches) => [...stretches.values()]);
		this.#byTriple.clear();
		this.#byApplication.clear();
		return all;
	}

	/** All that is concluded of relations. */
	*of(isWanted: (relation: string) => boolean): Generator<GivenSpan> {
		for (const stretches of this.#byTriple.values())
			for (const stretch of stretches.values()) if (isWanted(stretch.triple.relation)) yield stretch;
	}

	/** The spans over which a triple is concluded. */
	spans(triple: Triple): Iterable<Spanned> {
		return this.#byTriple.get(tripleKey(triple))?.values() ?? [];
	}

	/** In how many ways a conclusion is given, one after the other. */
	proofs(triple: Triple, span: Span): readonly RuleConclusion[] {
		const stretch = this.#byTriple.get(tripleKey(triple))?.get(spanKey(span));
		return stretch === undefined ? [] : [...stretch.by.values()].flat();
	}

	isGiven(fact: Fact): boolean {
		return this.has(fact.cell, fact);
	}

	/** Whether anything concludes it. */
	has(triple: Triple, span: Span): boolean {
		if (this.#byTriple.size === 0) return false;
		const stretch = this.#byTriple.get(tripleKey(triple))?.get(spanKey(span));
		return stretch !== undefined && stretch.by.size > 0;
	}

	/** What an application came to last. */
	outcomeOf({ key }: Application): Outcome {
		return this.#byApplication.get(key) ?? NOTHING;
	}

	/** What an application concluded last. */
	conclusionsOf(application: Application): readonly RuleConclusion[] {
		return this.outcomeOf(application).conclusions;
	}

	*troubles(): Generator<RuleTrouble> {
		for (const { troubles } of this.#byApplication.values()) yield* troubles;
	}

	#stretch({ triple, span }: Spanned, round: number): Stretch {
		const stretches = this.#byTriple.get(tripleKey(triple)) ?? new Map<string, Stretch>();
		this.#byTriple.set(tripleKey(triple), stretches);
		const known = stretches.get(spanKey(span));
		if (known !== undefined) return known;
		const made = { triple, span, round, by: new Map() };
		stretches.set(spanKey(span), made);
		return made;
	}

	#tidy({ triple, span }: Spanned): void {
		const stretches = this.#byTriple.get(tripleKey(triple));
		if (stretches?.get(spanKey(span))?.by.size === 0) stretches.delete(spanKey(span));
		if (stretches?.size === 0) this.#byTriple.delete(tripleKey(triple));
	}
}

function tripleKey({ relation, subject, object }: Triple): string {
	return `${relation} ${subject} ${object}`;
}

const spanKey = ({ from, to }: Span) => `${from} ${to}`;
const keyOf = ({ triple, span }: Spanned) => `${tripleKey(triple)} ${spanKey(span)}`;

/** Whether the same is concluded in the same ways, in whatever order; facts that were drawn anew as they were are the same. */
function isSame(a: readonly RuleConclusion[], b: readonly RuleConclusion[]): boolean {
	if (a.length !== b.length) return false;
	const ways = new Set(a.map(wayKey));
	return b.every((one) => ways.has(wayKey(one)));
}

function wayKey(one: RuleConclusion): string {
	return JSON.stringify([keyOf(one), one.version, one.group, one.premises.map(factKey)]);
}

function factKey({ cell, from, to, premise }: Fact): string {
	return premise?.id ?? `${tripleKey(cell)} ${from} ${to}`;
}
