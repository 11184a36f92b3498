import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Sql } from '../domain/ingest/sql/sql.js';

/** A reproducible random number from 0 to below 1: the same seed, purpose and keys give the same number. */
export function randomSql(seed: number, purpose: string, ...keys: Sql[]): Sql {
  return `(sipHash64(${seed}, ${literal(purpose)}, ${keys.join(', ')}) % 1000003 / 1000003)`;
}
