import { createHash } from "node:crypto";
import { Sealing } from "../access/sealed.ts";
import { UtopiaError } from "../errors.ts";
import { canonical } from "../rdf/canonical-json.ts";
import type { Clock } from "../time/clock.ts";
import type { CursorDoor } from "./tool.ts";

/** What a cursor is bound to. The arguments are those of the call without the cursor itself. */
export interface Binding {
	readonly owner: string;
	readonly kb: string;
	readonly tool: string;
	readonly known: Readonly<Record<string, unknown>>;
}

type State = Readonly<Record<string, unknown>>;
const LIFETIME = 15n * 60n * 1_000_000n;

/** What any use of a cursor is refused with that is not the one it was made for. */
export function cursorRefused(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_CURSOR_INVALID",
		"The cursor is not one of this call, is older than 15 minutes, or what it stands in has changed. Start again without cursor; nothing was run.",
		{ argument: "cursor" },
	);
}

/**
 * Seals what a tool wants to know again on the next page. A cursor opens only for the caller, base, tool and arguments it was
 * made for, for 15 minutes, and only with the key it was sealed with.
 */
export class CursorSeal {
	readonly #sealing: Sealing;
	readonly #clock: Clock;

	constructor(key: Buffer, clock: Clock) {
		this.#sealing = new Sealing(key);
		this.#clock = clock;
	}

	/**
	 * The door of one call.
	 * @throws UTOPIA_CURSOR_INVALID when `cursor` is given and does not open.
	 */
	door({ owner, kb, tool, known }: Binding, cursor: string | undefined): CursorDoor {
		const digest = createHash("sha256").update(canonical(known)).digest("hex");
		const binding = canonical([owner, kb, tool, digest]);
		const state = cursor === undefined ? undefined : this.#open(cursor, binding);
		return { opened: () => state, seal: (next) => this.#seal(next, binding) };
	}

	#seal(state: State, binding: string): string {
		const until = this.#clock.now() + LIFETIME;
		return this.#sealing.seal(binding, [String(until), state]);
	}

	#open(cursor: string, binding: string): State {
		const found = this.#sealing.open(binding, cursor) as readonly [string, State] | undefined;
		if (found === undefined || this.#clock.now() > BigInt(found[0])) throw cursorRefused();
		return found[1];
	}
}
