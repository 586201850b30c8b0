import { z } from "zod";
import type { Clock } from "../time/clock.ts";
import type { Instant } from "../time/instant.ts";
import { Sealing } from "./sealed.ts";

/** What a link lets its holder have: the bytes of one version of one document, as the one it was made for may (file-tools SU-4). */
export interface Grant {
	readonly kb: string;
	/** UUID. */
	readonly document: string;
	/** From 1. */
	readonly version: number;
	/** The person it was made for. */
	readonly owner: string;
	/** The id of the token it was asked for with. */
	readonly token: string;
}

/** Microseconds that a grant lives (SU-1). */
const LIFETIME = 300_000_000n;

const sealed = z.tuple([z.string(), z.string(), z.string(), z.string()]);

/** Makes grants and reads them again, for as long as the process lives that made them. */
export class GrantSeal {
	readonly #sealing: Sealing;
	readonly #clock: Clock;

	/** @param key 32 bytes that nobody else knows */
	constructor(key: Buffer, clock: Clock) {
		this.#sealing = new Sealing(key);
		this.#clock = clock;
	}

	mint({ kb, document, version, owner, token }: Grant): {
		readonly text: string;
		readonly expiresAt: Instant;
	} {
		const expiresAt = (this.#clock.now() + LIFETIME) as Instant;
		const text = this.#sealing.seal(bindingOf(document, version), [String(expiresAt), kb, owner, token]);
		return { text, expiresAt };
	}

	/** The grant, where it was made here for this version of this document, and is not too old. What it grants is to be checked anew. */
	open(text: string, document: string, version: number): Grant | undefined {
		const found = sealed.safeParse(this.#sealing.open(bindingOf(document, version), text));
		if (!found.success) return undefined;
		const [until, kb, owner, token] = found.data;
		if (this.#clock.now() > BigInt(until)) return undefined;
		return { kb, document, version, owner, token };
	}
}

function bindingOf(document: string, version: number): string {
	return `content of ${document} ${version}`;
}
