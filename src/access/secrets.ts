import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const TOKEN = /^utp_pat_[0-9a-f]{64}$/;
const PREFIX_LENGTH = 16;
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_LENGTH = 32;
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** A new token value: 256 random bits. */
export function mintToken(): string {
	return `utp_pat_${randomBytes(32).toString("hex")}`;
}

/** Whether the text has the form of a token. Says nothing about whether there is such a token. */
export function isTokenValue(text: string): boolean {
	return TOKEN.test(text);
}

/** What is kept of a token's value: its digest, and the start by which its owner knows it again. */
export function keptOf(value: string): { readonly hash: string; readonly prefix: string } {
	return { hash: createHash("sha256").update(value).digest("hex"), prefix: value.slice(0, PREFIX_LENGTH) };
}

/** A new password that can be read aloud: 100 random bits. */
export function mintPassword(): string {
	const letters = "abcdefghjkmnpqrstuvwxyz23456789a";
	return [...randomBytes(20)]
		.map((byte, n) => `${n > 0 && n % 5 === 0 ? "-" : ""}${letters[byte % letters.length]}`)
		.join("");
}

/** Hashes a password with a salt of its own; the parameters stand in the text. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(16);
	const key = await derive(password.normalize("NFKC"), salt, KEY_LENGTH, COST);
	return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the password is the one that was hashed. Takes the same time whatever the answer. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
	const [, n, r, p, salt = "", key = ""] = hashed.split("$");
	const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: COST.maxmem };
	const given = await derive(password.normalize("NFKC"), Buffer.from(salt, "base64url"), KEY_LENGTH, cost);
	const kept = Buffer.from(key, "base64url");
	return kept.length === given.length && timingSafeEqual(kept, given);
}
