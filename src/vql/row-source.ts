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

export interface TagSource {
  /** SQL of the map of provider tags, in the place that `where` makes for it. */
  map: string;
  /** Makes a condition on `map` one on the row: itself, or a look-up of the row's tag set. */
  where: (condition: string) => string;
  /**
   * Virtual tags by key: SQL of the effective value on the row, NULL where it has none. A key in
   * here hides the provider tag of the same key, to which the SQL may fall back itself.
   */
  virtual: ReadonlyMap<string, string>;
}

/** Tags in a map column of the row itself. */
export function tagsOnRow(map: string, virtual: TagSource['virtual'] = new Map()): TagSource {
  return { map, where: (condition) => condition, virtual };
}
