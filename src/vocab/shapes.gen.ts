// Written by `npm run generate` from ontology/shapes.ttl. Edit that file, never this one.

/** What one shape says of one property, as far as a row by itself can tell. Values of `in` are literals or IRIs. */
export interface ShapeRule {
	readonly path: string;
	readonly maxCount?: number;
	readonly in?: readonly string[];
	readonly datatypes?: readonly string[];
	readonly min?: number;
	readonly max?: number;
	readonly pattern?: string;
	readonly message: string;
}
type Rules = ReadonlyMap<string, readonly ShapeRule[]>;

/** By the class of a row. */
export const RULES_OF_CLASS: Rules = new Map([
	[
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#Statement",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:quote",
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A quote is plain text.",
			},
			{
				path: "urn:utopia:ns:evidenceOrigin",
				in: ["stated","ocr","transcribed","described"],
				message: "utopia:evidenceOrigin is one of stated, ocr, transcribed, described.",
			},
			{
				path: "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject",
				maxCount: 1,
				message: "A fact is about one thing: give exactly one rdf:subject, an IRI.",
			},
			{
				path: "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate",
				maxCount: 1,
				message: "A fact has one rdf:predicate, an IRI; leave it out where the ontology has no such relation, and give the source's own word as utopia:proposedPredicate.",
			},
			{
				path: "http://www.w3.org/1999/02/22-rdf-syntax-ns#object",
				maxCount: 1,
				message: "A fact says one thing: give exactly one rdf:object, an IRI or a literal, never both.",
			},
			{
				path: "https://schema.org/validFrom",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "schema:validFrom is one date at its own precision: xsd:gYear, xsd:gYearMonth, xsd:date, or xsd:dateTime with utopia:validFromPrecision.",
			},
			{
				path: "https://schema.org/validThrough",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "schema:validThrough is one date at its own precision: xsd:gYear, xsd:gYearMonth, xsd:date, or xsd:dateTime with utopia:validThroughPrecision.",
			},
			{
				path: "urn:utopia:ns:confidence",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#decimal"],
				min: 0,
				max: 1,
				message: "utopia:confidence is one xsd:decimal from 0 to 1.",
			},
			{
				path: "urn:utopia:ns:attestedFrom",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "utopia:attestedFrom is one xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:attestedTo",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "utopia:attestedTo is one xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:supersedes",
				maxCount: 1,
				message: "utopia:supersedes names the one row that this row replaces, and that row must be in the file.",
			},
			{
				path: "urn:utopia:ns:restores",
				maxCount: 1,
				message: "utopia:restores names the one retired row that this row revives, and that row must be in the file.",
			},
			{
				path: "urn:utopia:ns:validFromPrecision",
				maxCount: 1,
				in: ["hour","minute","second","none"],
				message: "utopia:validFromPrecision is hour, minute or second (none on a derived fact); coarser dates tell theirs by their datatype.",
			},
			{
				path: "urn:utopia:ns:validThroughPrecision",
				maxCount: 1,
				in: ["hour","minute","second","none"],
				message: "utopia:validThroughPrecision is hour, minute or second (none on a derived fact); coarser dates tell theirs by their datatype.",
			},
			{
				path: "urn:utopia:ns:startGrade",
				maxCount: 1,
				in: ["A","B","C"],
				message: "utopia:startGrade is A, B or C.",
			},
			{
				path: "urn:utopia:ns:startOrigin",
				maxCount: 1,
				in: ["stated","timeline","person"],
				message: "utopia:startOrigin is stated, timeline or person.",
			},
			{
				path: "urn:utopia:ns:endOrigin",
				maxCount: 1,
				in: ["stated","timeline","person"],
				message: "utopia:endOrigin is stated, timeline or person.",
			},
			{
				path: "urn:utopia:ns:drawnBy",
				maxCount: 1,
				message: "utopia:drawnBy names the fact whose start drew this end, and that fact must be in the file.",
			},
			{
				path: "urn:utopia:ns:correctedEnds",
				maxCount: 1,
				in: ["start","end","both"],
				message: "utopia:correctedEnds is start, end or both.",
			},
			{
				path: "urn:utopia:ns:cause",
				maxCount: 1,
				in: ["asserted","confirmed","corrected","closed","timeline","adopted","restored","imported"],
				message: "utopia:cause is asserted, confirmed, corrected, closed, timeline, adopted, restored or imported.",
			},
			{
				path: "urn:utopia:ns:relativeValue",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#boolean"],
				message: "utopia:relativeValue is true or absent.",
			},
		],
	],
	[
		"urn:utopia:ns:Typing",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:entity",
				maxCount: 1,
				message: "A typing names its one utopia:entity.",
			},
			{
				path: "urn:utopia:ns:class",
				maxCount: 1,
				message: "A typing gives one utopia:class, or none while it is undecided.",
			},
			{
				path: "urn:utopia:ns:typeSource",
				maxCount: 1,
				in: ["extracted","human","inferred","imported"],
				message: "utopia:typeSource is extracted, human, inferred or imported.",
			},
		],
	],
	[
		"urn:utopia:ns:Detail",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:entity",
				maxCount: 1,
				message: "A detail names its one utopia:entity.",
			},
			{
				path: "urn:utopia:ns:kind",
				maxCount: 1,
				in: ["description","disambiguator","proposed_type"],
				message: "A detail is of one utopia:kind: description, disambiguator or proposed_type.",
			},
			{
				path: "urn:utopia:ns:text",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A detail has its words in one utopia:text.",
			},
		],
	],
	[
		"urn:utopia:ns:Merge",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:source",
				maxCount: 1,
				message: "A merge folds away one utopia:source.",
			},
			{
				path: "urn:utopia:ns:target",
				maxCount: 1,
				message: "A merge keeps one utopia:target.",
			},
		],
	],
	[
		"http://www.w3.org/ns/prov#Entity",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:sha256",
				maxCount: 1,
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:sha256 is 64 lower-case hexadecimal digits.",
			},
			{
				path: "https://schema.org/datePublished",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "schema:datePublished is one xsd:gYear, xsd:gYearMonth, xsd:date or xsd:dateTime.",
			},
			{
				path: "http://www.w3.org/2000/01/rdf-schema#label",
				maxCount: 1,
				message: "A document has one rdfs:label: its file name.",
			},
			{
				path: "urn:utopia:ns:externalKey",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A document has one utopia:externalKey at most, plain text.",
			},
		],
	],
	[
		"urn:utopia:ns:DocumentVersion",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:sha256",
				maxCount: 1,
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:sha256 is 64 lower-case hexadecimal digits.",
			},
			{
				path: "https://schema.org/datePublished",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "schema:datePublished is one xsd:gYear, xsd:gYearMonth, xsd:date or xsd:dateTime.",
			},
			{
				path: "urn:utopia:ns:versionOf",
				maxCount: 1,
				message: "A document version names its document, which must be in the file: utopia:versionOf.",
			},
			{
				path: "urn:utopia:ns:number",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 1,
				message: "A document version has one utopia:number, counted from 1.",
			},
		],
	],
	[
		"urn:utopia:ns:DocumentDeletion",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:ofDocument",
				maxCount: 1,
				message: "A deletion names its document, which must be in the file: utopia:ofDocument.",
			},
		],
	],
	[
		"urn:utopia:ns:Evidence",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:quote",
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A quote is plain text.",
			},
			{
				path: "urn:utopia:ns:evidenceOrigin",
				in: ["stated","ocr","transcribed","described"],
				message: "utopia:evidenceOrigin is one of stated, ocr, transcribed, described.",
			},
			{
				path: "urn:utopia:ns:supports",
				maxCount: 1,
				message: "Evidence speaks for one fact, which must be in the file: utopia:supports.",
			},
			{
				path: "http://www.w3.org/ns/prov#wasDerivedFrom",
				maxCount: 1,
				message: "Evidence comes from one document at most, which must be in the file: prov:wasDerivedFrom.",
			},
			{
				path: "urn:utopia:ns:chunk",
				maxCount: 1,
				message: "Evidence was read from one chunk at most, which must be in the file: utopia:chunk.",
			},
			{
				path: "urn:utopia:ns:role",
				maxCount: 1,
				in: ["holds","ended"],
				message: "The utopia:role of evidence is holds or ended.",
			},
			{
				path: "urn:utopia:ns:attestedAt",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "utopia:attestedAt is one xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:quoteStart",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 0,
				message: "utopia:quoteStart counts code points from 0.",
			},
			{
				path: "urn:utopia:ns:quoteEnd",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 0,
				message: "utopia:quoteEnd counts code points from 0.",
			},
			{
				path: "urn:utopia:ns:saysFrom",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "utopia:saysFrom is one date at its own precision: xsd:gYear, xsd:gYearMonth, xsd:date, or xsd:dateTime with utopia:saysFromPrecision.",
			},
			{
				path: "urn:utopia:ns:saysThrough",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#gYear","http://www.w3.org/2001/XMLSchema#gYearMonth","http://www.w3.org/2001/XMLSchema#date","http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "utopia:saysThrough is one date at its own precision: xsd:gYear, xsd:gYearMonth, xsd:date, or xsd:dateTime with utopia:saysThroughPrecision.",
			},
			{
				path: "urn:utopia:ns:saysFromPrecision",
				maxCount: 1,
				in: ["hour","minute","second"],
				message: "utopia:saysFromPrecision is hour, minute or second; coarser dates tell theirs by their datatype.",
			},
			{
				path: "urn:utopia:ns:saysThroughPrecision",
				maxCount: 1,
				in: ["hour","minute","second"],
				message: "utopia:saysThroughPrecision is hour, minute or second; coarser dates tell theirs by their datatype.",
			},
			{
				path: "urn:utopia:ns:saysEnded",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#boolean"],
				message: "utopia:saysEnded is one xsd:boolean.",
			},
			{
				path: "urn:utopia:ns:saysGrade",
				maxCount: 1,
				in: ["A","B","C"],
				message: "utopia:saysGrade is A, B or C.",
			},
			{
				path: "urn:utopia:ns:saysConfidence",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#decimal"],
				min: 0,
				max: 1,
				message: "utopia:saysConfidence is one xsd:decimal from 0 to 1.",
			},
		],
	],
	[
		"urn:utopia:ns:BusinessRule",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
		],
	],
	[
		"urn:utopia:ns:RuleState",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:ofRule",
				maxCount: 1,
				message: "A state belongs to one rule, which must be in the file: utopia:ofRule.",
			},
			{
				path: "urn:utopia:ns:enabled",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#boolean"],
				message: "A state says at most once whether the rule is enabled: utopia:enabled, true or false.",
			},
		],
	],
	[
		"urn:utopia:ns:RuleVersion",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:versionOf",
				maxCount: 1,
				message: "A rule version names its rule, which must be in the file: utopia:versionOf.",
			},
			{
				path: "urn:utopia:ns:number",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 1,
				message: "A rule version has one utopia:number, counted from 1.",
			},
		],
	],
	[
		"urn:utopia:ns:Proof",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:proofOf",
				maxCount: 1,
				message: "A proof names its derived fact, which must be in the file: utopia:proofOf.",
			},
			{
				path: "http://www.w3.org/ns/prov#wasGeneratedBy",
				maxCount: 1,
				message: "A proof by an axiom names its rule, which must be in the file: prov:wasGeneratedBy.",
			},
			{
				path: "urn:utopia:ns:ruleVersion",
				maxCount: 1,
				message: "A proof by a business rule names the version of it, which must be in the file: utopia:ruleVersion.",
			},
			{
				path: "urn:utopia:ns:confidence",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#decimal"],
				min: 0,
				max: 1,
				message: "utopia:confidence of a proof is one xsd:decimal from 0 to 1.",
			},
			{
				path: "urn:utopia:ns:conditionGroup",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				message: "utopia:conditionGroup of a proof is one whole number.",
			},
		],
	],
	[
		"urn:utopia:ns:FindingState",
		[
			{
				path: "http://www.w3.org/ns/prov#generatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is recorded once: give one prov:generatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "http://www.w3.org/ns/prov#invalidatedAtTime",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A row is invalidated once at most: give one prov:invalidatedAtTime, an xsd:dateTime with a zone.",
			},
			{
				path: "urn:utopia:ns:status",
				maxCount: 1,
				in: ["open","resolved","withdrawn"],
				message: "A finding has one utopia:status: open, resolved or withdrawn.",
			},
			{
				path: "urn:utopia:ns:resolution",
				maxCount: 1,
				in: ["closed","kept_both","rejected_new","fact_retracted","fact_closed","axiom_relaxed","accepted","criterion_changed"],
				message: "A utopia:resolution is closed, kept_both or rejected_new of a conflict, else fact_retracted, fact_closed, axiom_relaxed, accepted or criterion_changed.",
			},
			{
				path: "urn:utopia:ns:ofFinding",
				maxCount: 1,
				message: "A state belongs to one finding, which must be in the file: utopia:ofFinding.",
			},
			{
				path: "urn:utopia:ns:reason",
				maxCount: 1,
				in: ["no_time","simultaneous","described_evidence","low_confidence"],
				message: "The utopia:reason of a state is no_time, simultaneous, described_evidence or low_confidence.",
			},
			{
				path: "urn:utopia:ns:priorStatement",
				maxCount: 1,
				message: "A state names the fact that was there first, which must be in the file: utopia:priorStatement.",
			},
			{
				path: "urn:utopia:ns:incomingStatement",
				maxCount: 1,
				message: "A state names the fact that came second, which must be in the file: utopia:incomingStatement.",
			},
			{
				path: "urn:utopia:ns:note",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A state has one utopia:note at most, plain text.",
			},
		],
	],
	[
		"urn:utopia:ns:MergedEntity",
		[
			{
				path: "urn:utopia:ns:mergedInto",
				maxCount: 1,
				message: "A merged entity names the one that stands for it: utopia:mergedInto.",
			},
			{
				path: "http://www.w3.org/2000/01/rdf-schema#label",
				maxCount: 0,
				message: "A merged entity has no rdfs:label; its own name is skos:prefLabel.",
			},
		],
	],
	[
		"urn:utopia:ns:Chunk",
		[
			{
				path: "urn:utopia:ns:evidenceOrigin",
				in: ["stated","ocr","transcribed","described"],
				message: "utopia:evidenceOrigin is one of stated, ocr, transcribed, described.",
			},
			{
				path: "urn:utopia:ns:ofDocument",
				maxCount: 1,
				message: "A chunk names its document, which must be in the file: utopia:ofDocument.",
			},
			{
				path: "urn:utopia:ns:text",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "A chunk has one utopia:text at most.",
			},
		],
	],
	[
		"urn:utopia:ns:TimeMention",
		[
			{
				path: "urn:utopia:ns:ofEvidence",
				maxCount: 1,
				message: "A time mention belongs to one piece of evidence, which must be in the file: utopia:ofEvidence.",
			},
			{
				path: "urn:utopia:ns:role",
				maxCount: 1,
				in: ["when","ended","as_of"],
				message: "The utopia:role of a time mention is when, ended or as_of.",
			},
			{
				path: "urn:utopia:ns:grade",
				maxCount: 1,
				in: ["A","B","C"],
				message: "utopia:grade is A, B or C.",
			},
		],
	],
	[
		"http://www.w3.org/2002/07/owl#ObjectProperty",
		[
			{
				path: "urn:utopia:ns:temporal",
				maxCount: 1,
				in: ["event","eternal"],
				message: "utopia:temporal is event or eternal; a relation without it is a state.",
			},
			{
				path: "http://www.w3.org/2002/07/owl#inverseOf",
				maxCount: 1,
				message: "A relation declares one owl:inverseOf at most.",
			},
			{
				path: "urn:utopia:ns:unit",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "An attribute has one utopia:unit at most.",
			},
		],
	],
	[
		"http://www.w3.org/2002/07/owl#DatatypeProperty",
		[
			{
				path: "urn:utopia:ns:temporal",
				maxCount: 1,
				in: ["event","eternal"],
				message: "utopia:temporal is event or eternal; a relation without it is a state.",
			},
			{
				path: "http://www.w3.org/2002/07/owl#inverseOf",
				maxCount: 1,
				message: "A relation declares one owl:inverseOf at most.",
			},
			{
				path: "urn:utopia:ns:unit",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#string"],
				message: "An attribute has one utopia:unit at most.",
			},
		],
	],
	[
		"urn:utopia:ns:Declaration",
		[
			{
				path: "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate",
				maxCount: 1,
				message: "A declaration is one whole triple: it needs an rdf:predicate.",
			},
		],
	],
	[
		"urn:utopia:ns:AxiomRule",
		[
			{
				path: "urn:utopia:ns:axiomKind",
				maxCount: 1,
				in: ["transitive","symmetric","inverse","sub_property"],
				message: "An axiom rule is of one utopia:axiomKind: transitive, symmetric, inverse or sub_property.",
			},
			{
				path: "urn:utopia:ns:declaredOn",
				maxCount: 1,
				message: "An axiom rule names the one relation it is declared on: utopia:declaredOn.",
			},
		],
	],
	[
		"urn:utopia:ns:Premise",
		[
			{
				path: "urn:utopia:ns:ofProof",
				maxCount: 1,
				message: "A premise names its proof, which must be in the file: utopia:ofProof.",
			},
			{
				path: "urn:utopia:ns:seq",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 1,
				message: "A premise has one utopia:seq, counted from 1.",
			},
			{
				path: "urn:utopia:ns:statement",
				maxCount: 1,
				message: "A premise names its fact, which must be in the file: utopia:statement.",
			},
		],
	],
	[
		"urn:utopia:ns:FactConflict",
		[
			{
				path: "urn:utopia:ns:status",
				maxCount: 1,
				in: ["open","resolved","withdrawn"],
				message: "A finding has one utopia:status: open, resolved or withdrawn.",
			},
			{
				path: "urn:utopia:ns:resolution",
				maxCount: 1,
				in: ["closed","kept_both","rejected_new"],
				message: "The utopia:resolution of a conflict is closed, kept_both or rejected_new.",
			},
			{
				path: "urn:utopia:ns:priorStatement",
				maxCount: 1,
				message: "A conflict names the fact that was there first, which must be in the file: utopia:priorStatement.",
			},
			{
				path: "urn:utopia:ns:incomingStatement",
				maxCount: 1,
				message: "A conflict names the fact that came second, which must be in the file: utopia:incomingStatement.",
			},
			{
				path: "urn:utopia:ns:reason",
				maxCount: 1,
				in: ["no_time","simultaneous","described_evidence","low_confidence"],
				message: "The utopia:reason of a conflict is no_time, simultaneous, described_evidence or low_confidence.",
			},
			{
				path: "urn:utopia:ns:side",
				maxCount: 1,
				in: ["subject","object"],
				message: "utopia:side is subject or object: the end that may have one value only.",
			},
			{
				path: "urn:utopia:ns:betweenClaims",
				maxCount: 2,
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:betweenClaims are the digests of the two claims, 64 lower-case hexadecimal digits each.",
			},
		],
	],
	[
		"urn:utopia:ns:AxiomViolation",
		[
			{
				path: "urn:utopia:ns:status",
				maxCount: 1,
				in: ["open","resolved","withdrawn"],
				message: "A finding has one utopia:status: open, resolved or withdrawn.",
			},
			{
				path: "urn:utopia:ns:resolution",
				maxCount: 1,
				in: ["fact_retracted","fact_closed","axiom_relaxed","accepted","criterion_changed"],
				message: "The utopia:resolution of a violation is fact_retracted, fact_closed, axiom_relaxed, accepted or criterion_changed.",
			},
			{
				path: "urn:utopia:ns:foundAround",
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:foundAround are digests of 64 lower-case hexadecimal digits.",
			},
		],
	],
	[
		"urn:utopia:ns:PathMember",
		[
			{
				path: "urn:utopia:ns:seq",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 1,
				message: "A member of a path has one number, utopia:seq, from 1.",
			},
			{
				path: "urn:utopia:ns:statement",
				maxCount: 1,
				message: "A member of a path names one fact or typing, which must be in the file: utopia:statement.",
			},
		],
	],
	[
		"urn:utopia:ns:OntologyDefect",
		[
			{
				path: "urn:utopia:ns:status",
				maxCount: 1,
				in: ["open","resolved","withdrawn"],
				message: "A finding has one utopia:status: open, resolved or withdrawn.",
			},
			{
				path: "urn:utopia:ns:foundAround",
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:foundAround are digests of 64 lower-case hexadecimal digits.",
			},
		],
	],
	[
		"urn:utopia:ns:DerivationLimit",
		[
			{
				path: "urn:utopia:ns:status",
				maxCount: 1,
				in: ["open","resolved","withdrawn"],
				message: "A finding has one utopia:status: open, resolved or withdrawn.",
			},
			{
				path: "urn:utopia:ns:foundAround",
				pattern: "^[0-9a-f]{64}$",
				message: "utopia:foundAround are digests of 64 lower-case hexadecimal digits.",
			},
			{
				path: "urn:utopia:ns:kind",
				maxCount: 1,
				in: ["predicate_capped","rule_capped","contradictions_capped","division_by_zero","unit_mismatch","expression_unreadable"],
				message: "The utopia:kind of a limit is predicate_capped, rule_capped, contradictions_capped, division_by_zero, unit_mismatch or expression_unreadable.",
			},
		],
	],
	[
		"urn:utopia:ns:ExportManifest",
		[
			{
				path: "urn:utopia:ns:form",
				maxCount: 1,
				in: ["triples","dataset"],
				message: "A manifest says its utopia:form: triples or dataset.",
			},
			{
				path: "urn:utopia:ns:canonicalHash",
				maxCount: 1,
				pattern: "^[0-9a-f]{64}$",
				message: "A manifest has one utopia:canonicalHash of 64 lower-case hexadecimal digits.",
			},
			{
				path: "urn:utopia:ns:statementCount",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				message: "A manifest counts the triples or quads of its file: utopia:statementCount.",
			},
			{
				path: "urn:utopia:ns:recordInstant",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#dateTime"],
				message: "A manifest says as of when it speaks: utopia:recordInstant.",
			},
		],
	],
]);

/** By a property that a row says. */
export const RULES_OF_SUBJECTS: Rules = new Map([
	[
		"urn:utopia:ns:endedUnknown",
		[
			{
				path: "urn:utopia:ns:endedUnknown",
				maxCount: 1,
				in: ["true"],
				message: "utopia:endedUnknown is true or absent.",
			},
			{
				path: "https://schema.org/validThrough",
				maxCount: 0,
				message: "An end is either known or unknown: drop schema:validThrough or utopia:endedUnknown.",
			},
		],
	],
	[
		"urn:utopia:ns:canonical",
		[
			{
				path: "urn:utopia:ns:canonical",
				maxCount: 1,
				in: ["true"],
				message: "utopia:canonical is true or absent.",
			},
			{
				path: "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate",
				in: ["urn:utopia:ns:knownAs"],
				message: "Only a name can be canonical: its rdf:predicate is utopia:knownAs.",
			},
		],
	],
	[
		"urn:utopia:ns:ofChunk",
		[
			{
				path: "urn:utopia:ns:ofChunk",
				maxCount: 1,
				message: "A placement names its one chunk, which must be in the file: utopia:ofChunk.",
			},
			{
				path: "urn:utopia:ns:inVersion",
				maxCount: 1,
				message: "A placement names the document version it belongs to, which must be in the file: utopia:inVersion.",
			},
			{
				path: "urn:utopia:ns:seq",
				maxCount: 1,
				datatypes: ["http://www.w3.org/2001/XMLSchema#integer"],
				min: 0,
				message: "A placement has one utopia:seq, counted from 0.",
			},
		],
	],
	[
		"urn:utopia:ns:derived",
		[
			{
				path: "http://www.w3.org/ns/prov#wasGeneratedBy",
				maxCount: 1,
				message: "A derived fact names the rule that concluded it, one that must be in the file: prov:wasGeneratedBy.",
			},
			{
				path: "urn:utopia:ns:ruleVersion",
				maxCount: 1,
				message: "A derived fact names the version of its business rule, which must be in the file: utopia:ruleVersion.",
			},
		],
	],
	[
		"urn:utopia:ns:resolution",
		[
			{
				path: "urn:utopia:ns:status",
				in: ["resolved","withdrawn"],
				message: "Only what is not open any more has a utopia:resolution.",
			},
		],
	],
]);
