import { type Sql, sql } from '../../../platform/store/sql.js';
import { buildSeriesStatement } from './build-series.js';
import type { CostPlan } from './cost-plan.js';
import type { CostQuery } from './cost-query.js';
import { planCosts } from './plan-costs.js';

/** The same query over two ranges that are compared. */
export interface ComparedQueries {
  /** The complete days of the requested range. */
  current: CostQuery;
  previous: CostQuery;
}

/**
 * The groups of a query with their totals in the compared ranges, and those that had costs in the earlier
 * range alone. Each range is scanned once; the current one is part of the requested one, so it takes a
 * scan of its own only if some requested days are not compared.
 */
export function buildComparedGroups(plan: CostPlan, { current, previous }: ComparedQueries): Sql {
  const { query } = plan;
  const isWhole = query.startDate === current.startDate && query.endDate === current.endDate;
  const columns = plan.keyNames.map(sql.ref);
  const names = plan.byResource ? [sql`resource_name`] : [];
  const part = (sums: readonly Sql[], series: Sql) => {
    const selected = sql.join([...columns, ...names, sql`group_key`, ...sums], ',\n  ');
    return sql`SELECT\n  ${selected}\nFROM (\n${series}\n)`;
  };
  const comparedPart = (compared: CostQuery, sums: readonly Sql[]) =>
    part(
      [sql`${none} AS listed`, sql`[] AS bins`, sql`[] AS amounts`, ...sums],
      buildSeriesStatement(planCosts({ ...compared, dateBin: 'range' })),
    );
  const parts = [
    part(
      [
        sql`${wide} AS listed`,
        sql`bins`,
        sql`amounts`,
        sql`${isWhole ? wide : none} AS now`,
        sql`${none} AS before`,
      ],
      buildSeriesStatement(plan),
    ),
    comparedPart(previous, [sql`${none} AS now`, sql`${wide} AS before`]),
    ...(isWhole ? [] : [comparedPart(current, [sql`${wide} AS now`, sql`${none} AS before`])]),
  ];
  const sums = [
    ...columns.map((name) => sql`any(parts.${name}) AS ${name}`),
    ...names.map((name) => sql`max(parts.${name}) AS ${name}`),
    sql`group_key`,
    sql`sum(parts.listed) AS total`,
    sql`groupArrayArray(parts.bins) AS bins`,
    sql`groupArrayArray(parts.amounts) AS amounts`,
    sql`sum(parts.now) AS current`,
    sql`sum(parts.before) AS previous`,
  ];
  return sql.join(
    [
      sql`SELECT\n  ${sql.join(sums, ',\n  ')}`,
      sql`FROM (\n${sql.join(parts, '\nUNION ALL\n')}\n) AS parts`,
      sql`GROUP BY group_key`,
      // Groups of the requested range have bins, also those whose costs are zero.
      sql`HAVING notEmpty(bins) OR previous != 0`,
    ],
    '\n',
  );
}

/** Totals have at most 18 decimal places, but those of converted amounts another type than others. */
const wide = sql`toDecimal256(total, 18)`;
const none = sql`toDecimal256(0, 18)`;
