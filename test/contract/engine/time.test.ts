import { Store } from "oxigraph";
import { describe, expect, test } from "vitest";

const PREFIX = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";
const empty = new Store();

function kept(filter: string): boolean {
	return empty.query(`${PREFIX} ASK { BIND(1 AS ?one) FILTER(${filter}) }`) as boolean;
}

function order(by: string): string[] {
	const rows = empty.query(
		`${PREFIX} SELECT ?t { VALUES ?t { ${["Z", ".099999Z", ".1Z", ".100001Z"]
			.map((end) => `"2020-01-01T00:00:00${end}"^^xsd:dateTime`)
			.join(" ")} } } ORDER BY ${by}`,
	) as Map<string, { value: string }>[];
	return rows.map((row) => (row.get("t")?.value ?? "").slice(19));
}

describe("time in queries", () => {
	test("the order of the values is that of time, the order of the text is not", () => {
		expect(order("?t")).toEqual(["Z", ".099999Z", ".1Z", ".100001Z"]);
		expect(order("STR(?t)")).not.toEqual(["Z", ".099999Z", ".1Z", ".100001Z"]);
	});

	test("a dateTime without zone is incomparable within fourteen hours, and comparable beyond", () => {
		const [zoned, near, far] = ["2020-01-02T00:00:00Z", "2020-01-02T01:00:00", "2020-01-05T00:00:00"].map(
			(text) => `"${text}"^^xsd:dateTime`,
		);
		expect(kept(`${zoned} < ${near} || ${near} < ${zoned} || ${zoned} = ${near}`)).toBe(false);
		expect(kept(`${zoned} < ${far}`)).toBe(true);
	});

	test.each([
		[`"2020-01-01"^^xsd:date < "2021-01-01T00:00:00Z"^^xsd:dateTime`],
		[`"2020"^^xsd:gYear < "2021-01-01T00:00:00Z"^^xsd:dateTime`],
		[`"2020-02-30"^^xsd:date < "2021-01-01"^^xsd:date`],
		["?unbound < 3"],
	])("%s is an error and drops the row", (comparison) => {
		expect(kept(comparison)).toBe(false);
		expect(kept(`!(${comparison})`)).toBe(false);
	});

	test("an unbound variable passes behind !BOUND and an or", () => {
		expect(kept("!BOUND(?unbound) || ?unbound < 3")).toBe(true);
	});
});
