import { load } from "cheerio";
import { canonicalFromString } from "../text/canonical.ts";
import { ownDate, statedDate } from "./own-date.ts";
import type { OwnDate } from "./parsed-file.ts";

/** Title and date that an Office file says of itself: when it was created, else when it was last changed. */
export function corePropertiesOf(files: ReadonlyMap<string, Buffer>): {
	readonly title?: string;
	readonly docTime?: OwnDate;
} {
	const core = files.get("docProps/core.xml");
	if (core === undefined) return {};
	const xml = load(core.toString("utf8"), { xml: true });
	const said = (name: string) => canonicalFromString(xml(name).first().text()).trim();
	const title = said("dc\\:title");
	const docTime = ownDate(
		"source",
		statedDate(said("dcterms\\:created")),
		statedDate(said("dcterms\\:modified")),
	);
	return { ...(title === "" ? {} : { title }), ...(docTime === undefined ? {} : { docTime }) };
}
