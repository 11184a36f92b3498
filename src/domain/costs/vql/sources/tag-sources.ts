import { type Sql, sql } from '../../../../platform/store/sql.js';
import { allOf } from '../compile/join-conditions.js';
import type { TagSource } from '../compile/row-source.js';

/** Tags in a ClickHouse map column. */
export function tagsInMap(map: Sql): TagSource {
  return {
    // A missing key reads as an empty text, so its presence has to be tested.
    hasTag: (key, matches) =>
      allOf([sql`mapContains(${map}, ${key})`, matches(sql`${map}[${key}]`)]),
    hasAnyTag: (matches) =>
      sql`arrayExists((k, v) -> ${matches(sql`k`, sql`v`)}, mapKeys(${map}), mapValues(${map}))`,
    virtual: new Map(),
  };
}

/** Tags in a PostgreSQL JSON object column. */
export function tagsInJson(object: Sql): TagSource {
  return {
    hasTag: (key, matches) =>
      allOf([sql`(${object} ->> ${key}) IS NOT NULL`, matches(sql`(${object} ->> ${key})`)]),
    hasAnyTag: (matches) =>
      sql`EXISTS (SELECT 1 FROM jsonb_each_text(${object}) AS tag(k, v) WHERE ${matches(sql`k`, sql`v`)})`,
    virtual: new Map(),
  };
}
