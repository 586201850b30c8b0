import { randomUUID } from "node:crypto";
import { literal } from "../rdf/terms.ts";
import { moment, type Reading, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs } from "../vocab/well-known.ts";
import {
	ACCOUNTS,
	type AccountsBase,
	dateTime,
	decoded,
	described,
	personId,
	personIri,
	truth,
} from "./accounts-base.ts";
import { hashPassword, isPassword } from "./secrets.ts";

const byEmail = loadTemplate("access/person-by-email");
const everyone = loadTemplate("access/people");

/** Someone who may sign in. */
export interface Person {
	readonly id: string;
	readonly email: string;
	readonly name: string;
	readonly serverAdmin: boolean;
}

const yes: Reading<boolean> = (term) => (term === undefined ? undefined : term.value === "true");

/** Compared so: addresses that differ in case are one. */
function folded(email: string): string {
	return email.trim().normalize("NFKC").toLowerCase();
}

/** The people of the server. In this version there is one: the administrator of the first start. */
export class People {
	readonly #accounts: AccountsBase;
	/** Hashed in place of the password of nobody, so that an unknown address takes as long as a wrong password. */
	readonly #nobody = hashPassword("nobody has this password");

	constructor(accounts: AccountsBase) {
		this.#accounts = accounts;
	}

	/** Everyone, in the order in which they came. */
	async list(): Promise<readonly Person[]> {
		const query = everyone.bind({ accounts: ACCOUNTS }, { limit: 1_000 });
		const shape = { person: personId, name: text, email: text, admin: yes, created: moment };
		const rows = decoded(await this.#accounts.rows(query), shape);
		return rows.map(({ person, name, email, admin }) => ({ id: person, name, email, serverAdmin: admin }));
	}

	/** The administrator, or `undefined` before the first start. */
	async administrator(): Promise<Person | undefined> {
		return (await this.list()).find(({ serverAdmin }) => serverAdmin);
	}

	/** Makes the administrator. The caller has made sure that there is none. */
	async createAdministrator(email: string, password: string): Promise<Person> {
		const person = { id: randomUUID(), email: folded(email), name: "Administrator", serverAdmin: true };
		const hash = await hashPassword(password);
		await this.#accounts.inTurn(() =>
			this.#accounts.write((at) => ({
				insert: described(personIri(person.id), [
					[rdf.type, utopia.Person],
					[rdfs.label, literal(person.name)],
					[utopia.email, literal(person.email)],
					[utopia.passwordHash, literal(hash)],
					[utopia.serverAdmin, truth(true)],
					[prov.generatedAtTime, dateTime(at)],
				]),
			})),
		);
		return person;
	}

	/** The person of this address and password, or `undefined`: for both mistakes alike and after the same time. */
	async signIn(email: string, password: string): Promise<Person | undefined> {
		const query = byEmail.bind({ accounts: ACCOUNTS, email: literal(folded(email)) }, { limit: 1 });
		const shape = { person: personId, name: text, email: text, hash: text, admin: yes };
		const [found] = decoded(await this.#accounts.rows(query), shape);
		const right = await isPassword(password, found?.hash ?? (await this.#nobody));
		if (found === undefined || !right) return undefined;
		return { id: found.person, email: found.email, name: found.name, serverAdmin: found.admin };
	}
}
