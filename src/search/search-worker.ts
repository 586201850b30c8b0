import { parentPort, workerData } from "node:worker_threads";
import type { Called, Calls, FromThread, ThreadStart } from "./protocol.ts";
import { SearchCore } from "./search-core.ts";

const port = parentPort;
if (port === null) throw new TypeError("an index is searched in a thread of its own");
const { folder, model } = workerData as ThreadStart;
const tell = (message: FromThread) => port.postMessage(message);

/** An index that cannot be read is made anew: whoever placed its versions finds them missing. */
function opened(): { readonly core: SearchCore; readonly discarded: string | undefined } {
	try {
		return { core: SearchCore.read(folder, model), discarded: undefined };
	} catch (error) {
		const isNew = (error as NodeJS.ErrnoException).code === "ENOENT";
		return { core: new SearchCore(undefined, model), discarded: isNew ? undefined : String(error) };
	}
}

const { core, discarded } = opened();
const sizes = () => ({ passages: core.size, withoutVectors: core.withoutVectors });

/** Of a call that has nothing to say. */
const done = (_: unknown) => null;

const calls: { readonly [Name in keyof Calls]: (asked: Calls[Name]["asked"]) => Calls[Name]["answer"] } = {
	versions: () => core.versions(),
	begin: (head) => done(core.begin(head)),
	place: (chunks) => done(core.place(chunks)),
	finish: () => done(core.finish()),
	live: (lives) => done(core.live(lives)),
	forget: (version) => {
		core.forget(version);
		return done(core.save(folder));
	},
	wanting: (limit) => ({ epoch: core.epoch, passages: core.wanting(limit) }),
	settle: ({ epoch, vectors }) => done(core.settle(epoch, vectors)),
	search: (request) => core.search(request),
	save: () => done(core.save(folder)),
};

port.on("message", ({ id, call, asked }: Called) => {
	try {
		tell({ id, answer: (calls[call] as (asked: unknown) => unknown)(asked), sizes: sizes() });
	} catch (error) {
		tell({ id, failure: error, sizes: sizes() });
	}
});
tell({ opened: sizes(), discarded });
