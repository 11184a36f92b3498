/** A column as the engine reads it from a file. */
export interface StoredColumn {
  name: string;
  /** ClickHouse type. */
  type: string;
}
