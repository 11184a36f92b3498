import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildMonthSums } from './build-aggregation.js';
import { convertedRows, hasUsage, roundedAmount, roundedSum } from './build-statements.js';
import type { CostPlan } from './cost-plan.js';
import { targetCurrency } from './cost-row-sql.js';
import { selectGroup } from './group-columns.js';

/** Restricts series to groups that were read before. */
export interface ChosenGroups {
  keys: readonly string[];
  /** Their resources, where costs are grouped by resource, so that other rows are not summed at all. */
  resourceIds: readonly (string | null)[];
}

/** The groups of a query with their totals and their amounts by bin, unordered. */
export function buildSeriesStatement(plan: CostPlan, chosen?: ChosenGroups): Sql {
  const { columns, groupBy } = groupSeries(plan);
  const read = chosen ? withResources(plan, chosen) : plan;
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      ...countedRows(read, chosen ? chosenOnly(plan, chosen) : []),
      ...groupBy,
    ],
    '\n',
  );
}

/**
 * The amounts by day of chosen resources, or of all costs without groupings, as arrays by month; undefined
 * where the amounts of days take more than their sums.
 */
export function buildDaysStatement(plan: CostPlan, chosen?: ChosenGroups): Sql | undefined {
  const { groups, byResource, query } = plan;
  const isOneRowPerMonth = groups.length === 0 || (groups.length === 1 && byResource);
  if (query.dateBin !== 'day' || !isOneRowPerMonth) return undefined;
  return buildMonthSums(chosen ? withResources(plan, chosen) : plan);
}

/** One page of the groups of a query, ordered by cost; each row has the number and the sum of all. */
export function buildRankedStatement(
  plan: CostPlan,
  { isDescending }: { isDescending: boolean },
): Sql {
  const { columns, groupBy } = groupSeries(plan);
  const ofAll = [sql`count() OVER () AS group_count`, sql`sum(total) OVER () AS matching_total`];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([...columns, ...ofAll], ',\n  ')}`,
      ...countedRows(plan),
      ...groupBy,
      sql`ORDER BY ${byTotal(plan, isDescending)}`,
      sql`LIMIT ${plan.query.limit} OFFSET ${plan.query.offset}`,
    ],
    '\n',
  );
}

/**
 * The first page of the groups of a query, ordered by cost, after the totals of its bins and of all:
 * one statement instead of two, where there are few groups.
 */
export function buildRankedStatementWithTotals(
  plan: CostPlan,
  { isDescending, binCount }: { isDescending: boolean; binCount: number },
): Sql {
  const { columns } = groupSeries(plan, { hasTotals: true });
  const ofAll = [
    sql`countIf(row_kind = 'group') OVER () AS group_count`,
    sql`sumIf(total, row_kind = 'group') OVER () AS matching_total`,
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([...columns, ...ofAll], ',\n  ')}`,
      ...countedRows(plan),
      sql`GROUP BY GROUPING SETS ((${sumsOf(plan.keyNames)}), (costs.accrued_at), ())`,
      sql`ORDER BY row_kind = 'group', ${byTotal(plan, isDescending)}`,
      sql`LIMIT ${binCount + 1 + plan.query.limit}`,
    ],
    '\n',
  );
}

const byTotal = ({ keyNames }: CostPlan, isDescending: boolean) =>
  sql.join([
    isDescending ? sql`total DESC` : sql`total ASC`,
    ...keyNames.map((name) => sql`${sql.ref(name)} ASC NULLS LAST`),
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

/** Columns of the groups of a plan, and what they are grouped by. */
function groupSeries(plan: CostPlan, { hasTotals = false } = {}) {
  const { groups, byUnit, keyNames } = plan;
  return {
    columns: [
      ...groups.map(selectGroup),
      ...(byUnit ? [sql`unit`] : []),
      ...(hasTotals ? [sql`${rowKind(keyNames[0]!)} AS row_kind`] : []),
      sql`${keySql(keyNames)} AS group_key`,
      ...(isOneBin(plan) ? rowColumns(plan) : sumColumns(plan, hasTotals)),
    ],
    groupBy: isOneBin(plan) ? [] : [sql`GROUP BY ${groupedBy(keyNames)}`],
  };
}

/** The rows of a plan, one per bin and group, that count. */
function countedRows(plan: CostPlan, more: readonly Sql[] = []): Sql[] {
  const conditions = [
    sql`costs.currency = ${targetCurrency(plan)}`,
    sql`(costs.amount != 0 OR ${hasUsage(plan)})`,
    ...more,
  ];
  return [
    sql`FROM (\n${convertedRows(plan)}\n) AS costs`,
    sql`WHERE ${sql.join(conditions, ' AND ')}`,
  ];
}

/** Leaves out groups that have a chosen resource, but another value beside it. */
function chosenOnly({ byResource, keyNames }: CostPlan, { keys }: ChosenGroups): Sql[] {
  if (byResource && keyNames.length === 1) return [];
  return [sql`${keySql(keyNames)} IN ${sql.bind('Array(String)', keys)}`];
}

/** Whether a group has one row. Grouping it again would take as long as reading it, where there are very many. */
const isOneBin = ({ query: { dateBin, groupings } }: CostPlan) =>
  dateBin === 'range' && groupings.length > 0;

const rowColumns = (plan: CostPlan) => [
  ...(plan.hasResourceNames ? [sql`costs.resource_name AS resource_name`] : []),
  sql`${roundedAmount(plan)} AS total`,
  sql`[costs.accrued_at] AS bins`,
  sql`[total] AS amounts`,
];

const sumColumns = (plan: CostPlan, hasTotals: boolean) => {
  const bins = sql`groupArray(costs.accrued_at)`;
  const amounts = sql`groupArray(${roundedAmount(plan)})`;
  const ofRow = (array: Sql, only: Sql) =>
    hasTotals ? sql`if(row_kind = 'group', ${array}, [${only}])` : array;
  return [
    ...(plan.hasResourceNames ? [sql`max(costs.resource_name) AS resource_name`] : []),
    sql`${roundedSum(plan)} AS total`,
    sql`${ofRow(bins, sql`costs.accrued_at`)} AS bins`,
    sql`${ofRow(amounts, sql`total`)} AS amounts`,
  ];
};

/** Text that identifies a group within a query, whatever its range. */
export function keySql(columns: readonly string[]): Sql {
  const texts = columns.map((name) => sql`toString(costs.${sql.ref(name)})`);
  return sql`toJSONString(tuple(${sql.join(texts)}))`;
}

/** The same tables and groups, for the rows of chosen resources alone. */
function withResources(plan: CostPlan, { resourceIds }: ChosenGroups): CostPlan {
  if (!plan.byResource) return plan;
  const { condition } = plan.query;
  const ids = resourceIds.filter((id) => id !== null);
  const isChosen = [
    sql`resource_id IN ${sql.bind('Array(String)', ids)}`,
    ...(resourceIds.includes(null) ? [sql`resource_id IS NULL`] : []),
  ];
  const chosen = sql`${condition.sql}\n  AND (${sql.join(isChosen, ' OR ')})`;
  return { ...plan, query: { ...plan.query, condition: { ...condition, sql: chosen } } };
}
