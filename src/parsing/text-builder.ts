import { canonicalFromString } from "../text/canonical.ts";
import { charsOf } from "../text/code-points.ts";
import type { Anchor } from "./parsed-file.ts";

/** Puts a canonical text together from parts and remembers where each of them began. */
export class TextBuilder {
	readonly #pieces: string[] = [];
	readonly #anchors: Anchor[] = [];
	#length = 0;

	/** Adds a part on lines of its own, a blank line after what was there. Parts of white space alone add nothing. */
	add(part: string, anchor?: Omit<Anchor, "start">): void {
		const text = canonicalFromString(part)
			.replace(/^\s*\n/, "")
			.trimEnd();
		if (text === "") return;
		if (this.#pieces.length > 0) this.#push("\n");
		if (anchor !== undefined) this.#anchors.push({ start: this.#length, ...anchor });
		this.#push(`${text}\n`);
	}

	#push(piece: string): void {
		this.#pieces.push(piece);
		this.#length += charsOf(piece);
	}

	get anchors(): readonly Anchor[] {
		return this.#anchors;
	}

	get text(): string {
		return this.#pieces.join("");
	}
}
