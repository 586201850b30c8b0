import { expect, test } from "vitest";
import { readConfig, SETTINGS } from "../../src/config.ts";

test("a value that cannot be used is refused in a sentence that can be read, whatever the setting", () => {
	let refused = 0;
	for (const { variable } of SETTINGS) {
		try {
			readConfig({}, { [variable]: "\u0000 no value" });
		} catch (error) {
			refused++;
			expect((error as Error).message).toMatch(
				/^--[a-z-]+ \(UTOPIA_[A-Z_]+\) has a value that cannot be used\. Its meaning: /,
			);
			expect((error as Error).message).not.toMatch(/\bthe (?:the|a|how|their|further|load|address under)\b/);
		}
	}
	expect(refused).toBeGreaterThan(5);
});
