import {
  bindStatement,
  convertedRows,
  type CostStatement,
  roundedAmount,
} from './build-statements.js';
import { clampToDateType, type CostQuery } from './cost-query.js';
import { groupColumns, selectGroup } from './group-columns.js';

/**
 * The resources of a query whose costs rose the most on its last day, over the average of the days before
 * it. A rise is multiplied by the number of those days, so that it is exact.
 */
export function buildRisesStatement(
  query: CostQuery,
  daysBefore: number,
  limit: number,
): CostStatement {
  const read: CostQuery = {
    ...query,
    dateBin: 'day',
    groupings: [{ kind: 'dimension', name: 'resource_id' }],
  };
  const groups = groupColumns(read);
  const isLast = 'costs.accrued_at = {rise_day:Date}';
  const amountIf = (condition: string) => `sumIf(assumeNotNull(costs.amount), ${condition})`;
  const rise = `${daysBefore} * ${amountIf(isLast)} - ${amountIf(`NOT (${isLast})`)}`;
  const { sql: statement, params } = bindStatement(read, groups, [
    'SELECT',
    `  ${groups.map(selectGroup).join(', ')},`,
    '  max(costs.resource_name) AS resource_name,',
    `  ${roundedAmount(read, rise, 'max(costs.is_converted)')} AS scaled_rise`,
    `FROM (\n${convertedRows(read, groups)}\n) AS costs`,
    "WHERE costs.currency = {to_currency:String} AND ifNull(costs.g0, '') != ''",
    'GROUP BY costs.g0',
    'HAVING scaled_rise > 0',
    'ORDER BY scaled_rise DESC, g0',
    `LIMIT ${limit}`,
  ]);
  return { sql: statement, params: { ...params, rise_day: clampToDateType(query.endDate) } };
}
