import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Comparison } from '../check/expression.js';
import type { ComparisonOperator } from '../syntax/operators.js';
import type { Dialect } from './dialect.js';

const numberPattern = sql.raw(String.raw`'^-?[0-9]+(\.[0-9]+)?$'`);
const instantPattern = sql.raw(
  String.raw`'^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$'`,
);
const timeZonePattern = sql.raw(String.raw`'T.*(Z|[+-][0-9]{2}:?[0-9]{2})$'`);

const bindList = (list: readonly string[]) => sql.bind('text[]', list.map(replaceNul));

export const postgresDialect: Dialect = {
  bindText: (value) => sql.bind('text', replaceNul(value)),
  bindBoolean: (value) => sql.bind('boolean', value),
  isIn: (operand, list) => sql`${operand} = ANY(${bindList(list)})`,
  isNotIn: (operand, list) => sql`${operand} <> ALL(${bindList(list)})`,
  hasKey: (map, key) => sql`(${map} ->> ${key}) IS NOT NULL`,
  valueAt: (map, key) => sql`(${map} ->> ${key})`,
  compare: (operand, { operator, value }: Comparison) =>
    value.type === 'number'
      ? compareNumbers(operand, operator, sql.bind('numeric', value.text))
      : compareInstants(operand, operator, sql.bind('timestamptz', value.text)),
};

/** PostgreSQL rejects NUL in text. No stored value contains one, so the replacement never matches. */
function replaceNul(value: string): string {
  return value.replaceAll('\0', '\uffff');
}

/** CASE, unlike AND, guarantees that only values that passed the test are cast. */
function compareNumbers(value: Sql, operator: ComparisonOperator, number: Sql): Sql {
  const test = sql`${value} ~ ${numberPattern}`;
  const compared = sql`${value}::numeric ${sql.raw(operator)} ${number}`;
  return sql`(CASE WHEN ${test} THEN ${compared} ELSE false END)`;
}

/** A value that only looks like a date, such as 2026-02-30, must not fail the whole query. */
function compareInstants(value: Sql, operator: ComparisonOperator, instant: Sql): Sql {
  const zoned = sql`CASE WHEN ${value} ~ ${timeZonePattern} THEN ${value} ELSE ${value} || ' UTC' END`;
  const test = sql`${value} ~ ${instantPattern} AND pg_input_is_valid(${zoned}, 'timestamptz')`;
  const compared = sql`(${zoned})::timestamptz ${sql.raw(operator)} ${instant}`;
  return sql`(CASE WHEN ${test} THEN ${compared} ELSE false END)`;
}
