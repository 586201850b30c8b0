import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type WritingServer, writingServer } from "../../support/writing-server.ts";

const nobody = "00000000-0000-4000-8000-00000000dead";

describe("findings over HTTP", () => {
	let base: WritingServer;
	beforeAll(async () => {
		base = await writingServer();
	});
	afterAll(() => base[Symbol.asyncDispose]());

	const ask: WritingServer["ask"] = (...given) => base.ask(...given);
	/** Two berths of one vessel from the same day; the finding that this makes. */
	async function clash(vessel: string): Promise<string> {
		const berth = (name: string) => ({
			subject: { name: vessel, type: "vessel" },
			predicate: "berths_at",
			object: { name },
			valid_from: "2025-03-01",
		});
		await ask("POST", "/facts", { facts: [berth("Pier 1")] });
		await ask("POST", "/facts", { facts: [berth("Pier 4")] });
		const { body } = await ask("GET", "/findings");
		return body.findings.find(
			(one: { new_fact: { subject_name: string } }) => one.new_fact.subject_name === vessel,
		)?.id as string;
	}

	test("one is listed with both facts, read, decided, and its history told on both clocks", async () => {
		const id = await clash("Gull");
		const open = await ask("GET", `/findings/${id}`, undefined, { token: base.read });
		expect(open.body).toMatchObject({
			id,
			kind: "conflict",
			reason: "simultaneous",
			status: "open",
			resolution: null,
			closed_at: null,
			side: "subject",
			old_fact: { subject_name: "Gull", predicate_key: "berths_at", object_name: "Pier 1", is_held: true },
			new_fact: { object_name: "Pier 4", valid_from: "2025-03-01T00:00:00.000000Z", is_held: true },
			history: [{ status: "open", until: null }],
		});
		const seen = open.body.detected_at;
		const { body, status, headers } = await ask("POST", `/findings/${id}/resolve`, {
			resolution: "closed",
			valid_to: "2025-06",
			note: "moved in June",
		});
		expect(status).toBe(200);
		expect(headers.get("etag")).toBe(`"${body.head}"`);
		expect(body).toMatchObject({
			status: "resolved",
			resolution: "closed",
			closed_at: body.head,
			note: "moved in June",
			decided_by: base.server.owner,
			old_fact: { valid_to: "2025-06-01T00:00:00.000000Z", is_held: true },
			history: [
				{ status: "open", until: body.head },
				{ status: "resolved", recorded_at: body.head, old_fact_id: body.old_fact.id },
			],
		});
		const listed = async (query: string) =>
			(await ask("GET", `/findings?${query}`)).body.findings.map((one: { id: string }) => one.id);
		expect(await listed("")).not.toContain(id);
		expect(await listed("status=resolved")).toContain(id);
		expect(await listed("status=all")).toContain(id);
		expect(await listed(`as_of=${seen}`)).toContain(id);
		// What stood at the moment is told as it was, whatever came later.
		const then = await ask("GET", `/findings/${id}?as_of=${seen}`);
		expect(then.body).toEqual(open.body);

		const back = await ask("POST", `/findings/${id}/resolve`, { resolution: "reopened" });
		expect(back.body).toMatchObject({ status: "open", old_fact: { object_name: "Pier 1", valid_to: null } });
	});

	test("what cannot be decided is refused, and says why", async () => {
		const id = await clash("Tern");
		const refused = async (finding: string, body: unknown) => {
			const { status, body: told } = await ask("POST", `/findings/${finding}/resolve`, body);
			return { status, details: told.error.details };
		};
		expect(await refused(id, { resolution: "accepted" })).toMatchObject({
			status: 422,
			details: { reason: "unknown_resolution", found: "accepted" },
		});
		expect(await refused(id, { resolution: "reopened" })).toMatchObject({
			status: 409,
			details: { reason: "finding_not_decided" },
		});
		await ask("POST", `/findings/${id}/resolve`, { resolution: "kept_both" });
		expect(await refused(id, { resolution: "closed" })).toMatchObject({
			status: 409,
			details: { reason: "finding_decided", status: "resolved", resolution: "kept_both" },
		});
		expect(await refused(nobody, { resolution: "closed" })).toMatchObject({ status: 404 });
		expect((await ask("GET", `/findings/${nobody}`)).status).toBe(404);
		expect((await ask("GET", "/findings?status=done")).status).toBe(400);
		const reader = { token: base.read };
		expect((await ask("POST", `/findings/${id}/resolve`, { resolution: "reopened" }, reader)).status).toBe(
			403,
		);
	});

	test("a list is walked with its cursor, the latest first", async () => {
		const made = [await clash("Skua"), await clash("Dunlin"), await clash("Godwit")];
		const walked: string[] = [];
		let cursor = "";
		do {
			const { body } = await ask("GET", `/findings?status=all&limit=2${cursor && `&cursor=${cursor}`}`);
			walked.push(...body.findings.map(({ id }: { id: string }) => id));
			cursor = body.next_cursor ?? "";
		} while (cursor !== "");
		expect(walked.slice(0, 3)).toEqual(made.reverse());
		expect(new Set(walked).size).toBe(walked.length);
	});

	test("a defect of the ontology is in the list, by family and by kind, and can be accepted and nothing else", async () => {
		const relation = {
			key: "adjoins",
			label: "adjoins",
			kind: "relation",
			symmetric: true,
			asymmetric: true,
		};
		expect((await ask("POST", "/relations", relation)).status).toBe(201);
		const listed = async (kind: string) => (await ask("GET", `/findings?kind=${kind}`)).body.findings;
		const [defect] = await listed("symmetric_and_asymmetric");
		expect(await listed("defect")).toContainEqual(defect);
		expect(await listed("cycle")).toEqual([]);
		expect(defect).toMatchObject({ family: "defect", subjects: ["adjoins"], resolutions: ["accepted"] });
		const resolve = (resolution: string) => ask("POST", `/findings/${defect.id}/resolve`, { resolution });
		for (const resolution of ["criterion_changed", "fact_retracted"])
			expect((await resolve(resolution)).status).toBe(422);
		expect((await resolve("accepted")).body).toMatchObject({ status: "resolved", resolutions: ["reopened"] });
	});
});
