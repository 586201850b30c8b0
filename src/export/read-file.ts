import { randomUUID } from "node:crypto";
import { readBaseIri } from "../rdf/base-iris.ts";
import { parseRdf } from "../rdf/parse.ts";
import type { FileTerm, TermDictionary } from "../rdf/term-dictionary.ts";
import { FileTable, type GraphClaim } from "./file-table.ts";
import { hasClaim } from "./kinds.ts";
import type { Refusals } from "./refusals.ts";

/** A file after reading: its terms, its statements by subject, and the claims of its fact graphs. */
export class FileRead {
	readonly dictionary: TermDictionary;
	readonly table: FileTable;
	readonly graphClaims: readonly GraphClaim[];
	/** The base that the file is read for. */
	readonly kb: string;
	/** The base that the file's IRIs named before they became those of the target; `undefined` when they are the same. */
	readonly renamedFrom: string | undefined;
	readonly #names = new Map<string, number>();

	constructor(
		kb: string,
		dictionary: TermDictionary,
		table: FileTable,
		graphClaims: readonly GraphClaim[],
		renamedFrom: string | undefined,
	) {
		this.kb = kb;
		this.renamedFrom = renamedFrom;
		this.dictionary = dictionary;
		this.table = table;
		this.graphClaims = graphClaims;
	}

	/** The number of an IRI; −1, which no statement has, when the file does not use it. */
	name(iri: { readonly value: string }): number {
		const known = this.#names.get(iri.value);
		if (known !== undefined) return known;
		const found = this.dictionary.find(iri.value) ?? -1;
		this.#names.set(iri.value, found);
		return found;
	}

	term(index: number): FileTerm {
		return this.dictionary.at(index);
	}
}

export interface FileSource {
	readonly format?: string | undefined;
	readonly filename?: string | undefined;
	readonly onBytes?: (count: number) => void;
}

/**
 * Reads a whole file into numbers. Where the file names another base throughout, its id becomes `kb`; two bases in one file
 * are refused.
 * @throws UTOPIA_RDF_MALFORMED with line and column; other faults are collected in `refusals`.
 */
export async function readFile(
	body: AsyncIterable<Uint8Array>,
	kb: string,
	refusals: Refusals,
	source: FileSource,
): Promise<FileRead> {
	const table = new FileTable();
	const inGraphs: GraphClaim[] = [];
	const { dictionary } = await parseRdf(body, {
		...source,
		nodeIri: () => `urn:utopia:kb:${kb}:node:${randomUUID()}`,
		fault: (reason, value, at) => refusals.add(`${shown(value)} is ${reason}`, { at }),
		sink: (subject, predicate, object, graph, line) => {
			if (graph < 0) table.add(subject, predicate, object, line);
			else inGraphs.push({ graph, subject, predicate, object, line });
		},
	});
	const graphClaims = inGraphs.filter((claim) => {
		if (hasClaim(readBaseIri(dictionary.at(claim.graph).value)?.kind)) return true;
		table.add(claim.subject, claim.predicate, claim.object, claim.line);
		return false;
	});
	table.group(dictionary.size);
	const own = ownBase(dictionary, table, kb, refusals);
	if (own !== undefined && own !== kb) dictionary.rename(`urn:utopia:kb:${own}:`, `urn:utopia:kb:${kb}:`);
	return new FileRead(kb, dictionary, table, graphClaims, own === kb ? undefined : own);
}

function shown(value: string): string {
	return `"${value.length > 120 ? `${value.slice(0, 120)}…` : value}"`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The one base that the file's IRIs name; a second one is refused wherever it stands. Blank nodes are of the target already. */
function ownBase(
	dictionary: TermDictionary,
	table: FileTable,
	kb: string,
	refusals: Refusals,
): string | undefined {
	const bases = new Map<number, string>();
	for (let index = 0; index < dictionary.size; index++) {
		const { termType, value } = dictionary.at(index);
		if (termType !== "NamedNode" || !value.startsWith("urn:utopia:kb:")) continue;
		if (value.startsWith(`urn:utopia:kb:${kb}:node:`)) continue;
		bases.set(index, value.slice(14, value.indexOf(":", 14)));
	}
	let own: string | undefined;
	const told = new Set<string>();
	table.eachUse((index, line, subject) => {
		const base = bases.get(index);
		if (base === undefined || base === own) return;
		const isBase = UUID.test(base);
		if (isBase && own === undefined) own = base;
		if (base === own || told.has(`${subject} ${index}`)) return;
		told.add(`${subject} ${index}`);
		const reason = isBase
			? `an IRI of another base (${base}) in a file of base ${own}; a file holds the IRIs of one base`
			: `${shown(dictionary.at(index).value)}: an IRI of a base is urn:utopia:kb:{uuid}:{kind}:{id}`;
		refusals.add(reason, { line, subject: dictionary.at(subject).value });
	});
	return own;
}
