import { type Sql, sql } from '../../../platform/store/sql.js';
import type { CostPlan } from '../../costs/query/index.js';

/** A column of an exported file. */
export interface ExportColumn {
  title: string;
  /** SQL over the rows of a cost statement. */
  sql: Sql;
}

/** The columns of a file, and the statement that returns its rows in order. */
export interface CostTable {
  columns: readonly string[];
  statement: Sql;
}

/** SQL that formats a decimal as the API does, with at least one decimal place. */
export function decimalSql(value: Sql): Sql {
  return sql`replaceRegexpOne(toString(${value}), '^[^.]*$', '\\\\0.0')`;
}

/** The list of a `SELECT`, with aliases `c0`, `c1`, … because titles can repeat. */
export function selectColumns(columns: readonly Sql[]): Sql {
  return sql.join(columns.map((expression, index) => sql`${expression} AS c${index}`));
}

/** The groupings of a query in the requested order, resources with their names. */
export function groupingColumns({ query }: CostPlan): ExportColumn[] {
  return query.groupings.flatMap((grouping, index): ExportColumn[] => {
    const expression = sql`g${index}`;
    if (grouping.kind === 'tag') return [{ title: `Tag:${grouping.key}`, sql: expression }];
    if (grouping.kind === 'segment') return [{ title: 'segment', sql: expression }];
    if (grouping.name === 'usage_unit') return [{ title: 'usage_unit', sql: sql`unit` }];
    const name = { title: 'resource_name', sql: sql`resource_name` };
    return [
      { title: grouping.name, sql: expression },
      ...(grouping.name === 'resource_id' ? [name] : []),
    ];
  });
}

/** Names of the columns that identify a row of a cost statement, beside the date. */
export const keyColumns = ({ keyNames }: CostPlan): string[] => [...keyNames, 'currency'];

/** Columns by which rows are ordered after all others. */
export const nullsLast = (names: readonly string[]): Sql =>
  sql.join(names.map((name) => sql`${sql.ref(name)} ASC NULLS LAST`));

/** The rows of two statements with the same columns, distinguished by `side` 1 and 2. */
export function uniteStatements(first: Sql, second: Sql): Sql {
  return sql.join(
    [sql`SELECT 1 AS side, * FROM (\n${first}\n)`, sql`SELECT 2 AS side, * FROM (\n${second}\n)`],
    '\nUNION ALL\n',
  );
}
