import type { NamedNode, Quad } from "@rdfjs/types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type View, wholeView } from "../../src/access/view.ts";
import { entityIndex } from "../../src/ledger/entity-index.ts";
import { factLives } from "../../src/ledger/fact-lives.ts";
import { candidatesFor } from "../../src/ledger/find-entity.ts";
import { calendar } from "../../src/ledger/pages.ts";
import { traits } from "../../src/ledger/traits.ts";
import { ontologyAt } from "../../src/ontology/ontology.ts";
import { baseIri, graphsOf, idOfKind } from "../../src/rdf/base-iris.ts";
import { literal, quad } from "../../src/rdf/terms.ts";
import type { ChangeSet, Store } from "../../src/store/port.ts";
import { FIRST_INSTANT, type Instant, instant, instantText } from "../../src/time/instant.ts";
import * as utopia from "../../src/vocab/utopia.gen.ts";
import { prov, rdf, xsd } from "../../src/vocab/well-known.ts";
import {
	LEDGER_KB,
	momentText,
	type PlainLedger,
	plainLedger,
	recordMoment,
	turtleOf,
} from "../support/random-ledger.ts";
import { readingBase } from "../support/reading.ts";
import { SmallCommits, smallCommits } from "../support/small-commits.ts";
import { testQuery } from "../support/stores.ts";

type Terms = [Quad["subject"], NamedNode, Quad["object"]];

const PIECES = ["e", "er", "tern", "old heron", "quay ii", "egret"];

/** The same store under another name: a view of it shares nothing with the views of others. */
function apart(store: Store, heard: () => void = () => undefined): View {
	const other: Store = {
		blobs: store.blobs,
		head: () => store.head(),
		onCommit: (listener) => store.onCommit(listener),
		commits: (...asked) => store.commits(...asked),
		select(...asked) {
			heard();
			return store.select(...asked);
		},
		ask: (...asked) => store.ask(...asked),
		commit: (...given) => store.commit(...given),
		commitBulk: (...given) => store.commitBulk(...given),
		[Symbol.asyncDispose]: async () => undefined,
	};
	return wholeView(other, LEDGER_KB);
}

/** Reads every projection once. */
async function warm(view: View): Promise<void> {
	await Promise.all(
		[calendar, traits, entityIndex, factLives].map((projection) => view.kept<unknown>(projection)),
	);
	await ontologyAt(0n as Instant, view);
}

/** Everything that tools ask of projections, at one moment. */
async function answers(view: View, entities: readonly string[], asOf: Instant) {
	const [index, lives] = await Promise.all([view.kept(entityIndex), view.kept(factLives)]);
	const { merges } = index;
	const names = (piece: string) =>
		index
			.namesContaining(piece, asOf)
			.map(({ entity, text, fact }) => `${entity} ${text} ${fact}`)
			.sort();
	const found = await Promise.all(PIECES.map((piece) => candidatesFor(piece, asOf, view)));
	return {
		entities: entities.map((entity) => {
			const members = merges.members(entity, asOf);
			return {
				exists: index.exists(entity, asOf),
				name: index.name(entity, asOf),
				canonical: index.canonicalFact(entity, asOf),
				type: index.type(entity, asOf),
				owner: merges.owner(entity, asOf),
				members,
				ever: merges.everMembers(entity),
				count: lives.count(members, asOf),
				links: [...lives.links(members, merges, asOf)],
			};
		}),
		merges: merges.size,
		names: PIECES.map(names),
		found,
		ontology: await ontologyAt(asOf, view),
	};
}

async function agree(
	view: View,
	store: Store,
	asked: { entities: readonly string[]; moments: readonly Instant[] },
) {
	const fresh = apart(store);
	expect(await view.kept(calendar)).toEqual(await fresh.kept(calendar));
	expect(await view.kept(traits)).toEqual(await fresh.kept(traits));
	for (const asOf of asked.moments)
		expect(await answers(view, asked.entities, asOf)).toEqual(await answers(fresh, asked.entities, asOf));
}

async function startOf(view: View, ledger: PlainLedger) {
	return {
		entities: ledger.entities.map(({ id }) => id),
		facts: ledger.facts.filter(({ invalidated }) => invalidated === undefined).map(({ id }) => id),
		merges: ledger.merges.filter(({ to }) => to === undefined),
		pages: await view.kept(calendar),
	};
}

test("projections that follow commits answer as ones built afresh, at every moment, and read nothing for it", async () => {
	await fc.assert(
		fc.asyncProperty(plainLedger, smallCommits, recordMoment, async (ledger, commits, early) => {
			await using base = await readingBase(LEDGER_KB, turtleOf(ledger));
			const { store } = base;
			let selects = 0;
			const view = apart(store, () => selects++);
			await warm(view);
			const making = new SmallCommits(LEDGER_KB, await startOf(view, ledger));
			const moments = [instant(momentText(early))];
			for (const steps of commits) {
				using reservation = base.view.clock.reserve();
				const changes = making.commit(steps, reservation.at);
				if (changes.insert.length === 0) continue;
				const racing = apart(store);
				const built = warm(racing);
				const before = selects;
				await store.commit(changes);
				await warm(view);
				expect(selects).toBe(before);
				await built;
				moments.push(reservation.at);
				const asked = { entities: making.entities, moments: [...moments.slice(0, 1), ...moments.slice(-3)] };
				await agree(view, store, asked);
				await agree(racing, store, { ...asked, moments: moments.slice(-1) });
			}
			await agree(view, store, { entities: making.entities, moments });
		}),
		{ numRuns: 12 },
	);
}, 300_000);

test("R10: what a projection answered at a moment it answers after every later commit", async () => {
	await fc.assert(
		fc.asyncProperty(plainLedger, smallCommits, async (ledger, commits) => {
			await using base = await readingBase(LEDGER_KB, turtleOf(ledger));
			const { store, view } = base;
			const making = new SmallCommits(LEDGER_KB, await startOf(view, ledger));
			const entities = [...making.entities];
			const given: { asOf: Instant; answer: Awaited<ReturnType<typeof answers>> }[] = [];
			for (const steps of commits) {
				const asOf = view.clock.now();
				given.push({ asOf, answer: structuredClone(withoutEver(await answers(view, entities, asOf))) });
				using reservation = view.clock.reserve();
				const changes = making.commit(steps, reservation.at);
				if (changes.insert.length > 0) await store.commit(changes);
			}
			for (const { asOf, answer } of given)
				expect(structuredClone(withoutEver(await answers(view, entities, asOf)))).toEqual(answer);
		}),
		{ numRuns: 8 },
	);
}, 300_000);

/** Who ever stood for whom is not asked at a moment. */
function withoutEver(answer: Awaited<ReturnType<typeof answers>>) {
	return { ...answer, merges: 0, entities: answer.entities.map((entity) => ({ ...entity, ever: [] })) };
}

const isPlain = ({ subject }: Quad) => idOfKind(subject.value, "declaration") === undefined;

/** A plain triple of the ontology goes: a declaration tells that it was known since ever and is no more. */
function withdrawal(gone: readonly Quad[], at: Instant): ChangeSet {
	const { ontology } = graphsOf(LEDGER_KB);
	const moment = (text: string) => literal(text, xsd.dateTime);
	const insert = gone.flatMap(({ subject, predicate, object }) => {
		const own = baseIri(LEDGER_KB, "declaration", crypto.randomUUID());
		const said = [
			[rdf.type, utopia.Declaration],
			[rdf.subject, subject],
			[rdf.predicate, predicate],
			[rdf.object, object],
			[prov.generatedAtTime, moment(instantText(FIRST_INSTANT))],
			[prov.invalidatedAtTime, moment(instantText(at))],
		] as const;
		return said.map(([property, value]) => quad(own, property, value as Quad["object"], ontology));
	});
	return { insert, remove: gone, recordedAt: at };
}

test("plain triples of the ontology that are taken back are followed too, and what was declared before still was", async () => {
	const cuts = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(plainLedger, cuts, recordMoment, async (ledger, commits, early) => {
			await using base = await readingBase(LEDGER_KB, turtleOf(ledger));
			const { store } = base;
			let selects = 0;
			const view = apart(store, () => selects++);
			await warm(view);
			const moments = [instant(momentText(early))];
			const entities = ledger.entities.map(({ id }) => id);
			for (const picks of commits) {
				const { ontology } = graphsOf(LEDGER_KB);
				const query = testQuery(`SELECT ?s ?p ?o WHERE { GRAPH <${ontology.value}> { ?s ?p ?o } }`);
				const plain = (await store.select(query, "all"))
					.map((row) => quad(...(["s", "p", "o"].map((name) => row.get(name)) as Terms), ontology))
					.filter(isPlain);
				const gone = [...new Set(picks.flatMap((pick) => plain[pick % Math.max(1, plain.length)] ?? []))];
				if (gone.length === 0) continue;
				using reservation = base.view.clock.reserve();
				const racing = apart(store);
				const built = warm(racing);
				const before = selects;
				await store.commit(withdrawal(gone, reservation.at));
				await warm(view);
				expect(selects).toBe(before);
				await built;
				moments.push((reservation.at - 1n) as Instant, reservation.at);
				await agree(racing, store, { entities, moments });
			}
			await agree(view, store, { entities, moments });
		}),
		{ numRuns: 8 },
	);
}, 300_000);
