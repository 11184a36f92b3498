import { allOf } from '../compile/join-conditions.js';
import type { TagSource } from '../compile/row-source.js';

/** Tags in a ClickHouse map column. */
export function tagsInMap(map: string): TagSource {
  return {
    // A missing key reads as an empty text, so its presence has to be tested.
    hasTag: (key, matches) => allOf([`mapContains(${map}, ${key})`, matches(`${map}[${key}]`)]),
    hasAnyTag: (matches) =>
      `arrayExists((k, v) -> ${matches('k', 'v')}, mapKeys(${map}), mapValues(${map}))`,
    virtual: new Map(),
  };
}

/** Tags in a PostgreSQL JSON object column. */
export function tagsInJson(object: string): TagSource {
  return {
    hasTag: (key, matches) =>
      allOf([`(${object} ->> ${key}) IS NOT NULL`, matches(`(${object} ->> ${key})`)]),
    hasAnyTag: (matches) =>
      `EXISTS (SELECT 1 FROM jsonb_each_text(${object}) AS tag(k, v) WHERE ${matches('k', 'v')})`,
    virtual: new Map(),
  };
}
