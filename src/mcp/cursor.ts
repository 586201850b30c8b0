import { createHash, createHmac, timingSafeEqual } from "node:crypto";
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
const MAC_LENGTH = 32;

function refused(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_CURSOR_INVALID",
		"The cursor is not one of this call, or it is older than 15 minutes. Ask again without cursor; nothing was run.",
		{ argument: "cursor" },
	);
}

/**
 * Seals what a tool wants to know again on the next page. A cursor opens only for the caller, base, tool and arguments it was
 * made for, for 15 minutes, and only with the key it was sealed with.
 */
export class CursorSeal {
	readonly #key: Buffer;
	readonly #clock: Clock;

	constructor(key: Buffer, clock: Clock) {
		this.#key = key;
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

	#mac(binding: string, payload: Buffer): Buffer {
		return createHmac("sha256", this.#key).update(binding).update("\0").update(payload).digest();
	}

	#seal(state: State, binding: string): string {
		const until = this.#clock.now() + LIFETIME;
		const payload = Buffer.from(JSON.stringify([String(until), state]));
		return Buffer.concat([this.#mac(binding, payload), payload]).toString("base64url");
	}

	#open(cursor: string, binding: string): State {
		const bytes = Buffer.from(cursor, "base64url");
		const mac = bytes.subarray(0, MAC_LENGTH);
		const payload = bytes.subarray(MAC_LENGTH);
		if (mac.length < MAC_LENGTH || bytes.toString("base64url") !== cursor) throw refused();
		if (!timingSafeEqual(mac, this.#mac(binding, payload))) throw refused();
		const [until, state] = JSON.parse(payload.toString("utf8")) as [string, State];
		if (this.#clock.now() > BigInt(until)) throw refused();
		return state;
	}
}
