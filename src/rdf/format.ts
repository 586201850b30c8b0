import { UtopiaError } from "../errors.ts";

/** The syntaxes that are read. */
export type RdfFormat = "turtle" | "trig" | "ntriples" | "nquads" | "jsonld";

const NAMES: Readonly<Record<string, RdfFormat>> = {
	turtle: "turtle",
	ttl: "turtle",
	"text/turtle": "turtle",
	"application/x-turtle": "turtle",
	trig: "trig",
	"application/trig": "trig",
	ntriples: "ntriples",
	"n-triples": "ntriples",
	nt: "ntriples",
	"application/n-triples": "ntriples",
	nquads: "nquads",
	"n-quads": "nquads",
	nq: "nquads",
	"application/n-quads": "nquads",
	jsonld: "jsonld",
	"json-ld": "jsonld",
	json: "jsonld",
	"application/ld+json": "jsonld",
	"application/json": "jsonld",
};

/** A line with four terms and a full stop: only N-Quads has those. */
const QUAD_LINE =
	/^\s*(?:<[^>]*>|_:\S+)\s+<[^>]*>\s+(?:<[^>]*>|_:\S+|"(?:[^"\\\r\n]|\\.)*"(?:@[\w-]+|\^\^<[^>]*>)?)\s+(?:<[^>]*>|_:\S+)\s*\.\s*$/m;

/**
 * The format that a name, extension or media type stands for (`ttl`, `text/turtle; charset=utf-8`, …).
 * @throws UTOPIA_MEDIA_TYPE_UNSUPPORTED for a name that is none of them.
 */
export function formatNamed(name: string): RdfFormat {
	const format = NAMES[(name.split(";")[0] ?? "").trim().toLowerCase()];
	if (format !== undefined) return format;
	throw new UtopiaError(
		"UTOPIA_MEDIA_TYPE_UNSUPPORTED",
		`"${name.slice(0, 60)}" is not read; send turtle, trig, ntriples, nquads or jsonld`,
	);
}

/** The format that a file's name tells, `.gz` aside, or `undefined`. */
export function formatOfFile(filename: string): RdfFormat | undefined {
	const extension = /\.([A-Za-z0-9-]+)$/.exec(filename.replace(/\.gz$/i, ""))?.[1];
	return extension === undefined ? undefined : NAMES[extension.toLowerCase()];
}

/** The format that the beginning of a text shows: TriG, of which Turtle and N-Triples are parts, unless it is JSON or has quads. */
export function formatOfText(beginning: string): RdfFormat {
	if (/^\s*(?:\{\s*["}]|\[\s*[{\]"])/.test(beginning)) return "jsonld";
	return QUAD_LINE.test(beginning) ? "nquads" : "trig";
}
