import { type Clock, recordInstant } from "./clock.ts";
import { type Instant, later, MICROSECOND } from "./instant.ts";

/** A record instant that one commit has to itself. Released when the commit is visible or has failed. */
export interface Reservation extends Disposable {
	readonly at: Instant;
}

interface Waiting {
	readonly upTo: Instant;
	readonly resolve: () => void;
}

/**
 * The record time of one base: what keeps the present of readers and the instants of commits apart, so that an answer given
 * at a moment is given again at that moment (ledger R8, R10). No commit is recorded at or before a moment that was answered,
 * and no moment is answered before everything recorded up to it is visible.
 */
export class RecordClock implements Clock {
	readonly #clock: Clock;
	readonly #lastVisible: () => Instant | undefined;
	/** The latest moment that a reader was given, or waits for: nothing later is recorded at or before it. */
	#promised: Instant | undefined;
	/** The latest moment that a reader was given. */
	#told: Instant | undefined;
	/** The latest instant that was ever reserved. */
	#taken: Instant | undefined;
	/** Ascending. */
	readonly #open: Reservation[] = [];
	readonly #waiting = new Set<Waiting>();

	/** `lastVisible` tells the instant of the last commit that reads can see. */
	constructor(clock: Clock, lastVisible: () => Instant | undefined) {
		this.#clock = clock;
		this.#lastVisible = lastVisible;
	}

	/**
	 * The latest settled moment: the wall clock or what is recorded after it, but before every commit that is still on its way.
	 * It never goes back, and no later commit is recorded at or before it.
	 */
	now(): Instant {
		const present = this.#present();
		const first = this.#open[0]?.at;
		const settled = first === undefined || present < first ? present : ((first - MICROSECOND) as Instant);
		// Only what an import brings lies before a moment that was told.
		this.#told = later(settled, this.#told);
		this.#promised = later(this.#told, this.#promised);
		return this.#told as Instant;
	}

	/**
	 * For a moment that a caller names. Resolves when every commit up to it is visible or has failed, with the moment to read
	 * at: the one named; of the future, which no answer can settle, what {@link now} says.
	 */
	async settled(asOf: Instant): Promise<Instant> {
		if (this.#present() < asOf) return this.now();
		this.#promised = later(asOf, this.#promised);
		if (this.#waitsAt(asOf)) {
			await new Promise<void>((resolve) => this.#waiting.add({ upTo: asOf, resolve }));
		}
		this.#told = later(asOf, this.#told);
		return asOf;
	}

	/**
	 * The instant of the next commit: after everything recorded, reserved or answered. Reserve when the commit is ready to go:
	 * the present waits for it. An import brings its own instant, the last of its file; it is taken where it follows what is
	 * recorded, and alone may lie before what was answered (ledger R7).
	 */
	reserve(brought?: Instant): Reservation {
		const recorded = later(this.#lastVisible(), this.#open.at(-1)?.at);
		const follows = brought !== undefined && (recorded === undefined || recorded < brought);
		const at = follows
			? brought
			: recordInstant(this.#clock, later(recorded, later(this.#taken, this.#promised)));
		const reservation = { at, [Symbol.dispose]: () => this.#release(reservation) };
		this.#taken = later(at, this.#taken);
		this.#open.push(reservation);
		return reservation;
	}

	#present(): Instant {
		return later(this.#clock.now(), later(this.#lastVisible(), this.#told)) as Instant;
	}

	#waitsAt(moment: Instant): boolean {
		const first = this.#open[0]?.at;
		return first !== undefined && first <= moment;
	}

	#release(reservation: Reservation): void {
		const place = this.#open.indexOf(reservation);
		if (place === -1) return;
		this.#open.splice(place, 1);
		for (const waiting of this.#waiting) {
			if (this.#waitsAt(waiting.upTo)) continue;
			this.#waiting.delete(waiting);
			waiting.resolve();
		}
	}
}
