/** A place where a unit begins, in UTF-16 units of the text; with a heading when the unit is one. */
export interface Cut {
	readonly at: number;
	readonly heading?: { readonly depth: number; readonly title: string };
}
