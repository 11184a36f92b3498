import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Dialect } from './dialect.js';
import { isTrue } from './join-conditions.js';

export const clickhouseDialect: Dialect = {
  bindText: (value) => sql.bind('String', value),
  bindBoolean: (value) => sql.bind('Bool', value),
  isIn: (operand, values) => isInList(operand, values, sql.bind('Array(String)', values)),
  isNotIn: (operand, values) =>
    values.length === 0 ? isTrue : sql`${operand} NOT IN ${sql.bind('Array(String)', values)}`,
  hasKey: (map, key) => sql`mapContains(${map}, ${key})`,
  valueAt: (map, key) => sql`${map}[${key}]`,
  compare: (_, { operator }) => {
    throw new Error(`no field of the cost store supports ${operator}`);
  },
};

/**
 * `IN` with a bound list. An empty list becomes the constant `false`, because ClickHouse fails on an
 * empty set that is part of a larger expression.
 */
export function isInList(
  operand: Sql,
  values: readonly string[] | readonly number[],
  bound: Sql,
): Sql {
  return values.length === 0 ? sql`false` : sql`${operand} IN ${bound}`;
}
