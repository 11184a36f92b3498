import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { type CostQuery, narrowQuery } from '../../costs/query/index.js';
import type { SeriesKey, SeriesQuery } from './read-cost-series.js';

/** Narrows the query of a report to one of its series and to a date range; it has no groupings then. */
export function narrowToSeries(
  { query }: SeriesQuery,
  { provider, service, category }: SeriesKey,
  range: DateRange,
): CostQuery {
  const values = (
    [
      ['provider', provider],
      ['service', service],
      ['cost_category', category],
    ] as const
  ).map(([name, value]) => ({ grouping: { kind: 'dimension' as const, name }, value }));
  return narrowQuery(query, { accruedAt: range.end, currency: query.conversion.to, values }, range);
}
