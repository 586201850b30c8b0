import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/**
 * Makes texts that only the holder of the key can read or make, each bound to what it was made for. The same content with the
 * same binding gives the same text.
 */
export class Sealing {
	readonly #nonces: Buffer;
	readonly #contents: Buffer;

	/** @param key 32 bytes that nobody else knows */
	constructor(key: Buffer) {
		this.#nonces = derived(key, "nonces");
		this.#contents = derived(key, "contents");
	}

	/** The content as a text of letters, digits, `-` and `_`. */
	seal(binding: string, content: unknown): string {
		const plain = Buffer.from(JSON.stringify(content));
		// From the content itself: a nonce is used twice only for the same thing, which then is the same text.
		const nonce = createHmac("sha256", this.#nonces)
			.update(`${Buffer.byteLength(binding)} ${binding}`)
			.update(plain)
			.digest()
			.subarray(0, NONCE);
		const cipher = createCipheriv(CIPHER, this.#contents, nonce).setAAD(Buffer.from(binding));
		const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
		return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
	}

	/** What was sealed with this binding; `undefined` for any other text. */
	open(binding: string, text: string): unknown {
		const bytes = Buffer.from(text, "base64url");
		if (bytes.length < NONCE + TAG || bytes.toString("base64url") !== text) return undefined;
		const decipher = createDecipheriv(CIPHER, this.#contents, bytes.subarray(0, NONCE))
			.setAAD(Buffer.from(binding))
			.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
		try {
			const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
			return JSON.parse(plain.toString("utf8"));
		} catch {
			// Foreign or altered: it holds nothing for us.
			return undefined;
		}
	}
}

function derived(key: Buffer, use: string): Buffer {
	return createHmac("sha256", key).update(use).digest();
}
