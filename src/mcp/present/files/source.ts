import type { View } from "../../../access/view.ts";
import type { Version } from "../../../documents/document-table.ts";

/** Where a version is from (file-tools 10.2). What came with no bytes of its own was imported. */
export function sourceType({ sourceUrl, mime, sha256 }: Version, { blobs }: Pick<View, "blobs">) {
	if (sourceUrl !== undefined) return mime?.startsWith("text/html") ? "web_page" : "remote_file";
	return sha256 === undefined || blobs.info(sha256) === undefined ? "import" : "uploaded_file";
}

/** Parameters of addresses that are known to carry credentials, in lower case. */
const SECRET =
	/^(access_?token|id_?token|refresh_?token|auth_?token|token|jwt|api_?key|apikey|key|auth|authorization|password|passwd|pwd|secret|client_?secret|credentials?|sig|signature|session|session_?id|sid|phpsessid|jsessionid|x-(amz|goog)-(signature|credential|security-token)|awsaccesskeyid|googleaccessid)$/;

/**
 * An address as it may be told: http or https, without user, password, and what is known to carry a secret (SU-6); `undefined`
 * where it is no such address. Nothing is asked of it.
 */
export function linkable(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
	url.username = "";
	url.password = "";
	const kept = url.search
		.slice(1)
		.split("&")
		.filter((part) => !isSecret(part));
	url.search = kept.join("&");
	if (url.hash.slice(1).split(/[?&]/).some(isSecret)) url.hash = "";
	return url.href;
}

function isSecret(part: string): boolean {
	const [name] = new URLSearchParams(part).keys();
	return name !== undefined && SECRET.test(name.toLowerCase());
}
