/** Where the current time comes from. Tests pass their own. */
export type Clock = () => Date;

/** `2025-07-01T14:30:00Z`: UTC, whole seconds. */
export function formatTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** `2025-07-01`, the UTC day of an instant. */
export function formatDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

const timestampPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** An ISO 8601 date or timestamp as an instant; undefined when it names no real one. */
export function parseTimestamp(text: string): Date | undefined {
  const match = timestampPattern.exec(text);
  if (!match) return undefined;
  const [, day, time = '00:00:00', zone = 'Z'] = match;
  if (!isRealDay(day!)) return undefined;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const instant = new Date(`${day}T${seconds}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** The UTC day of an ISO 8601 date or timestamp. `2024-02-30` is undefined. */
export function parseDate(text: string): string | undefined {
  const instant = parseTimestamp(text);
  return instant && formatDate(instant);
}

// `new Date('2024-02-30')` silently becomes March 1.
function isRealDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && formatDate(instant) === day;
}

export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

export function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
