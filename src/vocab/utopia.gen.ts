// Written by `npm run generate` from ontology/utopia.ttl. Edit that file, never this one.
import { namedNode } from "../rdf/terms.ts";

/** One ontology triple with its own record lifetime. The ontology at a record instant is the set of declarations held then. */
export const Declaration = namedNode("urn:utopia:ns:Declaration");

/** The unit a number is counted in, as people write it ("m", "t"): on an attribute its usual one, on a fact the one of this observation. */
export const unit = namedNode("urn:utopia:ns:unit");

/** How facts of a relation live in the world: "event" covers the period of its date, "eternal" holds at every moment. A relation without it is a state: it begins and may end. */
export const temporal = namedNode("urn:utopia:ns:temporal");

/** An attribute or relation that a fact of this relation may carry as a detail. Qualifiers are no part of the claim. */
export const allowsQualifier = namedNode("urn:utopia:ns:allowsQualifier");

/** The one parent class under which a class is shown when it has several. */
export const primaryParent = namedNode("urn:utopia:ns:primaryParent");

/** The color in which things of a class are drawn, as CSS writes it ("#2a7f62"). */
export const color = namedNode("urn:utopia:ns:color");

/** The shape in which things of a class are drawn. */
export const shape = namedNode("urn:utopia:ns:shape");

/** The built-in relation of names: a fact on it says that the entity is called so. Names are never neighbours and never counted. */
export const knownAs = namedNode("urn:utopia:ns:knownAs");

/** The built-in relation of concluded types: what a business rule says an entity is. It never changes the entity's own typing. */
export const isA = namedNode("urn:utopia:ns:isA");

/** Something facts are about. Kept so that every entity can be found, also one without any fact; never exported. */
export const Entity = namedNode("urn:utopia:ns:Entity");

/** True on the name fact whose text is the entity's label. One canonical name is held at any record instant. */
export const canonical = namedNode("urn:utopia:ns:canonical");

/** A few words that tell this entity from others of the same name. */
export const disambiguator = namedNode("urn:utopia:ns:disambiguator");

/** What the entity is, in a sentence or two. */
export const description = namedNode("urn:utopia:ns:description");

/** The IRI an entity had in a foreign file; a later file that uses it finds the same entity. */
export const sourceIri = namedNode("urn:utopia:ns:sourceIri");

/** A row that says which class an entity has, for its record lifetime. Without utopia:class the class is undecided, which is a state of its own. */
export const Typing = namedNode("urn:utopia:ns:Typing");

/** The entity that a typing or a detail speaks of. */
export const entity = namedNode("urn:utopia:ns:entity");

/** The class that a typing gives. */
export const class_ = namedNode("urn:utopia:ns:class");

/** Who typed the entity: "extracted", "human", "inferred" or "imported". */
export const typeSource = namedNode("urn:utopia:ns:typeSource");

/** A row with a text about an entity: its description, its disambiguator or a type that was proposed (utopia:kind), for its record lifetime. */
export const Detail = namedNode("urn:utopia:ns:Detail");

/** A row that says two entities are one. It is in effect from its generation until its invalidation, which is the moment it was reverted; facts keep the ends they were given. */
export const Merge = namedNode("urn:utopia:ns:Merge");

/** The entity that a merge folds away. */
export const source = namedNode("urn:utopia:ns:source");

/** The entity that a merge keeps. */
export const target = namedNode("urn:utopia:ns:target");

/** An entity that another one stands for at the export's record instant. It has no label and no class of its own there. */
export const MergedEntity = namedNode("urn:utopia:ns:MergedEntity");

/** The entity that stands for a merged one at the export's record instant, chains of merges followed to their end. */
export const mergedInto = namedNode("urn:utopia:ns:mergedInto");

/** What the system a document came from calls it; stable over its versions. */
export const externalKey = namedNode("urn:utopia:ns:externalKey");

/** Digest of the bytes of a document or a version: 64 lower-case hexadecimal digits. */
export const sha256 = namedNode("urn:utopia:ns:sha256");

/** The bytes of a document as they came in at one record instant; current from then until the next version. */
export const DocumentVersion = namedNode("urn:utopia:ns:DocumentVersion");

/** The document or the rule that this is a version of. */
export const versionOf = namedNode("urn:utopia:ns:versionOf");

/** The number of a version, counted from 1. */
export const number = namedNode("urn:utopia:ns:number");

/** Digest of the canonical text that was read from a version's bytes, as UTF-8: 64 lower-case hexadecimal digits. Absent where the bytes hold no text. */
export const textSha256 = namedNode("urn:utopia:ns:textSha256");

/** Digest of the list that says where the chunks of a version's text begin. */
export const layoutSha256 = namedNode("urn:utopia:ns:layoutSha256");

/** Unicode code points of a version's canonical text. */
export const characterCount = namedNode("urn:utopia:ns:characterCount");

/** Lines of a version's canonical text; a line feed at its end begins no further one. */
export const lineCount = namedNode("urn:utopia:ns:lineCount");

/** How many invalid sequences of a version's bytes became U+FFFD in its text; absent where none did. */
export const replacedBytes = namedNode("urn:utopia:ns:replacedBytes");

/** Where the document's own date is from: "content" (it says so itself) or "source" (whoever brought it, or the file's own description). Absent where it has none. */
export const docTimeSource = namedNode("urn:utopia:ns:docTimeSource");

/** "hour" or "minute", where the document's own date is kept as a date-time and was stated no more finely. */
export const docTimePrecision = namedNode("urn:utopia:ns:docTimePrecision");

/** A word by which documents are grouped. */
export const tag = namedNode("urn:utopia:ns:tag");

/** The address on the web that the bytes of a version are from. */
export const sourceUrl = namedNode("urn:utopia:ns:sourceUrl");

/** Record time: when the bytes and the text of a deleted document were removed for good. */
export const purgedAt = namedNode("urn:utopia:ns:purgedAt");

/** A row that takes a document out of use, from its generation until its invalidation, which is the moment the document was restored. */
export const DocumentDeletion = namedNode("urn:utopia:ns:DocumentDeletion");

/** The document that a chunk is part of, or that a deletion took out of use. */
export const ofDocument = namedNode("urn:utopia:ns:ofDocument");

/** A fact that ended because the last of its sources was deleted. */
export const retired = namedNode("urn:utopia:ns:retired");

/** Evidence that ended because its document was deleted. */
export const retiredEvidence = namedNode("urn:utopia:ns:retiredEvidence");

/** A piece of a document's text. The same text at the same place of a later version is the same chunk. */
export const Chunk = namedNode("urn:utopia:ns:Chunk");

/** The words themselves: of a chunk, a detail, or a time mention. */
export const text = namedNode("urn:utopia:ns:text");

/** How the words came to be text: "stated" (written), "ocr", "transcribed" or "described" (a picture put into words). */
export const evidenceOrigin = namedNode("urn:utopia:ns:evidenceOrigin");

/** Where in the original a chunk stands: page and box, span of time, or part. */
export const anchor = namedNode("urn:utopia:ns:anchor");

/** The chunk that a placement puts into a version. */
export const ofChunk = namedNode("urn:utopia:ns:ofChunk");

/** The version that a placement belongs to, or that evidence was read from. */
export const inVersion = namedNode("urn:utopia:ns:inVersion");

/** The place in an order: chunks of a version count from 0, premises and members of a path from 1. */
export const seq = namedNode("urn:utopia:ns:seq");

/** Offset of the first character, counted in Unicode code points from 0: of a chunk in its version's text, of a time mention in its chunk's. */
export const charStart = namedNode("urn:utopia:ns:charStart");

/** Offset just behind the last character, counted in Unicode code points from 0. */
export const charEnd = namedNode("urn:utopia:ns:charEnd");

/** The heading under which a placed chunk stands. */
export const heading = namedNode("urn:utopia:ns:heading");

/** A row that says what speaks for a fact: a place in a document, or a person's own word. A superseding fact has copies of its own. */
export const Evidence = namedNode("urn:utopia:ns:Evidence");

/** The fact that evidence speaks for. */
export const supports = namedNode("urn:utopia:ns:supports");

/** The chunk that evidence was read from. */
export const chunk = namedNode("urn:utopia:ns:chunk");

/** The sentence of the source that says so, word for word. */
export const quote = namedNode("urn:utopia:ns:quote");

/** Offset of the quote's first character in the chunk's text, in Unicode code points from 0; absent when the quote was not found there. */
export const quoteStart = namedNode("urn:utopia:ns:quoteStart");

/** Offset just behind the quote's last character in the chunk's text, in Unicode code points from 0. */
export const quoteEnd = namedNode("urn:utopia:ns:quoteEnd");

/** What a piece of evidence says of the claim: "holds" or "ended". On a time mention: "when", "ended" or "as_of". */
export const role = namedNode("urn:utopia:ns:role");

/** The source's own word for the relation. A fact that has it and no rdf:predicate uses a word that the ontology has not accepted. */
export const proposedPredicate = namedNode("urn:utopia:ns:proposedPredicate");

/** World time: the date in force where the source speaks, at which the claim is seen to hold. Never the time of an upload. */
export const attestedAt = namedNode("urn:utopia:ns:attestedAt");

/** What the date of an attestation is called, such as a report's name. */
export const attestedBy = namedNode("urn:utopia:ns:attestedBy");

/** World time: the start that this evidence states, with the datatype of its precision. What the fact has may come from other evidence. */
export const saysFrom = namedNode("urn:utopia:ns:saysFrom");

/** "hour", "minute" or "second" where the datatype of utopia:saysFrom does not tell. */
export const saysFromPrecision = namedNode("urn:utopia:ns:saysFromPrecision");

/** World time: the end that this evidence states, with the datatype of its precision. Without a start beside it, it ends whatever stay was open. */
export const saysThrough = namedNode("urn:utopia:ns:saysThrough");

/** "hour", "minute" or "second" where the datatype of utopia:saysThrough does not tell. */
export const saysThroughPrecision = namedNode("urn:utopia:ns:saysThroughPrecision");

/** True when this evidence says that the claim had ended by utopia:attestedAt, but not when. */
export const saysEnded = namedNode("urn:utopia:ns:saysEnded");

/** How firmly the start that this evidence states stands: "A", "B" or "C", as in utopia:startGrade. */
export const saysGrade = namedNode("urn:utopia:ns:saysGrade");

/** How sure the base was of this piece of evidence, from 0 to 1. */
export const saysConfidence = namedNode("urn:utopia:ns:saysConfidence");

/** Whose own word a piece of evidence is, or who decided on a finding. Kept, never exported. */
export const byPerson = namedNode("urn:utopia:ns:byPerson");

/** The words of a source from which a date of a fact was read. */
export const TimeMention = namedNode("urn:utopia:ns:TimeMention");

/** The evidence that a time mention belongs to. */
export const ofEvidence = namedNode("urn:utopia:ns:ofEvidence");

/** How finely the words name a time: a precision, or a coarser span such as a season. */
export const granularity = namedNode("urn:utopia:ns:granularity");

/** How firmly a date stands: "A" said in full, "B" resolved against a date in force, "C" anchored to no date. */
export const grade = namedNode("urn:utopia:ns:grade");

/** World time: the first date that the words were read as, with the datatype of its precision. */
export const resolvedFrom = namedNode("urn:utopia:ns:resolvedFrom");

/** World time: the last date that the words were read as, with the datatype of its precision. */
export const resolvedThrough = namedNode("urn:utopia:ns:resolvedThrough");

/** The named graph of a foreign file in which a statement stood. */
export const sourceGraph = namedNode("urn:utopia:ns:sourceGraph");

/** How sure the base is of a fact, from 0 to 1. On a proof: how sure its premises make it, the lowest of theirs; a derived fact has that of its first proof. */
export const confidence = namedNode("urn:utopia:ns:confidence");

/** The row of the same subject and predicate that this row replaces. That row is invalidated at exactly this one's record instant, and has one successor at most. */
export const supersedes = namedNode("urn:utopia:ns:supersedes");

/** The retired row that this row revives after its document came back. It is no correction. */
export const restores = namedNode("urn:utopia:ns:restores");

/** Why the row was written: "asserted", "confirmed", "corrected", "closed", "timeline", "adopted", "restored" or "imported". */
export const cause = namedNode("urn:utopia:ns:cause");

/** Which ends of the interval a person set: "start", "end" or "both". */
export const correctedEnds = namedNode("urn:utopia:ns:correctedEnds");

/** What the person who corrected a fact, or decided on a finding, wrote beside it. */
export const note = namedNode("urn:utopia:ns:note");

/** True when the value is told relative to an event and kept as text. */
export const relativeValue = namedNode("urn:utopia:ns:relativeValue");

/** The spelling a value was given in, where it differs from the canonical one (1.50 for 1.5). */
export const lexicalForm = namedNode("urn:utopia:ns:lexicalForm");

/** The subject a fact was given, where a merge in effect makes another entity stand for it. */
export const assertedSubject = namedNode("urn:utopia:ns:assertedSubject");

/** The object a fact was given, where a merge in effect makes another entity stand for it. */
export const assertedObject = namedNode("urn:utopia:ns:assertedObject");

/** World time: how finely schema:validFrom was said, where its datatype does not tell: "hour", "minute", "second"; "none" on a derived fact whose bound came from an attestation. */
export const validFromPrecision = namedNode("urn:utopia:ns:validFromPrecision");

/** World time: how finely schema:validThrough was said, where its datatype does not tell: "hour", "minute", "second"; "none" on a derived fact whose bound came from an attestation. */
export const validThroughPrecision = namedNode("urn:utopia:ns:validThroughPrecision");

/** World time: true when a state is known to have ended by utopia:attestedTo, but not when. It then holds until that moment, exclusive, and has no schema:validThrough. */
export const endedUnknown = namedNode("urn:utopia:ns:endedUnknown");

/** World time: the earliest moment at which evidence shows the claim. A state without a stated start holds from there, inclusive. */
export const attestedFrom = namedNode("urn:utopia:ns:attestedFrom");

/** World time: the moment by which a state of unknown end had ended, exclusive. */
export const attestedTo = namedNode("urn:utopia:ns:attestedTo");

/** How firmly the start stands: "A" said in full, "B" resolved against a date in force, "C" anchored to no date. A start of grade C closes nothing. */
export const startGrade = namedNode("urn:utopia:ns:startGrade");

/** Who set the start: "stated" by the source, "timeline", or "person". */
export const startOrigin = namedNode("urn:utopia:ns:startOrigin");

/** Who set the end: "stated" by the source, "timeline" (drawn where a successor begins), or "person". */
export const endOrigin = namedNode("urn:utopia:ns:endOrigin");

/** The fact whose start drew this fact's end. */
export const drawnBy = namedNode("urn:utopia:ns:drawnBy");

/** A rule that the ontology itself declares: a relation that is transitive, symmetric, an inverse or a sub-property. */
export const AxiomRule = namedNode("urn:utopia:ns:AxiomRule");

/** A rule that people wrote: conditions on things of one class, and what follows. */
export const BusinessRule = namedNode("urn:utopia:ns:BusinessRule");

/** "transitive", "symmetric", "inverse" or "sub_property". */
export const axiomKind = namedNode("urn:utopia:ns:axiomKind");

/** The relation whose declaration is the rule. */
export const declaredOn = namedNode("urn:utopia:ns:declaredOn");

/** Whether a business rule draws conclusions: on a rule, at the export's record instant; on a state, while it is held. */
export const enabled = namedNode("urn:utopia:ns:enabled");

/** A row that says what a business rule is called and whether it is enabled, for its record lifetime. */
export const RuleState = namedNode("urn:utopia:ns:RuleState");

/** The business rule that a state belongs to. */
export const ofRule = namedNode("urn:utopia:ns:ofRule");

/** The body of a business rule for its record lifetime; its label says it in words. */
export const RuleVersion = namedNode("urn:utopia:ns:RuleVersion");

/** The class of the things that a rule version looks at. */
export const appliesTo = namedNode("urn:utopia:ns:appliesTo");

/** Conditions, join, conclusion and expression of a rule version, every attribute, relation and class by its IRI, keys in code-point order. */
export const definition = namedNode("urn:utopia:ns:definition");

/** True on a fact that a rule concluded and no source said. */
export const derived = namedNode("urn:utopia:ns:derived");

/** The rule version under which a derived fact or a proof was drawn. */
export const ruleVersion = namedNode("urn:utopia:ns:ruleVersion");

/** One way in which a derived fact follows, for its record lifetime: a rule and its premises in order. */
export const Proof = namedNode("urn:utopia:ns:Proof");

/** The derived fact that a proof carries. */
export const proofOf = namedNode("urn:utopia:ns:proofOf");

/** The group of conditions of a business rule that a proof fulfils. */
export const conditionGroup = namedNode("urn:utopia:ns:conditionGroup");

/** One numbered premise of a proof. */
export const Premise = namedNode("urn:utopia:ns:Premise");

/** The proof that a premise belongs to. */
export const ofProof = namedNode("urn:utopia:ns:ofProof");

/** The fact or derived fact that stands at this place of a proof or a path. */
export const statement = namedNode("urn:utopia:ns:statement");

/** A finding: two values of which only one can hold, and no way to say which came first. */
export const FactConflict = namedNode("urn:utopia:ns:FactConflict");

/** A finding: facts that contradict what the ontology declares. */
export const AxiomViolation = namedNode("urn:utopia:ns:AxiomViolation");

/** A finding: declarations that contradict each other. */
export const OntologyDefect = namedNode("urn:utopia:ns:OntologyDefect");

/** Why the values cannot be ordered: "no_time", "simultaneous", "described_evidence"; "low_confidence" in imported ledgers. */
export const reason = namedNode("urn:utopia:ns:reason");

/** The fact of a conflict that was there first. */
export const priorStatement = namedNode("urn:utopia:ns:priorStatement");

/** The fact of a conflict that came second. */
export const incomingStatement = namedNode("urn:utopia:ns:incomingStatement");

/** Digests of the two claims that clash, by which the conflict is found again whichever rows make them. */
export const betweenClaims = namedNode("urn:utopia:ns:betweenClaims");

/** Which end may have one value only: "subject" under a functional relation, "object" under an inverse-functional one. */
export const side = namedNode("urn:utopia:ns:side");

/** Where a finding stands: "open", "resolved" or "withdrawn". */
export const status = namedNode("urn:utopia:ns:status");

/** How a finding was settled. */
export const resolution = namedNode("urn:utopia:ns:resolution");

/** Which sort a violation, a defect or a detail is of. */
export const kind = namedNode("urn:utopia:ns:kind");

/** A fact or derived fact that takes part in a violation. */
export const onStatement = namedNode("urn:utopia:ns:onStatement");

/** A numbered member of the path that shows a violation, such as a step of a cycle. */
export const evidencePath = namedNode("urn:utopia:ns:evidencePath");

/** The relation whose declaration is violated. */
export const onRelation = namedNode("urn:utopia:ns:onRelation");

/** What exactly is required and not met; told while the violation is open. */
export const criterion = namedNode("urn:utopia:ns:criterion");

/** A class, relation or rule that takes part in a defect, or that a limit is of. */
export const onResource = namedNode("urn:utopia:ns:onResource");

/** A finding: where drawing conclusions stopped at a cap, or could not compute. */
export const DerivationLimit = namedNode("urn:utopia:ns:DerivationLimit");

/** How many conclusions a limit, or a disagreement of rules, kept away. */
export const occurrences = namedNode("urn:utopia:ns:occurrences");

/** Digests of the parts of a base in which a finding is looked for, by which it is found again when one of them changes. */
export const foundAround = namedNode("urn:utopia:ns:foundAround");

/** The row that a decision retracted, or that it wrote in the place of the one it closed. */
export const decidedOn = namedNode("urn:utopia:ns:decidedOn");

/** A numbered step of the path that shows a violation. */
export const PathMember = namedNode("urn:utopia:ns:PathMember");

/** A row that says where a finding stands and which statements it names, for its record lifetime. */
export const FindingState = namedNode("urn:utopia:ns:FindingState");

/** The finding that a state belongs to. */
export const ofFinding = namedNode("urn:utopia:ns:ofFinding");

/** Record time: the instant at which a violation or a defect was found. */
export const detectedAt = namedNode("urn:utopia:ns:detectedAt");

/** Record time: the instant at which a finding was resolved or withdrawn. */
export const closedAt = namedNode("urn:utopia:ns:closedAt");

/** The last resource of an export. A file without it was cut short. */
export const ExportManifest = namedNode("urn:utopia:ns:ExportManifest");

/** The version of the export's shape that a reader may rely on. */
export const contractVersion = namedNode("urn:utopia:ns:contractVersion");

/** "triples" (Turtle, JSON-LD) or "dataset" (N-Quads, TriG). */
export const form = namedNode("urn:utopia:ns:form");

/** Record time: the instant as of which the export speaks, inclusive. */
export const recordInstant = namedNode("urn:utopia:ns:recordInstant");

/** How many classes the export describes. */
export const classCount = namedNode("urn:utopia:ns:classCount");

/** How many relations and attributes the export describes. */
export const relationCount = namedNode("urn:utopia:ns:relationCount");

/** How many documents the export describes. */
export const documentCount = namedNode("urn:utopia:ns:documentCount");

/** How many entities the export describes, merged ones included. */
export const entityCount = namedNode("urn:utopia:ns:entityCount");

/** How many rows of facts the export has, names and superseded rows included. */
export const factCount = namedNode("urn:utopia:ns:factCount");

/** How many evidence rows the export has. */
export const evidenceCount = namedNode("urn:utopia:ns:evidenceCount");

/** How many axiom rules and business rules the export has. */
export const ruleCount = namedNode("urn:utopia:ns:ruleCount");

/** How many derived rows the export has, withdrawn ones included. */
export const derivedCount = namedNode("urn:utopia:ns:derivedCount");

/** How many conflicts, violations and defects the export has. */
export const findingCount = namedNode("urn:utopia:ns:findingCount");

/** How many triples or quads the file has, those of the manifest left out. */
export const statementCount = namedNode("urn:utopia:ns:statementCount");

/** The SHA-256 digests of all canonical N-Quads lines but the manifest's, added modulo 2^256: 64 lower-case hexadecimal digits, whatever the order and the format. */
export const canonicalHash = namedNode("urn:utopia:ns:canonicalHash");

/** True: everything the caller may read at that instant is in the file. */
export const complete = namedNode("urn:utopia:ns:complete");

/** The page a row stands on: up to 32 rows of one kind, together in record order. */
export const onPage = namedNode("urn:utopia:ns:onPage");

/** What the rows of a page are, such as "asserted", "corrected", "rejected", "merged", "reverted", "renamed", "retyped", "name" or "entity". */
export const pageKind = namedNode("urn:utopia:ns:pageKind");

/** The place of a page among those of its kind. Pages are appended to, so a higher number is never earlier. */
export const pageNumber = namedNode("urn:utopia:ns:pageNumber");

/** Record time: the instant of the first row on a page. */
export const pageFrom = namedNode("urn:utopia:ns:pageFrom");

/** A write that was sent with an idempotency key, kept for a day so that sending it again does nothing twice. */
export const Request = namedNode("urn:utopia:ns:Request");

/** The SHA-256 digest of what a request asked for: 64 lower-case hexadecimal digits. */
export const fingerprint = namedNode("urn:utopia:ns:fingerprint");

/** The JSON text that a request was answered with. */
export const answer = namedNode("urn:utopia:ns:answer");

/** Someone who may sign in. */
export const Person = namedNode("urn:utopia:ns:Person");

/** The address a person signs in with, case-folded. No two persons share one. */
export const email = namedNode("urn:utopia:ns:email");

/** The scrypt hash of a password with its parameters and salt. The password itself is kept nowhere. */
export const passwordHash = namedNode("urn:utopia:ns:passwordHash");

/** True on a person who looks after the server as a whole. */
export const serverAdmin = namedNode("urn:utopia:ns:serverAdmin");

/** A personal access token: it speaks for its owner, within its scope, its bases and its time. */
export const AccessToken = namedNode("urn:utopia:ns:AccessToken");

/** The person an access token speaks for, or who made a base. */
export const owner = namedNode("urn:utopia:ns:owner");

/** The SHA-256 digest of a token's value, as 64 lower-case hexadecimal digits. The value itself is kept nowhere. */
export const tokenHash = namedNode("urn:utopia:ns:tokenHash");

/** The first 16 characters of a token's value, by which its owner knows it again. */
export const tokenPrefix = namedNode("urn:utopia:ns:tokenPrefix");

/** "read" or "write": a ceiling over what the owner may do. */
export const tokenScope = namedNode("urn:utopia:ns:tokenScope");

/** A base that a token is narrowed to. A token without any reaches all that its owner can open. */
export const reachesBase = namedNode("urn:utopia:ns:reachesBase");

/** The instant from which a token is refused. A token without one never expires. */
export const expiresAt = namedNode("urn:utopia:ns:expiresAt");

/** When a token was last accepted, as far as it has been written down. */
export const lastUsedAt = namedNode("urn:utopia:ns:lastUsedAt");

/** One base with its own ledger, ontology and record clock. */
export const KnowledgeBase = namedNode("urn:utopia:ns:KnowledgeBase");

/** "private": only those with a role see the base. "public": every active account may read it. */
export const visibility = namedNode("urn:utopia:ns:visibility");

/** Whether the base draws conclusions. One that says nothing does; where it is false no derived fact stands. */
export const materializeInferences = namedNode("urn:utopia:ns:materializeInferences");

/** How many derived facts of one relation may stand; 200000 where nothing is said. */
export const capPerPredicate = namedNode("urn:utopia:ns:capPerPredicate");

/** How many combinations of readings a business rule looks at for one entity and group; 64 where nothing is said. */
export const capRuleCombinations = namedNode("urn:utopia:ns:capRuleCombinations");

/** How many contradictions of one relation are listed; 50 where nothing is said. */
export const capContradictionsPerPredicate = namedNode("urn:utopia:ns:capContradictionsPerPredicate");

/** Every term of the namespace: whatever else stands under it in a file is refused. */
export const UTOPIA_TERMS: ReadonlySet<string> = new Set([
	"urn:utopia:ns:Declaration",
	"urn:utopia:ns:unit",
	"urn:utopia:ns:temporal",
	"urn:utopia:ns:allowsQualifier",
	"urn:utopia:ns:primaryParent",
	"urn:utopia:ns:color",
	"urn:utopia:ns:shape",
	"urn:utopia:ns:knownAs",
	"urn:utopia:ns:isA",
	"urn:utopia:ns:Entity",
	"urn:utopia:ns:canonical",
	"urn:utopia:ns:disambiguator",
	"urn:utopia:ns:description",
	"urn:utopia:ns:sourceIri",
	"urn:utopia:ns:Typing",
	"urn:utopia:ns:entity",
	"urn:utopia:ns:class",
	"urn:utopia:ns:typeSource",
	"urn:utopia:ns:Detail",
	"urn:utopia:ns:Merge",
	"urn:utopia:ns:source",
	"urn:utopia:ns:target",
	"urn:utopia:ns:MergedEntity",
	"urn:utopia:ns:mergedInto",
	"urn:utopia:ns:externalKey",
	"urn:utopia:ns:sha256",
	"urn:utopia:ns:DocumentVersion",
	"urn:utopia:ns:versionOf",
	"urn:utopia:ns:number",
	"urn:utopia:ns:textSha256",
	"urn:utopia:ns:layoutSha256",
	"urn:utopia:ns:characterCount",
	"urn:utopia:ns:lineCount",
	"urn:utopia:ns:replacedBytes",
	"urn:utopia:ns:docTimeSource",
	"urn:utopia:ns:docTimePrecision",
	"urn:utopia:ns:tag",
	"urn:utopia:ns:sourceUrl",
	"urn:utopia:ns:purgedAt",
	"urn:utopia:ns:DocumentDeletion",
	"urn:utopia:ns:ofDocument",
	"urn:utopia:ns:retired",
	"urn:utopia:ns:retiredEvidence",
	"urn:utopia:ns:Chunk",
	"urn:utopia:ns:text",
	"urn:utopia:ns:evidenceOrigin",
	"urn:utopia:ns:anchor",
	"urn:utopia:ns:ofChunk",
	"urn:utopia:ns:inVersion",
	"urn:utopia:ns:seq",
	"urn:utopia:ns:charStart",
	"urn:utopia:ns:charEnd",
	"urn:utopia:ns:heading",
	"urn:utopia:ns:Evidence",
	"urn:utopia:ns:supports",
	"urn:utopia:ns:chunk",
	"urn:utopia:ns:quote",
	"urn:utopia:ns:quoteStart",
	"urn:utopia:ns:quoteEnd",
	"urn:utopia:ns:role",
	"urn:utopia:ns:proposedPredicate",
	"urn:utopia:ns:attestedAt",
	"urn:utopia:ns:attestedBy",
	"urn:utopia:ns:saysFrom",
	"urn:utopia:ns:saysFromPrecision",
	"urn:utopia:ns:saysThrough",
	"urn:utopia:ns:saysThroughPrecision",
	"urn:utopia:ns:saysEnded",
	"urn:utopia:ns:saysGrade",
	"urn:utopia:ns:saysConfidence",
	"urn:utopia:ns:byPerson",
	"urn:utopia:ns:TimeMention",
	"urn:utopia:ns:ofEvidence",
	"urn:utopia:ns:granularity",
	"urn:utopia:ns:grade",
	"urn:utopia:ns:resolvedFrom",
	"urn:utopia:ns:resolvedThrough",
	"urn:utopia:ns:sourceGraph",
	"urn:utopia:ns:confidence",
	"urn:utopia:ns:supersedes",
	"urn:utopia:ns:restores",
	"urn:utopia:ns:cause",
	"urn:utopia:ns:correctedEnds",
	"urn:utopia:ns:note",
	"urn:utopia:ns:relativeValue",
	"urn:utopia:ns:lexicalForm",
	"urn:utopia:ns:assertedSubject",
	"urn:utopia:ns:assertedObject",
	"urn:utopia:ns:validFromPrecision",
	"urn:utopia:ns:validThroughPrecision",
	"urn:utopia:ns:endedUnknown",
	"urn:utopia:ns:attestedFrom",
	"urn:utopia:ns:attestedTo",
	"urn:utopia:ns:startGrade",
	"urn:utopia:ns:startOrigin",
	"urn:utopia:ns:endOrigin",
	"urn:utopia:ns:drawnBy",
	"urn:utopia:ns:AxiomRule",
	"urn:utopia:ns:BusinessRule",
	"urn:utopia:ns:axiomKind",
	"urn:utopia:ns:declaredOn",
	"urn:utopia:ns:enabled",
	"urn:utopia:ns:RuleState",
	"urn:utopia:ns:ofRule",
	"urn:utopia:ns:RuleVersion",
	"urn:utopia:ns:appliesTo",
	"urn:utopia:ns:definition",
	"urn:utopia:ns:derived",
	"urn:utopia:ns:ruleVersion",
	"urn:utopia:ns:Proof",
	"urn:utopia:ns:proofOf",
	"urn:utopia:ns:conditionGroup",
	"urn:utopia:ns:Premise",
	"urn:utopia:ns:ofProof",
	"urn:utopia:ns:statement",
	"urn:utopia:ns:FactConflict",
	"urn:utopia:ns:AxiomViolation",
	"urn:utopia:ns:OntologyDefect",
	"urn:utopia:ns:reason",
	"urn:utopia:ns:priorStatement",
	"urn:utopia:ns:incomingStatement",
	"urn:utopia:ns:betweenClaims",
	"urn:utopia:ns:side",
	"urn:utopia:ns:status",
	"urn:utopia:ns:resolution",
	"urn:utopia:ns:kind",
	"urn:utopia:ns:onStatement",
	"urn:utopia:ns:evidencePath",
	"urn:utopia:ns:onRelation",
	"urn:utopia:ns:criterion",
	"urn:utopia:ns:onResource",
	"urn:utopia:ns:DerivationLimit",
	"urn:utopia:ns:occurrences",
	"urn:utopia:ns:foundAround",
	"urn:utopia:ns:decidedOn",
	"urn:utopia:ns:PathMember",
	"urn:utopia:ns:FindingState",
	"urn:utopia:ns:ofFinding",
	"urn:utopia:ns:detectedAt",
	"urn:utopia:ns:closedAt",
	"urn:utopia:ns:ExportManifest",
	"urn:utopia:ns:contractVersion",
	"urn:utopia:ns:form",
	"urn:utopia:ns:recordInstant",
	"urn:utopia:ns:classCount",
	"urn:utopia:ns:relationCount",
	"urn:utopia:ns:documentCount",
	"urn:utopia:ns:entityCount",
	"urn:utopia:ns:factCount",
	"urn:utopia:ns:evidenceCount",
	"urn:utopia:ns:ruleCount",
	"urn:utopia:ns:derivedCount",
	"urn:utopia:ns:findingCount",
	"urn:utopia:ns:statementCount",
	"urn:utopia:ns:canonicalHash",
	"urn:utopia:ns:complete",
	"urn:utopia:ns:onPage",
	"urn:utopia:ns:pageKind",
	"urn:utopia:ns:pageNumber",
	"urn:utopia:ns:pageFrom",
	"urn:utopia:ns:Request",
	"urn:utopia:ns:fingerprint",
	"urn:utopia:ns:answer",
	"urn:utopia:ns:Person",
	"urn:utopia:ns:email",
	"urn:utopia:ns:passwordHash",
	"urn:utopia:ns:serverAdmin",
	"urn:utopia:ns:AccessToken",
	"urn:utopia:ns:owner",
	"urn:utopia:ns:tokenHash",
	"urn:utopia:ns:tokenPrefix",
	"urn:utopia:ns:tokenScope",
	"urn:utopia:ns:reachesBase",
	"urn:utopia:ns:expiresAt",
	"urn:utopia:ns:lastUsedAt",
	"urn:utopia:ns:KnowledgeBase",
	"urn:utopia:ns:visibility",
	"urn:utopia:ns:materializeInferences",
	"urn:utopia:ns:capPerPredicate",
	"urn:utopia:ns:capRuleCombinations",
	"urn:utopia:ns:capContradictionsPerPredicate",
]);
