import type { Quad } from "@rdfjs/types";
import { UtopiaError } from "../errors.ts";
import { literal } from "../rdf/terms.ts";
import { type decode, moment, text } from "../sparql/rows.ts";
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

import {
	DEFAULT_SETTINGS,
	type DerivationSettings,
	type DerivationWish,
	SETTINGS_SHAPE,
	settingsAfter,
	settingsIn,
	settingsSaid,
} from "./derivation-settings.ts";
import { checkBaseWish, checkCapsWish } from "./wishes.ts";

const all = loadTemplate("access/bases");
const one = loadTemplate("access/base");

export type Visibility = "private" | "public";

/** A knowledge base as the accounts list it. */
export interface Base {
	readonly id: string;
	readonly name: string;
	readonly visibility: Visibility;
	readonly createdAt: Instant;
	/** Whether conclusions are drawn, and how many. */
	readonly derivation: DerivationSettings;
}

/** A base that is to be made; its settings are those of {@link DEFAULT_SETTINGS}. */
type NewBase = Omit<Base, "createdAt" | "derivation">;

/** What is to become of a base; what is left out stays. */
export interface BaseWish {
	readonly name?: string | undefined;
	readonly visibility?: Visibility | undefined;
	readonly derivation?: DerivationWish | undefined;
}

const shape = { name: text, visibility: text, created: moment, ...SETTINGS_SHAPE };

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
		const rows = decoded(await this.#accounts.rows(query), { base: kbId, ...shape });
		return rows.map(({ base, ...row }) => baseIn(base, row));
	}

	async find(id: string): Promise<Base | undefined> {
		const query = one.bind({ accounts: ACCOUNTS, base: kbIri(id) }, { limit: 1 });
		const [row] = decoded(await this.#accounts.rows(query), shape);
		return row && baseIn(id, row);
	}

	/**
	 * Makes a base with that id.
	 * @throws UTOPIA_KB_EXISTS when there is one; UTOPIA_ARGUMENT_INVALID
	 */
	async create(owner: string, { id, name, visibility }: NewBase): Promise<Base> {
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
			return { id, name, visibility, createdAt, derivation: DEFAULT_SETTINGS };
		});
	}

	/**
	 * Changes its name, its visibility or what it says of conclusions.
	 * @throws UTOPIA_KB_NOT_FOUND when there is no such base; UTOPIA_ARGUMENT_INVALID
	 */
	async change(id: string, { name, visibility, derivation = {} }: BaseWish): Promise<Base> {
		checkCapsWish(derivation);
		if (name !== undefined) checkBaseWish({ id, name });
		return this.#accounts.inTurn(async () => {
			const before = await this.find(id);
			if (before === undefined) throw noSuchBase();
			const after: Base = {
				...before,
				name: name ?? before.name,
				visibility: visibility ?? before.visibility,
				derivation: settingsAfter(before.derivation, derivation),
			};
			const [insert, remove] = [without(after, before), without(before, after)];
			if (insert.length + remove.length > 0) await this.#accounts.write(() => ({ insert, remove }));
			return after;
		});
	}
}

function baseIn(
	id: string,
	{ name, visibility, created, ...settings }: ReturnType<typeof decode<typeof shape>>,
): Base {
	const derivation = settingsIn(settings);
	return { id, name, visibility: visibilityOf(visibility), createdAt: created, derivation };
}

/** What can change of a base, as the accounts say it. */
function changeable({ id, name, visibility, derivation }: Base): readonly Quad[] {
	return described(kbIri(id), [
		[rdfs.label, literal(name)],
		[utopia.visibility, literal(visibility)],
		...settingsSaid(derivation),
	]);
}

/** What one says and the other does not. */
function without(one: Base, other: Base): readonly Quad[] {
	const said = changeable(other);
	return changeable(one).filter((quad) => !said.some((known) => known.equals(quad)));
}

/** What is said of a base that does not exist, is hidden, or is out of the credential's reach: the same for all three. */
export function noSuchBase(): UtopiaError {
	return new UtopiaError("UTOPIA_KB_NOT_FOUND", "Not found.", { resource: "knowledge_base" });
}
