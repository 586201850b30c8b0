import { UtopiaError } from "../errors.ts";
import type { Position } from "../rdf/source-text.ts";

/** One thing that keeps a file from being imported: where, about what, and what to do about it. */
export interface Refusal {
	readonly line?: number;
	readonly column?: number;
	readonly subject?: string;
	readonly reason: string;
}

const MOST = 100;

/** What is wrong with a file, up to a hundred things. */
export class Refusals {
	readonly #found: Refusal[] = [];
	#count = 0;

	get count(): number {
		return this.#count;
	}

	add(
		reason: string,
		place: { readonly at?: Position | undefined; readonly line?: number; readonly subject?: string } = {},
	): void {
		this.#count++;
		if (this.#found.length === MOST) return;
		const line = place.at?.line ?? (place.line || undefined);
		this.#found.push({
			...(line !== undefined && { line }),
			...(place.at && { column: place.at.column }),
			...(place.subject !== undefined && { subject: place.subject }),
			reason,
		});
	}

	/** @throws UTOPIA_IMPORT_REFUSED with what was found, when anything was. */
	throwIfAny(): void {
		const [first] = this.#found;
		if (first === undefined) return;
		const where = first.line === undefined ? (first.subject ?? "the file") : `line ${first.line}`;
		const others = this.#count === 1 ? "" : ` (and ${this.#count - 1} more)`;
		throw new UtopiaError(
			"UTOPIA_IMPORT_REFUSED",
			`Nothing was imported: ${where}: ${first.reason}${others}`,
			{
				refusals: this.#found,
				count: this.#count,
			},
		);
	}
}
