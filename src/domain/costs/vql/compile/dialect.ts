import type { Sql } from '../../../../platform/store/sql.js';
import type { Comparison } from '../check/expression.js';

/** SQL that differs between the two engines. Every value passed to it is bound, never inlined. */
export interface Dialect {
  bindText(value: string): Sql;
  bindBoolean(value: boolean): Sql;
  isIn(operand: Sql, values: readonly string[]): Sql;
  isNotIn(operand: Sql, values: readonly string[]): Sql;
  /** `key` is SQL, so that a key can be bound once and used twice. */
  hasKey(map: Sql, key: Sql): Sql;
  /** Only meaningful where `hasKey` is true. */
  valueAt(map: Sql, key: Sql): Sql;
  compare(value: Sql, comparison: Comparison): Sql;
}
