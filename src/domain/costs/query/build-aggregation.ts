import { type Sql, sql } from '../../../platform/store/sql.js';
import { aggregationKeys, tagOf } from './aggregation-keys.js';
import type { CostPlan } from './cost-plan.js';
import { allocatedSql } from './cost-row-sql.js';
import { type Sums, sumsByMonth, sumsSql, sumTable } from './sum-table.js';

/** Statement that sums costs by bin, groups and currency over the tables that hold them. */
export function buildAggregation(plan: CostPlan): Sql {
  const scans = plan.scans.map((scan) => {
    const rows = sumsSql(sumTable(plan, scan));
    return plan.sumTags.length === 0 ? rows : allocateSums(plan, rows);
  });
  return scans.length === 1 ? scans[0]! : addUpScans(plan, scans);
}

/**
 * The rows of a result as one `SELECT`, so that it can be ordered and filtered without another one around it;
 * undefined where it takes several, or values that differ from the grouped ones.
 */
export function buildSums(plan: CostPlan): Sums | undefined {
  const needsMore =
    plan.scans.length > 1 ||
    plan.query.condition.weight !== null ||
    plan.currencies !== 'one' ||
    plan.byUnit ||
    plan.groups.some(({ resultSql }) => resultSql !== undefined);
  return needsMore ? undefined : sumTable(plan, plan.scans[0]!);
}

/**
 * Statement that sums costs by month and groups, with an array of the amounts from `first_day` on, one
 * per day, and zeros beyond the last day of a month. Undefined where days need more than that: other
 * tables, exchange rates, units, shares.
 */
export function buildMonthSums(plan: CostPlan): Sql | undefined {
  const [scan, ...others] = plan.scans;
  const hasArrays =
    scan !== undefined &&
    scan.table !== 'lines' &&
    (scan.sums === 'days' || scan.sums === 'part-of-month');
  const needsMore =
    others.length > 0 || plan.currencies !== 'one' || plan.byUnit || plan.sumTags.length > 0;
  return hasArrays && !needsMore ? sumsByMonth(plan, scan) : undefined;
}

/** What rows have beside their keys, summed from parts. */
function sumsOfParts(plan: CostPlan, part: Sql, count = (column: Sql) => column): Sql[] {
  return [
    sql`sum(${count(sql`${part}.amount`)}) AS amount`,
    plan.byUnit
      ? sql`sum(${count(sql`${part}.usage`)}) AS usage`
      : sql`max(${part}.has_usage) AS has_usage`,
    ...(plan.hasResourceNames ? [sql`max(${part}.resource_name) AS resource_name`] : []),
  ];
}

function addUpScans(plan: CostPlan, scans: readonly Sql[]): Sql {
  const keys = [
    'accrued_at',
    ...plan.keyNames,
    'currency',
    ...(plan.currencies === 'converted' ? ['rate_day'] : []),
  ].map(sql.ref);
  return sql.join(
    [
      sql`SELECT\n  ${sql.join([...keys, ...sumsOfParts(plan, sql`part`)], ',\n  ')}`,
      sql`FROM (\n${sql.join(scans, '\nUNION ALL\n')}\n) AS part`,
      sql`GROUP BY ${sql.join(keys)}`,
    ],
    '\n',
  );
}

/** Splits the sums of rows that have the same shares, and sums the parts by value. */
function allocateSums(plan: CostPlan, rows: Sql): Sql {
  const { sumTags } = plan;
  const { ofDay, ofGroup } = aggregationKeys(plan);
  const grouped = plan.groups.flatMap((group) => {
    const tag = tagOf(group, sumTags);
    return tag === undefined ? [] : [{ name: sql.ref(group.name), value: tag.prefixedSql }];
  });
  const keys = [...Object.keys(ofDay), ...ofGroup].map(sql.ref);
  const columns = [
    ...keys,
    ...grouped.map(({ name, value }) => sql`${value} AS ${name}`),
    ...(plan.currencies === 'one' ? [sql`any(whole.currency) AS currency`] : []),
    ...sumsOfParts(plan, sql`whole`, (column) => allocatedSql(sumTags, column)),
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(columns, ',\n  ')}`,
      sql`FROM (\n${rows}\n) AS whole`,
      ...sumTags.map(({ allocation }, index) => allocation.join(sql`period${index}`)),
      sql`GROUP BY ${sql.join([...keys, ...grouped.map(({ name }) => name)])}`,
    ],
    '\n',
  );
}
