import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import type { Sql } from './sql.js';

/** Placeholders that exports write for missing values. */
const nullPlaceholders = [
  '',
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

/** Trimmed text; null if it is empty or a placeholder for a missing value. */
export function cleanText(text: Sql): Sql {
  return `if(trimBoth(${text}) IN (${nullPlaceholders.map(literal).join(', ')}), NULL, trimBoth(${text}))`;
}

/** The part after the last `/` or `:`. */
export function lastSegment(text: Sql): Sql {
  return `nullIf(extract(${text}, '[^/:]*$'), '')`;
}
