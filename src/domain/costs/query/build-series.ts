import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildMonthSums } from './build-aggregation.js';
import { convertedRows, hasUsage, roundedAmount, roundedSum } from './build-statements.js';
import type { CostQuery } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import {
  groupColumns,
  groupsByResource,
  namesResources,
  selectGroup,
  splitsByUnit,
} from './group-columns.js';

/** Restricts series to groups that were read before. */
export interface ChosenGroups {
  keys: readonly string[];
  /** Their resources, where costs are grouped by resource, so that other rows are not summed at all. */
  resourceIds: readonly (string | null)[];
}

/** The groups of a query with their totals and their amounts by bin, unordered. */
export function buildSeriesStatement(query: CostQuery, chosen?: ChosenGroups): Sql {
  const { columns, groupBy, names } = groupSeries(query);
  const read = chosen ? withResources(query, chosen) : query;
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      ...countedRows(read, chosen ? chosenOnly(query, names, chosen) : []),
      ...groupBy,
    ],
    '\n',
  );
}

/**
 * The amounts by day of chosen resources, or of all costs without groupings, as arrays by month; undefined
 * where the amounts of days take more than their sums.
 */
export function buildDaysStatement(query: CostQuery, chosen?: ChosenGroups): Sql | undefined {
  const groups = groupColumns(query);
  const read = chosen ? withResources(query, chosen) : query;
  const isOneRowPerMonth = groups.length === 0 || (groups.length === 1 && groupsByResource(query));
  return query.dateBin === 'day' && isOneRowPerMonth ? buildMonthSums(read, groups) : undefined;
}

/** One page of the groups of a query, ordered by cost; each row has the number and the sum of all. */
export function buildRankedStatement(
  query: CostQuery,
  { isDescending }: { isDescending: boolean },
): Sql {
  const { columns, groupBy, names } = groupSeries(query);
  const ofAll = [sql`count() OVER () AS group_count`, sql`sum(total) OVER () AS matching_total`];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([...columns, ...ofAll], ',\n  ')}`,
      ...countedRows(query),
      ...groupBy,
      sql`ORDER BY ${byTotal(isDescending, names)}`,
      sql`LIMIT ${query.limit} OFFSET ${query.offset}`,
    ],
    '\n',
  );
}

/**
 * The first page of the groups of a query, ordered by cost, after the totals of its bins and of all:
 * one statement instead of two, where there are few groups.
 */
export function buildRankedStatementWithTotals(
  query: CostQuery,
  { isDescending, binCount }: { isDescending: boolean; binCount: number },
): Sql {
  const { columns, names } = groupSeries(query, { hasTotals: true });
  const ofAll = [
    sql`countIf(row_kind = 'group') OVER () AS group_count`,
    sql`sumIf(total, row_kind = 'group') OVER () AS matching_total`,
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([...columns, ...ofAll], ',\n  ')}`,
      ...countedRows(query),
      sql`GROUP BY GROUPING SETS ((${sumsOf(names)}), (costs.accrued_at), ())`,
      sql`ORDER BY row_kind = 'group', ${byTotal(isDescending, names)}`,
      sql`LIMIT ${binCount + 1 + query.limit}`,
    ],
    '\n',
  );
}

const byTotal = (isDescending: boolean, names: readonly string[]) =>
  sql.join([
    isDescending ? sql`total DESC` : sql`total ASC`,
    ...names.map((name) => sql`${sql.ref(name)} ASC NULLS LAST`),
  ]);

/** The columns of sums with these names. */
const sumsOf = (names: readonly string[]) => sql.refs(names.map((name) => `costs.${name}`));

/** What sums are grouped by, for one row per combination of these columns. */
export const groupedBy = (names: readonly string[]): Sql =>
  names.length === 0 ? sql`tuple()` : sumsOf(names);

/** What the rows of a series statement are: a group, or the total of a bin or of all. */
const rowKind = (name: string) => sql`multiIf(
    grouping(costs.accrued_at) = 0, 'bin',
    grouping(costs.${sql.ref(name)}) = 0, 'group',
    'total'
  )`;

/** Columns of the groups of a query, and what they are grouped by. */
function groupSeries(query: CostQuery, { hasTotals = false } = {}) {
  const groups = groupColumns(query);
  const byUnit = splitsByUnit(query);
  const names = [...groups.map(({ name }) => name), ...(byUnit ? ['unit'] : [])];
  return {
    names,
    columns: [
      ...groups.map(selectGroup),
      ...(byUnit ? [sql`unit`] : []),
      ...(hasTotals ? [sql`${rowKind(names[0]!)} AS row_kind`] : []),
      sql`${keySql(names)} AS group_key`,
      ...(isOneBin(query) ? rowColumns(query) : sumColumns(query, hasTotals)),
    ],
    groupBy: isOneBin(query) ? [] : [sql`GROUP BY ${groupedBy(names)}`],
  };
}

/** The rows of a query, one per bin and group, that count. */
function countedRows(query: CostQuery, more: readonly Sql[] = []): Sql[] {
  const conditions = [
    sql`costs.currency = ${targetCurrency(query)}`,
    sql`(costs.amount != 0 OR ${hasUsage(query)})`,
    ...more,
  ];
  return [
    sql`FROM (\n${convertedRows(query, groupColumns(query))}\n) AS costs`,
    sql`WHERE ${sql.join(conditions, ' AND ')}`,
  ];
}

/** Leaves out groups that have a chosen resource, but another value beside it. */
function chosenOnly(query: CostQuery, names: readonly string[], { keys }: ChosenGroups): Sql[] {
  if (groupsByResource(query) && names.length === 1) return [];
  return [sql`${keySql(names)} IN ${sql.bind('Array(String)', keys)}`];
}

/** Whether a group has one row. Grouping it again would take as long as reading it, where there are very many. */
const isOneBin = ({ dateBin, groupings }: CostQuery) => dateBin === 'range' && groupings.length > 0;

const rowColumns = (query: CostQuery) => [
  ...(namesResources(query) ? [sql`costs.resource_name AS resource_name`] : []),
  sql`${roundedAmount(query)} AS total`,
  sql`[costs.accrued_at] AS bins`,
  sql`[total] AS amounts`,
];

const sumColumns = (query: CostQuery, hasTotals: boolean) => {
  const bins = sql`groupArray(costs.accrued_at)`;
  const amounts = sql`groupArray(${roundedAmount(query)})`;
  const ofRow = (array: Sql, only: Sql) =>
    hasTotals ? sql`if(row_kind = 'group', ${array}, [${only}])` : array;
  return [
    ...(namesResources(query) ? [sql`max(costs.resource_name) AS resource_name`] : []),
    sql`${roundedSum(query)} AS total`,
    sql`${ofRow(bins, sql`costs.accrued_at`)} AS bins`,
    sql`${ofRow(amounts, sql`total`)} AS amounts`,
  ];
};

/** Text that identifies a group within a query, whatever its range. */
export function keySql(columns: readonly string[]): Sql {
  const texts = columns.map((name) => sql`toString(costs.${sql.ref(name)})`);
  return sql`toJSONString(tuple(${sql.join(texts)}))`;
}

function withResources(query: CostQuery, { resourceIds }: ChosenGroups): CostQuery {
  if (!groupsByResource(query)) return query;
  const { condition } = query;
  const ids = resourceIds.filter((id) => id !== null);
  const isChosen = [
    sql`resource_id IN ${sql.bind('Array(String)', ids)}`,
    ...(resourceIds.includes(null) ? [sql`resource_id IS NULL`] : []),
  ];
  return {
    ...query,
    condition: {
      ...condition,
      sql: sql`${condition.sql}\n  AND (${sql.join(isChosen, ' OR ')})`,
    },
  };
}
