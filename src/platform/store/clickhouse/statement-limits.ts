import type { ClickHouseSettings } from '@clickhouse/client';
import { DomainFailure } from '../../lib/errors.js';

/** Long lists of values make long statements. */
const maxStatementBytes = 64 * 1024 * 1024;

/**
 * Limits of every statement, on any engine. The defaults of ClickHouse are below what one valid filter
 * with 5,000 conditions needs; the time to evaluate conditions grows with their number.
 */
export const statementLimits: ClickHouseSettings = {
  max_query_size: String(maxStatementBytes),
  max_ast_elements: '250000',
  max_expanded_ast_elements: '2500000',
  max_ast_depth: '5000',
  max_parser_depth: '5000',
  max_subquery_depth: '500',
};

const tooLarge = (cause?: unknown) =>
  new DomainFailure(
    [
      'The filters and rules of this query are too large to evaluate; use fewer or shorter conditions in its filters, segments and virtual tags',
    ],
    { cause },
  );

const overflow = (cause: unknown) =>
  new DomainFailure(
    ['The amounts of this query are too large to be computed exactly; check the exchange rates'],
    { cause },
  );

/** Sends a statement, unless it is too large for the engine. */
export async function withinStatementLimits<Result>(
  query: string,
  send: () => Promise<Result>,
): Promise<Result> {
  requireStatementSize(query);
  try {
    return await send();
  } catch (error) {
    throw asStatementFailure(error);
  }
}

/** Fails for a statement that the engine would not read to its end. */
export function requireStatementSize(query: string): void {
  // A character takes at most three bytes in UTF-8, so most statements need not be measured.
  if (query.length * 3 <= maxStatementBytes) return;
  if (Buffer.byteLength(query) > maxStatementBytes) throw tooLarge();
}

const limitErrors = new Set([
  'TOO_BIG_AST',
  'TOO_DEEP_AST',
  'TOO_DEEP_RECURSION',
  'TOO_DEEP_SUBQUERIES',
]);

/** Turns an error of the engine about the size of a statement or its amounts into a failure that the caller can fix. */
function asStatementFailure(error: unknown): unknown {
  // Not a check of the class: the embedded engine brings its own copy of it.
  const { type = '' } = error as { type?: string };
  if (type === 'DECIMAL_OVERFLOW') return overflow(error);
  return limitErrors.has(type) ? tooLarge(error) : error;
}
