import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Sql } from '../domain/ingest/sql/sql.js';

/** Chance that repeats itself: the same seed, question and keys give the same number from 0 up to 1. */
export function chance(seed: number, question: string, ...keys: Sql[]): Sql {
  return `(sipHash64(${seed}, ${literal(question)}, ${keys.join(', ')}) % 1000003 / 1000003)`;
}

/** Rows as a table of the engine. */
export function valuesTable(
  columns: Readonly<Record<string, 'String' | 'Float64' | 'UInt32' | 'Bool' | 'Array(String)'>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql {
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const tuples = rows.map(
    (row) =>
      `(${Object.keys(columns)
        .map((name) => value(row[name]))
        .join(', ')})`,
  );
  return `values(${literal(structure.join(', '))}, ${tuples.join(', ')})`;
}

function value(given: unknown): Sql {
  if (Array.isArray(given)) return `[${given.map(value).join(', ')}]`;
  return typeof given === 'string' ? literal(given) : String(given);
}
