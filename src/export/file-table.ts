class Column {
	#cells = new Uint32Array(4096);
	length = 0;

	push(value: number): void {
		if (this.length === this.#cells.length) {
			const larger = new Uint32Array(this.length * 2);
			larger.set(this.#cells);
			this.#cells = larger;
		}
		this.#cells[this.length++] = value;
	}

	at(index: number): number {
		return this.#cells[index] as number;
	}
}

/** A claim that a named graph of the file holds. */
export interface GraphClaim {
	readonly graph: number;
	readonly subject: number;
	readonly predicate: number;
	readonly object: number;
	readonly line: number;
}

/** The statements of one file, terms as numbers, to be read subject by subject. */
export class FileTable {
	readonly #subjects = new Column();
	readonly #predicates = new Column();
	readonly #objects = new Column();
	readonly #lines = new Column();
	#order = new Uint32Array(0);
	#starts = new Uint32Array(0);

	get length(): number {
		return this.#subjects.length;
	}

	add(subject: number, predicate: number, object: number, line: number): void {
		this.#subjects.push(subject);
		this.#predicates.push(predicate);
		this.#objects.push(object);
		this.#lines.push(line);
	}

	/** Groups what was added by subject, in file order inside each; `terms` is the size of the dictionary. */
	group(terms: number): void {
		const starts = new Uint32Array(terms + 1);
		for (let at = 0; at < this.length; at++) {
			const next = this.#subjects.at(at) + 1;
			starts[next] = (starts[next] as number) + 1;
		}
		for (let term = 0; term < terms; term++)
			starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
		const cursor = starts.slice();
		const order = new Uint32Array(this.length);
		for (let at = 0; at < this.length; at++) {
			const subject = this.#subjects.at(at);
			const place = cursor[subject] as number;
			order[place] = at;
			cursor[subject] = place + 1;
		}
		this.#order = order;
		this.#starts = starts;
	}

	/** Every subject once, in the order in which the file first names it. */
	*subjects(): Generator<number> {
		const seen = new Uint8Array(this.#starts.length);
		for (let at = 0; at < this.length; at++) {
			const subject = this.#subjects.at(at);
			if (seen[subject] === 1) continue;
			seen[subject] = 1;
			yield subject;
		}
	}

	/** Every place at which a term stands, with its line and the subject of the statement, in file order. */
	eachUse(use: (term: number, line: number, subject: number) => void): void {
		for (let at = 0; at < this.length; at++) {
			const line = this.#lines.at(at);
			const subject = this.#subjects.at(at);
			use(subject, line, subject);
			use(this.#predicates.at(at), line, subject);
			use(this.#objects.at(at), line, subject);
		}
	}

	/** Whether the file says anything of it. */
	has(subject: number): boolean {
		return subject >= 0 && this.#starts[subject] !== this.#starts[subject + 1];
	}

	/** What the file says of a subject, each statement once. */
	description(subject: number): Description {
		const from = this.#starts[subject] as number;
		const to = this.#starts[subject + 1] as number;
		const predicates: number[] = [];
		const objects: number[] = [];
		const lines: number[] = [];
		for (let place = from; place < to; place++) {
			const at = this.#order[place] as number;
			const predicate = this.#predicates.at(at);
			const object = this.#objects.at(at);
			if (isRepeated(predicates, objects, predicate, object)) continue;
			predicates.push(predicate);
			objects.push(object);
			lines.push(this.#lines.at(at));
		}
		return new Description(subject, predicates, objects, lines);
	}
}

function isRepeated(predicates: number[], objects: number[], predicate: number, object: number): boolean {
	for (let at = 0; at < objects.length; at++)
		if (objects[at] === object && predicates[at] === predicate) return true;
	return false;
}

/** What a file says of one subject. */
export class Description {
	readonly subject: number;
	readonly predicates: readonly number[];
	readonly objects: readonly number[];
	readonly lines: readonly number[];

	constructor(subject: number, predicates: number[], objects: number[], lines: number[]) {
		this.subject = subject;
		this.predicates = predicates;
		this.objects = objects;
		this.lines = lines;
	}

	/** The line of its first statement; 0 where the syntax has none. */
	get line(): number {
		return this.lines[0] ?? 0;
	}

	/** The first object of `predicate`. */
	one(predicate: number): number | undefined {
		const at = this.predicates.indexOf(predicate);
		return at < 0 ? undefined : this.objects[at];
	}

	all(predicate: number): number[] {
		const found: number[] = [];
		for (let at = 0; at < this.predicates.length; at++)
			if (this.predicates[at] === predicate) found.push(this.objects[at] as number);
		return found;
	}

	has(predicate: number, object: number): boolean {
		return isRepeated(this.predicates as number[], this.objects as number[], predicate, object);
	}

	/** The line on which `predicate` is said. */
	lineOf(predicate: number): number {
		return this.lines[this.predicates.indexOf(predicate)] ?? this.line;
	}
}
