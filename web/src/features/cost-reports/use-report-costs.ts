import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CostParameters, maxPages, readCosts, rowsPerPage } from '../costs/use-costs.js';

/** Costs of a saved report, with the dates and filters of a dashboard where one is named. */
export function useReportCosts(report: string, more: CostParameters = {}) {
  const query = { cost_report_token: report, order: 'asc', limit: rowsPerPage, ...more } as const;
  return useQuery({
    queryKey: ['/v2/costs', query],
    queryFn: ({ signal }) => readCosts(query, maxPages, signal),
    placeholderData: keepPreviousData,
  });
}
