/** Lets many shared tasks run side by side, or one exclusive task alone. Exclusive tasks are not overtaken by later shared ones. */
export class Gate {
	#shared = new Set<Promise<unknown>>();
	#exclusive: Promise<unknown> = Promise.resolve();
	#exclusives = 0;

	async shared<Value>(task: () => Promise<Value>): Promise<Value> {
		while (this.#exclusives > 0) await this.#exclusive;
		const running = task();
		const settled = running.then(
			() => {},
			() => {},
		);
		this.#shared.add(settled);
		void settled.then(() => this.#shared.delete(settled));
		return running;
	}

	async exclusive<Value>(task: () => Promise<Value>): Promise<Value> {
		this.#exclusives++;
		const before = this.#exclusive;
		const running = (async () => {
			await before;
			await Promise.all(this.#shared);
			return task();
		})();
		this.#exclusive = running.then(
			() => {},
			() => {},
		);
		try {
			return await running;
		} finally {
			this.#exclusives--;
		}
	}
}
