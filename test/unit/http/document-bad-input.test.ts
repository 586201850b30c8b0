import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { documentTable } from "../../../src/documents/document-table.ts";
import { DEFAULT_LIMITS } from "../../../src/parsing/parsed-file.ts";
import { pdfOf, zipOf } from "../../support/files.ts";
import { uploading } from "../../support/uploading.ts";

type Base = Awaited<ReturnType<typeof uploading>>;
const unruly = new URL("../../support/unruly-parser.mjs", import.meta.url);
let served = 0;

/** Asserts that what was tried left nothing behind, and that the next file is taken. */
async function untouched<Answer>(base: Base, attempt: () => Promise<Answer>): Promise<Answer> {
	const state = async () => {
		const view = await base.server.world.view(base.kb);
		const rows = (await view.kept(documentTable)).list().map(({ id, versions }) => [id, versions.length]);
		return { rows, head: view.head(), listed: (await base.ask("GET", "/documents")).body };
	};
	const before = await state();
	const answer = await attempt();
	expect(await state()).toEqual(before);
	const next = await base.file(Buffer.from(`Text number ${served++}.`), "next.txt");
	expect(next).toMatchObject({ status: 201, body: { outcome: "added" } });
	return answer;
}

const refused = (status: number, reason: string, message: RegExp) => ({
	status,
	body: { error: { message: expect.stringMatching(message), details: { reason } } },
});

test("files that cannot be read are refused with what to do, and leave nothing behind", async () => {
	await using base = await uploading();
	const unreadable = (message: RegExp) => refused(422, "UTOPIA_FILE_UNREADABLE", message);
	const unsupported = (message: RegExp) => refused(415, "UTOPIA_FILE_UNSUPPORTED", message);
	const png = Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"base64",
	);
	const cases: readonly (readonly [string, Buffer, ReturnType<typeof refused>])[] = [
		["locked.pdf", pdfOf([["x"]], { encrypted: true }), unreadable(/password.*without/)],
		["bomb.docx", zipOf({ "word/document.xml": Buffer.alloc(40_000_000) }), unreadable(/50 times/)],
		["empty.pdf", Buffer.alloc(0), unreadable(/empty.*upload it again/)],
		["torn.pdf", Buffer.from("%PDF-1.7\nnonsense"), unreadable(/save it again/)],
		["picture.txt", png, unsupported(/image\/png: upload its text/)],
		["old.rtf", Buffer.from("{\\rtf1 hi}"), unsupported(/save it as/)],
		["files.zip", zipOf({ "a.txt": Buffer.from("a") }), unsupported(/unpack it/)],
	];
	for (const [name, bytes, expected] of cases)
		expect(await untouched(base, () => base.file(Buffer.from(bytes), name)), name).toMatchObject(expected);
	expect(await untouched(base, () => base.file(Buffer.from("x"), "n".repeat(10_000)))).toMatchObject(
		refused(400, "UTOPIA_ARGUMENT_INVALID", /filename must be 1 to 1000 characters, got a string of 10000/),
	);
}, 60_000);

test("files that are odd and no more are taken as what their bytes are", async () => {
	await using base = await uploading();
	const taken = async (bytes: Uint8Array<ArrayBuffer>, name: string) => {
		const { status, body } = await base.file(bytes, name);
		expect(status).toBe(201);
		return body;
	};
	expect(await taken(Buffer.alloc(0), "nothing.txt")).toMatchObject({
		chars: 0,
		lines: 0,
		text_available: true,
	});
	expect(await taken(Buffer.from(pdfOf([["Heron lies here."]])), "wrong.txt")).toMatchObject({
		mime_type: "application/pdf",
		filename: "wrong.txt",
	});
	expect(await taken(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3]), "invalid.txt")).toMatchObject({
		replaced_bytes: 3,
		chars: 5,
	});
	expect(await taken(Buffer.from("one\0two\0three, and so on"), "nuls.txt")).toMatchObject({
		text_available: true,
	});
	const names = ["../../../etc/passwd", "/etc/shadow", "C:\\windows\\system.ini", "..", "a\u202etxt.exe"];
	for (const [n, filename] of names.entries())
		expect(await base.text({ filename, text: `Text ${n}` })).toMatchObject({
			status: 201,
			body: { filename },
		});
});

test("what is longer than a file may be is turned away, announced or not", async () => {
	await using base = await uploading({ uploadLimit: 1_000_000 });
	const tooLarge = refused(
		413,
		"UTOPIA_PAYLOAD_TOO_LARGE",
		/1000000 bytes here; split it, or raise --upload-limit/,
	);
	const five = 5 * 2 ** 30;
	expect(await untouched(base, () => sending(base, { "content-length": five }))).toMatchObject(tooLarge);
	let sent = 0;
	const streamed = await untouched(base, () =>
		sending(base, {}, async (asking, isAnswered) => {
			for (; !isAnswered() && sent < five; sent += 65_536)
				if (!asking.write(Buffer.alloc(65_536))) await setTimeout(1);
		}),
	);
	expect(streamed).toMatchObject(tooLarge);
	expect(sent).toBeLessThan(200_000_000);
	const text = "x".repeat(1_100_000);
	expect(await untouched(base, () => base.text({ filename: "a.txt", text }))).toMatchObject(
		refused(413, "UTOPIA_PAYLOAD_TOO_LARGE", /as a file in a form/),
	);
});

test("a file that makes its parser hang is given up, and the next one is read", async () => {
	await using base = await uploading({
		reading: { program: unruly, limits: { ...DEFAULT_LIMITS, seconds: 3 } },
	});
	const answer = await untouched(base, () => base.file(Buffer.from("x"), "hang"));
	expect(answer).toMatchObject(refused(422, "UTOPIA_FILE_UNREADABLE", /longer than 3 seconds: split it/));
	expect(await untouched(base, () => base.file(Buffer.from("x"), "exit"))).toMatchObject(
		refused(422, "UTOPIA_FILE_UNREADABLE", /open and save it again/),
	);
}, 60_000);

test("a client that goes away takes its file with it, half sent or half read", async () => {
	// With the usual minute for each file, the next one is read in time only if the hanging one was given up.
	await using base = await uploading({ reading: { program: unruly } });
	await untouched(base, async () => {
		const asking = asked(base, { "content-length": 1_000_000 });
		asking.on("error", () => undefined);
		asking.write(head("half.txt"));
		asking.write("half of it");
		await setTimeout(100);
		asking.destroy();
	});
	await untouched(base, async () => {
		const asking = asked(base, {});
		asking.on("error", () => undefined);
		asking.end(`${head("hang")}x\r\n--edge--\r\n`);
		await setTimeout(1_000);
		asking.destroy();
	});
}, 50_000);

const head = (filename: string) =>
	`--edge\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;

function asked(base: Base, headers: Record<string, number>): ClientRequest {
	const authorization = `Bearer ${base.token}`;
	return request(`${base.at}/documents`, {
		method: "POST",
		headers: { authorization, "content-type": "multipart/form-data; boundary=edge", ...headers },
	});
}

/** Sends a form of which only the beginning is there yet, and what is answered to it. */
async function sending(
	base: Base,
	headers: Record<string, number>,
	more: (asking: ClientRequest, isAnswered: () => boolean) => Promise<void> = async () => undefined,
) {
	const asking = asked(base, headers);
	// The server ends the connection while it is still being written to.
	asking.on("error", () => undefined);
	let isAnswered = false;
	const answered = once(asking, "response").then(async ([response]) => {
		isAnswered = true;
		let text = "";
		for await (const piece of response) text += piece;
		return { status: response.statusCode, body: JSON.parse(text) };
	});
	asking.write(head("large.bin"));
	await more(asking, () => isAnswered);
	const answer = await answered;
	asking.destroy();
	return answer;
}
