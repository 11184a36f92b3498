import { type Sql, sql } from '../platform/store/sql.js';

/** A reproducible random number from 0 to below 1: the same seed, purpose and keys give the same number. */
export function randomSql(seed: number, purpose: string, ...keys: Sql[]): Sql {
  return sql`(sipHash64(${seed}, ${sql.literal(purpose)}, ${sql.join(keys)}) % 1000003 / 1000003)`;
}
