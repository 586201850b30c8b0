import { expect, test } from "vitest";
import type { Instant } from "../../../src/time/instant.ts";
import { RecordClock, type Reservation } from "../../../src/time/record-clock.ts";
import { windable } from "../../support/windable.ts";

/** A base without rows: commits are visible when the test says so. */
function base({ wall = 100n, visible }: { wall?: bigint; visible?: bigint } = {}) {
	const wallClock = windable(wall as Instant);
	let last = visible as Instant | undefined;
	const clock = new RecordClock(wallClock, () => last);
	return {
		clock,
		wallClock,
		/** The commit of a reservation becomes visible. */
		show(reservation: Reservation) {
			last = reservation.at;
			reservation[Symbol.dispose]();
		},
	};
}

async function hasResolved(promise: Promise<unknown>): Promise<boolean> {
	const open = Symbol();
	await new Promise(setImmediate);
	return (await Promise.race([promise, open])) !== open;
}

test("now is the wall clock, and the newest commit where that lies after it", () => {
	expect(base().clock.now()).toBe(100n);
	expect(base({ visible: 250n }).clock.now()).toBe(250n);
});

test("a commit is recorded after every moment that was answered", () => {
	const { clock, show } = base();
	expect(clock.now()).toBe(100n);
	const reservation = clock.reserve();
	expect(reservation.at).toBe(101n);
	show(reservation);
	expect(clock.now()).toBe(101n);
});

test("now lies before a commit on its way, however long that takes, and after it once it is visible", () => {
	const { clock, wallClock, show } = base();
	const reservation = clock.reserve();
	wallClock.advance(1_000n);
	expect(clock.now()).toBe(99n);
	show(reservation);
	expect(clock.now()).toBe(1_100n);
});

test("a commit that fails holds the present up no longer", () => {
	const { clock } = base();
	{
		using _ = clock.reserve();
		expect(clock.now()).toBe(99n);
	}
	expect(clock.now()).toBe(100n);
});

test("reservations are a microsecond apart where the wall clock stands or steps back", () => {
	const { clock, wallClock } = base();
	const [first, second] = [clock.reserve(), clock.reserve()];
	wallClock.advance(-50n);
	expect([first.at, second.at, clock.reserve().at]).toEqual([100n, 101n, 102n]);
});

test("now does not go back with the wall clock", () => {
	const { clock, wallClock } = base();
	clock.now();
	wallClock.advance(-50n);
	expect(clock.now()).toBe(100n);
	expect(clock.reserve().at).toBe(101n);
});

test("a named moment is read at once where nothing on its way lies at or before it", async () => {
	const { clock, wallClock } = base();
	clock.reserve();
	wallClock.advance(10n);
	expect(await clock.settled(99n as Instant)).toBe(99n);
});

test("a named moment waits for the commits up to it, also for those that fail, and for no other", async () => {
	const { clock, wallClock, show } = base();
	const [first, second, third] = [clock.reserve(), clock.reserve(), clock.reserve()];
	wallClock.advance(10n);
	const named = clock.settled(101n as Instant);
	expect(await hasResolved(named)).toBe(false);
	show(first);
	expect(await hasResolved(named)).toBe(false);
	second[Symbol.dispose]();
	expect(await named).toBe(101n);
	expect(clock.now()).toBe(101n);
	show(third);
});

test("a moment that somebody waits for is not given to a commit", async () => {
	const { clock, wallClock, show } = base();
	const reservation = clock.reserve();
	wallClock.advance(10n);
	const named = clock.settled(110n as Instant);
	expect(clock.now()).toBe(99n);
	expect(clock.reserve().at).toBe(111n);
	show(reservation);
	expect(await named).toBe(110n);
});

test("a moment of the future is read as now, and stays free for commits", async () => {
	const { clock } = base();
	const reservation = clock.reserve();
	expect(await clock.settled(1_000n as Instant)).toBe(99n);
	reservation[Symbol.dispose]();
	expect(await clock.settled(1_000n as Instant)).toBe(100n);
	expect(clock.reserve().at).toBe(101n);
});

test("an import's own instant is taken, though it lies before what was answered; the present does not follow it", async () => {
	const { clock, show } = base({ visible: 10n });
	expect(clock.now()).toBe(100n);
	const brought = clock.reserve(20n as Instant);
	expect(brought.at).toBe(20n);
	expect(clock.now()).toBe(100n);
	const named = clock.settled(50n as Instant);
	expect(await hasResolved(named)).toBe(false);
	show(brought);
	expect(await named).toBe(50n);
	expect(clock.reserve().at).toBe(101n);
});

test("an import whose own instant does not follow what is recorded or on its way gets one as any commit", () => {
	const { clock, show } = base({ visible: 10n });
	show(clock.reserve(10n as Instant));
	expect(clock.reserve(100n as Instant).at).toBe(101n);
});

test("a reservation is released once", () => {
	const { clock } = base();
	const [first] = [clock.reserve(), clock.reserve()];
	first?.[Symbol.dispose]();
	first?.[Symbol.dispose]();
	expect(clock.now()).toBe(100n);
});
