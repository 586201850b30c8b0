const NOTHING = new Uint8Array();

/**
 * What a replay from the beginning knows of the removals to come. A line that will be removed is not inserted before its last
 * removal: the engine keeps a trace of all that was ever inserted and removed, and so a replay has none. Lines are compared as they
 * are spelled; a removal that spells a term otherwise still takes place in the engine.
 */
export class Foresight {
	readonly #toCome = new Map<string, number>();

	foresee(nquads: Uint8Array): void {
		for (const line of linesOf(nquads)) this.#toCome.set(line, (this.#toCome.get(line) ?? 0) + 1);
	}

	/** Counts off removals that have been reached. */
	removed(nquads: Uint8Array): void {
		if (this.#toCome.size === 0) return;
		for (const line of linesOf(nquads)) {
			const left = (this.#toCome.get(line) ?? 0) - 1;
			if (left > 0) this.#toCome.set(line, left);
			else this.#toCome.delete(line);
		}
	}

	/** The lines that no removal to come takes away. */
	lasting(nquads: Uint8Array): Uint8Array {
		if (this.#toCome.size === 0) return nquads;
		const lines = linesOf(nquads);
		const lasting = lines.filter((line) => !this.#toCome.has(line));
		if (lasting.length === lines.length) return nquads;
		return lasting.length === 0 ? NOTHING : Buffer.from(`${lasting.join("\n")}\n`);
	}
}

function linesOf(nquads: Uint8Array): string[] {
	const text = Buffer.from(nquads.buffer, nquads.byteOffset, nquads.byteLength).toString("utf8");
	return text.split("\n").filter((line) => line !== "");
}
