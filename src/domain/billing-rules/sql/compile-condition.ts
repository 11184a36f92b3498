import { parseDate } from '../../../platform/lib/time.js';
import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import { toSqlPattern } from '../../vql/check/like-pattern.js';
import { type ColumnSql, compileDecimals, compileText, isNumeric } from './compile-expression.js';
import type { Condition, Expression, Literal } from './statement.js';

/** ClickHouse SQL that is true for the rows that a condition matches, and false for all others. */
export function compileCondition(condition: Condition | null, columnSql: ColumnSql): string {
  return condition === null ? 'true' : `ifNull(${compileTest(condition, columnSql)}, false)`;
}

/** True, false, or NULL where the result is unknown. */
function compileTest(condition: Condition, columnSql: ColumnSql): string {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const tests = condition.operands.map((operand) => compileTest(operand, columnSql));
      return `(${tests.join(condition.type === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return `(NOT ${compileTest(condition.operand, columnSql)})`;
    case 'is_null':
      return compileNullTest(condition, columnSql);
    case 'like': {
      const pattern = literal(toSqlPattern(condition.pattern));
      const test = `like(${compileText(condition.operand, columnSql)}, ${pattern})`;
      return condition.negated ? `(NOT ${test})` : test;
    }
    case 'in':
      return compileMembership(condition, columnSql);
    case 'compare':
      return compileComparison(condition.operator, condition.left, condition.right, columnSql);
  }
}

function compileNullTest(
  { operand, negated }: Extract<Condition, { type: 'is_null' }>,
  columnSql: ColumnSql,
): string {
  const value = isNumeric(operand)
    ? compileDecimals(operand, columnSql).sql
    : compileText(operand, columnSql);
  return `${negated ? 'isNotNull' : 'isNull'}(${value})`;
}

/** Values that are NULL make the result unknown unless another one is equal. */
function compileMembership(
  { operand, values, negated }: Extract<Condition, { type: 'in' }>,
  columnSql: ColumnSql,
): string {
  const tests =
    asSet(operand, values, columnSql) ??
    values.map((value) => compileComparison('=', operand, value, columnSql));
  const test = `(${tests.join(' OR ')})`;
  return negated ? `(NOT ${test})` : test;
}

/** One look-up in place of a comparison per value, for a text that is compared with texts alone. */
function asSet(operand: Expression, values: readonly Literal[], columnSql: ColumnSql) {
  const texts = values.filter((value) => value.type === 'text');
  const nulls = values.filter((value) => value.type === 'null');
  if (isNumeric(operand) || operand.type === 'null') return null;
  if (texts.length === 0 || texts.length + nulls.length < values.length) return null;
  const expression = compileText(operand, columnSql);
  const list = texts.map((value) => comparedText(value, operand, columnSql)).join(', ');
  const found = `if(isNull(${expression}), NULL, ${expression} IN (${list}))`;
  return nulls.length > 0 ? [found, 'NULL'] : [found];
}

/** Numbers are compared as numbers, also with numeric text; everything else as text. */
function compileComparison(
  operator: string,
  left: Expression,
  right: Expression,
  columnSql: ColumnSql,
): string {
  if (left.type === 'null' || right.type === 'null') return 'NULL';
  if (isNumeric(left) || isNumeric(right)) {
    const [a, b] = [compileDecimals(left, columnSql), compileDecimals(right, columnSql)];
    return `(${a.sql} ${operator} ${b.sql})`;
  }
  const a = comparedText(left, right, columnSql);
  const b = comparedText(right, left, columnSql);
  return `(${a} ${operator} ${b})`;
}

/** A timestamp that is compared with a date column is read as its date. */
function comparedText(expression: Expression, other: Expression, columnSql: ColumnSql): string {
  const isDate = other.type === 'column' && other.column.type === 'date';
  const date = isDate && expression.type === 'text' ? parseDate(expression.value) : undefined;
  return date === undefined ? compileText(expression, columnSql) : literal(date);
}
