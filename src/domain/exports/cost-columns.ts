import type { CostStatement } from '../costs/build-statements.js';
import type { CostQuery } from '../costs/cost-query.js';
import { groupColumns, splitsByUnit } from '../costs/group-columns.js';

/** A column of an exported file. */
export interface ExportColumn {
  title: string;
  /** SQL over the rows of a cost statement. */
  sql: string;
}

/** The columns of a file, and the statement that returns its rows in order. */
export interface CostTable {
  columns: readonly string[];
  statement: CostStatement;
}

/** SQL that formats a decimal as the API does, with at least one decimal place. */
export function decimalSql(value: string): string {
  return `replaceRegexpOne(toString(${value}), '^[^.]*$', '\\\\0.0')`;
}

/** The list of a `SELECT`, with aliases `c0`, `c1`, … because titles can repeat. */
export function selectColumns(columns: readonly string[]): string {
  return columns.map((expression, index) => `${expression} AS c${index}`).join(', ');
}

/** The groupings of a query in the requested order, resources with their names. */
export function groupingColumns(query: CostQuery): ExportColumn[] {
  return query.groupings.flatMap((grouping, index): ExportColumn[] => {
    const expression = `g${index}`;
    if (grouping.kind === 'tag') return [{ title: `Tag:${grouping.key}`, sql: expression }];
    if (grouping.kind === 'segment') return [{ title: 'segment', sql: expression }];
    if (grouping.name === 'usage_unit') return [{ title: 'usage_unit', sql: 'unit' }];
    const name = { title: 'resource_name', sql: 'resource_name' };
    return [
      { title: grouping.name, sql: expression },
      ...(grouping.name === 'resource_id' ? [name] : []),
    ];
  });
}

/** Names of the columns that identify a row of a cost statement, beside the date. */
export function keyColumns(query: CostQuery): string[] {
  return [
    ...groupColumns(query).map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
    'currency',
  ];
}

/** The rows of two statements with the same columns, distinguished by `side` 1 and 2. */
export function uniteStatements(first: CostStatement, second: CostStatement): CostStatement {
  const other = prefixParameters(second, 'other_');
  return {
    sql:
      `SELECT 1 AS side, * FROM (\n${first.sql}\n)\n` +
      `UNION ALL\nSELECT 2 AS side, * FROM (\n${other.sql}\n)`,
    params: { ...first.params, ...other.params },
  };
}

/** Renames the parameters of a statement, so that it can be combined with another. */
function prefixParameters(
  { sql: statement, params }: CostStatement,
  prefix: string,
): CostStatement {
  return {
    sql: statement.replace(/\{(\w+):/g, `{${prefix}$1:`),
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [`${prefix}${name}`, value]),
    ),
  };
}
