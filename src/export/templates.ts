import { loadTemplate } from "../sparql/template.ts";

/** The queries of this room, each loaded once. */
export const templates = {
	claims: loadTemplate("export/claims"),
	described: loadTemplate("export/described"),
	names: loadTemplate("export/names"),
	ofType: loadTemplate("export/of-type"),
	owned: loadTemplate("export/owned"),
	rowsOnPages: loadTemplate("export/rows-on-pages"),
	subjectsIn: loadTemplate("export/subjects-in"),
} as const;
