export const DIST = new URL("../../dist/", import.meta.url);

/** A module as it is served: compiled. */
export function built<Module>(path: string): Promise<Module> {
	return import(new URL(path, DIST).href) as Promise<Module>;
}
