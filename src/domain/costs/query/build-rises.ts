import { type Sql, sql } from '../../../platform/store/sql.js';
import { convertedRows, roundedAmount } from './build-statements.js';
import { clampToDateType, type CostQuery } from './cost-query.js';
import { targetCurrency } from './cost-row-sql.js';
import { selectGroup } from './group-columns.js';
import { planCosts } from './plan-costs.js';

/**
 * The resources of a query whose costs rose the most on its last day, over the average of the days before
 * it. A rise is multiplied by the number of those days, so that it is exact.
 */
export function buildRisesStatement(query: CostQuery, daysBefore: number, limit: number): Sql {
  const plan = planCosts({
    ...query,
    dateBin: 'day',
    groupings: [{ kind: 'dimension', name: 'resource_id' }],
  });
  const isLast = sql`costs.accrued_at = ${sql.bind('Date', clampToDateType(query.endDate))}`;
  const amountIf = (condition: Sql) => sql`sumIf(assumeNotNull(costs.amount), ${condition})`;
  const rise = sql`${daysBefore} * ${amountIf(isLast)} - ${amountIf(sql`NOT (${isLast})`)}`;
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
