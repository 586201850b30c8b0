/** Longest text of one literal, in characters: the engine takes eight times that, but what checks and rewrites lines must not run out of stack. */
export const MAX_LITERAL = 4 * 1024 * 1024;
/** Longest IRI, in characters. */
export const MAX_IRI = 64 * 1024;
