import type { Sql } from './sql.js';

/** The years of the engine's time type, as a pattern; it turns other years into 1970 or 2106. */
export const storedYear = String.raw`(19[7-9]\\d|20\\d\\d|210[0-5])`;
const firstTime = "toDateTime64('1970-01-01 00:00:00', 0, 'UTC')";
const lastTime = "toDateTime64('2105-12-31 23:59:59', 0, 'UTC')";

// The engine's parser accepts hour 30 as the next morning, so the text is validated first.
const day = String.raw`${storedYear}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])`;
const clock = String.raw`([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?`;
const zone = String.raw`(Z| ?UTC| ?\\+0000 UTC| ?[+-]\\d\\d:?\\d\\d)?`;
const isoTime = `^${day}([T ]${clock}${zone})?$`;

/**
 * Parses ISO 8601 and its common variants as a time in UTC; null for any other text. Bills repeat
 * the same times many times, and with low cardinality the engine parses each distinct text once per
 * block.
 */
export function timeOfText(text: Sql): Sql {
  const distinct = `toLowCardinality(${text})`;
  return `if(match(${distinct}, '${isoTime}'), parseDateTimeBestEffortOrNull(${distinct}, 'UTC'), NULL)`;
}

/** A value of any date or time type as a time in UTC; null if it is out of range. */
export function timeOfDate(date: Sql): Sql {
  return `if(${date} BETWEEN ${firstTime} AND ${lastTime}, toDateTime(${date}, 'UTC'), NULL)`;
}

/** The order of day and month in dates with slashes. */
export type SlashOrder = 'month-first' | 'day-first';

/** Parses `4/1/25` and `04/01/2025`; two-digit years are in this century. */
export function timeOfSlashedText(text: Sql, order: SlashOrder): Sql {
  const [monthGroup, dayGroup] = order === 'month-first' ? [1, 2] : [2, 1];
  const part = (group: number) =>
    `toUInt16OrZero(extractGroups(ifNull(${text}, ''), '^(\\\\d{1,2})/(\\\\d{1,2})/(\\\\d{2}|\\\\d{4})$')[${group}])`;
  const year = `if(${part(3)} < 100, 2000 + ${part(3)}, ${part(3)})`;
  const iso = `concat(toString(${year}), '-', leftPad(toString(${part(monthGroup)}), 2, '0'), '-', leftPad(toString(${part(dayGroup)}), 2, '0'))`;
  return timeOfText(iso);
}

/** First day of the month of a time or date. */
export function monthOf(time: Sql): Sql {
  return `toStartOfMonth(${time})`;
}
