import { DERIVED_OPERATIONS } from "./derived-operations.ts";
import { DOCUMENT_OPERATIONS } from "./document-operations.ts";
import { ENTITY_OPERATIONS } from "./entity-operations.ts";
import { FACT_OPERATIONS } from "./fact-operations.ts";
import { FINDING_OPERATIONS } from "./finding-operations.ts";
import { ONTOLOGY_OPERATIONS } from "./ontology-operations.ts";
import type { Operation } from "./operation.ts";
import { RULE_OPERATIONS } from "./rule-operations.ts";

/** Everything that may be asked of a base here, in the order of the description. */
export const OPERATIONS: readonly Operation[] = [
	...FACT_OPERATIONS,
	...ENTITY_OPERATIONS,
	...DOCUMENT_OPERATIONS,
	...DERIVED_OPERATIONS,
	...FINDING_OPERATIONS,
	...ONTOLOGY_OPERATIONS,
	...RULE_OPERATIONS,
];
