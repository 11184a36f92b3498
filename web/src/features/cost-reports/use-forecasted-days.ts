import { type ListAnswer, useGet } from '../../api/queries.js';
import { today } from '../../lib/dates.js';

export interface ForecastedCost {
  date: string;
  amount: string;
  lower_amount?: string | null;
  upper_amount?: string | null;
}

/** The days to come of a report, summed over its services; none where there is no forecast. */
export function useForecastedDays(report: string | undefined, end: string): ForecastedCost[] {
  const { data } = useGet<ListAnswer>(
    `/v2/cost_reports/${report}/forecasted_costs`,
    { end_date: end, provider: 'all', service: 'all', limit: 1000 },
    { enabled: report !== undefined && end > today() },
  );
  return (data?.['forecasted_costs'] ?? []) as ForecastedCost[];
}
