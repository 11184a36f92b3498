import { buildMonthSums } from './build-aggregation.js';
import {
  bindStatement,
  convertedRows,
  type CostStatement,
  roundedAmount,
} from './build-statements.js';
import type { CostQuery } from './cost-query.js';
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
export function buildSeriesStatement(query: CostQuery, chosen?: ChosenGroups): CostStatement {
  const { columns, groupBy, names } = groupSeries(query);
  const read = chosen ? withResources(query, chosen) : query;
  const { sql: statement, params } = bindStatement(read, groupColumns(query), [
    `SELECT\n  ${columns.join(',\n  ')}`,
    ...countedRows(read, chosen ? chosenOnly(query, names) : []),
    ...groupBy,
  ]);
  return { sql: statement, params: { ...params, ...(chosen && { group_keys: chosen.keys }) } };
}

/**
 * The amounts by day of chosen resources, or of all costs without groupings, as arrays by month; undefined
 * where the amounts of days take more than their sums.
 */
export function buildDaysStatement(
  query: CostQuery,
  chosen?: ChosenGroups,
): CostStatement | undefined {
  const groups = groupColumns(query);
  const read = chosen ? withResources(query, chosen) : query;
  const isOneRowPerMonth = groups.length === 0 || (groups.length === 1 && groupsByResource(query));
  const expression =
    query.dateBin === 'day' && isOneRowPerMonth ? buildMonthSums(read, groups) : undefined;
  return expression === undefined ? undefined : bindStatement(read, groups, [expression]);
}

/** One page of the groups of a query, ordered by cost; each row has the number and the sum of all. */
export function buildRankedStatement(
  query: CostQuery,
  { isDescending }: { isDescending: boolean },
): CostStatement {
  const { columns, groupBy, names } = groupSeries(query);
  return bindStatement(query, groupColumns(query), [
    `SELECT\n  ${[...columns, 'count() OVER () AS group_count', 'sum(total) OVER () AS matching_total'].join(',\n  ')}`,
    ...countedRows(query),
    ...groupBy,
    `ORDER BY ${byTotal(isDescending, names)}`,
    `LIMIT ${query.limit} OFFSET ${query.offset}`,
  ]);
}

/**
 * The first page of the groups of a query, ordered by cost, after the totals of its bins and of all:
 * one statement instead of two, where there are few groups.
 */
export function buildRankedStatementWithTotals(
  query: CostQuery,
  { isDescending, binCount }: { isDescending: boolean; binCount: number },
): CostStatement {
  const { columns, names } = groupSeries(query, { hasTotals: true });
  const grouped = names.map((name) => `costs.${name}`).join(', ');
  return bindStatement(query, groupColumns(query), [
    `SELECT\n  ${[
      ...columns,
      "countIf(row_kind = 'group') OVER () AS group_count",
      "sumIf(total, row_kind = 'group') OVER () AS matching_total",
    ].join(',\n  ')}`,
    ...countedRows(query),
    `GROUP BY GROUPING SETS ((${grouped}), (costs.accrued_at), ())`,
    `ORDER BY row_kind = 'group', ${byTotal(isDescending, names)}`,
    `LIMIT ${binCount + 1 + query.limit}`,
  ]);
}

const byTotal = (isDescending: boolean, names: readonly string[]) =>
  [`total ${isDescending ? 'DESC' : 'ASC'}`, ...names.map((name) => `${name} ASC NULLS LAST`)].join(
    ', ',
  );

/** What the rows of a series statement are: a group, or the total of a bin or of all. */
const rowKind = (name: string) =>
  `multiIf(grouping(costs.accrued_at) = 0, 'bin', grouping(costs.${name}) = 0, 'group', 'total')`;

/** Columns of the groups of a query, and what they are grouped by. */
function groupSeries(query: CostQuery, { hasTotals = false } = {}) {
  const groups = groupColumns(query);
  const byUnit = splitsByUnit(query);
  const names = [...groups.map(({ name }) => name), ...(byUnit ? ['unit'] : [])];
  const grouped = names.length === 0 ? 'tuple()' : names.map((name) => `costs.${name}`).join(', ');
  return {
    names,
    columns: [
      ...groups.map(selectGroup),
      ...(byUnit ? ['unit'] : []),
      ...(hasTotals ? [`${rowKind(names[0]!)} AS row_kind`] : []),
      `${keySql(names)} AS group_key`,
      ...(isOneBin(query) ? rowColumns(query) : sumColumns(query, hasTotals)),
    ],
    groupBy: isOneBin(query) ? [] : [`GROUP BY ${grouped}`],
  };
}

/** The rows of a query, one per bin and group, that count. */
function countedRows(query: CostQuery, more: readonly string[] = []): string[] {
  const hasUsage = splitsByUnit(query) ? 'ifNull(costs.usage != 0, false)' : 'costs.has_usage';
  const conditions = [
    'costs.currency = {to_currency:String}',
    `(costs.amount != 0 OR ${hasUsage})`,
    ...more,
  ];
  return [
    `FROM (\n${convertedRows(query, groupColumns(query))}\n) AS costs`,
    `WHERE ${conditions.join(' AND ')}`,
  ];
}

/** Leaves out groups that have a chosen resource, but another value beside it. */
function chosenOnly(query: CostQuery, names: readonly string[]): string[] {
  if (groupsByResource(query) && names.length === 1) return [];
  return [`${keySql(names)} IN {group_keys:Array(String)}`];
}

/** Whether a group has one row. Grouping it again would take as long as reading it, where there are very many. */
const isOneBin = ({ dateBin, groupings }: CostQuery) => dateBin === 'range' && groupings.length > 0;

const rowColumns = (query: CostQuery) => [
  ...(namesResources(query) ? ['costs.resource_name AS resource_name'] : []),
  `${roundedAmount(query)} AS total`,
  '[costs.accrued_at] AS bins',
  '[total] AS amounts',
];

const sumColumns = (query: CostQuery, hasTotals: boolean) => {
  const [bins, amounts] = ['groupArray(costs.accrued_at)', `groupArray(${roundedAmount(query)})`];
  return [
    ...(namesResources(query) ? ['max(costs.resource_name) AS resource_name'] : []),
    `${roundedAmount(query, 'sum(costs.amount)', 'max(costs.is_converted)')} AS total`,
    `${hasTotals ? `if(row_kind = 'group', ${bins}, [costs.accrued_at])` : bins} AS bins`,
    `${hasTotals ? `if(row_kind = 'group', ${amounts}, [total])` : amounts} AS amounts`,
  ];
};

/** Text that identifies a group within a query, whatever its range. */
export function keySql(columns: readonly string[]): string {
  return `toJSONString(tuple(${columns.map((name) => `toString(costs.${name})`).join(', ')}))`;
}

function withResources(query: CostQuery, { resourceIds }: ChosenGroups): CostQuery {
  if (!groupsByResource(query)) return query;
  const { condition } = query;
  const isChosen = ['resource_id IN {resource_ids:Array(String)}'].concat(
    resourceIds.includes(null) ? 'resource_id IS NULL' : [],
  );
  const ids = resourceIds.filter((id) => id !== null);
  return {
    ...query,
    condition: {
      ...condition,
      sql: `${condition.sql}\n  AND (${isChosen.join(' OR ')})`,
      params: { ...condition.params, resource_ids: ids },
    },
  };
}
