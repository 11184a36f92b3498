import type { Comparison } from '../check/expression.js';

/** The few forms in which the two SQL engines differ. Every value given to it is bound. */
export interface Dialect {
  text(value: string): string;
  flag(value: boolean): string;
  isAnyOf(operand: string, values: readonly string[]): string;
  isNoneOf(operand: string, values: readonly string[]): string;
  /** `key` is SQL: a bound key is used twice but bound once. */
  hasKey(map: string, key: string): string;
  /** Meaningful only where `hasKey` holds. */
  valueAt(map: string, key: string): string;
  compare(value: string, comparison: Comparison): string;
}
