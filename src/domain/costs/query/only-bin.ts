import { startOfBin } from '../../../platform/lib/bins.js';
import { addDays } from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { clampToDateType, type CostQuery, endOf } from './cost-query.js';

/**
 * SQL of the start of the only bin of a query; undefined when there may be several. The engine does not group
 * by a constant, and groups faster by a text than by a day and a text.
 */
export function onlyBin(query: CostQuery): Sql | undefined {
  const { dateBin, startDate } = query;
  if (dateBin === 'hour' || dateBin === 'range') return undefined;
  const first = startOfBin(startDate, dateBin);
  const last = startOfBin(addDays(endOf(query), -1), dateBin);
  return first === last ? sql`toDate(${sql.literal(clampToDateType(first))})` : undefined;
}
