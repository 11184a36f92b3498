import { Decimal } from '../../../platform/lib/decimal.js';
import { parseTimestamp } from '../../../platform/lib/time.js';

const decimalPlaces = 18;
const maxWholeDigits = 30;

const plainDecimal = /^-?\d{1,30}(\.\d{1,18})?$/;
const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i;

/** Normalizes a number to a plain decimal with at most 18 decimal places; undefined when it is not a number. */
export function parseAmount(text: string): string | undefined {
  if (plainDecimal.test(text)) return text;
  if (!numeric.test(text)) return undefined;
  const amount = new Decimal(text).toDecimalPlaces(decimalPlaces);
  return amount.e < maxWholeDigits ? amount.toFixed() : undefined;
}

/** Normalizes an ISO 8601 date or timestamp to a UTC timestamp; undefined when it is invalid. */
export function parseValueDate(text: string): string | undefined {
  const timestamp = parseTimestamp(text)?.toISOString();
  // JavaScript and PostgreSQL write years before 1 and after 9999 differently; year 1 is the Go client's unset date.
  return timestamp && /^\d{4}-/.test(timestamp) && timestamp >= '0002' ? timestamp : undefined;
}

/** Labels are part of an index, and PostgreSQL limits the size of index entries. */
export const maxLabelLength = 500;

/** The start of a day as a UTC timestamp; PostgreSQL has no year 0. */
export const startOfDay = (day: string) => `${day < '0001-01-01' ? '0001-01-01' : day}T00:00:00Z`;
