import { expect, test } from "vitest";
import { mailDate, pdfDate, statedDate } from "../../../src/parsing/own-date.ts";

test("a date keeps the precision it was written with", () => {
	const written = [
		"2023",
		"2023-06",
		"2023-06-15",
		"2023-06-15T14:32:07+02:00",
		"2023-06-15 14:32:07.123Z",
		" 2023-06-15T14:32Z ",
	];
	expect(written.map(statedDate)).toEqual([
		"2023",
		"2023-06",
		"2023-06-15",
		"2023-06-15T12:32:07Z",
		"2023-06-15T14:32:07Z",
		"2023-06-15T14:32Z",
	]);
});

test("a clock without a zone is dropped, and what is no date is none", () => {
	expect(statedDate("2023-06-15T14:32:07")).toBe("2023-06-15");
	for (const text of ["", "June 2023", "15/06/2023", "2023-13", "2023-02-30", "yesterday", undefined]) {
		expect(statedDate(text)).toBeUndefined();
	}
});

test("dates of PDFs leave out what they do not know", () => {
	const written = [
		"D:20230615093000+02'00'",
		"D:20230615093000Z",
		"D:20230615093000",
		"D:202306",
		"2023",
		"D:x",
		"D:20231315",
	];
	expect(written.map(pdfDate)).toEqual([
		"2023-06-15T07:30:00Z",
		"2023-06-15T09:30:00Z",
		"2023-06-15",
		"2023-06",
		"2023",
		undefined,
		undefined,
	]);
});

test("dates of messages are read with and without their parts", () => {
	const written = [
		"Thu, 15 Jun 2023 10:00:00 +0200",
		"5 Jun 2023 10:00 GMT",
		"5 Jun 2023",
		"Thu, 5 Foo 2023 10:00:00 Z",
		"soon",
	];
	expect(written.map(mailDate)).toEqual([
		"2023-06-15T08:00:00Z",
		"2023-06-05T10:00:00Z",
		"2023-06-05",
		undefined,
		undefined,
	]);
});
