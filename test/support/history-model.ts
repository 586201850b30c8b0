import type { PartialDate } from "../../src/time/partial-date.ts";
import type { Grade, Observation, Origin } from "../../src/timeline/observation.ts";
import { HISTORY_ENTITIES, HISTORY_RELATIONS, type HistoryRelation, importedEntity } from "./history-base.ts";

export type Moment = bigint;

export interface ModelClaim {
	readonly subject: string;
	/** Key of a relation, or undefined: then `word` is the source's own. */
	readonly predicate: string | undefined;
	readonly word?: string | undefined;
	readonly object: { readonly entity: string } | { readonly value: string };
	readonly unit?: string | undefined;
}

/** What one source, or a person, said of a claim. */
export interface ModelEvidence {
	readonly document?: string | undefined;
	readonly quote?: string | undefined;
	readonly origin?: string | undefined;
	readonly person?: true | undefined;
	readonly observation: Observation;
	/** Whether it tells of the end alone, or of an unknown end. */
	readonly isEnding: boolean;
}

/** A piece of evidence of a row, from when to when it was held. */
export interface HeldEvidence {
	readonly said: ModelEvidence;
	readonly from: Moment;
	to?: Moment;
}

export type CorrectedEnds = "start" | "end" | "both" | undefined;

/** A row: everything that a tool shows of it. Its id is the server's, which only tells rows apart. */
export interface ModelRow {
	readonly id: string;
	readonly claim: ModelClaim;
	readonly from: PartialDate | undefined;
	readonly fromOrigin: Origin | undefined;
	readonly grade: Grade | undefined;
	readonly to: PartialDate | undefined;
	readonly toOrigin: Origin | undefined;
	readonly endedUnknown: boolean;
	readonly attestedTo: Moment | undefined;
	readonly drawnBy: string | undefined;
	readonly corrected: CorrectedEnds;
	readonly note: string | undefined;
	readonly confidence: number;
	readonly qualifiers: readonly string[];
	readonly supersedes: string | undefined;
	readonly restores: string | undefined;
	readonly canonical: boolean;
	readonly recorded: Moment;
	/** What its coming is in the list of changes. */
	readonly event: "asserted" | "corrected" | "renamed" | undefined;
	readonly evidence: HeldEvidence[];
	invalidated?: Moment;
}

export interface ModelMerge {
	readonly id: string;
	readonly source: string;
	readonly target: string;
	readonly from: Moment;
	to?: Moment;
}

interface ModelTyping {
	readonly entity: string;
	readonly class: string | undefined;
	readonly from: Moment;
	readonly isEvent: boolean;
	to?: Moment;
}

export interface ModelDeletion {
	readonly document: string;
	readonly evidence: readonly { readonly row: string; readonly said: ModelEvidence }[];
	readonly retired: readonly string[];
	to?: Moment;
}

export function isHeld({ recorded, invalidated }: ModelRow, asOf: Moment): boolean {
	return recorded <= asOf && (invalidated === undefined || asOf < invalidated);
}

export function relationOf({ predicate }: ModelClaim): HistoryRelation | undefined {
	return predicate === undefined || predicate === "known_as"
		? undefined
		: HISTORY_RELATIONS[predicate as keyof typeof HISTORY_RELATIONS];
}

export function temporalOf(claim: ModelClaim): "state" | "event" | "eternal" {
	return claim.predicate === "known_as" ? "eternal" : (relationOf(claim)?.temporal ?? "state");
}

export const isName = ({ claim }: Pick<ModelRow, "claim">) => claim.predicate === "known_as";

/** Everything that was said and done, as plain lists, and what holds of it at any moment of both clocks: slow and obvious. */
export class HistoryModel {
	readonly rows: ModelRow[] = [];
	readonly merges: ModelMerge[] = [];
	readonly typings: ModelTyping[] = [];
	readonly deletions: ModelDeletion[] = [];
	readonly created = new Map<string, Moment>();

	/** `imported` is when the names with rows came. */
	constructor(imported: Moment) {
		for (const [n, [label, type]] of HISTORY_ENTITIES.entries()) {
			const entity = importedEntity(n + 1);
			this.created.set(entity, n % 2 === 1 ? 0n : imported);
			if (n % 2 === 1) continue;
			const id = `b0000000-0000-4000-8000-0000000000${String(n + 1).padStart(2, "0")}`;
			this.rows.push({ ...nameRow(id, entity, label, imported), event: undefined });
			if (type !== undefined) this.typings.push({ entity, class: type, from: imported, isEvent: false });
		}
	}

	row(id: string): ModelRow {
		const found = this.rows.find((row) => row.id === id);
		if (found === undefined) throw new Error(`the model has no row ${id}`);
		return found;
	}

	held(asOf: Moment): readonly ModelRow[] {
		return this.rows.filter((row) => isHeld(row, asOf));
	}

	/** The row held that stands for another: itself, or one that took its place. */
	live(id: string | undefined, asOf: Moment): ModelRow | undefined {
		for (let row = this.rows.find((one) => one.id === id); row !== undefined; ) {
			if (isHeld(row, asOf)) return row;
			const { id: old } = row;
			row = this.rows.find(({ supersedes, restores }) => supersedes === old || restores === old);
		}
		return undefined;
	}

	owner(entity: string, asOf: Moment): string {
		const merge = this.merges.find(
			({ source, from, to }) => source === entity && from <= asOf && (to === undefined || asOf < to),
		);
		return merge === undefined ? entity : this.owner(merge.target, asOf);
	}

	/** A qualifier as a reader sees it: with the owner of the entity it names, where it names one. */
	qualifier(said: string, asOf: Moment): string {
		return said.replace(/[0-9a-f-]{36}$/, (entity) => this.owner(entity, asOf));
	}

	/** The canonical row of a name, where one is held. */
	canonical(entity: string, asOf: Moment): ModelRow | undefined {
		return this.held(asOf).find((row) => isName(row) && row.canonical && row.claim.subject === entity);
	}

	name(entity: string, asOf: Moment): string {
		const found = this.canonical(entity, asOf);
		if (found !== undefined && "value" in found.claim.object) return found.claim.object.value;
		const n = HISTORY_ENTITIES.findIndex((_, index) => importedEntity(index + 1) === entity);
		return HISTORY_ENTITIES[n]?.[0] ?? "";
	}

	type(entity: string, asOf: Moment): string | undefined {
		const own = this.typings.filter((typing) => typing.entity === entity && typing.from <= asOf);
		if (own.length > 0) return own.findLast(({ to }) => to === undefined || asOf < to)?.class;
		const n = HISTORY_ENTITIES.findIndex((_, index) => importedEntity(index + 1) === entity);
		return HISTORY_ENTITIES[n]?.[1];
	}
}

export function nameRow(id: string, subject: string, value: string, recorded: Moment): ModelRow {
	return {
		...{ id, claim: { subject, predicate: "known_as", object: { value } }, recorded },
		...{ from: undefined, fromOrigin: undefined, grade: undefined, to: undefined, toOrigin: undefined },
		...{ endedUnknown: false, attestedTo: undefined, drawnBy: undefined, corrected: undefined },
		...{ note: undefined, confidence: 1, qualifiers: [], supersedes: undefined, restores: undefined },
		...{ canonical: true, event: undefined, evidence: [] },
	};
}

/** W13, W14: the earliest moment at which evidence shows the claim. */
export function attestedFrom(row: ModelRow, asOf: Moment): Moment | undefined {
	const { evidence, to, endedUnknown, attestedTo } = row;
	const moments = evidence
		.filter((one) => one.from <= asOf && (one.to === undefined || asOf < one.to))
		.flatMap(({ said: { observation, isEnding } }) => {
			const { attestedAt } = observation;
			if (attestedAt === undefined || (isEnding && !endedUnknown)) return [];
			const isAfter =
				to !== undefined ? attestedAt >= to.at : attestedTo !== undefined && attestedAt > attestedTo;
			return isAfter ? [] : [attestedAt];
		});
	return moments.sort((a, b) => (a < b ? -1 : 1))[0];
}
