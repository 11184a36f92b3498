import { BillingSqlError } from '../../../../src/domain/billing/billing-rules/sql/billing-sql-error.js';
import { parseBillingSql } from '../../../../src/domain/billing/billing-rules/sql/parse-statement.js';

/** What is wrong with a statement, by the parser of the server; undefined if it is valid. */
export function sqlProblemOf(text: string): BillingSqlError | undefined {
  try {
    parseBillingSql(text);
    return undefined;
  } catch (error) {
    if (error instanceof BillingSqlError) return error;
    throw error;
  }
}
