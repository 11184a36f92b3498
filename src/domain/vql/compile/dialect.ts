import type { Comparison } from '../check/expression.js';

/** SQL that differs between the two engines. Every value passed to it is bound, never inlined. */
export interface Dialect {
  bindText(value: string): string;
  bindBoolean(value: boolean): string;
  isIn(operand: string, values: readonly string[]): string;
  isNotIn(operand: string, values: readonly string[]): string;
  /** `key` is SQL, so that a key can be bound once and used twice. */
  hasKey(map: string, key: string): string;
  /** Only meaningful where `hasKey` is true. */
  valueAt(map: string, key: string): string;
  compare(value: string, comparison: Comparison): string;
}
