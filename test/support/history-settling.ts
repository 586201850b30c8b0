import type { DrawnEnd, KeyedStay } from "../../src/timeline/drawing.ts";
import { drawnEnds, earlierEnd } from "../../src/timeline/drawn-ends.ts";
import type { Observation, Stay } from "../../src/timeline/observation.ts";
import { staysOf } from "../../src/timeline/stays-of-claim.ts";
import {
	type HistoryModel,
	type ModelClaim,
	type ModelEvidence,
	type ModelRow,
	type Moment,
	relationOf,
	temporalOf,
} from "./history-model.ts";
import {
	type Added,
	type Carried,
	claimText,
	type Doing,
	day,
	endText,
	fixedRow,
	keepEvidence,
	matched,
	newQualifiers,
	type Planned,
	plainValue,
	rowOf,
	silent,
	type WrittenRow,
} from "./history-planning.ts";

/**
 * Brings all rows of the model to what the timeline makes of everything that was said: every claim and every key anew, whatever
 * the action touched. `written` are the rows that the server recorded with it, for their ids alone.
 */
export class Settling {
	readonly #model: HistoryModel;
	readonly #at: Moment;
	readonly #written: WrittenRow[];

	constructor(model: HistoryModel, at: Moment, written: readonly WrittenRow[]) {
		this.#model = model;
		this.#at = at;
		this.#written = [...written];
	}

	settle(doing: Doing): void {
		const { rejected = [], rewritten = [], revived = [] } = doing;
		for (const id of rejected) this.#end(id);
		const wanted = new Map(rewritten.map((row) => [row.id, row]));
		const held = this.#model.held(this.#at).map((row) => wanted.get(row.id) ?? row);
		const claims = new Map<string, ModelClaim>();
		for (const { claim } of [...held, ...(doing.added ?? []), ...revived.map(({ row }) => row)])
			claims.set(claimText(claim), claim);
		const planned = [...claims].flatMap(([key, claim]) => {
			const rows = held.filter((row) => claimText(row.claim) === key);
			return this.#planned(claim, rows, doing);
		});
		const ends = this.#drawn(planned);
		for (const plan of planned) this.#write(plan, ends.get(plan.id), planned);
	}

	#end(id: string): void {
		this.#model.row(id).invalidated = this.#at;
	}

	#planned(claim: ModelClaim, rows: readonly ModelRow[], doing: Doing): readonly Planned[] {
		const key = claimText(claim);
		const revived = (doing.revived ?? []).filter(({ row }) => claimText(row.claim) === key);
		const carried = new Map<string, Carried>();
		const carry = (
			observation: Observation,
			said: ModelEvidence | undefined,
			row?: string,
			added?: Added,
		) => {
			const known = carried.get(observation.id);
			if (known === undefined)
				carried.set(observation.id, { observation, said, rows: row ? [row] : [], added });
			else if (row !== undefined) known.rows.push(row);
			else if (added !== undefined && known.added === undefined)
				carried.set(observation.id, { ...known, added });
		};
		for (const row of rows) {
			const evidence = row.evidence.filter(({ to }) => to === undefined);
			for (const { said } of evidence) carry(said.observation, said, row.id);
			if (evidence.length === 0) carry(silent(row), undefined, row.id);
			for (const said of doing.returning?.get(row.id) ?? []) carry(said.observation, said);
		}
		for (const { row, said } of revived) for (const one of said) carry(one.observation, one, row.id);
		for (const one of doing.added ?? [])
			if (claimText(one.claim) === key) carry(one.said.observation, one.said, undefined, one);

		const all = [...rows, ...revived.map(({ row }) => row)];
		const observationsOf = (row: ModelRow) =>
			[...carried.values()].filter((one) => one.rows.includes(row.id)).map((one) => one.observation);
		const fixed = all.filter(({ corrected }) => corrected !== undefined);
		const stays = staysOf({
			temporal: temporalOf(claim),
			observations: [...carried.values()].map(({ observation }) => observation),
			fixed: fixed.map((row) => fixedRow(row, observationsOf(row))),
		});
		const isRevived = (row: ModelRow) => revived.some((one) => one.row === row);
		const rank = (row: ModelRow) => (isRewritten(row) ? 0 : row.canonical ? 1 : isRevived(row) ? 3 : 2);
		const isRewritten = (row: ModelRow) => doing.rewritten?.includes(row) === true;
		const going = matched(stays, all, carried, rank);
		for (const row of rows) if (![...going.values()].includes(row)) this.#end(row.id);
		return stays.map((stay) => {
			const old = going.get(stay);
			return {
				old,
				id: old?.id ?? this.#idOf(claim, stay),
				claim: old?.claim ?? claim,
				stay,
				carried: stay.observations.flatMap(({ id }) => carried.get(id) ?? []),
				isRewritten: old !== undefined && isRewritten(old),
				isRevived: old !== undefined && isRevived(old),
			};
		});
	}

	/** The id under which the server has written a new row. */
	#idOf(claim: ModelClaim, stay: Stay): string {
		const fits = this.#written.findIndex(
			(row) =>
				row.canonical !== true &&
				row.supersedes === undefined &&
				row.restores === undefined &&
				row.claim === claimText(this.#shown(claim)) &&
				row.from === day(stay.from) &&
				(row.end === "drawn" ? endText(stay) === "" : row.end === endText(stay)) &&
				(stay.from !== undefined ||
					row.canonical !== undefined ||
					row.attestedFrom === String(stay.attestedFrom)),
		);
		const [found] = fits < 0 ? [] : this.#written.splice(fits, 1);
		if (found !== undefined) return found.id;
		throw new Error(
			`the server has not written ${claimText(claim)} ${day(stay.from)} → ${endText(stay)} AF ${stay.attestedFrom}`,
		);
	}

	/** A claim as a reader sees it now: with owners for ends. */
	#shown(claim: ModelClaim): ModelClaim {
		const owner = (entity: string) => this.#model.owner(entity, this.#at);
		const { subject, object } = claim;
		const end = "entity" in object ? { entity: owner(object.entity) } : object;
		return { ...claim, subject: owner(subject), object: end };
	}

	/** The ends that are drawn, by planned row: every key of every relation that lets one value hold at a time. */
	#drawn(planned: readonly Planned[]): ReadonlyMap<string, DrawnEnd> {
		const keys = new Map<string, KeyedStay[]>();
		for (const plan of planned) {
			for (const { key, value } of this.#keysOf(plan.claim)) {
				const { stay, id, carried } = plan;
				const described = carried.length > 0 && carried.every(({ observation }) => observation.described);
				keys.set(key, [...(keys.get(key) ?? []), { ...stay, id, value, described }]);
			}
		}
		const ends = new Map<string, DrawnEnd>();
		for (const stays of keys.values())
			for (const [id, end] of drawnEnds(stays)) ends.set(id, earlierEnd(ends.get(id), end) ?? end);
		return ends;
	}

	/** The keys of a claim, each with what may be there once at a time. */
	#keysOf(claim: ModelClaim): readonly { readonly key: string; readonly value: string }[] {
		const relation = relationOf(claim);
		if (relation === undefined || relation.temporal !== "state") return [];
		const owner = (entity: string) => this.#model.owner(entity, this.#at);
		const subject = owner(claim.subject);
		const { object, unit, predicate } = claim;
		const value = "entity" in object ? owner(object.entity) : plainValue(predicate, object.value);
		return [
			...(relation.functional
				? [{ key: `${predicate} of ${subject}`, value: `${value} ${unit ?? ""}` }]
				: []),
			...(relation.inverseFunctional ? [{ key: `${predicate} is ${value}`, value: subject }] : []),
		];
	}

	#write(plan: Planned, end: DrawnEnd | undefined, all: readonly Planned[]): void {
		const { old, carried } = plan;
		if (old !== undefined && !this.#differs(plan, end, all)) {
			keepEvidence(this.#model.row(old.id), carried, this.#at);
			return;
		}
		const fresh = old === undefined ? plan.id : this.#successorOf(old);
		const successor = (id: string | undefined) =>
			this.#written.find(({ supersedes, restores }) => supersedes === id || restores === id)?.id ?? id;
		const row = { ...rowOf(plan, end, { at: this.#at, fresh: this.#newQualifiers(plan) }), id: fresh };
		this.#model.rows.push({ ...row, drawnBy: end === undefined ? undefined : successor(end.drawnBy) });
		if (old !== undefined && !plan.isRevived) this.#end(old.id);
	}

	#newQualifiers(plan: Planned): readonly string[] {
		return newQualifiers(plan, (said) => this.#model.qualifier(said, this.#at));
	}

	#successorOf(old: ModelRow): string {
		const claim = claimText(this.#shown(old.claim));
		const found = this.#written.find(
			(row) =>
				row.supersedes === old.id ||
				row.restores === old.id ||
				// A list of names does not tell which took whose place.
				(row.canonical !== undefined && row.claim === claim),
		);
		if (found !== undefined) return found.id;
		throw new Error(`the server has written nothing in the place of ${old.id} ${claimText(old.claim)}`);
	}

	#differs(plan: Planned, end: DrawnEnd | undefined, all: readonly Planned[]): boolean {
		const { old, stay, isRewritten, isRevived } = plan;
		if (old === undefined || isRewritten || isRevived || this.#newQualifiers(plan).length > 0) return true;
		if (day(stay.from) !== day(old.from)) return true;
		if (stay.from !== undefined && stay.grade !== old.grade) return true;
		if (end === undefined) return old.toOrigin === "timeline" || endText(stay) !== endText(old);
		const drawnText = end.to === undefined ? `by ${end.attestedTo}` : day(end.to);
		if (old.toOrigin !== "timeline" || endText(old) !== drawnText) return true;
		// The row that drew it stands still, where it stood, under one of its keys.
		const before = this.#model.live(old.drawnBy, this.#at - 1n);
		const drawer = all.find(({ id }) => id === before?.id);
		const by = all.find(({ id }) => id === end.drawnBy);
		const keys = new Set(this.#keysOf(plan.claim).map(({ key }) => key));
		const shares = drawer !== undefined && this.#keysOf(drawer.claim).some(({ key }) => keys.has(key));
		return !shares || startOf(drawer) !== startOf(by);
	}
}

const startOf = (plan: Planned | undefined) => plan?.stay.from?.at ?? plan?.stay.attestedFrom;
