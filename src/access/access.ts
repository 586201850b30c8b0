import { UtopiaError } from "../errors.ts";
import type { Store } from "../store/port.ts";
import type { Clock } from "../time/clock.ts";
import { ACCOUNTS_KB, AccountsBase } from "./accounts-base.ts";
import { type Base, Bases, noSuchBase } from "./bases.ts";
import type { Caller } from "./caller.ts";
import { People } from "./people.ts";
import { Tokens } from "./tokens.ts";
import { type View, wholeView } from "./view.ts";

/** Opens the store of a base, making it when it is new. */
export type OpenStore = (kb: string) => Promise<Store>;

const KB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Who may do what. Everything is read from the accounts when it is asked, so that every change acts on the next call. */
export class Access {
	readonly people: People;
	readonly tokens: Tokens;
	readonly bases: Bases;
	readonly #open: OpenStore;
	readonly #clock: Clock;

	private constructor(accounts: AccountsBase, open: OpenStore) {
		this.people = new People(accounts);
		this.tokens = new Tokens(accounts);
		this.bases = new Bases(accounts);
		this.#open = open;
		this.#clock = accounts.clock;
	}

	/** Opens the accounts; the rest is opened when it is first asked for. */
	static async open(open: OpenStore, clock: Clock): Promise<Access> {
		return new Access(new AccountsBase(await open(ACCOUNTS_KB), clock), open);
	}

	/**
	 * The base, when it exists and the caller's credential reaches it.
	 * @throws UTOPIA_KB_NOT_FOUND otherwise, whatever the reason.
	 */
	async base(caller: Caller, kb: string): Promise<Base> {
		const covered = caller.bases === undefined || caller.bases.includes(kb);
		const base = KB_ID.test(kb) && covered ? await this.bases.find(kb) : undefined;
		if (base === undefined) throw noSuchBase();
		return base;
	}

	/** The bases a credential reaches. */
	async reached(caller: Caller): Promise<readonly Base[]> {
		const bases = await this.bases.list();
		return bases.filter(({ id }) => caller.bases === undefined || caller.bases.includes(id));
	}

	/**
	 * The base as the caller may know it.
	 * @throws UTOPIA_KB_NOT_FOUND as {@link base}.
	 */
	async view(caller: Caller, kb: string): Promise<View> {
		await this.base(caller, kb);
		return wholeView(await this.#open(kb), kb, this.#clock);
	}

	/** @throws UTOPIA_FORBIDDEN when the credential only reads. */
	mayWrite(caller: Caller): void {
		if (caller.scope !== "write") {
			throw new UtopiaError("UTOPIA_FORBIDDEN", "This needs a credential with the write scope");
		}
	}
}
