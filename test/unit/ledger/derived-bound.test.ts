import { expect, test } from "vitest";
import { derivedBound } from "../../../src/ledger/stated-date.ts";
import { literal } from "../../../src/rdf/terms.ts";
import { instant } from "../../../src/time/instant.ts";
import { xsd } from "../../../src/vocab/well-known.ts";

test.each([
	["2026-07-01T10:20:30.000002Z", xsd.dateTime, "2026-07-01T10:20:30.000002Z"],
	["2026-07-01T10:20:30Z", xsd.dateTime, "2026-07-01T10:20:30.000000Z"],
	["2026-07-01", xsd.date, "2026-07-01T00:00:00.000000Z"],
])("a bound that an attestation set is its moment, however fine: %s", (value, datatype, at) => {
	expect(derivedBound(literal(value, datatype), "none")).toEqual({ at: instant(at), precision: undefined });
});

test("another bound is the date that the premise stated, as finely", () => {
	const at = instant("2026-01-01T00:00:00.000000Z");
	expect(derivedBound(literal("2026", xsd.gYear), undefined)).toEqual({ at, precision: "year" });
	expect(derivedBound(literal("2026-01-01T00:00:00Z", xsd.dateTime), "hour")).toEqual({
		at,
		precision: "hour",
	});
	expect(derivedBound(undefined, undefined)).toBeUndefined();
});
