import { expect, test } from "vitest";
import { type ActingBase, actingBase, type Json } from "../../support/acting.ts";

const heron = "e0000000-0000-4000-8000-000000000001";
const ONTOLOGY = `e:01 rdfs:label "Heron" .`;

const names = async (acting: ActingBase, entity: string) =>
	((await acting.read("entity_facts", { entity_id: entity }))["names"] as readonly Json[]).map(
		({ name, canonical }) => `${name}${canonical === true ? " (canonical)" : ""}`,
	);
const named = (entity: Json, value: string) => ({ subject: entity, predicate: "known_as", value: { value } });

test("what a new entity is called is one name, also where it is asserted with it and again", async () => {
	await using acting = await actingBase(ONTOLOGY);
	const { created } = await acting.act.assert(named({ name: "Tern" }, "Tern"));
	expect(await names(acting, created[0] ?? "")).toEqual(["Tern (canonical)"]);
	await acting.act.assert(named({ id: created[0] }, "Tern"));
	expect(await names(acting, created[0] ?? "")).toEqual(["Tern (canonical)"]);
});

test("an entity that is renamed to another name of its own has that name once, and is called so", async () => {
	await using acting = await actingBase(ONTOLOGY);
	await acting.act.rename(heron, "Tern");
	await acting.act.rename(heron, "Old Heron");
	await acting.act.rename(heron, "Tern");
	await acting.act.assert(named({ id: heron }, "Tern"));
	expect((await names(acting, heron)).sort()).toEqual(["Old Heron", "Tern (canonical)"]);
});
