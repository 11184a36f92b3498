import { literalArray } from '../../../platform/store/clickhouse/sql-text.js';
import type { Sql } from './sql.js';

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
  const empty = nullPlaceholders.map(() => '');
  return `nullIf(transform(trimBoth(${text}), ${literalArray(nullPlaceholders)}, ${literalArray(empty)}), '')`;
}

/** The part after the last `/` or `:`. */
export function lastSegment(text: Sql): Sql {
  return `nullIf(extract(${text}, '[^/:]*$'), '')`;
}
