import type { Dialect } from './dialect.js';
import type { QueryParameters } from './query-parameters.js';

/** ClickHouse SQL with its values bound as named parameters. */
export function clickhouseDialect(parameters: QueryParameters): Dialect {
  return {
    bindText: (value) => parameters.bind('String', value),
    bindBoolean: (value) => parameters.bind('Bool', value),
    isIn: (operand, values) => isInList(operand, 'Array(String)', values, parameters),
    isNotIn: (operand, values) =>
      values.length === 0
        ? 'true'
        : `${operand} NOT IN ${parameters.bind('Array(String)', values)}`,
    hasKey: (map, key) => `mapContains(${map}, ${key})`,
    valueAt: (map, key) => `${map}[${key}]`,
    compare: (_, { operator }) => {
      throw new Error(`no field of the cost store supports ${operator}`);
    },
  };
}

/**
 * `IN` with a bound list. An empty list becomes the constant `false`, because ClickHouse fails on an
 * empty set that is part of a larger expression.
 */
export function isInList(
  operand: string,
  type: 'Array(String)' | 'Array(UInt32)',
  values: readonly string[] | readonly number[],
  parameters: QueryParameters,
): string {
  return values.length === 0 ? 'false' : `${operand} IN ${parameters.bind(type, values)}`;
}
