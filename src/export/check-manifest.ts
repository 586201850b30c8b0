import { CanonicalHash } from "../rdf/canonical-hash.ts";
import { type Instant, tryInstant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { Description } from "./file-table.ts";
import type { ImportPlan } from "./import-plan.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { written } from "./quad-writer.ts";
import type { Refusals } from "./refusals.ts";

const COUNTED: readonly (readonly [{ readonly value: string }, readonly Kind[]])[] = [
	[utopia.documentCount, ["document"]],
	[utopia.entityCount, ["entity"]],
	[utopia.factCount, ["fact"]],
	[utopia.evidenceCount, ["evidence"]],
	[utopia.ruleCount, ["rule"]],
	[utopia.derivedCount, ["derived"]],
	[utopia.findingCount, ["conflict", "violation", "defect", "limit"]],
];

/** Checks the manifest of a file, where it has one: whole, with the counts and the hash of what stands beside it (contract 8). */
export function checkManifest(plan: ImportPlan, refusals: Refusals): void {
	const { file, kinds } = plan;
	const manifests = [...kinds].filter(([, kind]) => kind === "manifest").map(([subject]) => subject);
	const [subject] = manifests;
	if (subject === undefined) return;
	const manifest = file.table.description(subject);
	const refuse = (reason: string) =>
		refusals.add(`${reason}; the file is not what was exported`, {
			line: manifest.line,
			subject: file.term(subject).value,
		});
	if (manifests.length > 1) refuse("two manifests");
	const text = textOf(plan, manifest);
	if (text(utopia.complete) !== "true") refuse("the manifest does not say utopia:complete true");
	checkInstant(plan, text(utopia.recordInstant), refuse);
	for (const [iri, counted] of COUNTED) {
		const said = text(iri);
		if (said === undefined) continue;
		let count = 0;
		for (const kind of kinds.values()) if (kind !== undefined && counted.includes(kind)) count++;
		if (Number(said) !== count)
			refuse(`the manifest says ${iri.value.slice(14)} ${said}, the file has ${count}`);
	}
	const hash = hashOf(plan, text(utopia.form) === "dataset");
	const statements = text(utopia.statementCount);
	if (statements !== undefined && Number(statements) !== hash.count)
		refuse(`the manifest says statementCount ${statements}, the file has ${hash.count}`);
	const said = text(utopia.canonicalHash);
	if (said !== undefined && said !== hash.hex())
		refuse("the manifest's canonicalHash is not that of the file");
}

function textOf({ file }: ImportPlan, manifest: Description) {
	return (iri: { readonly value: string }): string | undefined => {
		const object = manifest.one(file.name(iri));
		return object === undefined ? undefined : file.term(object).value;
	};
}

function checkInstant(
	{ times }: ImportPlan,
	text: string | undefined,
	refuse: (reason: string) => void,
): void {
	const at: Instant | undefined = text === undefined ? undefined : tryInstant(text);
	if (text !== undefined && at === undefined) refuse("utopia:recordInstant is no moment");
	if (at !== undefined && times.latest !== undefined && times.latest > at)
		refuse("a record time of the file lies after the manifest's utopia:recordInstant");
}

function hashOf({ file, kinds }: ImportPlan, isDataset: boolean): CanonicalHash {
	const hash = new CanonicalHash();
	const from = `urn:utopia:kb:${file.kb}:`;
	const to = `urn:utopia:kb:${file.renamedFrom}:`;
	const asGiven = (line: string) => (file.renamedFrom === undefined ? line : line.replaceAll(from, to));
	const spelled: string[] = [];
	const spell = (term: number): string => {
		spelled[term] ??= asGiven(written(file.term(term)));
		return spelled[term];
	};
	for (const [subject, kind] of kinds) {
		if (kind !== undefined && KINDS[kind] === "record") continue;
		const { predicates, objects } = file.table.description(subject);
		for (let at = 0; at < predicates.length; at++)
			hash.add(`${spell(subject)} ${spell(predicates[at] as number)} ${spell(objects[at] as number)} .`);
	}
	if (!isDataset) return hash;
	for (const { subject, predicate, object, graph } of file.graphClaims)
		hash.add(`${spell(subject)} ${spell(predicate)} ${spell(object)} ${spell(graph)} .`);
	return hash;
}
