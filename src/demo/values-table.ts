import { type Sql, sql } from '../platform/store/sql.js';

/** Rows as a ClickHouse `values` table function. */
export function valuesTable(
  columns: Readonly<Record<string, 'String' | 'Float64' | 'UInt32' | 'Bool' | 'Array(String)'>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql {
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const names = Object.keys(columns);
  const tuples = rows.map((row) => sql`(${sql.join(names.map((name) => valueSql(row[name])))})`);
  return sql`values(${sql.literal(structure.join(', '))}, ${sql.join(tuples)})`;
}

function valueSql(value: unknown): Sql {
  if (Array.isArray(value)) return sql`[${sql.join(value.map(valueSql))}]`;
  return typeof value === 'string' ? sql.literal(value) : sql.raw(String(value));
}
