/** The right side of `< > <= >=`: a decimal number or an instant. */
export interface ComparisonValue {
  type: 'number' | 'instant';
  /** A plain decimal, or an ISO 8601 date-time with a time zone. */
  text: string;
}

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?)?(.*)$/;
const timeZone = /^(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/;

/** Parses a number or an ISO 8601 date; a date without a time is midnight UTC. Null for anything else. */
export function parseComparisonValue(value: string): ComparisonValue | null {
  if (decimal.test(value)) return { type: 'number', text: value };
  const [, year, month, day, time, , , , suffix = ''] = isoDate.exec(value) ?? [];
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return null;
  if (suffix !== '' && (time === undefined || !timeZone.test(suffix))) return null;
  const text = `${year}-${month}-${day}${time ?? 'T00:00'}${suffix === '' ? 'Z' : suffix}`;
  return { type: 'instant', text };
}

/** False for days such as 2024-02-30, and for year 0, which PostgreSQL does not accept. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!(year > 0)) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
