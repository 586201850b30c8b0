import { Axioms } from "../closure/axioms.ts";
import { Closure, type PremiseChange } from "../closure/closure.ts";
import type { ClosureChange } from "../closure/premise.ts";
import type { Instant } from "../time/instant.ts";
import { namingAt } from "./computed-ids.ts";
import type { Ask } from "./protocol.ts";

/** The conclusions of one base, as its thread keeps them. */
export class Concluding {
	#closure = new Closure({ axioms: new Axioms([]), cap: 0 });

	answer(ask: Ask, kb: string, at: Instant): ClosureChange {
		const naming = namingAt(kb, at);
		if (ask.kind === "change") return this.#closure.change(this.#known(ask.change), naming);
		const drawing = { axioms: new Axioms(ask.axioms), cap: ask.cap };
		if (ask.kind === "restart") return this.#closure.restart(drawing, ask, naming);
		return this.#closure.rebase(drawing, this.#known(ask.change), naming);
	}

	/** Not every fact that goes was a premise. */
	#known({ removed, added }: PremiseChange): PremiseChange {
		return { removed: removed.filter((id) => this.#closure.has(id)), added };
	}
}
