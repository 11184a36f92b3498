import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import type { Source } from '../source.js';
import type { Sql } from './sql.js';

/** A map of the source values worth keeping although nothing groups by them; absent ones leave no key. */
export function attributeMap(values: Readonly<Record<string, Sql>>): Sql {
  const pairs = Object.entries(values).map(
    ([key, value]) => `(${literal(key)}, ifNull(${value}, ''))`,
  );
  if (pairs.length === 0) return 'CAST(map() AS Map(String, String))';
  // Most values are absent, so cutting comes after they are gone.
  const present = `arrayFilter(p -> p.2 != '', [${pairs.join(', ')}])`;
  return `CAST(arrayMap(p -> (p.1, substringUTF8(p.2, 1, 4096)), ${present}) AS Map(String, String))`;
}

/** The columns of these names that the file has, under their own names. */
export function namedColumns(source: Source, names: readonly string[]): Record<string, Sql> {
  const present = names.filter((name) => source.header.find(name) !== undefined);
  return Object.fromEntries(present.map((name) => [name, source.text(name)]));
}

/** All columns whose name fits, under the name the pattern's first group gives them. */
export function matchingColumns(source: Source, pattern: RegExp): Record<string, Sql> {
  const found: Record<string, Sql> = {};
  for (const { name } of source.header.columns) {
    const key = pattern.exec(name)?.[1];
    if (key !== undefined) found[key] = source.text(name);
  }
  return found;
}
