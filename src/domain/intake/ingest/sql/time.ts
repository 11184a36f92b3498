import { type Sql, sql } from '../../../../platform/store/sql.js';
import { isMissing, typedNull } from './expressions.js';

/** The years of the engine's time type, as a pattern; it turns other years into 1970 or 2106. */
export const storedYear = String.raw`(19[7-9]\d|20\d\d|210[0-5])`;
const firstTime = sql`toDateTime64('1970-01-01 00:00:00', 0, 'UTC')`;
const lastTime = sql`toDateTime64('2105-12-31 23:59:59', 0, 'UTC')`;

// The engine's parser accepts hour 30 as the next morning, so the text is validated first.
const day = String.raw`${storedYear}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const clock = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?`;
const zone = String.raw`(Z| ?UTC| ?\+0000 UTC| ?[+-]\d\d:?\d\d)?`;
const isoTime = `^${day}([T ]${clock}${zone})?$`;

/**
 * Parses ISO 8601 and its common variants as a time in UTC; null for any other text. Bills repeat
 * the same times many times, and with low cardinality the engine parses each distinct text once per
 * block.
 */
export function timeOfText(text: Sql): Sql {
  if (isMissing(text)) return typedNull.time;
  const distinct = sql`toLowCardinality(${text})`;
  return sql`if(match(${distinct}, ${sql.literal(isoTime)}),
    parseDateTimeBestEffortOrNull(${distinct}, 'UTC'), NULL)`;
}

/** A value of any date or time type as a time in UTC; null if it is out of range. */
export function timeOfDate(date: Sql): Sql {
  return sql`if(${date} BETWEEN ${firstTime} AND ${lastTime}, toDateTime(${date}, 'UTC'), NULL)`;
}

const slashedDate = String.raw`^(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})$`;

/** The order of day and month in dates with slashes. */
export type SlashOrder = 'month-first' | 'day-first';

/** Parses `4/1/25` and `04/01/2025`; two-digit years are in this century. */
export function timeOfSlashedText(text: Sql, order: SlashOrder): Sql {
  if (isMissing(text)) return typedNull.time;
  const [monthGroup, dayGroup] = order === 'month-first' ? [1, 2] : [2, 1];
  const groups = sql`extractGroups(ifNull(${text}, ''), ${sql.literal(slashedDate)})`;
  const part = (group: number) => sql`toUInt16OrZero(${groups}[${group}])`;
  const twoDigits = (group: number) => sql`leftPad(toString(${part(group)}), 2, '0')`;
  const year = sql`if(${part(3)} < 100, 2000 + ${part(3)}, ${part(3)})`;
  return timeOfText(
    sql`concat(toString(${year}), '-', ${twoDigits(monthGroup)}, '-', ${twoDigits(dayGroup)})`,
  );
}

/** First day of the month of a time or date. */
export function monthOf(time: Sql): Sql {
  return sql`toStartOfMonth(${time})`;
}
