import { harbourQuality } from "../support/harbour-quality.ts";
import { rankingsOf, tableOf } from "../support/retrieval.ts";

/** How good searching is on the labelled set of our own, by kind of question. Prints figures; asserts nothing. */
const collection = harbourQuality();
console.log(`${collection.passages.length} passages, ${collection.questions.length} questions`);
for (const line of tableOf(collection, await rankingsOf(collection))) console.log(line);
