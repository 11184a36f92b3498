import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { today } from '../../lib/dates.js';

export type ForecastedCost = Schemas['ForecastedCost'];

const none: ForecastedCost[] = [];

/** The daily forecast of a report for all services; empty where there is none. */
export function useForecastedCosts(report: string | undefined, end: string): ForecastedCost[] {
  const { data } = useGet(
    '/v2/cost_reports/{cost_report_token}/forecasted_costs',
    {
      path: { cost_report_token: report ?? '' },
      query: { end_date: end, provider: 'all', service: 'all', limit: 1000 },
    },
    { enabled: report !== undefined && end > today() },
  );
  return data?.forecasted_costs ?? none;
}
