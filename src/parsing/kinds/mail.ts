import PostalMime, { type Email, type Attachment as Part } from "postal-mime";
import { extensionOf, plainFilename } from "../filename.ts";
import { markdownOf } from "../html-markdown.ts";
import { mailDate, ownDate } from "../own-date.ts";
import type { Attachment, ParsedFile } from "../parsed-file.ts";
import { TextBuilder } from "../text-builder.ts";

const LINES = ["From", "To", "Cc", "Date", "Subject"] as const;
type Address = NonNullable<Email["from"]>;

/** A message: lines of its header, then its body. What is attached, messages too, are files of their own. */
export async function parseMail(bytes: Buffer): Promise<ParsedFile> {
	const mail = await PostalMime.parse(bytes, {
		forceRfc822Attachments: true,
		attachmentEncoding: "arraybuffer",
	});
	const plain = mail.text?.trim() ?? "";
	const date = mail.headers.find(({ key }) => key === "date")?.value;
	const builder = new TextBuilder();
	builder.add(headerLines(mail, date), { part: "header" });
	builder.add(plain === "" ? markdownOf(mail.html ?? "") : plain, { part: "body" });
	const docTime = ownDate("content", mailDate(date));
	const title = mail.subject?.trim() ?? "";
	return {
		mime: "message/rfc822",
		text: builder.text,
		markup: plain === "" ? "markdown" : "plain",
		replacedBytes: 0,
		anchors: builder.anchors,
		...(title === "" ? {} : { title }),
		...(docTime === undefined ? {} : { docTime }),
		attachments: mail.attachments.filter((part) => !isDecoration(part)).map(attachmentOf),
	};
}

function headerLines(mail: Email, date: string | undefined): string {
	const said: Readonly<Record<(typeof LINES)[number], string>> = {
		From: addresses(mail.from === undefined ? [] : [mail.from]),
		To: addresses(mail.to ?? []),
		Cc: addresses(mail.cc ?? []),
		Date: date ?? "",
		Subject: mail.subject ?? "",
	};
	return LINES.flatMap((name) =>
		said[name] === "" ? [] : [`${name}: ${said[name].replaceAll(/\s+/g, " ")}`],
	).join("\n");
}

function addresses(list: readonly Address[]): string {
	const single = list.flatMap((one) => (one.address === undefined ? one.group : [one]));
	return single.map(({ name, address }) => (name === "" ? address : `${name} <${address}>`)).join(", ");
}

/** Pictures that the body shows in its midst. */
function isDecoration(part: Part): boolean {
	return part.mimeType.startsWith("image/") && (part.related === true || part.disposition === "inline");
}

function attachmentOf(part: Part, n: number): Attachment {
	const ending = part.mimeType === "message/rfc822" ? ".eml" : "";
	const name = plainFilename(part.filename ?? "", `attachment-${n + 1}`);
	const content = part.content as ArrayBuffer;
	return { filename: extensionOf(name) === "" ? name + ending : name, bytes: Buffer.from(content) };
}
