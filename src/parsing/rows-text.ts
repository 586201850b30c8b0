import type { Anchor } from "./parsed-file.ts";
import { TextBuilder } from "./text-builder.ts";

/** A cell as its table holds it: what is empty is left out. */
export type Cell = string | null;

/**
 * Writes the rows of tables as paragraphs of `column: value` lines, so that each row can be understood without the ones above it.
 * The first row names the columns when it reads like names; columns without one are `column n`.
 */
export class RowsText {
	readonly #builder = new TextBuilder();
	#names: readonly string[] | undefined;
	#sheet: string | undefined;
	#row = 0;

	/** Begins a table; one of several has a name, which each of its rows then tells. */
	table(sheet?: string): void {
		this.#names = undefined;
		this.#sheet = sheet;
		this.#row = 0;
	}

	row(cells: readonly Cell[]): void {
		if (this.#names === undefined) {
			if (cells.every((cell) => blank(cell))) return;
			const named = readsLikeNames(cells);
			this.#names = cells.map((cell, n) => (named && !blank(cell) ? oneLine(cell ?? "") : `column ${n + 1}`));
			if (named) return;
		}
		const names = this.#names;
		this.#row++;
		const lines = cells.flatMap((cell, n) =>
			blank(cell) ? [] : [`${names[n] ?? `column ${n + 1}`}: ${oneLine(cell ?? "")}`],
		);
		if (lines.length === 0) return;
		const sheet = this.#sheet;
		const head = sheet === undefined ? [] : [`sheet: ${oneLine(sheet)}`];
		this.#builder.add([...head, ...lines].join("\n"), {
			...(sheet === undefined ? {} : { sheet }),
			row: this.#row,
		});
	}

	get text(): string {
		return this.#builder.text;
	}

	get anchors(): readonly Anchor[] {
		return this.#builder.anchors;
	}
}

function blank(cell: Cell | undefined): boolean {
	return cell === undefined || cell === null || cell.trim() === "";
}

function readsLikeNames(cells: readonly Cell[]): boolean {
	const filled = cells.filter((cell) => !blank(cell)).map((cell) => cell?.trim() ?? "");
	const named = filled.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 200);
	return (
		named.length === filled.length &&
		new Set(filled).size === filled.length &&
		named.length * 2 >= cells.length
	);
}

function oneLine(text: string): string {
	return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ");
}
