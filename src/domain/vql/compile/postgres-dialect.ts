import type { Dialect } from './dialect.js';
import type { Comparison } from '../check/expression.js';

export type PostgresValue = string | boolean | readonly string[];

const numberText = String.raw`'^-?[0-9]+(\.[0-9]+)?$'`;
const instantText = String.raw`'^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$'`;
const zoneText = String.raw`'T.*(Z|[+-][0-9]{2}:?[0-9]{2})$'`;

/** Writes placeholders `$1`, `$2`, ... and collects their values. */
export function postgres(values: PostgresValue[]): Dialect {
  const bind = (value: PostgresValue, type: string) => `$${values.push(value)}::${type}`;
  const text = (value: string) => bind(storable(value), 'text');
  const texts = (list: readonly string[]) => bind(list.map(storable), 'text[]');
  return {
    text,
    flag: (value) => bind(value, 'boolean'),
    isAnyOf: (operand, list) => `${operand} = ANY(${texts(list)})`,
    isNoneOf: (operand, list) => `${operand} <> ALL(${texts(list)})`,
    hasKey: (map, key) => `(${map} ->> ${key}) IS NOT NULL`,
    valueAt: (map, key) => `(${map} ->> ${key})`,
    compare: (value, { operator, comparand }: Comparison) =>
      comparand.type === 'number'
        ? compareNumbers(value, operator, bind(comparand.text, 'numeric'))
        : compareInstants(value, operator, bind(comparand.text, 'timestamptz')),
  };
}

/** PostgreSQL refuses NUL in text, so no stored value holds one: the replacement never matches. */
function storable(value: string): string {
  return value.replaceAll('\0', '\uffff');
}

/** CASE, unlike AND, promises that the cast only sees what passed the test. */
function compareNumbers(value: string, operator: string, number: string): string {
  const test = `${value} ~ ${numberText}`;
  return `(CASE WHEN ${test} THEN ${value}::numeric ${operator} ${number} ELSE false END)`;
}

/** A text that only looks like a date, such as 2026-02-30, must not fail the whole query. */
function compareInstants(value: string, operator: string, instant: string): string {
  const zoned = `CASE WHEN ${value} ~ ${zoneText} THEN ${value} ELSE ${value} || ' UTC' END`;
  const test = `${value} ~ ${instantText} AND pg_input_is_valid(${zoned}, 'timestamptz')`;
  return `(CASE WHEN ${test} THEN (${zoned})::timestamptz ${operator} ${instant} ELSE false END)`;
}
