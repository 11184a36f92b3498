import { parseDate } from '../../../../platform/lib/time.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';
import { toSqlPattern } from '../../../costs/vql/index.js';
import {
  type ColumnSql,
  compileDecimals,
  compileText,
  concatenate,
  isNumeric,
} from './compile-expression.js';
import type { ComparisonOperator, Condition, Expression, Literal } from './statement.js';

/** ClickHouse SQL that is true for the rows that a condition matches, and false for all others. */
export function compileCondition(condition: Condition | null, columnSql: ColumnSql): Sql {
  return condition === null ? sql`true` : sql`ifNull(${compileTest(condition, columnSql)}, false)`;
}

/** True, false, or NULL where the result is unknown. */
function compileTest(condition: Condition, columnSql: ColumnSql): Sql {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const tests = condition.operands.map((operand) => compileTest(operand, columnSql));
      return sql`(${sql.join(tests, condition.type === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return sql`(NOT ${compileTest(condition.operand, columnSql)})`;
    case 'is_null':
      return compileNullTest(condition, columnSql);
    case 'like': {
      const pattern = compilePattern(condition.pattern, columnSql);
      const test = sql`like(${compileText(condition.operand, columnSql)}, ${pattern})`;
      return condition.negated ? sql`(NOT ${test})` : test;
    }
    case 'in':
      return compileMembership(condition, columnSql);
    case 'compare':
      return compileComparison(condition.operator, condition.left, condition.right, columnSql);
  }
}

/** The pattern of LIKE. A backslash can only escape in the statement itself: in the value of a row it is one. */
function compilePattern(pattern: Expression, columnSql: ColumnSql): Sql {
  if (pattern.type === 'text') return sql.literal(toSqlPattern(pattern.value));
  if (pattern.type === 'concat')
    return concatenate(pattern.operands.map((operand) => compilePattern(operand, columnSql)));
  const [one, two] = ['\\', '\\\\'].map(sql.literal);
  return sql`replaceAll(${compileText(pattern, columnSql)}, ${one!}, ${two!})`;
}

function compileNullTest(
  { operand, negated }: Extract<Condition, { type: 'is_null' }>,
  columnSql: ColumnSql,
): Sql {
  const value = isNumeric(operand)
    ? compileDecimals(operand, columnSql).sql
    : compileText(operand, columnSql);
  return sql`${negated ? sql`isNotNull` : sql`isNull`}(${value})`;
}

/** Values that are NULL make the result unknown unless another one is equal. */
function compileMembership(
  { operand, values, negated }: Extract<Condition, { type: 'in' }>,
  columnSql: ColumnSql,
): Sql {
  const tests =
    asSet(operand, values, columnSql) ??
    values.map((value) => compileComparison('=', operand, value, columnSql));
  const test = sql`(${sql.join(tests, ' OR ')})`;
  return negated ? sql`(NOT ${test})` : test;
}

/** One look-up in place of a comparison per value, for a text that is compared with texts alone. */
function asSet(operand: Expression, values: readonly Literal[], columnSql: ColumnSql) {
  const texts = values.filter((value) => value.type === 'text');
  const nulls = values.filter((value) => value.type === 'null');
  if (isNumeric(operand) || operand.type === 'null') return null;
  if (texts.length === 0 || texts.length + nulls.length < values.length) return null;
  const expression = compileText(operand, columnSql);
  const list = sql.join(texts.map((value) => comparedText(value, operand, columnSql)));
  const found = sql`if(isNull(${expression}), NULL, ${expression} IN (${list}))`;
  return nulls.length > 0 ? [found, sql`NULL`] : [found];
}

/** Numbers are compared as numbers, also with numeric text; everything else as text. */
function compileComparison(
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  columnSql: ColumnSql,
): Sql {
  if (left.type === 'null' || right.type === 'null') return sql`NULL`;
  if (isNumeric(left) || isNumeric(right)) {
    const [a, b] = [compileDecimals(left, columnSql), compileDecimals(right, columnSql)];
    return sql`(${a.sql} ${sql.raw(operator)} ${b.sql})`;
  }
  const a = comparedText(left, right, columnSql);
  const b = comparedText(right, left, columnSql);
  return sql`(${a} ${sql.raw(operator)} ${b})`;
}

/** A timestamp that is compared with a date column is read as its date. */
function comparedText(expression: Expression, other: Expression, columnSql: ColumnSql): Sql {
  const isDate = other.type === 'column' && other.column.type === 'date';
  const date = isDate && expression.type === 'text' ? parseDate(expression.value) : undefined;
  return date === undefined ? compileText(expression, columnSql) : sql.literal(date);
}
