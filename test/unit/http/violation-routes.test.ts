import { expect, test } from "vitest";
import { writingServer } from "../../support/writing-server.ts";

test("a contradiction is listed over HTTP, accepted, and open still as of before that", async () => {
	await using base = await writingServer();
	const { ask } = base;
	await ask("POST", "/relations", { key: "posted_to", label: "posted to", functional: true });
	await ask("POST", "/relations", { key: "commands_at", label: "commands at", sub_property_of: "posted_to" });
	const says = (predicate: string, object: string) => ({
		...{ subject: { name: "Ana Ferreira" }, predicate, object: { name: object }, valid_from: "2020" },
	});
	const written = await ask("POST", "/facts", {
		facts: [says("posted_to", "Pier 8"), says("commands_at", "Pier 9")],
	});
	expect(written.status).toBeLessThan(300);
	const listed = async (query: string) =>
		(await ask("GET", `/findings?${query}`)).body.findings.filter(
			({ kind }: { kind: string }) => kind === "derived_contradiction",
		);
	const [found] = await listed("");
	expect(found).toMatchObject({
		...{ family: "violation", status: "open", relation_key: "posted_to" },
		statements: [{ fact: { object_name: "Pier 8" } }, { fact: { object_name: "Pier 9" } }],
	});
	const { body } = await ask("POST", `/findings/${found.id}/resolve`, { resolution: "accepted" });
	expect(body).toMatchObject({ status: "resolved", resolution: "accepted" });
	expect(await listed("")).toEqual([]);
	expect(await listed(`as_of=${found.detected_at}`)).toMatchObject([{ id: found.id, status: "open" }]);
});
