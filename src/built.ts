/** The built file of a name beside the file that asks: threads and processes run JavaScript, also where it is run from source (tests, tsx). */
export function builtFile(here: string, name: string): URL {
	return new URL(name, here.endsWith(".ts") ? here.replace("/src/", "/dist/") : here);
}
