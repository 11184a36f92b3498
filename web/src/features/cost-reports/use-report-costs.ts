import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { maxSeries } from '../../lib/series.js';
import { type CompareTo, costSeriesQuery } from '../costs/use-cost-series.js';
import { type CostParameters, maxPages, readCosts, rowsPerPage } from '../costs/use-costs.js';

/** The costs of a saved report; further parameters override its dates or filters, as dashboards do. */
export function useReportCosts(report: string, more: CostParameters = {}) {
  const query = { cost_report_token: report, order: 'asc', limit: rowsPerPage, ...more } as const;
  return useQuery({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, maxPages, signal),
    placeholderData: keepPreviousData,
  });
}

/** The largest series of a saved report, as a chart shows them; undefined parameters query nothing. */
export function useReportSeries(
  report: string,
  more: CostParameters | undefined,
  compareTo?: CompareTo,
) {
  const parameters = {
    cost_report_token: report,
    'settings[aggregate_by]': 'cost',
    ...more,
  } as const;
  return useQuery({
    ...costSeriesQuery(parameters, compareTo, maxSeries + 1),
    enabled: more !== undefined,
    placeholderData: keepPreviousData,
  });
}
