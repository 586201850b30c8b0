import fc from "fast-check";
import { expect, test } from "vitest";
import type { Instant } from "../../src/time/instant.ts";
import { RecordClock, type Reservation } from "../../src/time/record-clock.ts";
import { windable } from "../support/windable.ts";

// The model of R10: commits with their instants, of which some are visible. An answer at a moment is the set of commits up to it.
interface Answer {
	readonly at: Instant;
	readonly seen: string;
}

class Base {
	readonly wall = windable(1_000n as Instant);
	readonly visible: Instant[] = [];
	readonly open: Reservation[] = [];
	readonly given: Instant[] = [];
	readonly answers: Answer[] = [];
	readonly clock = new RecordClock(this.wall, () => this.visible.at(-1));
	pending = 0;

	seen(at: Instant): string {
		return this.visible.filter((commit) => commit <= at).join(" ");
	}

	answer(at: Instant): void {
		this.answers.push({ at, seen: this.seen(at) });
	}

	/** As a store: commits become visible in the order of their instants, one that comes late fails. */
	release(which: number, succeeds: boolean): void {
		const [reservation] = this.open.splice(which % Math.max(1, this.open.length), 1);
		if (reservation === undefined) return;
		const last = this.visible.at(-1);
		if (succeeds && (last === undefined || last < reservation.at)) this.visible.push(reservation.at);
		reservation[Symbol.dispose]();
	}

	reserve(): void {
		const reservation = this.clock.reserve();
		this.open.push(reservation);
		this.given.push(reservation.at);
	}

	name(at: Instant): void {
		this.pending++;
		void this.clock.settled(at).then((moment) => {
			this.pending--;
			expect(moment === at || at > moment).toBe(true);
			this.answer(moment);
		});
	}

	check(): void {
		for (const { at, seen } of this.answers) expect(this.seen(at)).toBe(seen);
	}
}

const step = fc.oneof(
	fc.record({ does: fc.constant("wind" as const), by: fc.bigInt({ min: -4n, max: 6n }) }),
	fc.record({ does: fc.constant("reserve" as const) }),
	fc.record({ does: fc.constant("release" as const), which: fc.nat(5), succeeds: fc.boolean() }),
	fc.record({ does: fc.constant("now" as const) }),
	fc.record({ does: fc.constant("name" as const), from: fc.bigInt({ min: -8n, max: 4n }) }),
);

test("R8, R10: no answered moment ever changes, and the present hides nothing that is visible for longer than it must", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const base = new Base();
			let present = 0n;
			for (const one of steps) {
				if (one.does === "wind") base.wall.advance(one.by);
				else if (one.does === "reserve") base.reserve();
				else if (one.does === "release") base.release(one.which, one.succeeds);
				else if (one.does === "name") base.name((base.wall.now() + one.from) as Instant);
				else {
					const now = base.clock.now();
					expect(now).toBeGreaterThanOrEqual(present);
					const shown = base.visible.at(-1);
					if (base.open.length === 0) expect(now).toBeGreaterThanOrEqual(shown ?? now);
					present = now;
					base.answer(now);
				}
				await new Promise(setImmediate);
				base.check();
			}
			while (base.open.length > 0) base.release(0, true);
			await new Promise(setImmediate);
			expect(base.pending).toBe(0);
			base.check();
			expect(base.given.every((at, n) => n === 0 || (base.given[n - 1] ?? at) < at)).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
});
