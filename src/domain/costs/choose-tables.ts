import { addDays, firstOfMonth } from '../../platform/lib/days.js';
import { usedVirtualTags } from './build-from-clause.js';
import { endOf, needsLines, storedDay, type CostQuery } from './cost-query.js';

/** A table that answers for some days of a question. */
export interface TableScan {
  table: 'lines' | 'daily_costs' | 'monthly_costs';
  /** SQL of the days that are read from it; absent when it is all of them. */
  days?: string;
}

/**
 * Where a question is read: whole months where the answer does not tell days apart, a twentieth of the
 * rows, and days at the edges.
 */
export function readings(query: CostQuery): TableScan[] {
  if (needsLines(query)) return [{ table: 'lines' }];
  const months = tellsDaysApart(query) ? undefined : wholeMonths(query);
  if (months === undefined) return [{ table: 'daily_costs' }];
  const [from, to] = [storedDay(months.from), storedDay(months.to)];
  if (from === storedDay(query.startDate) && to === storedDay(endOf(query))) {
    return [{ table: 'monthly_costs' }];
  }
  return [
    { table: 'monthly_costs', days: `usage_date >= '${from}' AND usage_date < '${to}'` },
    { table: 'daily_costs', days: `(usage_date < '${from}' OR usage_date >= '${to}')` },
  ];
}

function tellsDaysApart(query: CostQuery): boolean {
  const { dateBin, conversion } = query;
  return (
    dateBin === 'day' ||
    dateBin === 'week' ||
    (conversion.factors.length > 0 && conversion.method === 'daily') ||
    usedVirtualTags(query).some(({ byDay }) => byDay)
  );
}

/** The 1st of the first whole month, and the 1st after the last. */
function wholeMonths(query: CostQuery): { from: string; to: string } | undefined {
  const from = firstOfMonth(addDays(query.startDate, -1), 1);
  const to = firstOfMonth(endOf(query));
  return from < to ? { from, to } : undefined;
}
