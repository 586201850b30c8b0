import { createHash } from "node:crypto";
import type { NamedNode, Quad } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, quad } from "../rdf/terms.ts";
import { decode, iri, moment, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { type Instant, instantText, tryInstant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, xsd } from "../vocab/well-known.ts";
import { overtaken } from "./refusal.ts";

const one = loadTemplate("writing/request");
const all = loadTemplate("writing/requests");
const MOST_ROWS = 10_000_000;
/** How long an answer is kept for whoever sends the same key again: 24 hours, in microseconds. */
export const KEPT_FOR = 86_400_000_000n;

/** A write that may be sent twice and is done once. */
export interface Repeatable {
	/** Whose key it is: two callers may use the same one. */
	readonly caller: string;
	readonly key: string;
	/** What is asked for, spelled so that equal requests are equal texts. */
	readonly asked: string;
}

/** An answer as it is kept. */
interface Kept {
	readonly fingerprint: string;
	readonly answer: string;
	readonly at: Instant;
}

const digest = (...parts: readonly string[]) =>
	createHash("sha256")
		.update(parts.map((part) => `${part.length}:${part}`).join(""))
		.digest("hex");

/** The answers to writes that were sent with a key, kept in the base itself, in the commit that they tell of. */
export class Requests {
	readonly #view: View;
	readonly #graph: NamedNode;
	#sweptAt: Instant | undefined;

	constructor(view: View) {
		this.#view = view;
		this.#graph = graphsOf(view.kb).requests;
	}

	/** What names the request among the locks of a base. */
	name({ caller, key }: Repeatable): string {
		return digest(caller, key);
	}

	/**
	 * The answer that was given to this request within the last day.
	 * @throws UTOPIA_WRITE_OVERTAKEN `key_reused` when the key came with another request.
	 */
	async answered(request: Repeatable): Promise<string | undefined> {
		const [found] = await this.#found(request);
		if (found === undefined) return undefined;
		const { fingerprint, answer, at } = found;
		if (at + KEPT_FOR <= this.#view.clock.now()) return undefined;
		if (fingerprint !== digest(request.asked)) {
			throw overtaken(
				"key_reused",
				"This Idempotency-Key was used for another request within the last 24 hours; use a new key for a new request",
			);
		}
		return answer;
	}

	/** The quads that keep an answer. */
	kept(request: Repeatable, answer: string, at: Instant): readonly Quad[] {
		return this.#quads(request, { fingerprint: digest(request.asked), answer, at });
	}

	/** What has to go before an answer is kept: an older use of the key, and once a day everything that is older than that. */
	async outdated(request: Repeatable): Promise<readonly Quad[]> {
		const [found] = await this.#found(request);
		const own = found === undefined ? [] : this.#quads(request, found);
		const old = await this.#swept();
		const isOwn = ({ subject }: Quad) => subject.equals(this.#iri(request));
		return [...own, ...old.filter((quad) => !isOwn(quad))];
	}

	#quads(request: Repeatable, { fingerprint, answer, at }: Kept): readonly Quad[] {
		const own = this.#iri(request);
		const said = [
			[rdf.type, utopia.Request],
			[utopia.fingerprint, literal(fingerprint)],
			[utopia.answer, literal(answer)],
			[prov.generatedAtTime, literal(instantText(at), xsd.dateTime)],
		] as const;
		return said.map(([property, value]) => quad(own, property, value, this.#graph));
	}

	async #found(request: Repeatable): Promise<readonly Kept[]> {
		const query = one.bind({ requests: this.#graph, request: this.#iri(request) }, { limit: 1 });
		const rows = await this.#view.select(query);
		return rows.map((row) => decode(row, { fingerprint: text, answer: text, at: moment }));
	}

	/** What is kept longer than a day, looked for once a day at most. */
	async #swept(): Promise<readonly Quad[]> {
		const now = this.#view.clock.now();
		if (this.#sweptAt !== undefined && now < this.#sweptAt + KEPT_FOR) return [];
		this.#sweptAt = now;
		const rows = await this.#view.select(all.bind({ requests: this.#graph }, { limit: MOST_ROWS }));
		const said = rows.map((row) => decode(row, { request: iri, property: iri, value: term }));
		const old = new Set(
			said
				.filter(({ property, value }) => {
					const at = property.equals(prov.generatedAtTime) ? tryInstant(value.value) : undefined;
					return at !== undefined && at + KEPT_FOR <= now;
				})
				.map(({ request }) => request.value),
		);
		return said
			.filter(({ request }) => old.has(request.value))
			.map(({ request, property, value }) => quad(request, property, value, this.#graph));
	}

	#iri(request: Repeatable): NamedNode {
		return baseIri(this.#view.kb, "request", this.name(request));
	}
}
