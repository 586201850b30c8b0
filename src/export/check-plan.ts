import type { ImportPlan } from "./import-plan.ts";
import type { Refusals } from "./refusals.ts";

/** Checks a plan against rule I7; whatever is wrong goes into `refusals`. */
export function checkPlan(_plan: ImportPlan, _refusals: Refusals): void {}
