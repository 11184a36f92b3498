import { addDays, firstOfMonth } from '../../platform/lib/days.js';
import { usedVirtualTags } from './build-from-clause.js';
import { clampToDateType, type CostQuery, endOf, needsLines } from './cost-query.js';

/** A table, and the days of a query that are read from it. */
export interface TableScan {
  table: 'lines' | 'daily_costs' | 'monthly_costs';
  /** SQL condition on the days; absent when all are read from it. */
  days?: string;
}

/**
 * Chooses the smallest tables that can answer a query. Where the result has no daily detail, whole
 * months come from the monthly rollup, a twentieth of the rows, and only the days around them from
 * the daily one.
 */
export function chooseTables(query: CostQuery): TableScan[] {
  if (needsLines(query)) return [{ table: 'lines' }];
  const months = needsDays(query) ? undefined : wholeMonths(query);
  if (months === undefined) return [{ table: 'daily_costs' }];
  const [from, to] = [clampToDateType(months.from), clampToDateType(months.to)];
  if (from === clampToDateType(query.startDate) && to === clampToDateType(endOf(query))) {
    return [{ table: 'monthly_costs' }];
  }
  return [
    { table: 'monthly_costs', days: `usage_date >= '${from}' AND usage_date < '${to}'` },
    { table: 'daily_costs', days: `(usage_date < '${from}' OR usage_date >= '${to}')` },
  ];
}

function needsDays(query: CostQuery): boolean {
  const { dateBin, conversion } = query;
  return (
    dateBin === 'day' ||
    dateBin === 'week' ||
    (conversion.factors.length > 0 && conversion.method === 'daily') ||
    usedVirtualTags(query).some(({ variesByDay }) => variesByDay)
  );
}

/** The 1st of the first whole month, and the 1st after the last. */
function wholeMonths(query: CostQuery): { from: string; to: string } | undefined {
  const from = firstOfMonth(addDays(query.startDate, -1), 1);
  const to = firstOfMonth(endOf(query));
  return from < to ? { from, to } : undefined;
}
