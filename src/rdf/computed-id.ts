import { createHash } from "node:crypto";

/** The SHA-256 of a text about a base, as hexadecimal digits: the same in every base, whatever the id that its IRIs begin with. */
export function digestOf(text: string, kb: string): string {
	return sha256(text.replaceAll(`urn:utopia:kb:${kb}:`, "urn:utopia:kb:"));
}

/** A UUID (RFC 9562, version 8) made of the digest of a text: what says the same has the same id wherever it is worked out. */
export function computedId(text: string): string {
	const hex = sha256(text);
	const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
