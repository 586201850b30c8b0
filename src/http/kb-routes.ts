import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import type { Base } from "../access/bases.ts";
import type { DerivationWish } from "../access/derivation-settings.ts";
import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { instantText } from "../time/instant.ts";
import { checkHead, headText } from "../writing/writer.ts";
import type { Writers } from "./operation-routes.ts";
import { type AnyRoute, route } from "./route.ts";
import * as shapes from "./shapes.ts";
import { etag, writeHeaders } from "./write-headers.ts";

const told = ({ id, name, visibility, createdAt }: Base) => ({
	id,
	name,
	visibility,
	created_at: instantText(createdAt),
});

/** A base with where its facts stand. */
function standing(base: Base, view: View, reply: FastifyReply) {
	const { recordedAt } = view.head();
	reply.header("etag", etag(headText({ recordedAt })));
	const { materialize, caps } = base.derivation;
	return {
		...told(base),
		head: recordedAt === undefined ? null : instantText(recordedAt),
		materialize_inferences: materialize,
		caps: {
			per_predicate: caps.perPredicate,
			rule_combinations: caps.ruleCombinations,
			contradictions_per_predicate: caps.contradictionsPerPredicate,
		},
	};
}

/** What a request says of a base's conclusions, if it says anything. */
function derivationWish({
	materialize_inferences: materialize,
	caps = {},
}: z.output<typeof shapes.changedBase>): DerivationWish | undefined {
	const { per_predicate, rule_combinations, contradictions_per_predicate } = caps;
	const wish = {
		perPredicate: per_predicate,
		ruleCombinations: rule_combinations,
		contradictionsPerPredicate: contradictions_per_predicate,
	};
	const isSilent = materialize === undefined && Object.values(wish).every((cap) => cap === undefined);
	return isSilent ? undefined : { materialize, caps: wish };
}

const params = z.object({ kb: shapes.kbId });

/** The list of bases, what they are called, and what they draw. */
export function kbRoutes(access: Access, writers: Writers): readonly AnyRoute[] {
	return [
		route({
			method: "POST",
			url: "/api/v1/kbs",
			summary: "Make a knowledge base",
			needs: "write",
			body: shapes.newBase,
			answers: { 201: shapes.base },
			async handle({ body, caller, reply }) {
				if (caller.bases !== undefined) {
					throw new UtopiaError(
						"UTOPIA_FORBIDDEN",
						"A token that is narrowed to some bases makes no new one",
					);
				}
				const { id = randomUUID(), name, visibility } = body;
				return reply.code(201).send(told(await access.bases.create(caller.owner, { id, name, visibility })));
			},
		}),
		route({
			method: "GET",
			url: "/api/v1/kbs",
			summary: "The knowledge bases that the credential reaches",
			needs: "credential",
			answers: { 200: shapes.bases },
			async handle({ caller }) {
				return { kbs: (await access.reached(caller)).map(told) };
			},
		}),
		route({
			method: "GET",
			url: "/api/v1/kbs/:kb",
			summary: "One knowledge base",
			needs: "credential",
			params,
			answers: { 200: shapes.standingBase },
			async handle({ params: { kb }, caller, reply }) {
				return standing(await access.base(caller, kb), await access.view(caller, kb), reply);
			},
		}),
		route({
			method: "PATCH",
			url: "/api/v1/kbs/:kb",
			summary: "Rename a knowledge base, change who sees it, or what it concludes",
			needs: "credential",
			params,
			body: shapes.changedBase,
			headers: writeHeaders.pick({ "if-match": true }),
			answers: { 200: shapes.rewrittenBase },
			async handle({ params: { kb }, body, headers, caller, reply }) {
				const view = await access.view(caller, kb);
				access.mayWrite(caller);
				const { "if-match": ifMatch } = headers;
				const { name, visibility } = body;
				const derivation = derivationWish(body);
				const change = () => access.bases.change(kb, { name, visibility, derivation });
				if (derivation === undefined) {
					checkHead(ifMatch, view.head());
					return standing(await change(), view, reply);
				}
				const { value, concluded } = await (await writers(kb)).conclude(change, { ifMatch });
				return { ...standing(value, view, reply), conclusions: concluded };
			},
		}),
	];
}
