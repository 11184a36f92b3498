import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { maxSeries } from '../../lib/series.js';
import { type CompareTo, costSeriesQuery } from '../costs/use-cost-series.js';
import type { CostParameters } from '../costs/use-costs.js';

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
