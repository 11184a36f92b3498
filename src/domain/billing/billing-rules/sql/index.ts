export { awsLineColumns } from './aws-line-columns.js';
export { applicationProblems } from './check-applicable.js';
export { BillingSqlError } from './billing-sql-error.js';
export { compileCondition } from './compile-condition.js';
export { type ColumnSql, compileDivisionByZero, compileExpression } from './compile-expression.js';
export { parseBillingSql } from './parse-statement.js';
export type {
  Assignment,
  BillingColumn,
  BillingDataset,
  BillingStatement,
  Condition,
  DeleteStatement,
  Expression,
  InsertStatement,
  Literal,
  UpdateStatement,
} from './statement.js';
