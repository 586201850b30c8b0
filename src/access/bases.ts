import { UtopiaError } from "../errors.ts";
import { literal, quad } from "../rdf/terms.ts";
import { moment, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs } from "../vocab/well-known.ts";
import {
	ACCOUNTS,
	ACCOUNTS_KB,
	type AccountsBase,
	dateTime,
	decoded,
	described,
	kbId,
	kbIri,
	personIri,
} from "./accounts-base.ts";

import { checkBaseWish } from "./wishes.ts";

const all = loadTemplate("access/bases");
const one = loadTemplate("access/base");

export type Visibility = "private" | "public";

/** A knowledge base as the accounts list it. */
export interface Base {
	readonly id: string;
	readonly name: string;
	readonly visibility: Visibility;
	readonly createdAt: Instant;
}

const visibilityOf = (found: string): Visibility => (found === "public" ? "public" : "private");

/** Which bases there are and what they are called. */
export class Bases {
	readonly #accounts: AccountsBase;

	constructor(accounts: AccountsBase) {
		this.#accounts = accounts;
	}

	/** All bases, in the order of their making. */
	async list(): Promise<readonly Base[]> {
		const query = all.bind({ accounts: ACCOUNTS }, { limit: 10_000 });
		const shape = { base: kbId, name: text, visibility: text, created: moment };
		const rows = decoded(await this.#accounts.rows(query), shape);
		return rows.map(({ base, name, visibility, created }) => ({
			id: base,
			name,
			visibility: visibilityOf(visibility),
			createdAt: created,
		}));
	}

	async find(id: string): Promise<Base | undefined> {
		const query = one.bind({ accounts: ACCOUNTS, base: kbIri(id) }, { limit: 1 });
		const [row] = decoded(await this.#accounts.rows(query), {
			name: text,
			visibility: text,
			created: moment,
		});
		if (row === undefined) return undefined;
		return { id, name: row.name, visibility: visibilityOf(row.visibility), createdAt: row.created };
	}

	/**
	 * Makes a base with that id.
	 * @throws UTOPIA_KB_EXISTS when there is one; UTOPIA_ARGUMENT_INVALID
	 */
	async create(owner: string, { id, name, visibility }: Omit<Base, "createdAt">): Promise<Base> {
		checkBaseWish({ id, name });
		return this.#accounts.inTurn(async () => {
			if (id === ACCOUNTS_KB || (await this.find(id)) !== undefined) {
				throw new UtopiaError("UTOPIA_KB_EXISTS", "There is a knowledge base with this id", { id });
			}
			const createdAt = await this.#accounts.write((at) => ({
				insert: described(kbIri(id), [
					[rdf.type, utopia.KnowledgeBase],
					[rdfs.label, literal(name)],
					[utopia.visibility, literal(visibility)],
					[utopia.owner, personIri(owner)],
					[prov.generatedAtTime, dateTime(at)],
				]),
			}));
			return { id, name, visibility, createdAt };
		});
	}

	/**
	 * Changes its name or its visibility.
	 * @throws UTOPIA_KB_NOT_FOUND when there is no such base.
	 */
	async change(id: string, wish: Partial<Pick<Base, "name" | "visibility">>): Promise<Base> {
		return this.#accounts.inTurn(async () => {
			const before = await this.find(id);
			if (before === undefined) throw noSuchBase();
			const after = { ...before, ...wish };
			const said = ({ name, visibility }: Base) => [
				quad(kbIri(id), rdfs.label, literal(name), ACCOUNTS),
				quad(kbIri(id), utopia.visibility, literal(visibility), ACCOUNTS),
			];
			if (after.name !== before.name || after.visibility !== before.visibility) {
				const changed = said(after).filter((_, n) => !said(before)[n]?.equals(said(after)[n]));
				const gone = said(before).filter((_, n) => !said(before)[n]?.equals(said(after)[n]));
				await this.#accounts.write(() => ({ insert: changed, remove: gone }));
			}
			return after;
		});
	}
}

/** What is said of a base that does not exist, is hidden, or is out of the credential's reach: the same for all three. */
export function noSuchBase(): UtopiaError {
	return new UtopiaError("UTOPIA_KB_NOT_FOUND", "Not found.", { resource: "knowledge_base" });
}
