import { type Sql, sql } from '../../../../platform/store/sql.js';
import { isMissing } from './expressions.js';

/** Placeholders that exports write for missing values. */
const nullPlaceholders = [
  'NULL',
  'null',
  'None',
  '\\N',
  'NaN',
  'Not applicable',
  'Others',
  'NoInstanceType',
  'Unassigned',
  'n/a',
];

/**
 * Trimmed text; null if it is empty or a placeholder for a missing value. Each function has one
 * argument that is not constant, so the engine calls it once per distinct value of a dictionary.
 */
export function cleanText(text: Sql): Sql {
  const placeholders = sql.array(nullPlaceholders);
  const empty = sql.array(nullPlaceholders.map(() => ''));
  return sql`nullIf(transform(trimBoth(${text}), ${placeholders}, ${empty}), '')`;
}

/** The part after the last `/` or `:`. */
export function lastSegment(text: Sql): Sql {
  if (isMissing(text)) return text;
  return sql`nullIf(extract(${text}, '[^/:]*$'), '')`;
}
