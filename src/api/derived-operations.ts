import { z } from "zod";
import { momentOf } from "../mcp/present/moment.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { sceneOf } from "../mcp/present/subject.ts";
import { strict } from "./checked.ts";
import { type Operation, read } from "./operation.ts";
import { proofJson, proofOutput } from "./proof-json.ts";

/** What the base concluded, and why. */
export const DERIVED_OPERATIONS: readonly Operation[] = [
	read({
		path: "/derived/:id/proof",
		of: "derived",
		summary: "How a derived fact follows, step by step down to the sentences of documents",
		query: strict({
			...recordInput,
			all: z
				.enum(["true", "false"], { error: "must be true or false" })
				.default("false")
				.describe("Expand every proof, not the first alone. Default: false."),
		}),
		answer: proofOutput,
		deep: true,
		async read({ id, query: { all, ...clocks } }, context) {
			const moment = await momentOf(clocks, context.view.clock, context.cursor);
			return proofJson(id, { all: all === "true" }, await sceneOf(moment, context));
		},
	}),
];
