import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serving, utopia } from "../../support/command.ts";
import { temporaryFolder } from "../../support/stores.ts";

const KB = "00000000-0000-4000-8000-0000000000aa";
const TOKEN = `utp_pat_${"ab".repeat(32)}`;

/** Commands that make, change and read an ontology, in order; what they print must not depend on where the base is. */
const CALLS: readonly (readonly string[])[] = [
	["class", "declare", "ship", "--label", "Ship", "--color", "#123456"],
	["class", "declare", "ferry", "--parents", "ship", "--primary-parent", "ship"],
	["class", "change", "ferry", "--label", "Ferry", "--description", "Carries people."],
	["class", "show", "ferry"],
	["relation", "declare", "near", "--symmetric", "--domains", "ship,ferry", "--temporal", "event"],
	["relation", "declare", "draught", "--attribute", "--datatype", "number", "--unit", "m"],
	["relation", "change", "near", "--no-symmetric", "--domains", "none", "--sub-property-of", "near_by"],
	["relation", "declare", "near_by"],
	["relation", "change", "near", "--no-symmetric", "--domains", "none", "--sub-property-of", "near_by"],
	["relation", "list", "--limit", "3"],
	["relation", "remove", "near_by"],
	["ontology", "show", "--format", "jsonld"],
	["ontology", "put", "more.ttl", "--dry-run"],
	["ontology", "put", "more.ttl"],
	["ontology", "put", "bad.ttl"],
	["ontology", "defects"],
	["class", "remove", "boat"],
];

test("a command prints the same on a folder and over a server", async () => {
	using files = temporaryFolder();
	const more = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://example.org/ns#p> a owl:DatatypeProperty , owl:SymmetricProperty ; <http://example.org/ns#see> "x" .`;
	writeFileSync(join(files.path, "more.ttl"), more);
	writeFileSync(join(files.path, "bad.ttl"), "<http://example.org/a> <http://example.org/b>");
	const inFiles = (call: readonly string[]) =>
		call.map((word) => (word.endsWith(".ttl") ? join(files.path, word) : word));
	const run = async (where: readonly string[]) => {
		const told: string[] = [];
		for (const call of CALLS) {
			const { code, out, err } = await utopia([...inFiles(call), "--kb", KB, ...where]);
			told.push(`${call.join(" ")}\n${code} ${out}${err}`);
		}
		return told;
	};
	using folder = temporaryFolder();
	await utopia(["kb", "create", "--name", "One", "--id", KB, "--data", folder.path]);
	const offline = await run(["--data", folder.path]);
	using other = temporaryFolder();
	await utopia(["kb", "create", "--name", "Two", "--id", KB, "--data", other.path]);
	await using server = await serving(other.path, { UTOPIA_BOOTSTRAP_TOKEN: TOKEN }, ["--no-demo"]);
	const online = await run(["--url", server.url, "--token", TOKEN]);
	const saying = (lines: readonly string[], call: string) =>
		lines.find((line) => line.startsWith(`${call}\n`)) ?? "";
	// Advice differs where a server is asked; outcomes do not.
	const outcomes = (lines: readonly string[]) =>
		lines.filter((line) => / ?\n0 /.test(line)).map((line) => line.replace(/node:[0-9a-f-]+/g, "node"));
	expect(outcomes(online)).toEqual(outcomes(offline));
	expect(online.map((line) => /\n(\d+) /.exec(line)?.[1])).toEqual(
		offline.map((line) => /\n(\d+) /.exec(line)?.[1]),
	);
	expect(saying(offline, "class show ferry")).toContain("ferry · Ferry");
	expect(saying(offline, "relation list --limit 3")).toContain("draught · draught · state attribute");
	expect(saying(offline, "relation declare draught --attribute --datatype number --unit m")).toContain(
		"takes",
	);
	expect(saying(offline, "ontology put more.ttl --dry-run")).toContain("would be added 4, removed");
	expect(saying(offline, "ontology put more.ttl")).toMatch(/kept unread +1 × http:\/\/example.org\/ns#see/);
	expect(saying(offline, "ontology defects")).toContain("axiom_on_attribute: p takes values");
	const refused = offline.find((line) => line.startsWith("relation change near") && !line.includes("\n0 "));
	expect(refused).toMatch(/\n65 .*UTOPIA_WRITE_REFUSED/s);
	expect(saying(offline, "relation remove near_by")).toMatch(/\n75 .*1 declarations use it/s);
	expect(saying(offline, "ontology put bad.ttl")).toMatch(/\n64 .*UTOPIA_RDF_MALFORMED/s);
	expect(saying(offline, "class remove boat")).toMatch(/\n66 /);
}, 400_000);
