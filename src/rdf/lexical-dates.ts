const ZONE = "(Z|[+-]\\d{2}:\\d{2})?";
const YEAR = "(-?(?:[1-9]\\d{3,}|0\\d{3}))";
const CLOCK = "(\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d+))?";
const DATE_TIME = new RegExp(`^${YEAR}-(\\d{2})-(\\d{2})T${CLOCK}${ZONE}$`);
const TIME = new RegExp(`^${CLOCK}${ZONE}$`);
/** Digits of a fraction that the engine counts. */
const FRACTION_DIGITS = 18;

/** A part of the calendar: its pattern, and where year, month and day stand in it. */
interface CalendarType {
	readonly pattern: RegExp;
	readonly year?: number;
	readonly month?: number;
	readonly day?: number;
	readonly zone: number;
}

const CALENDAR = {
	date: { pattern: new RegExp(`^${YEAR}-(\\d{2})-(\\d{2})${ZONE}$`), year: 1, month: 2, day: 3, zone: 4 },
	gYear: { pattern: new RegExp(`^${YEAR}${ZONE}$`), year: 1, zone: 2 },
	gYearMonth: { pattern: new RegExp(`^${YEAR}-(\\d{2})${ZONE}$`), year: 1, month: 2, zone: 3 },
	gMonth: { pattern: new RegExp(`^--(\\d{2})${ZONE}$`), month: 1, zone: 2 },
	gMonthDay: { pattern: new RegExp(`^--(\\d{2})-(\\d{2})${ZONE}$`), month: 1, day: 2, zone: 3 },
	gDay: { pattern: new RegExp(`^---(\\d{2})${ZONE}$`), day: 1, zone: 2 },
} as const satisfies Record<string, CalendarType>;

/** The zone as the engine keeps it, or `undefined` for one that no place has. */
function zone(text: string | undefined): string | undefined {
	if (text === undefined || text === "Z") return text ?? "";
	const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
	if (minutes > 840 || Number(text.slice(4)) > 59) return undefined;
	return minutes === 0 ? "Z" : text;
}

/** How many days a month has, proleptic Gregorian. */
export function daysIn(year: number, month: number): number {
	const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
	return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function exists(year: number, month: number, day: number): boolean {
	return month >= 1 && day >= 1 && day <= daysIn(year, month);
}

/** The day after a date, proleptic Gregorian: what `24:00:00` turns into. */
function dayAfter(year: number, month: number, day: number): readonly [number, number, number] {
	if (day < daysIn(year, month)) return [year, month, day + 1];
	return month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1];
}

function two(value: number): string {
	return String(value).padStart(2, "0");
}

function yearText(year: number): string {
	return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
}

interface Clock {
	readonly text: string;
	readonly isNextDay: boolean;
}

/** Hours, minutes and seconds as the engine keeps them; `24:00:00` is the next day's beginning. */
function clock(hour: string, minute: string, second: string, fraction = ""): Clock | undefined {
	const rest = fraction.replace(/0+$/, "");
	const isNextDay = hour === "24" && minute === "00" && second === "00" && rest === "";
	if (!isNextDay && (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)) return undefined;
	if (rest.length > FRACTION_DIGITS) return undefined;
	return { text: `${isNextDay ? "00" : hour}:${minute}:${second}${rest && `.${rest}`}`, isNextDay };
}

/** The stored form of an `xsd:dateTime`, or `undefined` when the engine does not read it. */
export function dateTime(text: string): string | undefined {
	const parts = DATE_TIME.exec(text);
	if (!parts) return undefined;
	const [, year, month, day, hour = "", minute = "", second = "", fraction, offset] = parts;
	const date = [Number(year), Number(month), Number(day)] as const;
	const found = clock(hour, minute, second, fraction);
	const place = zone(offset);
	if (found === undefined || place === undefined || !exists(...date)) return undefined;
	if (date[0] < 1 && second === "59" && found.text.includes("."))
		return aMinuteLate(date, found.text) + place;
	const [y, m, d] = found.isNextDay ? dayAfter(...date) : date;
	return `${yearText(y)}-${two(m)}-${two(d)}T${found.text}${place}`;
}

/** Before the year 1 the engine (0.5.11) reads the last second of a minute, when it has a fraction, as that of the next one. */
function aMinuteLate(date: readonly [number, number, number], text: string): string {
	const minutes = Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) + 1;
	const [y, m, d] = minutes === 1_440 ? dayAfter(...date) : date;
	const hour = two(Math.floor(minutes / 60) % 24);
	return `${yearText(y)}-${two(m)}-${two(d)}T${hour}:${two(minutes % 60)}${text.slice(5)}`;
}

/** The stored form of an `xsd:time`, or `undefined` when the engine does not read it. */
export function time(text: string): string | undefined {
	const parts = TIME.exec(text);
	if (!parts) return undefined;
	const [, hour = "", minute = "", second = "", fraction, offset] = parts;
	const found = clock(hour, minute, second, fraction);
	const place = zone(offset);
	return found === undefined || place === undefined ? undefined : found.text + place;
}

/** The stored form of a date or a part of one, or `undefined` when the engine does not read it. */
export function calendar(text: string, name: keyof typeof CALENDAR): string | undefined {
	const type: CalendarType = CALENDAR[name];
	const parts = type.pattern.exec(text);
	const place = zone(parts?.[type.zone]);
	if (!parts || place === undefined) return undefined;
	const number = (at: number | undefined, missing: number) =>
		at === undefined ? missing : Number(parts[at]);
	// Without a year February has 28 days, without a month every month has 31: so the engine reads it.
	if (!exists(number(type.year, 1999), number(type.month, 1), number(type.day, 1))) return undefined;
	const bare = parts[type.zone] === undefined ? text : text.slice(0, -(parts[type.zone] as string).length);
	return (bare.startsWith("-0000") ? bare.slice(1) : bare) + place;
}

const DURATION =
	/^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/;

/** Years and months as one number, days and clock as another: `PT36H` is `P1DT12H`. `zero` is how nothing is spelled. */
export function duration(text: string, zero: string): string | undefined {
	const parts = DURATION.exec(text);
	if (!parts || /PT?$/.test(text)) return undefined;
	const [years, months, days, hours, minutes, whole] = parts.slice(2, 8).map((part) => BigInt(part ?? 0)) as [
		...[bigint, bigint, bigint],
		...[bigint, bigint, bigint],
	];
	const all = years * 12n + months;
	const seconds = ((days * 24n + hours) * 60n + minutes) * 60n + whole;
	const fraction = (parts[8] ?? "").replace(/0+$/, "");
	if (fraction.length > FRACTION_DIGITS) return undefined;
	if (all === 0n && seconds === 0n && fraction === "") return zero;
	return parts[1] + durationText(all, seconds, fraction);
}

function durationText(months: bigint, seconds: bigint, fraction: string): string {
	const unit = (count: bigint, name: string) => (count === 0n ? "" : `${count}${name}`);
	const second = seconds % 60n;
	const secondText = second === 0n && fraction === "" ? "" : `${second}${fraction && `.${fraction}`}S`;
	const clockText = unit((seconds / 3600n) % 24n, "H") + unit((seconds / 60n) % 60n, "M") + secondText;
	const dateText = unit(months / 12n, "Y") + unit(months % 12n, "M") + unit(seconds / 86_400n, "D");
	return `P${dateText}${clockText && `T${clockText}`}`;
}
