import { describe, expect, test } from "vitest";
import { fold, queryTokens, tokens } from "../../../src/search/fold.ts";
import { queryTerms, termOf } from "../../../src/search/terms.ts";

const JWT = "认证系统使用JWT令牌";

/** Whether every token of the query is one of the text, or the beginning of one where it is one unspaced character. */
function finds(query: string, text: string): boolean {
	const there = tokens(text).flatMap((token) => termOf(token) ?? []);
	const asked = queryTerms(query);
	return (
		asked.length > 0 &&
		asked.every(({ term, lone }) => there.some((one) => (lone ? one.startsWith(term) : one === term)))
	);
}

describe("folding takes case, width and accents away", () => {
	test.each([
		["Zürich Straße", "zurich strasse"],
		["ÆSIR œuvre Øre Łódź Đà ðeg Þór", "aesir oeuvre ore lodz da deg thor"],
		["ＪＷＴ　２０２４", "jwt 2024"],
		["ﾀﾜｰ", "タワー"],
		["İstanbul ısı", "istanbul isi"],
	])("%s is %s", (text, folded) => expect(fold(text)).toBe(folded));

	test("syllables of Korean and voiced kana stay whole", () => {
		expect(fold("연결 ガ")).toBe("연결 ガ".normalize("NFC"));
	});

	test("vowel signs of Indic scripts stay, points of Hebrew and Arabic go", () => {
		expect(fold("हिन्दी")).toBe("हिन्दी");
		expect(fold("שָׁלוֹם")).toBe("שלום");
		expect(fold("السَّلامُ")).toBe("السلام");
	});
});

describe("a text falls into tokens", () => {
	test("a run without spaces becomes pairs and its last character", () => {
		expect(tokens("认证系")).toEqual(["认证", "证系", "系"]);
		expect(tokens(JWT)).toContain("jwt");
		expect(queryTokens("认证系")).toEqual(["认证", "证系"]);
		expect(queryTokens("证")).toEqual(["证"]);
	});

	test("an astral character is one character", () => {
		expect(tokens("𠮷野")).toEqual(["𠮷野", "野"]);
	});

	test.each([
		["认证", JWT],
		["证", JWT],
		["jwt", JWT],
		["zurich", "Zürich Straße"],
		["strasse", "Zürich Straße"],
		["タワー", "東京タワーの高さ"],
		["ﾀﾜｰ", "東京タワーの高さ"],
		["연결", "데이터베이스 연결 오류"],
		["السلام", "السَّلامُ عليكم"],
		["हिन्दी", "यह हिन्दी है"],
		["ภาษา", "ภาษาไทย"],
		["cafe", "Café au lait"],
		["ＪＷＴ", "the jwt token"],
		["running", "they run daily, runs and running"],
	])("%s finds %s", (query, text) => expect(finds(query, text)).toBe(true));

	test("what is not there is not found", () => {
		expect(finds("统认", JWT)).toBe(false);
		expect(finds("token", "Zürich Straße")).toBe(false);
	});

	test("stop words are no terms", () => {
		expect(queryTerms("what is it about")).toEqual([]);
		expect(queryTerms("The harbours of Zürich").map(({ term }) => term)).toEqual(["harbour", "zurich"]);
	});
});
