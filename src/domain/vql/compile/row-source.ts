import { conjunction } from './join-conditions.js';

/**
 * Where rows keep what filters ask for. Every string is SQL written by us, never text of a user.
 * The names are full field names, such as `costs.region`.
 */
export interface RowSource {
  /** SQL of a plain field; more than one where a row spells the same value in several ways. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** SQL of the map behind a field with keys. */
  maps: Readonly<Record<string, string>>;
  tags: TagSource;
  provider: string;
  integration: string;
}

/** A source in the cost store, where each row also belongs to a load. */
export interface LoadedRowSource extends RowSource {
  load: string;
}

/** Where the tags of a row are found. Arguments and results are SQL; no result may be NULL. */
export interface TagSource {
  /** The row has a provider tag with this key, and its value fits. */
  named: (key: string, fits: (value: string) => string) => string;
  /** The row has some provider tag that fits. */
  some: (fits: (key: string, value: string) => string) => string;
  /**
   * Virtual tags by key: SQL of the effective value on the row, NULL where it has none. A key in
   * here hides the provider tag of the same key, to which the SQL may fall back itself.
   */
  virtual: ReadonlyMap<string, string>;
}

/** Tags in a ClickHouse map of the row itself. */
export function tagsInMap(map: string): TagSource {
  return {
    // An absent key reads as empty text, so it must be asked for.
    named: (key, fits) => conjunction([`mapContains(${map}, ${key})`, fits(`${map}[${key}]`)]),
    some: (fits) => `arrayExists((k, v) -> ${fits('k', 'v')}, mapKeys(${map}), mapValues(${map}))`,
    virtual: new Map(),
  };
}

/** Tags in a PostgreSQL JSON object of the row itself. */
export function tagsInJson(object: string): TagSource {
  return {
    named: (key, fits) =>
      conjunction([`(${object} ->> ${key}) IS NOT NULL`, fits(`(${object} ->> ${key})`)]),
    some: (fits) =>
      `EXISTS (SELECT 1 FROM jsonb_each_text(${object}) AS tag(k, v) WHERE ${fits('k', 'v')})`,
    virtual: new Map(),
  };
}
