import type { Comparison } from '../check/expression.js';
import type { Dialect } from './dialect.js';

export type PostgresValue = string | boolean | readonly string[];

const numberPattern = String.raw`'^-?[0-9]+(\.[0-9]+)?$'`;
const instantPattern = String.raw`'^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$'`;
const timeZonePattern = String.raw`'T.*(Z|[+-][0-9]{2}:?[0-9]{2})$'`;

/** PostgreSQL with placeholders `$1`, `$2`, ...; their values are appended to `values`. */
export function postgresDialect(values: PostgresValue[]): Dialect {
  const bind = (value: PostgresValue, type: string) => `$${values.push(value)}::${type}`;
  const bindText = (value: string) => bind(replaceNul(value), 'text');
  const bindList = (list: readonly string[]) => bind(list.map(replaceNul), 'text[]');
  return {
    bindText,
    bindBoolean: (value) => bind(value, 'boolean'),
    isIn: (operand, list) => `${operand} = ANY(${bindList(list)})`,
    isNotIn: (operand, list) => `${operand} <> ALL(${bindList(list)})`,
    hasKey: (map, key) => `(${map} ->> ${key}) IS NOT NULL`,
    valueAt: (map, key) => `(${map} ->> ${key})`,
    compare: (operand, { operator, value }: Comparison) =>
      value.type === 'number'
        ? compareNumbers(operand, operator, bind(value.text, 'numeric'))
        : compareInstants(operand, operator, bind(value.text, 'timestamptz')),
  };
}

/** PostgreSQL rejects NUL in text. No stored value contains one, so the replacement never matches. */
function replaceNul(value: string): string {
  return value.replaceAll('\0', '\uffff');
}

/** CASE, unlike AND, guarantees that only values that passed the test are cast. */
function compareNumbers(value: string, operator: string, number: string): string {
  const test = `${value} ~ ${numberPattern}`;
  return `(CASE WHEN ${test} THEN ${value}::numeric ${operator} ${number} ELSE false END)`;
}

/** A value that only looks like a date, such as 2026-02-30, must not fail the whole query. */
function compareInstants(value: string, operator: string, instant: string): string {
  const zoned = `CASE WHEN ${value} ~ ${timeZonePattern} THEN ${value} ELSE ${value} || ' UTC' END`;
  const test = `${value} ~ ${instantPattern} AND pg_input_is_valid(${zoned}, 'timestamptz')`;
  return `(CASE WHEN ${test} THEN (${zoned})::timestamptz ${operator} ${instant} ELSE false END)`;
}
