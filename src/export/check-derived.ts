import { tryInstant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { schema, xsd } from "../vocab/well-known.ts";
import type { Description } from "./file-table.ts";
import { SAID_BY_PROOFS } from "./first-proofs.ts";
import type { ImportPlan } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";
import { statedDate } from "./stated-dates.ts";

type Name = { readonly value: string };

const BOUNDS = [
	[schema.validFrom, utopia.validFromPrecision],
	[schema.validThrough, utopia.validThroughPrecision],
] as const;
const SINGLE = [...BOUNDS.flat(), utopia.confidence, utopia.ruleVersion];

/**
 * Checks what derived facts and proofs say of themselves: one value where one counts, dates that are some, confidence. What a
 * derived fact says of its rule and its premises must be what its first proof says: it is not kept (rule I4).
 */
export function checkDerived(plan: ImportPlan, refusals: Refusals): void {
	const { file } = plan;
	const refuse = (of: Description, predicate: Name, reason: string) =>
		refusals.add(reason, { line: of.lineOf(file.name(predicate)), subject: file.term(of.subject).value });
	const text = (of: Description, predicate: Name) => {
		const object = of.one(file.name(predicate));
		return object === undefined ? undefined : file.term(object).value;
	};
	const checkConfidence = (of: Description) => {
		const said = text(of, utopia.confidence);
		if (said !== undefined && !(Number(said) >= 0 && Number(said) <= 1))
			refuse(of, utopia.confidence, `utopia:confidence is a number from 0 to 1, not "${said}"`);
	};
	for (const subject of plan.derived.keys()) {
		const own = file.table.description(subject);
		for (const predicate of SINGLE)
			if (own.all(file.name(predicate)).length > 1)
				refuse(own, predicate, `more than one value of ${predicate.value}; a derived fact has one`);
		checkConfidence(own);
		for (const [bound, precision] of BOUNDS) {
			const object = own.one(file.name(bound));
			const read = object === undefined ? undefined : boundDate(file.term(object), text(own, precision));
			if (read !== undefined && "fault" in read) refuse(own, bound, read.fault);
		}
		checkPlain(own, plan, refuse);
	}
	for (const [subject, kind] of plan.kinds)
		if (kind === "proof") checkConfidence(file.table.description(subject));
}

type Bound = Parameters<typeof statedDate>[0];

/** The bound of a derived fact: as of a fact, or a bare moment whose precision is `none`, since an attestation set it. */
function boundDate(
	term: Bound,
	precision: string | undefined,
): { readonly date: PartialDate } | { readonly fault: string } {
	if (precision !== "none") return statedDate(term, precision);
	if (term.datatype === xsd.date.value) return statedDate(term, undefined);
	const at = term.datatype === xsd.dateTime.value ? tryInstant(term.value) : undefined;
	if (at !== undefined) return { date: { at, precision: "second" } };
	return {
		fault: `"${term.value.slice(0, 40)}" is no xsd:date and no zoned xsd:dateTime, which a bound of the precision "none" is`,
	};
}

function checkPlain(
	own: Description,
	{ file, firstProofs }: ImportPlan,
	refuse: (of: Description, predicate: Name, reason: string) => void,
): void {
	const says = firstProofs.get(own.subject)?.says;
	if (says === undefined) return;
	for (const predicate of SAID_BY_PROOFS) {
		const proven = says.get(predicate.value);
		if (proven === undefined || own.all(file.name(predicate)).every((object) => proven.includes(object)))
			continue;
		const name = predicate.value
			.replace("urn:utopia:ns:", "utopia:")
			.replace("http://www.w3.org/ns/prov#", "prov:");
		refuse(
			own,
			predicate,
			`${name} is not what the first proof of this derived fact says; say the same, or leave it out`,
		);
	}
}
