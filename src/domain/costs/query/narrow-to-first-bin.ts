import { startOfBin } from '../../../platform/lib/bins.js';
import { addDays } from '../../../platform/lib/days.js';
import { type CostQuery, endOf } from './cost-query.js';
import { rangeOfBin } from './date-bins.js';
import { isGroupedBy } from './grouping.js';

/**
 * The query for the first bin of its result alone; undefined where reading that first is not worth
 * while. Pages are ordered by bin, and where there are more groups than a page has rows, the first
 * pages do not go beyond the first bin.
 */
export function narrowToFirstBin(query: CostQuery): CostQuery | undefined {
  const { dateBin, startDate, order, groupings, condition } = query;
  const mayFillPage = isGroupedBy(groupings, 'resource_id') || groupings.length >= 3;
  const isAllocated = condition.virtualTags.some(({ allocation }) => allocation !== undefined);
  if (!mayFillPage || isAllocated || dateBin === 'range' || dateBin === 'hour') return undefined;
  const lastDay = addDays(endOf(query), -1);
  const bin = rangeOfBin(dateBin, startOfBin(order === 'asc' ? startDate : lastDay, dateBin))!;
  const start = startDate > bin.start ? startDate : bin.start;
  const end = lastDay < bin.end ? lastDay : bin.end;
  const isWhole = start === startDate && end === lastDay;
  return isWhole ? undefined : { ...query, startDate: start, endDate: end };
}
