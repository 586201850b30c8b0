import { CanonicalHash } from "../rdf/canonical-hash.ts";
import { type Said, turtlePrefixes, turtleSubject } from "../rdf/turtle-writer.ts";
import { rdf } from "../vocab/well-known.ts";
import { iriIn } from "./base-reader.ts";
import { kindOf } from "./import-plan.ts";

const KB = "urn:utopia:kb:";
const FIRST: readonly string[] = [rdf.type, rdf.subject, rdf.predicate, rdf.object].map(({ value }) => value);

/** What a thing is, then its claim, then all else by name: the same order in every export. */
function inOrder(a: Said, b: Said): number {
	const [first, second] = [FIRST.indexOf(a.predicate), FIRST.indexOf(b.predicate)];
	if (first !== second && (first >= 0 || second >= 0))
		return first < 0 ? 1 : second < 0 ? -1 : first - second;
	if (a.predicate !== b.predicate) return a.predicate < b.predicate ? -1 : 1;
	return a.object < b.object ? -1 : 1;
}

/** Gives the IRIs of a base another beginning (contract Z1): `{base}/kb/{kb}/{kind}/{id}`. */
export function rebased(kb: string, base: string | undefined): (iri: string) => string {
	if (base === undefined) return (iri) => iri;
	const own = `${KB}${kb}:`;
	return (iri) =>
		iri.startsWith(own) ? `${base}/kb/${kb}/${iri.slice(own.length).replaceAll(":", "/")}` : iri;
}

/** Takes what is to be exported, subject by subject, and makes text, hash and counts of it. Each triple counts once. */
export class ExportSink {
	readonly hash = new CanonicalHash();
	readonly #rename: (iri: string) => string;
	readonly #ownIri: RegExp;
	#text = turtlePrefixes();
	#nodes = new Set<string>();
	readonly #seenNodes = new Set<string>();

	constructor(kb: string, base: string | undefined) {
		this.#rename = rebased(kb, base);
		this.#ownIri = new RegExp(`${KB}${kb}:[a-z]+:[A-Za-z0-9_:-]+`, "g");
	}

	/** One subject with all that is said of it; nothing said, nothing written. */
	subject(iri: string, said: readonly Said[]): void {
		const subject = this.#rename(iri);
		const kept: Said[] = [];
		const lines = new Set<string>();
		for (const { predicate, object } of said) {
			const one = { predicate: this.#rename(predicate), object: this.#object(object) };
			const line = `<${subject}> <${one.predicate}> ${one.object} .`;
			if (lines.has(line)) continue;
			lines.add(line);
			kept.push(one);
			this.hash.add(line);
		}
		kept.sort(inOrder);
		if (kept.length > 0) this.#text += turtleSubject(subject, kept);
	}

	/** A triple of its own that may come a second time; the second time it is left out. */
	plain(subject: string, said: Said, seen: Set<string>): void {
		const one = { predicate: this.#rename(said.predicate), object: this.#object(said.object) };
		const line = `<${this.#rename(subject)}> <${one.predicate}> ${one.object} .`;
		const key = CanonicalHash.key(line);
		if (seen.has(key)) return;
		seen.add(key);
		this.hash.add(line);
		this.#text += turtleSubject(this.#rename(subject), [one]);
	}

	/** Text without a part in hash and count: the manifest. */
	apart(iri: string, said: readonly Said[]): void {
		this.#text += turtleSubject(this.#rename(iri), said);
	}

	/** The text made since the last call. */
	taken(): string {
		const text = this.#text;
		this.#text = "";
		return text;
	}

	/** Nodes named by what was written and not written themselves yet. */
	takenNodes(): readonly string[] {
		const nodes = [...this.#nodes];
		this.#nodes = new Set();
		return nodes;
	}

	#object(object: string): string {
		const iri = iriIn(object);
		if (iri === undefined)
			return object.endsWith("#JSON>") ? object.replace(this.#ownIri, (own) => this.#rename(own)) : object;
		if (iri.startsWith(KB) && kindOf(iri) === "node" && !this.#seenNodes.has(iri)) {
			this.#seenNodes.add(iri);
			this.#nodes.add(iri);
		}
		const renamed = this.#rename(iri);
		return renamed === iri ? object : `<${renamed}>`;
	}
}
