import type { Sql } from '../../../../platform/store/sql.js';

/**
 * The SQL that fields mean for one kind of row. All of it is written in this code base and never
 * contains user input. Fields have their full names, such as `costs.region`.
 */
export interface RowSource {
  /** SQL of each plain field; more than one where a row has several spellings of the same value. */
  fields: Readonly<Record<string, readonly Sql[]>>;
  /** SQL of each map field. */
  maps: Readonly<Record<string, Sql>>;
  tags: TagSource;
  provider: Sql;
  integration: Sql;
}

/** Rows of the cost store, which also belong to a load. */
export interface CostStoreSource extends RowSource {
  load: Sql;
}

/** How the tags of a row are tested. Arguments and results are SQL; no result may be NULL. */
export interface TagSource {
  /** The row has a provider tag with this key and a matching value. */
  hasTag: (key: Sql, matches: (value: Sql) => Sql) => Sql;
  /** The row has any matching provider tag. */
  hasAnyTag: (matches: (key: Sql, value: Sql) => Sql) => Sql;
  /**
   * Virtual tags by key: SQL of the effective value, NULL where the row has none. A virtual tag
   * replaces the provider tag of the same key; its SQL may fall back to that tag.
   */
  virtual: ReadonlyMap<string, Sql>;
}
