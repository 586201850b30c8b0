import { describe, expect, test } from "vitest";
import { spellingFault } from "../../../src/rdf/spelling-fault.ts";
import { XSD } from "../../../src/rdf/terms.ts";

const of = (text: string) => {
	const [, lexical = "", name = ""] = /^(.*)\^(\w+)$/.exec(text) ?? [];
	return spellingFault(XSD + name, lexical);
};

describe("what a datatype says of a spelling", () => {
	test.each(
		`1.50^decimal -.5^decimal +1^decimal 12345678901234567890123456789012345678901234567890.1^decimal 1^integer
		99999999999999999999^integer 255^unsignedByte -0^nonNegativeInteger 1e3^double 1.5^float -1E-400^double true^boolean 0^boolean
		2020-02-29^date 2020-02-29Z^date -0004-02-29^date 12020-02-29+14:00^date 2020-01-01T24:00:00^dateTime
		2020-01-01T10:00:00.1234567+01:30^dateTime 2020-01-01T10:00:00Z^dateTimeStamp 10:00:00^time 0000^gYear 2020-12^gYearMonth
		--02-29^gMonthDay --12^gMonth ---31^gDay P1Y2M3DT4H5M6.7S^duration PT1S^duration -P1D^dayTimeDuration P14M^yearMonthDuration
		0aFF^hexBinary anything^string anything^anyURI`.split(/\s+/),
	)("sound: %s", (text) => {
		expect(of(text)).toBeUndefined();
	});

	test.each(
		`abc^decimal 1e3^decimal .^decimal ^decimal INF^decimal 1.0^integer abc^integer 256^unsignedByte -1^positiveInteger abc^double
		inf^double yes^boolean TRUE^boolean 2020-02-30^date 2021-02-29^date 1900-02-29^date 2020-13-01^date 20-01-01^date
		2020-01-01+15:00^date 2020-01-01T25:00:00^dateTime 2020-02-30T10:00:00Z^dateTime 2020-01-01T10:00:00^dateTimeStamp
		24:00:01^time 20^gYear 2020-00^gYearMonth --02-30^gMonthDay --13^gMonth ---32^gDay P^duration PT^duration P1DT^duration
		P1Y^dayTimeDuration P1D^yearMonthDuration abc^hexBinary`.split(/\s+/),
	)("forbidden: %s", (text) => {
		expect(of(text)).toMatch(/^".*" is no xsd:\w+$/);
	});

	test.each([
		"INF^double",
		"-INF^double",
		"+INF^float",
		"NaN^double",
		"NaN^float",
		"1e400^double",
		"1e39^float",
	])("no number: %s", (text) => {
		expect(of(text)).toContain("is no number");
	});

	test("other datatypes are nobody's business here", () => {
		expect(spellingFault("http://example.org/colour", "NaN")).toBeUndefined();
		expect(spellingFault(`${XSD}colour`, "NaN")).toBeUndefined();
	});
});
