/** The right side of `< > <= >=`: a decimal number or an instant. */
export interface Comparand {
  type: 'number' | 'instant';
  /** Plain decimal digits, or an ISO 8601 date-time with its zone. */
  text: string;
}

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?)?(.*)$/;
const zone = /^(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/;

/** Reads a comparison value; a date alone means its first instant in UTC. Null when it is neither. */
export function readComparand(value: string): Comparand | null {
  if (decimal.test(value)) return { type: 'number', text: value };
  const [, year, month, day, time, , , , suffix = ''] = isoDate.exec(value) ?? [];
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return null;
  if (suffix !== '' && (time === undefined || !zone.test(suffix))) return null;
  const text = `${year}-${month}-${day}${time ?? 'T00:00'}${suffix === '' ? 'Z' : suffix}`;
  return { type: 'instant', text };
}

/** Year 0 is left out because no SQL engine here knows it. 2024-02-30 is no day. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!(year > 0)) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
