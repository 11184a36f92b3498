/** Source of the current time; tests pass their own. */
export type Clock = () => Date;

/** Formats an instant as `2025-07-01T14:30:00Z`: UTC, whole seconds. */
export function formatTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Formats the UTC date of an instant as `2025-07-01`. */
export function formatDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

const timestampPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** Parses an ISO 8601 date or timestamp; undefined if it is not a valid one. */
export function parseTimestamp(text: string): Date | undefined {
  const match = timestampPattern.exec(text);
  if (!match) return undefined;
  const [, day, time = '00:00:00', zone = 'Z'] = match;
  if (!isCalendarDay(day!)) return undefined;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const instant = new Date(`${day}T${seconds}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** The UTC date of an ISO 8601 date or timestamp; undefined if it is not valid, as `2024-02-30`. */
export function parseDate(text: string): string | undefined {
  const instant = parseTimestamp(text);
  return instant && formatDate(instant);
}

// `new Date('2024-02-30')` silently becomes March 1.
function isCalendarDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && formatDate(instant) === day;
}

/** An instant a number of seconds later. */
export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** The same time of the month a number of months later. */
export function addMonths(instant: Date, months: number): Date {
  const shifted = new Date(instant);
  shifted.setUTCMonth(shifted.getUTCMonth() + months);
  return shifted;
}
