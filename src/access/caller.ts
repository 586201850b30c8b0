/** A credential's ceiling: `read` only reads, `write` also writes. Never more than its owner may. */
export type Scope = "read" | "write";

/** Whoever a credential speaks for, as it stood when it was read; made anew for every request. */
export interface Caller {
	/** The person's id, a UUID. */
	readonly owner: string;
	/** The id of the token used; a signed-in person has none. */
	readonly token?: string | undefined;
	readonly scope: Scope;
	/** The bases the credential is narrowed to; `undefined` reaches every base its owner can open. */
	readonly bases?: readonly string[] | undefined;
}
