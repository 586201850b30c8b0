/** Milliseconds of each call by the clock, and of the processor: all threads of the process, its collector too. */
export interface Times {
	readonly wall: readonly number[];
	readonly cpu: readonly number[];
}

/** The value below which that share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How long each of the calls `from` to before `to` takes, one after the other. */
export async function timesOf(
	run: (n: number) => Promise<unknown>,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<Times> {
	const [wall, cpu]: [number[], number[]] = [[], []];
	for (let n = from; n < to; n++) {
		const used = process.cpuUsage();
		const started = performance.now();
		await run(n);
		wall.push(performance.now() - started);
		const { user, system } = process.cpuUsage(used);
		cpu.push((user + system) / 1_000);
	}
	return { wall, cpu };
}
