import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import type { Sql } from './sql.js';

/** Words that exports write where they have nothing to say. */
const emptyWords = [
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

/** Text without blanks at its ends; null when nothing is left or only a word for nothing. */
export function cleanText(text: Sql): Sql {
  return `if(trimBoth(${text}) IN (${emptyWords.map(literal).join(', ')}), NULL, trimBoth(${text}))`;
}

/** The part after the last `/` or `:`. */
export function lastSegment(text: Sql): Sql {
  return `nullIf(extract(${text}, '[^/:]*$'), '')`;
}
