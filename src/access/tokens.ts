import { randomUUID } from "node:crypto";
import { UtopiaError } from "../errors.ts";
import { literal, quad } from "../rdf/terms.ts";
import { moment, optional, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs } from "../vocab/well-known.ts";
import {
	ACCOUNTS,
	type AccountsBase,
	dateTime,
	decoded,
	described,
	kbId,
	kbIri,
	personId,
	personIri,
	tokenId,
	tokenIri,
} from "./accounts-base.ts";
import type { Caller, Scope } from "./caller.ts";
import { isTokenValue, keptOf, mintToken } from "./secrets.ts";
import { checkTokenWish } from "./wishes.ts";

const byHash = loadTemplate("access/token-by-hash");
const ofOwner = loadTemplate("access/tokens-of-owner");
const lastUsed = loadTemplate("access/last-used");
const ROWS = 10_000;
const DAY = 86_400_000_000n;

/** A token as its owner sees it in the list; never its value. */
export interface TokenInfo {
	readonly id: string;
	readonly name: string;
	readonly prefix: string;
	readonly scope: Scope;
	readonly bases: readonly string[] | undefined;
	readonly createdAt: Instant;
	readonly expiresAt: Instant | undefined;
	readonly revokedAt: Instant | undefined;
	readonly lastUsedAt: Instant | undefined;
}

/** What a token is made of. `days` 0 is for ever. */
export interface TokenWish {
	readonly name: string;
	readonly scope: Scope;
	readonly bases: readonly string[] | undefined;
	readonly days: number;
	/** A value chosen from outside; else one is minted. */
	readonly value?: string | undefined;
}

const scopeOf = (found: string): Scope => (found === "write" ? "write" : "read");

/** Personal access tokens: issued, listed, revoked, and read anew for every request. */
export class Tokens {
	readonly #accounts: AccountsBase;
	/** Later than what is written down; the newest use of each token. */
	readonly #used = new Map<string, Instant>();
	readonly #unwritten = new Set<string>();

	constructor(accounts: AccountsBase) {
		this.#accounts = accounts;
	}

	/** Whom the value speaks for now, or `undefined`: of no form, unknown, expired or revoked alike. */
	async callerOf(value: string): Promise<Caller | undefined> {
		if (!isTokenValue(value)) return undefined;
		const query = byHash.bind({ accounts: ACCOUNTS, hash: literal(keptOf(value).hash) }, { limit: ROWS });
		const shape = {
			token: tokenId,
			owner: personId,
			scope: text,
			expires: optional(moment),
			revoked: optional(moment),
			base: optional(kbId),
		};
		const rows = decoded(await this.#accounts.rows(query), shape);
		const [first] = rows;
		if (first === undefined || first.revoked !== undefined) return undefined;
		if (first.expires !== undefined && first.expires <= this.#accounts.clock.now()) return undefined;
		const bases = rows.flatMap(({ base }) => (base === undefined ? [] : [base]));
		return {
			owner: first.owner,
			token: first.token,
			scope: scopeOf(first.scope),
			bases: bases.length > 0 ? bases : undefined,
		};
	}

	/** Whom a token of a person speaks for now, by its id; `undefined` once it is expired or revoked. */
	async callerById(owner: string, token: string): Promise<Caller | undefined> {
		const info = (await this.list(owner)).find(({ id }) => id === token);
		if (info === undefined || info.revokedAt !== undefined) return undefined;
		if (info.expiresAt !== undefined && info.expiresAt <= this.#accounts.clock.now()) return undefined;
		return { owner, token, scope: info.scope, bases: info.bases };
	}

	/** Whether there is, or was, a token of this value. */
	async isKnown(value: string): Promise<boolean> {
		const query = byHash.bind({ accounts: ACCOUNTS, hash: literal(keptOf(value).hash) }, { limit: 1 });
		return decoded(await this.#accounts.rows(query), { token: tokenId }).length > 0;
	}

	/** Says that a call of this token was accepted now. Kept in memory until {@link flush}. */
	used(token: string): void {
		this.#used.set(token, this.#accounts.clock.now());
		this.#unwritten.add(token);
	}

	/**
	 * Makes a token. Its value is in this answer and nowhere else.
	 * @throws UTOPIA_ARGUMENT_INVALID
	 */
	async issue(owner: string, wish: TokenWish): Promise<{ readonly value: string; readonly info: TokenInfo }> {
		checkTokenWish(wish);
		const value = wish.value ?? mintToken();
		const id = randomUUID();
		const { hash, prefix } = keptOf(value);
		const createdAt = await this.#accounts.inTurn(() =>
			this.#accounts.write((at) => ({
				insert: described(tokenIri(id), [
					[rdf.type, utopia.AccessToken],
					[rdfs.label, literal(wish.name)],
					[utopia.owner, personIri(owner)],
					[utopia.tokenHash, literal(hash)],
					[utopia.tokenPrefix, literal(prefix)],
					[utopia.tokenScope, literal(wish.scope)],
					[prov.generatedAtTime, dateTime(at)],
					[utopia.expiresAt, wish.days === 0 ? undefined : dateTime(expiry(at, wish.days))],
					...(wish.bases ?? []).map((base) => [utopia.reachesBase, kbIri(base)] as const),
				]),
			})),
		);
		const { name, scope, bases, days } = wish;
		const expiresAt = days === 0 ? undefined : expiry(createdAt, days);
		const never = { revokedAt: undefined, lastUsedAt: undefined };
		return { value, info: { id, name, prefix, scope, bases, createdAt, expiresAt, ...never } };
	}

	/** The tokens of a person that reach no further than `reach` does, revoked ones too, the newest first. */
	async list(owner: string, reach?: readonly string[]): Promise<readonly TokenInfo[]> {
		const query = ofOwner.bind({ accounts: ACCOUNTS, owner: personIri(owner) }, { limit: ROWS });
		const shape = {
			token: tokenId,
			name: text,
			prefix: text,
			scope: text,
			created: moment,
			expires: optional(moment),
			revoked: optional(moment),
			used: optional(moment),
			base: optional(kbId),
		};
		const found = new Map<string, TokenInfo>();
		for (const row of decoded(await this.#accounts.rows(query), shape)) {
			const bases = [...(found.get(row.token)?.bases ?? []), ...(row.base === undefined ? [] : [row.base])];
			found.set(row.token, {
				id: row.token,
				name: row.name,
				prefix: row.prefix,
				scope: scopeOf(row.scope),
				bases: bases.length > 0 ? bases : undefined,
				createdAt: row.created,
				expiresAt: row.expires,
				revokedAt: row.revoked,
				lastUsedAt: this.#used.get(row.token) ?? row.used,
			});
		}
		const within = [...found.values()].filter(({ bases }) => isWithin(bases, reach));
		return within.sort((a, b) => byInstant(b.createdAt, a.createdAt));
	}

	/**
	 * Ends a token; its next call is refused.
	 * @throws UTOPIA_TOKEN_NOT_FOUND when the person has no such token, it reaches further than `reach`, or it is revoked already.
	 */
	async revoke(owner: string, id: string, reach?: readonly string[]): Promise<void> {
		await this.#accounts.inTurn(async () => {
			const info = (await this.list(owner, reach)).find((token) => token.id === id);
			if (info === undefined || info.revokedAt !== undefined) {
				throw new UtopiaError("UTOPIA_TOKEN_NOT_FOUND", "No such token", { resource: "token", id });
			}
			await this.#accounts.write((at) => ({
				insert: [quad(tokenIri(id), prov.invalidatedAtTime, dateTime(at), ACCOUNTS)],
			}));
		});
	}

	/** Writes down when tokens were last used, in one commit. */
	async flush(): Promise<void> {
		await this.#accounts.inTurn(async () => {
			const ids = [...this.#unwritten];
			if (ids.length === 0) return;
			const query = lastUsed.bind({ accounts: ACCOUNTS, tokens: ids.map(tokenIri) }, { limit: ROWS });
			const old = decoded(await this.#accounts.rows(query), { token: tokenId, used: moment });
			const said = (id: string, at: Instant) => quad(tokenIri(id), utopia.lastUsedAt, dateTime(at), ACCOUNTS);
			const news = ids.flatMap((id) => {
				const at = this.#used.get(id);
				return at === undefined ? [] : [said(id, at)];
			});
			this.#unwritten.clear();
			await this.#accounts.write(() => ({
				insert: news,
				remove: old.map(({ token, used }) => said(token, used)),
			}));
		});
	}
}

/** Whether a token for `bases` reaches no further than one for `reach`; `undefined` is every base. */
function isWithin(bases: readonly string[] | undefined, reach: readonly string[] | undefined): boolean {
	return reach === undefined || bases?.every((base) => reach.includes(base)) === true;
}

function expiry(at: Instant, days: number): Instant {
	return (at + BigInt(days) * DAY) as Instant;
}
