import { pipeline } from "node:stream/promises";

/** Writes to standard output as fast as whoever reads takes it; a reader who has had enough, such as `head`, ends it and is no error. */
export async function toStandardOutput(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
	process.stdout.on("error", throwUnlessClosed);
	try {
		await pipeline(pieces, process.stdout, { end: false });
	} catch (error) {
		throwUnlessClosed(error);
	}
}

function throwUnlessClosed(error: unknown): void {
	if ((error as NodeJS.ErrnoException | undefined)?.code !== "EPIPE") throw error;
}
