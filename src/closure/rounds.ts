/**
 * Where rules may read what they conclude, a height counts rounds first, then steps: what a rule concludes is of the round after
 * that of its latest premise, and what axioms conclude of the same round. No chain of axioms is as long as a round is high.
 */
export const ROUND = 2 ** 32;

/** The round of a height; 0 where no rule that may lead back to itself has a part in it. */
export function roundOf(height: number): number {
	return Math.floor(height / ROUND);
}
