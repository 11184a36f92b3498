import type { ClickHouseSettings } from '@clickhouse/client';

/** Each layer of rules is a subquery of the next one. */
export const deepStatements: ClickHouseSettings = {
  max_subquery_depth: '1000',
  max_ast_depth: '20000',
  max_parser_depth: '20000',
  // To merge the expressions of all layers takes longer than they do.
  query_plan_merge_expressions: 0,
};
