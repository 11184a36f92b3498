import { type Sql, sql } from '../../../../platform/store/sql.js';
import { plainNumber } from './literals.js';
import type { ArithmeticOperator, BillingColumn, ColumnType, Expression } from './statement.js';

/**
 * The SQL of a column: `Nullable(Decimal(38, 18))` where its type is number, else `Nullable(String)`,
 * which for a date has the form 2026-03-10.
 */
export type ColumnSql = (column: BillingColumn) => Sql;

/** Decimals have up to 76 digits here. Wider results are rounded, so that 22 remain before the point. */
const widestScale = 54;
/** Places of a quotient, nine more than an amount has. */
const quotientScale = 27;

/** A decimal expression and its number of places, which the compiler tracks to keep results exact. */
interface Decimals {
  sql: Sql;
  scale: number;
}

/**
 * ClickHouse SQL of an expression: `Nullable(Decimal(38, 18))` for a number, rounded half to even
 * once, `Nullable(String)` otherwise. Text that is no number, a division by zero and a result beyond
 * the range of amounts are NULL.
 */
export function compileExpression(
  expression: Expression,
  columnSql: ColumnSql,
  type: ColumnType,
): Sql {
  return type === 'number'
    ? toAmount(compileDecimals(expression, columnSql))
    : compileText(expression, columnSql);
}

/**
 * SQL that is true where an expression divides by zero, in which case the row must stay as it is;
 * null if no expression divides.
 */
export function compileDivisionByZero(
  expressions: readonly Expression[],
  columnSql: ColumnSql,
): Sql | null {
  const divisors = expressions.flatMap(divisorsOf);
  if (divisors.length === 0) return null;
  const tests = divisors.map((divisor) => {
    const { sql: expression } = narrowTo(quotientScale, compileDecimals(divisor, columnSql));
    return sql`ifNull(${expression} = 0, false)`;
  });
  return sql`(${sql.join(tests, ' OR ')})`;
}

function divisorsOf(expression: Expression): Expression[] {
  if (expression.type === 'arithmetic') {
    const inner = [...divisorsOf(expression.left), ...divisorsOf(expression.right)];
    return expression.operator === '/' ? [...inner, expression.right] : inner;
  }
  return 'operands' in expression ? expression.operands.flatMap(divisorsOf) : [];
}

/** Whether an expression is a number by itself; others count as one only where a number is needed. */
export function isNumeric(expression: Expression): boolean {
  switch (expression.type) {
    case 'number':
    case 'arithmetic':
      return true;
    case 'column':
      return expression.column.type === 'number';
    case 'call': {
      const values = expression.operands.filter(({ type }) => type !== 'null');
      return expression.name === 'COALESCE' && values.length > 0 && values.every(isNumeric);
    }
    default:
      return false;
  }
}

/** SQL of an expression as an exact decimal. */
export function compileDecimals(expression: Expression, columnSql: ColumnSql): Decimals {
  switch (expression.type) {
    case 'number':
    case 'text':
      return decimalLiteral(expression.value);
    case 'null':
      return { sql: sql`CAST(NULL, 'Nullable(Decimal(76, 18))')`, scale: 18 };
    case 'column':
      return decimalColumn(expression.column, columnSql);
    case 'arithmetic': {
      const left = compileDecimals(expression.left, columnSql);
      const right = compileDecimals(expression.right, columnSql);
      return compileArithmetic(expression.operator, left, right);
    }
    default:
      return compileNumericText(expression, columnSql);
  }
}

function compileNumericText(
  expression: Extract<Expression, { type: 'call' | 'concat' }>,
  columnSql: ColumnSql,
): Decimals {
  if (!isNumeric(expression)) return parsedText(compileText(expression, columnSql));
  const operands = expression.operands.map((operand) => compileDecimals(operand, columnSql));
  const scale = Math.max(...operands.map((operand) => operand.scale));
  const aligned = operands.map(({ sql: expression }) => sql`toDecimal256(${expression}, ${scale})`);
  return { sql: sql`coalesce(${sql.join(aligned)})`, scale };
}

function decimalLiteral(text: string): Decimals {
  const plain = plainNumber(text);
  if (plain === null) return { sql: sql`CAST(NULL, 'Nullable(Decimal(76, 18))')`, scale: 18 };
  const scale = plain.split('.')[1]?.length ?? 0;
  return { sql: sql`toDecimal256(${sql.literal(plain)}, ${scale})`, scale };
}

function decimalColumn(column: BillingColumn, columnSql: ColumnSql): Decimals {
  const expression = columnSql(column);
  return column.type === 'number'
    ? { sql: sql`toDecimal256(${expression}, 18)`, scale: 18 }
    : parsedText(expression);
}

const parsedText = (expression: Sql): Decimals => ({
  sql: sql`toDecimal256OrNull(${expression}, 18)`,
  scale: 18,
});

function compileArithmetic(
  operator: ArithmeticOperator,
  left: Decimals,
  right: Decimals,
): Decimals {
  if (operator === '*') return multiply(left, right);
  if (operator === '/') return divide(left, right);
  return {
    sql: sql`(${left.sql} ${sql.raw(operator)} ${right.sql})`,
    scale: Math.max(left.scale, right.scale),
  };
}

function multiply(left: Decimals, right: Decimals): Decimals {
  const half = widestScale / 2;
  const a = narrowTo(Math.max(half, widestScale - right.scale), left);
  const b = narrowTo(widestScale - a.scale, right);
  return { sql: sql`(${a.sql} * ${b.sql})`, scale: a.scale + b.scale };
}

/** ClickHouse divides with the places of the dividend. */
function divide(left: Decimals, right: Decimals): Decimals {
  const dividend = sql`toDecimal256(${narrowTo(quotientScale, left).sql}, ${quotientScale})`;
  const divisor = narrowTo(quotientScale, right).sql;
  return { sql: sql`(${dividend} / nullIf(${divisor}, 0))`, scale: quotientScale };
}

function narrowTo(scale: number, value: Decimals): Decimals {
  if (value.scale <= scale) return value;
  return { sql: sql`toDecimal256(roundBankers(${value.sql}, ${scale}), ${scale})`, scale };
}

function toAmount(value: Decimals): Sql {
  return sql`accurateCastOrNull(${narrowTo(18, value).sql}, 'Decimal(38, 18)')`;
}

/** SQL of an expression as text; numbers in plain notation. */
export function compileText(expression: Expression, columnSql: ColumnSql): Sql {
  if (expression.type === 'text') return sql.literal(expression.value);
  if (expression.type === 'null') return sql`CAST(NULL, 'Nullable(String)')`;
  if (expression.type === 'number') return sql.literal(expression.value);
  if (isNumeric(expression))
    return sql`toString(${toAmount(compileDecimals(expression, columnSql))})`;
  if (expression.type === 'column') return columnSql(expression.column);
  if (expression.type === 'arithmetic') throw new Error('arithmetic is numeric');
  const operands = expression.operands.map((operand) => compileText(operand, columnSql));
  if (expression.type === 'concat') return concatenate(operands);
  if (expression.name === 'COALESCE') return sql`coalesce(${sql.join(operands)})`;
  return sql`${expression.name === 'LOWER' ? sql`lowerUTF8` : sql`upperUTF8`}(${operands[0]!})`;
}

/** NULL counts as empty text. */
export function concatenate(operands: readonly Sql[]): Sql {
  return sql`concat(${sql.join(operands.map((operand) => sql`ifNull(${operand}, '')`))})`;
}
