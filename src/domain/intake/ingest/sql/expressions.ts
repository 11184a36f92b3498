import { type Sql, sql } from '../../../../platform/store/sql.js';

/** Nulls of the type that an existing column would have. */
export const typedNull = {
  text: sql`CAST(NULL AS Nullable(String))`,
  decimal: sql`CAST(NULL AS Nullable(Decimal(38, 18)))`,
  time: sql`CAST(NULL AS Nullable(DateTime('UTC')))`,
} as const;

const nulls: ReadonlySet<Sql> = new Set(Object.values(typedNull));

/**
 * Whether a value is that of a column that the file does not have. What is computed from it is known
 * then: small files take most of their time to plan the statements, and most files lack most columns.
 */
export const isMissing = (value: Sql): boolean => nulls.has(value);

/** What follows from values that are missing together: null if the file lacks one of them. */
export function ifPresent(
  needed: Sql | readonly Sql[],
  result: Sql,
  missing: Sql = typedNull.text,
): Sql {
  return [needed].flat().some(isMissing) ? missing : result;
}

/** The first of these values that is not null. */
export function firstPresent(...values: readonly Sql[]): Sql {
  const present = values.filter((value) => !isMissing(value));
  if (present.length === 0) return values[0] ?? typedNull.text;
  return present.length === 1 ? present[0]! : sql`coalesce(${sql.join(present)})`;
}

/** A text in lower case. */
export const lower = (text: Sql): Sql => ifPresent(text, sql`lower(${text})`);

/** Whether a nullable value equals one of these texts. */
export function isOneOf(value: Sql, ...texts: string[]): Sql {
  if (isMissing(value)) return sql`false`;
  return sql`ifNull(${value} IN (${sql.literals(texts)}), false)`;
}

/** Whether a nullable text contains another text, ignoring case. */
export function contains(value: Sql, text: string): Sql {
  if (isMissing(value)) return sql`false`;
  return sql`ifNull(positionCaseInsensitive(${value}, ${sql.literal(text)}) > 0, false)`;
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
  if (isMissing(value)) return sql.literal(fallback);
  const searched = sql.array(words.map(([word]) => word));
  const results = sql.array([fallback, ...words.map(([, result]) => result)]);
  const index = sql`multiSearchFirstIndexCaseInsensitive(ifNull(${value}, ''), ${searched})`;
  return sql`${results}[${index} + 1]`;
}

/** Looks up a text in a table, with a fallback for texts that are not in it. */
export function lookUp(value: Sql, table: Readonly<Record<string, string>>, fallback: Sql): Sql {
  if (isMissing(value)) return table[''] === undefined ? fallback : sql.literal(table['']);
  const keys = sql.array(Object.keys(table));
  const values = sql.array(Object.values(table));
  return sql`transform(ifNull(${value}, ''), ${keys}, ${values}, ${fallback})`;
}

/** Type of the array of lines that a row creates in addition to its charge. */
export const extraLinesType = sql`Array(Tuple(
  kind String, charge_type String, charge_group String,
  billed Decimal(38, 18), effective Decimal(38, 18), amortized_charge_type Nullable(String),
  commitment_type String, commitment_id Nullable(String)))`;
