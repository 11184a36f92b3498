import { literal } from '../../../platform/store/clickhouse/sql-text.js';

/** An SQL expression over the columns of a source row. */
export type Sql = string;

/** Nulls of the type that an existing column would have. */
export const typedNull = {
  text: 'CAST(NULL AS Nullable(String))',
  decimal: 'CAST(NULL AS Nullable(Decimal(38, 18)))',
  time: "CAST(NULL AS Nullable(DateTime('UTC')))",
} as const;

/** Whether a nullable value equals one of these texts. */
export function isOneOf(value: Sql, ...texts: string[]): Sql {
  return `ifNull(${value} IN (${texts.map(literal).join(', ')}), false)`;
}

/** Whether a nullable text contains another text, ignoring case. */
export function contains(value: Sql, text: string): Sql {
  return `ifNull(positionCaseInsensitive(${value}, ${literal(text)}) > 0, false)`;
}

/**
 * The result of the first word that a nullable text contains, ignoring case. One search for all words
 * takes the engine less time to plan and to run than one for each.
 */
export function byFirstWord(
  value: Sql,
  words: readonly (readonly [word: string, result: string])[],
  fallback: string,
): Sql {
  const searched = words.map(([word]) => literal(word)).join(', ');
  const results = [fallback, ...words.map(([, result]) => result)].map(literal).join(', ');
  const index = `multiSearchFirstIndexCaseInsensitive(ifNull(${value}, ''), [${searched}])`;
  return `[${results}][${index} + 1]`;
}

/** Looks up a text in a table, with a fallback for texts that are not in it. */
export function lookUp(value: Sql, table: Readonly<Record<string, string>>, fallback: Sql): Sql {
  const keys = Object.keys(table).map(literal).join(', ');
  const values = Object.values(table).map(literal).join(', ');
  return `transform(ifNull(${value}, ''), [${keys}], [${values}], ${fallback})`;
}

/** Type of the array of lines that a row creates in addition to its charge. */
export const extraLinesType =
  'Array(Tuple(kind String, charge_type String, charge_group String, billed Decimal(38, 18),' +
  ' effective Decimal(38, 18), amortized_charge_type Nullable(String), commitment_type String,' +
  ' commitment_id Nullable(String)))';
