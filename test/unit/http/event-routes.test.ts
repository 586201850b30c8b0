import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { K1 } from "../../story/harbour.ts";
import { type WritingServer, writingServer } from "../../support/writing-server.ts";

interface Following extends AsyncDisposable {
	readonly response: Response;
	/** Ids of the commits heard so far. */
	readonly heard: string[];
	/** Everything that came. */
	readonly text: () => string;
	/** Resolves when so many commits were heard, or the stream has ended. */
	until(count: number): Promise<void>;
	readonly ended: Promise<void>;
}

describe("the stream of commits", () => {
	let base: WritingServer;
	beforeAll(async () => {
		base = await writingServer({ heartbeat: 60 });
	});
	afterAll(() => base[Symbol.asyncDispose]());

	async function follow(
		query = "",
		{ token = base.read, headers = {}, server = base.server } = {},
	): Promise<Following> {
		const gone = new AbortController();
		const response = await fetch(`${server.url}/api/v1/kbs/${K1}/events${query}`, {
			headers: { authorization: `Bearer ${token}`, ...headers },
			signal: gone.signal,
		});
		const heard: string[] = [];
		let text = "";
		const waiting = new Set<() => void>();
		const wake = () => {
			for (const one of waiting) one();
		};
		const ended = (async () => {
			const decoder = new TextDecoder();
			let rest = "";
			try {
				for await (const piece of response.body ?? []) {
					const more = decoder.decode(piece as Uint8Array, { stream: true });
					text += more;
					const blocks = (rest + more).split("\n\n");
					rest = blocks.pop() ?? "";
					for (const block of blocks) {
						const id = /^id: (.+)$/m.exec(block)?.[1];
						if (id !== undefined) heard.push(id);
					}
					wake();
				}
			} catch (error) {
				if (!gone.signal.aborted) throw error;
			} finally {
				wake();
			}
		})();
		let isOver = false;
		void ended
			.catch(() => undefined)
			.finally(() => {
				isOver = true;
				wake();
			});
		return {
			response,
			heard,
			text: () => text,
			ended,
			async until(count) {
				while (heard.length < count && !isOver) await new Promise<void>((woken) => waiting.add(woken));
			},
			async [Symbol.asyncDispose]() {
				gone.abort();
				await ended.catch(() => undefined);
			},
		};
	}
	const commit = async (name: string) => (await base.ask("POST", "/entities", { name })).body.head as string;

	test("tells each commit from now on, with its instant as the id", async () => {
		await using stream = await follow();
		expect(stream.response.status).toBe(200);
		expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
		expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
		expect(stream.response.headers.get("cache-control")).toBe("no-store");
		const heads = [await commit("one"), await commit("two")];
		await stream.until(2);
		expect(stream.heard).toEqual(heads);
		expect(stream.text()).toContain(
			`event: commit\nid: ${heads[0]}\ndata: {"kb_id":"${K1}","recorded_at":"${heads[0]}"}\n\n`,
		);
	});

	test("says that it lives, and tells nothing while nothing happens", async () => {
		await using stream = await follow();
		await new Promise((woken) => setTimeout(woken, 250));
		expect(stream.text()).toContain(": heartbeat\n\n");
		expect(stream.heard).toEqual([]);
	});

	test("goes on behind the last event seen, by header or by address", async () => {
		const heads = [await commit("three"), await commit("four"), await commit("five")];
		await using byHeader = await follow("", { headers: { "last-event-id": heads[0] as string } });
		await using byAddress = await follow(`?last_event_id=${heads[1]}`);
		const later = await commit("six");
		await Promise.all([byHeader.until(3), byAddress.until(2)]);
		expect(byHeader.heard).toEqual([heads[1], heads[2], later]);
		expect(byAddress.heard).toEqual([heads[2], later]);
		await using fromTheFirst = await follow("?last_event_id=0001-01-01T00:00:00.000000Z");
		await fromTheFirst.until(4);
		expect(fromTheFirst.heard.slice(-4)).toEqual([...heads, later]);
	});

	test("while writes go on, whoever breaks off and comes back hears every commit once", async () => {
		const start = await commit("start");
		const heads: string[] = [];
		const writing = (async () => {
			for (let n = 0; n < 15; n++) {
				const names = [0, 1, 2, 3].map((m) => `swarm ${n} ${m}`);
				heads.push(...(await Promise.all(names.map(commit))));
			}
		})();
		const heard: string[] = [];
		while (heard.length < 60) {
			await using stream = await follow("", { headers: { "last-event-id": heard.at(-1) ?? start } });
			await stream.until(Math.min(7, 60 - heard.length));
			heard.push(...stream.heard);
		}
		await writing;
		expect(heard).toEqual(heads.toSorted());
		expect(new Set(heard).size).toBe(60);
	}, 30_000);

	test.each(["yesterday", "2026-13-01T00:00:00Z", "2026-01-01", "17"])(
		"Last-Event-ID: %s is refused",
		async (id) => {
			for (const stream of [
				follow("", { headers: { "last-event-id": id } }),
				follow(`?last_event_id=${id}`),
			]) {
				await using refused = await stream;
				expect(refused.response.status).toBe(400);
				await refused.ended;
				expect(refused.text()).toContain("must be the id of an event");
			}
		},
	);

	test("a credential is needed, and one that does not reach the base finds nothing", async () => {
		const narrow = await base.server.token({ bases: [await base.server.base("other")] });
		await using refused = await follow("", { token: narrow });
		expect(refused.response.status).toBe(404);
		await using unknown = await follow("", { token: `utp_pat_${"0".repeat(64)}` });
		expect(unknown.response.status).toBe(401);
	});

	test("ends within a heartbeat when the token is revoked", async () => {
		const token = await base.server.token({ name: "short" });
		await using stream = await follow("", { token });
		const { tokens } = base.server.world.access;
		const info = (await tokens.list(base.server.owner)).find(({ name }) => name === "short");
		await tokens.revoke(base.server.owner, info?.id ?? "");
		await stream.ended;
		await commit("unheard");
		expect(stream.heard).toEqual([]);
	});

	test("a request for the head alone is answered and leaves nothing behind", async () => {
		const answer = await fetch(`${base.server.url}/api/v1/kbs/${K1}/events`, {
			method: "HEAD",
			headers: { authorization: `Bearer ${base.read}` },
		});
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("text/event-stream");
	});

	test("ends when the server stops, at once", async () => {
		await using other = await writingServer();
		await using stream = await follow("", { token: other.read, server: other.server });
		const started = performance.now();
		await Promise.all([other.server.stop(10), stream.ended]);
		expect(performance.now() - started).toBeLessThan(5_000);
		expect(stream.response.status).toBe(200);
	});

	test("files on their way are told of between commits, without an id, to those who look on", async () => {
		await using following = await follow();
		const file = { filename: "note.txt", text: "The quay is long." };
		expect((await base.ask("POST", "/documents", file)).status).toBe(201);
		expect((await base.ask("POST", "/documents", { ...file, filename: "x".repeat(2_000) })).status).toBe(400);
		await following.until(1);
		while (!following.text().includes('"refused"')) await new Promise((later) => setTimeout(later, 10));
		const told = following
			.text()
			.split("\n\n")
			.filter((block) => block.startsWith("event: ingestion\ndata: "))
			.map((block) => JSON.parse(block.slice("event: ingestion\ndata: ".length)) as Record<string, unknown>);
		const uploads = [...new Set(told.map(({ upload }) => upload))];
		const stages = (upload: unknown) =>
			told.filter((one) => one["upload"] === upload).map(({ stage }) => stage);
		expect(uploads).toHaveLength(2);
		expect(stages(uploads[0])).toEqual(["queued", "reading", "cutting", "storing", "indexing", "done"]);
		expect(stages(uploads[1])).toEqual(["queued", "refused"]);
		expect(told[0]).toEqual({ upload: uploads[0], filename: "note.txt", stage: "queued" });
		expect(following.heard).toHaveLength(1);
	});
});
