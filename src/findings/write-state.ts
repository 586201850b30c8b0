import { randomUUID } from "node:crypto";
import type { NamedNode } from "@rdfjs/types";
import type { Named, Violation, ViolationState } from "../ledger/violations.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, xsd } from "../vocab/well-known.ts";
import type { Draft } from "../writing/draft.ts";

/** What the state of a violation says. */
export type WrittenState = Pick<
	ViolationState,
	"status" | "resolution" | "statements" | "criterion" | "occurrences"
> & {
	readonly decidedOn?: string | undefined;
	readonly note?: string | undefined;
	readonly person?: NamedNode | undefined;
};

interface Writing {
	/** Where it stood; nowhere when it is new. */
	readonly last: ViolationState | undefined;
	readonly kb: string;
	readonly draft: Draft;
}

const whole = (count: number) => literal(String(count), xsd.integer);
const text = (value: string | undefined) => (value === undefined ? undefined : literal(value));

/** Writes where a violation stands from this commit on; where it stood ends. */
export function writeState(
	violation: Pick<Violation, "thing" | "id">,
	state: WrittenState,
	{ last, kb, draft }: Writing,
): void {
	const { derivations } = graphsOf(kb);
	if (last?.id !== undefined) draft.endRow(baseIri(kb, "findingstate", last.id), derivations);
	stateRow(violation, state, { kb, draft });
	if (last === undefined || last.id !== undefined) return;
	// What an imported violation says of itself is told by its states from now on: by one that is never held.
	const closed = last.status === "open" || last.from === undefined ? undefined : instantText(last.from);
	const former = stateRow(violation, { ...last, person: undefined, closed }, { kb, draft });
	draft.endRow(former, derivations);
}

function stateRow(
	{ thing, id }: Pick<Violation, "thing" | "id">,
	state: WrittenState & { readonly closed?: string | undefined },
	{ kb, draft }: Omit<Writing, "last">,
): NamedNode {
	const { derivations } = graphsOf(kb);
	const { statements, occurrences, decidedOn } = state;
	const own = randomUUID();
	const row = baseIri(kb, "findingstate", own);
	const member = (n: number) => baseIri(kb, "pathmember", `${own}:${n + 1}`);
	const iriOf = (named: Named) => baseIri(kb, named.kind, named.id);
	// One statement needs no order.
	const ordered = statements.length > 1 ? statements : [];
	for (const [n, statement] of ordered.entries()) {
		const said = [
			[rdf.type, utopia.PathMember],
			[utopia.seq, whole(n + 1)],
			[utopia.statement, iriOf(statement)],
		] as const;
		draft.row(member(n), said, derivations);
	}
	const said = [
		[rdf.type, utopia.FindingState],
		[utopia.ofFinding, baseIri(kb, thing, id)],
		[utopia.status, literal(state.status)],
		[utopia.resolution, text(state.resolution)],
		...statements.map((statement) => [utopia.onStatement, iriOf(statement)] as const),
		...ordered.map((_, n) => [utopia.evidencePath, member(n)] as const),
		[utopia.criterion, state.status === "open" ? text(state.criterion) : undefined],
		[utopia.occurrences, occurrences === undefined ? undefined : whole(occurrences)],
		[utopia.decidedOn, decidedOn === undefined ? undefined : baseIri(kb, "fact", decidedOn)],
		[utopia.note, text(state.note)],
		[utopia.byPerson, state.person],
		[utopia.closedAt, state.closed === undefined ? undefined : literal(state.closed, xsd.dateTime)],
	] as const;
	draft.row(row, said, derivations);
	return row;
}
