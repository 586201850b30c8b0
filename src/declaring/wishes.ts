/** What a caller wants said of a class or a relation; what is left out stays as it is, `null` takes it away. */
interface DeclaredWish {
	readonly label?: string | undefined;
	readonly description?: string | null | undefined;
}

/** A class, its parents and others by key or IRI. */
export interface ClassWish extends DeclaredWish {
	readonly parents?: readonly string[] | undefined;
	readonly primaryParent?: string | null | undefined;
	readonly disjointWith?: readonly string[] | undefined;
	readonly color?: string | null | undefined;
	readonly shape?: string | null | undefined;
}

/** A relation or attribute; classes and relations by key or IRI. */
export interface RelationWish extends DeclaredWish {
	readonly temporal?: "state" | "event" | "eternal" | undefined;
	readonly functional?: boolean | undefined;
	readonly inverseFunctional?: boolean | undefined;
	readonly transitive?: boolean | undefined;
	readonly symmetric?: boolean | undefined;
	readonly asymmetric?: boolean | undefined;
	readonly irreflexive?: boolean | undefined;
	readonly inverseOf?: string | null | undefined;
	readonly subPropertyOf?: string | null | undefined;
	readonly domains?: readonly string[] | undefined;
	readonly ranges?: readonly string[] | undefined;
	readonly qualifiers?: readonly string[] | undefined;
	/** Of attributes. */
	readonly datatype?: "text" | "number" | "date" | "bool" | null | undefined;
	readonly unit?: string | null | undefined;
}

/** What something new is called and named by. */
export interface NewDeclared {
	readonly key: string;
	readonly iri?: string | undefined;
}

/** A class, or a relation or attribute, that is not there yet. */
export type NewClass = ClassWish & NewDeclared;
export type NewRelation = RelationWish &
	NewDeclared & { readonly kind?: "relation" | "attribute" | undefined };
