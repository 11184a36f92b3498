import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Sql } from '../domain/ingest/sql/sql.js';

/** Rows as a ClickHouse `values` table function. */
export function valuesTable(
  columns: Readonly<Record<string, 'String' | 'Float64' | 'UInt32' | 'Bool' | 'Array(String)'>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql {
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const tuples = rows.map(
    (row) =>
      `(${Object.keys(columns)
        .map((name) => valueSql(row[name]))
        .join(', ')})`,
  );
  return `values(${literal(structure.join(', '))}, ${tuples.join(', ')})`;
}

function valueSql(value: unknown): Sql {
  if (Array.isArray(value)) return `[${value.map(valueSql).join(', ')}]`;
  return typeof value === 'string' ? literal(value) : String(value);
}
