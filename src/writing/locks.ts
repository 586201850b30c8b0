type Release = () => void;

interface Turn {
	readonly exclusive: boolean;
	readonly start: Release;
}

/** One lock: many at once who share it, or one alone, in the order in which they came. */
class Lock {
	#sharing = 0;
	#alone = false;
	readonly #waiting: Turn[] = [];

	get isIdle(): boolean {
		return this.#sharing === 0 && !this.#alone && this.#waiting.length === 0;
	}

	async take(exclusive: boolean): Promise<Release> {
		if (this.#waiting.length > 0 || !this.#admits(exclusive))
			await new Promise<void>((start) => this.#waiting.push({ exclusive, start }));
		else this.#enter(exclusive);
		return () => this.#leave(exclusive);
	}

	#admits(exclusive: boolean): boolean {
		return exclusive ? !this.#alone && this.#sharing === 0 : !this.#alone;
	}

	#enter(exclusive: boolean): void {
		if (exclusive) this.#alone = true;
		else this.#sharing++;
	}

	#leave(exclusive: boolean): void {
		if (exclusive) this.#alone = false;
		else this.#sharing--;
		for (
			let next = this.#waiting[0];
			next !== undefined && this.#admits(next.exclusive);
			next = this.#waiting[0]
		) {
			this.#waiting.shift();
			this.#enter(next.exclusive);
			next.start();
		}
	}
}

/**
 * What one write holds of its base while it reads, decides and commits. It takes keys in rounds, all of a round at once and
 * sorted; rounds are numbered, and everybody takes them in rising order, so that no two writes ever wait for each other.
 */
export class Holding {
	readonly #take: (key: string) => Promise<Release>;
	readonly #releases: Release[] = [];
	#round = 0;

	constructor(take: (key: string) => Promise<Release>) {
		this.#take = take;
	}

	/**
	 * Waits for all keys of a round.
	 * @throws TypeError when a round is taken twice or out of order: two writes could then wait for each other.
	 */
	async round(number: number, keys: Iterable<string>): Promise<void> {
		if (number <= this.#round) throw new TypeError(`round ${number} of keys after round ${this.#round}`);
		this.#round = number;
		for (const key of [...new Set(keys)].sort()) this.#releases.push(await this.#take(`${number} ${key}`));
	}

	release(): void {
		for (const release of this.#releases.splice(0).reverse()) release();
	}
}

/** Lets writes that touch different things go side by side, and those that touch the same one after the other. */
export class Locks {
	readonly #base = new Lock();
	readonly #keys = new Map<string, Lock>();

	/** Runs `work` beside others that hold other keys. */
	async shared<Value>(work: (holding: Holding) => Promise<Value>): Promise<Value> {
		const release = await this.#base.take(false);
		const holding = new Holding((key) => this.#takeKey(key));
		try {
			return await work(holding);
		} finally {
			holding.release();
			release();
		}
	}

	/** Runs `work` when nobody else writes, and lets nobody write meanwhile. Its keys are free by then. */
	async exclusive<Value>(work: (holding: Holding) => Promise<Value>): Promise<Value> {
		const release = await this.#base.take(true);
		try {
			return await work(new Holding(async () => () => undefined));
		} finally {
			release();
		}
	}

	async #takeKey(key: string): Promise<Release> {
		const lock = this.#keys.get(key) ?? new Lock();
		this.#keys.set(key, lock);
		const release = await lock.take(true);
		return () => {
			release();
			if (lock.isIdle) this.#keys.delete(key);
		};
	}
}
