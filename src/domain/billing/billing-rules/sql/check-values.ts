import { parseDate } from '../../../../platform/lib/time.js';
import { requiredColumns } from './columns.js';
import { plainNumber } from './literals.js';
import type { Assignment, BillingColumn, Expression } from './statement.js';

type Fail = (reason: string) => never;

/** Refuses a text in arithmetic that is no number; a column is only known row by row. */
export function checkNumber(expression: Expression, fail: Fail): void {
  if (expression.type === 'text' && plainNumber(expression.value) === null) {
    fail(`'${expression.value.slice(0, 60)}' is not a number`);
  }
}

/** Refuses a value that the column can never have. */
export function checkAssignment({ column, value }: Assignment, fail: Fail): void {
  if (
    value.type === 'null' &&
    column.dataset === 'costs' &&
    requiredColumns.includes(column.name)
  ) {
    fail(`costs.${column.name} can't be NULL`);
  }
  if (column.type === 'number') checkNumber(value, fail);
  if (column.type === 'date' && value.type !== 'null') checkDate(value, fail);
}

function checkDate(value: Expression, fail: Fail): void {
  const isLiteral = value.type === 'text' || value.type === 'number';
  if (isLiteral && parseDate(value.value) === undefined)
    fail(`${value.value.slice(0, 60)} is not a date`);
}

/** Refuses an INSERT without what a cost line must have. */
export function checkInsert(columns: readonly BillingColumn[], fail: Fail): void {
  for (const needed of ['provider', 'amount']) {
    if (!columns.some(({ name }) => name === needed)) fail(`INSERT needs the column ${needed}`);
  }
}
