import { once } from "node:events";
import type { PastCommit, Store } from "../store/port.ts";
import type { Instant } from "../time/instant.ts";

const AT_ONCE = 200;

/**
 * The commits recorded after `after`, or from the first one on, in order: those of the past, then each as it comes, until the
 * signal says so. None is missed and none told twice, since all are read from the log behind the last one told; that another
 * one came only says when to look again. Whoever reads slowly is waited for.
 */
export async function* following(
	store: Store,
	after: Instant | undefined,
	signal: AbortSignal,
): AsyncGenerator<PastCommit, void> {
	const news = new EventTarget();
	let isNews = false;
	const stop = store.onCommit(() => {
		isNews = true;
		news.dispatchEvent(new Event("commit"));
	});
	try {
		for (let last = after; !signal.aborted; ) {
			isNews = false;
			const commits = await store.commits(last, AT_ONCE);
			for (const commit of commits) {
				if (signal.aborted) return;
				last = commit.recordedAt;
				yield commit;
			}
			if (commits.length === 0 && !isNews) await nextOf(news, signal);
		}
	} finally {
		stop();
	}
}

/** Resolves when a commit has come, or the signal says so. */
async function nextOf(news: EventTarget, signal: AbortSignal): Promise<void> {
	try {
		await once(news, "commit", { signal });
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}
