import type { CostQuery } from '../costs/cost-query.js';
import { groupColumns, splitsByUnit } from '../costs/group-columns.js';
import type { CostStatement } from '../costs/build-statements.js';

/** A column of an exported file. */
export interface Column {
  title: string;
  /** SQL over the rows of a planned statement. */
  sql: string;
}

/** A file's columns and the statement that gives its rows in order. */
export interface CostTable {
  columns: readonly string[];
  statement: CostStatement;
}

/** A decimal as the API shows it: at least one digit after the point. */
export function decimalSql(value: string): string {
  return `replaceRegexpOne(toString(${value}), '^[^.]*$', '\\\\0.0')`;
}

/** Entries of a `SELECT`; names of their own keep equal ones apart. */
export function selected(columns: readonly string[]): string {
  return columns.map((sql, index) => `${sql} AS c${index}`).join(', ');
}

/** The groupings of a query in the order asked for, each resource with its name. */
export function groupingColumns(query: CostQuery): Column[] {
  return query.groupings.flatMap((grouping, index): Column[] => {
    const sql = `g${index}`;
    if (grouping.kind === 'tag') return [{ title: `Tag:${grouping.key}`, sql }];
    if (grouping.kind === 'segment') return [{ title: 'segment', sql }];
    if (grouping.name === 'usage_unit') return [{ title: 'usage_unit', sql: 'unit' }];
    const name = { title: 'resource_name', sql: 'resource_name' };
    return [{ title: grouping.name, sql }, ...(grouping.name === 'resource_id' ? [name] : [])];
  });
}

/** Names under which a planned statement keeps what rows are told apart by, beside the date. */
export function keysOf(query: CostQuery): string[] {
  return [
    ...groupColumns(query).map(({ name }) => name),
    ...(splitsByUnit(query) ? ['unit'] : []),
    'currency',
  ];
}

/** The rows of two statements of the same shape, told apart by `side` 1 and 2. */
export function bothSides(first: CostStatement, second: CostStatement): CostStatement {
  const other = renamed(second, 'other_');
  return {
    sql:
      `SELECT 1 AS side, * FROM (\n${first.sql}\n)\n` +
      `UNION ALL\nSELECT 2 AS side, * FROM (\n${other.sql}\n)`,
    params: { ...first.params, ...other.params },
  };
}

/** The statement with its parameters under other names, so that it can stand beside another. */
function renamed({ sql, params }: CostStatement, prefix: string): CostStatement {
  return {
    sql: sql.replace(/\{(\w+):/g, `{${prefix}$1:`),
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [`${prefix}${name}`, value]),
    ),
  };
}
