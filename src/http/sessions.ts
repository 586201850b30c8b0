import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../time/clock.ts";
import type { Instant } from "../time/instant.ts";

/** Someone who signed in with a password. */
export interface SignedIn {
	readonly person: string;
	/** Repeated by every changing request, so that no other site can make one. */
	readonly csrf: string;
}

interface Kept extends SignedIn {
	readonly since: Instant;
	seen: Instant;
}

const HOUR = 3_600_000_000n;
const IDLE = 12n * HOUR;
const LONGEST = 30n * 24n * HOUR;
const MOST = 10_000;
const COOKIE = "utopia_session";

const digest = (value: string) => createHash("sha256").update(value).digest("hex");

/** Sessions of people, in memory: a restart signs everyone out. */
export class Sessions {
	readonly #clock: Clock;
	readonly #kept = new Map<string, Kept>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Opens a session; the value is in this answer and nowhere else. */
	open(person: string): SignedIn & { readonly value: string } {
		const value = randomBytes(32).toString("base64url");
		const csrf = randomBytes(32).toString("base64url");
		const now = this.#clock.now();
		const [oldest] = this.#kept.keys();
		if (this.#kept.size >= MOST && oldest !== undefined) this.#kept.delete(oldest);
		this.#kept.set(digest(value), { person, csrf, since: now, seen: now });
		return { value, person, csrf };
	}

	/** Who the cookie speaks for, or `undefined` once it is idle for 12 hours or 30 days old. */
	find(value: string): SignedIn | undefined {
		const key = digest(value);
		const kept = this.#kept.get(key);
		const now = this.#clock.now();
		if (kept === undefined) return undefined;
		if (now - kept.seen > IDLE || now - kept.since > LONGEST) {
			this.#kept.delete(key);
			return undefined;
		}
		kept.seen = now;
		return kept;
	}

	close(value: string): void {
		this.#kept.delete(digest(value));
	}
}

/** The session's value in a Cookie header. */
export function sessionValue(cookies: string | undefined): string | undefined {
	for (const part of cookies?.split(";") ?? []) {
		const [name, value] = part.trim().split("=", 2);
		if (name === COOKIE && value) return value;
	}
	return undefined;
}

/** The cookie that carries a session, or ends it. */
export function sessionCookie(value: string | undefined, { secure }: { secure: boolean }): string {
	const age = value === undefined ? "; Max-Age=0" : "";
	return `${COOKIE}=${value ?? ""}; Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}${age}`;
}

/** Compared without telling by the time it takes how much of it was right. */
export function sameSecret(given: unknown, kept: string): boolean {
	if (typeof given !== "string") return false;
	const [a, b] = [Buffer.from(given), Buffer.from(kept)];
	return a.length === b.length && timingSafeEqual(a, b);
}
