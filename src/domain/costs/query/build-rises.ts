import { addDays } from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertedRows, roundedAmount } from './build-statements.js';
import { clampToDateType, type CostQuery } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { selectGroup } from './group-columns.js';
import { planCosts } from './plan-costs.js';

/** The last days of a query, and the number of days before them that they are compared with. */
interface RiseDays {
  days: number;
  daysBefore: number;
}

/**
 * The resources of a query whose costs rose the most in its last days, over as many days at the average of
 * those before. A rise is multiplied by the number of the days before, so that it is exact.
 */
export function buildRisesStatement(
  query: CostQuery,
  { days, daysBefore }: RiseDays,
  limit: number,
): Sql {
  const plan = planCosts({
    ...query,
    dateBin: 'day',
    groupings: [{ kind: 'dimension', name: 'resource_id' }],
  });
  const first = addDays(query.endDate, 1 - days);
  const isLast = sql`costs.accrued_at >= ${sql.bind('Date', clampToDateType(first))}`;
  const amountIf = (condition: Sql) => sql`sumIf(assumeNotNull(costs.amount), ${condition})`;
  const rise = sql`${daysBefore} * ${amountIf(isLast)} - ${days} * ${amountIf(sql`NOT (${isLast})`)}`;
  return sql`
    SELECT
      ${sql.join(plan.groups.map(selectGroup))},
      max(costs.resource_name) AS resource_name,
      ${roundedAmount(plan, rise, sql`max(costs.is_converted)`)} AS scaled_rise
    FROM (\n${convertedRows(plan)}\n) AS costs
    WHERE costs.currency = ${targetCurrency(plan)} AND ifNull(costs.g0, '') != ''
    GROUP BY costs.g0
    HAVING scaled_rise > 0
    ORDER BY scaled_rise DESC, g0
    LIMIT ${limit}
  `;
}
