import { Decimal } from '../../platform/lib/decimal.js';
import { parseTimestamp } from '../../platform/lib/time.js';

const places = 18;
const mostWholeDigits = 30;

const plain = /^-?\d{1,30}(\.\d{1,18})?$/;
const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i;

/** A number as the plain decimal that is stored, with 18 digits after the point at most; undefined when it is none. */
export function amountOf(text: string): string | undefined {
  if (plain.test(text)) return text;
  if (!numeric.test(text)) return undefined;
  const amount = new Decimal(text).toDecimalPlaces(places);
  return amount.e < mostWholeDigits ? amount.toFixed() : undefined;
}

/** The moment of an ISO 8601 date or timestamp as PostgreSQL reads it; undefined when it names none. */
export function momentOf(text: string): string | undefined {
  const moment = parseTimestamp(text)?.toISOString();
  // Years before 1 and after 9999 have other spellings here and there; year 1 is the Go client's unset date.
  return moment && /^\d{4}-/.test(moment) && moment >= '0002' ? moment : undefined;
}

/** Labels are part of an index, whose entries have a limit. */
export const longestLabel = 500;

/** The first moment of a day; PostgreSQL knows no year 0. */
export const firstMoment = (day: string) => `${day < '0001-01-01' ? '0001-01-01' : day}T00:00:00Z`;
