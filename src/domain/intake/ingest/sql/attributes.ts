import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { SourceColumns } from '../source-columns.js';
import { isMissing } from './expressions.js';

/**
 * A map of source values that are stored but cannot be grouped by; empty values are left out.
 * `more` is an array of further (key, value) pairs.
 */
export function attributeMap(values: Readonly<Record<string, Sql>>, more?: Sql): Sql {
  const pairs = Object.entries(values).flatMap(([key, value]) =>
    isMissing(value) ? [] : [sql`(${sql.literal(key)}, ifNull(${value}, ''))`],
  );
  const own = pairs.length === 0 ? [] : [sql`[${sql.join(pairs)}]`];
  const [first, ...others] = [...own, ...(more ? [more] : [])];
  if (first === undefined) return sql`CAST(map() AS Map(String, String))`;
  // Most values are empty, so they are removed before the others are truncated.
  const all = others.length === 0 ? first : sql`arrayConcat(${sql.join([first, ...others])})`;
  const present = sql`arrayFilter(p -> p.2 != '', ${all})`;
  return sql`CAST(arrayMap(p -> (p.1, substringUTF8(p.2, 1, 4096)), ${present}) AS Map(String, String))`;
}

/** Those of the named columns that the file has. */
export function namedColumns(source: SourceColumns, names: readonly string[]): Record<string, Sql> {
  const present = names.filter((name) => source.header.find(name) !== undefined);
  return Object.fromEntries(present.map((name) => [name, source.text(name)]));
}

/** All columns whose name matches, keyed by the pattern's first group. */
export function matchingColumns(source: SourceColumns, pattern: RegExp): Record<string, Sql> {
  const found: Record<string, Sql> = {};
  for (const { name } of source.header.columns) {
    const key = pattern.exec(name)?.[1];
    if (key !== undefined) found[key] = source.text(name);
  }
  return found;
}
