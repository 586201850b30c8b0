import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { UtopiaError } from "../errors.ts";

/** A file to bring in. */
export interface FoundFile {
	readonly path: string;
	/** What the document is called: of a file in a folder that was named, its path below that one. */
	readonly filename: string;
	readonly bytes: number;
}

/**
 * The files that were named, and those in the folders that were, whatever their depth, by name. What begins with a dot in a folder
 * is passed over, and so are links to folders.
 * @throws UTOPIA_SETTING_INVALID for a name that nothing has, or when there is no file at all
 */
export function filesAt(paths: readonly string[]): readonly FoundFile[] {
	const found = paths.flatMap((path) => {
		const status = statSync(path, { throwIfNoEntry: false });
		if (status === undefined)
			throw new UtopiaError("UTOPIA_SETTING_INVALID", `There is no file or folder ${path}`);
		return status.isDirectory()
			? inFolder(path, "")
			: [{ path, filename: basename(path), bytes: status.size }];
	});
	if (found.length === 0)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `There are no files in ${paths.join(", ")}`);
	return found;
}

function inFolder(folder: string, above: string): readonly FoundFile[] {
	const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
	entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	return entries.flatMap((entry) => {
		const path = join(folder, entry.name);
		const filename = `${above}${entry.name}`;
		if (entry.isDirectory()) return inFolder(path, `${filename}/`);
		const status = statSync(path, { throwIfNoEntry: false });
		return status?.isFile() === true ? [{ path, filename, bytes: status.size }] : [];
	});
}
