import type { ParsePool } from "../parsing/parse-pool.ts";
import type { Files } from "./files.ts";

/** Files as they are read in processes of their own. */
export function parsedFiles(pool: ParsePool): Files {
	return {
		async read(bytes, filename, { signal, progress }) {
			const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			const { mime, docTime, text, replacedBytes, attachments } = await pool.read(given, filename, {
				...(signal && { signal }),
				...(progress && { progress: (stage, chars) => progress(stage, 0, chars) }),
			});
			return { mime, docTime, attachments, text: text && { ...text, replacedBytes } };
		},
	};
}
