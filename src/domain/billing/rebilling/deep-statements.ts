import type { StatementSettings } from '../../../platform/store/clickhouse/cost-store.js';

/** Each layer of rules is a subquery of the next one. */
export const deepStatements: StatementSettings = {
  max_subquery_depth: '1000',
  max_ast_depth: '20000',
  max_parser_depth: '20000',
  // To merge the expressions of all layers takes longer than they do.
  query_plan_merge_expressions: 0,
};
